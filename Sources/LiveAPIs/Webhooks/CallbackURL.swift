import HTTPCore
import JSON

/// The address of a callback: the runtime expressions of OpenAPI (§4.8.20.4), evaluated for one request and its response.
struct CallbackURL {
  let request: Request
  let parameters: (String) -> String?
  let response: Response

  /// The URL that an expression gives, such as `{$request.body#/callbackUrl}?state=new`; nil where a part has no value.
  func url(_ expression: String) -> String? {
    if expression.hasPrefix("$") { return value(expression) }
    var text = ""
    var rest = expression[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      guard let value = value(String(rest[rest.index(after: start)..<end])) else { return nil }
      text += rest[..<start] + value
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  private func value(_ expression: String) -> String? {
    switch expression {
    case "$url": return request.origin + request.target.rawPath
    case "$method": return request.method.rawValue
    case "$statusCode": return "\(response.status)"
    default: break
    }
    if let rest = rest(of: expression, after: "$request.") {
      return value(rest, headers: request.headers, body: { try? request.parsedBody.json() })
    }
    if let rest = rest(of: expression, after: "$response.") {
      return value(rest, headers: response.headers, body: { try? JSONParser.parse(response.content.bytes) })
    }
    return nil
  }

  private func value(_ source: String, headers: HeaderFields, body: () -> JSONValue?) -> String? {
    if let name = rest(of: source, after: "header.") { return headers[name] }
    if let name = rest(of: source, after: "query.") { return (try? request.query())?[name] }
    if let name = rest(of: source, after: "path.") { return parameters(name) }
    guard source == "body" || source.hasPrefix("body#") else { return nil }
    let place = JSONPointer(parsing: String(source.dropFirst("body#".count))) ?? .root
    return body()?[place]?.text
  }

  private func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}
