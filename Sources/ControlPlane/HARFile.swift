import HTTPCore
import JSON
import World

/// Exchanges as a HAR 1.2 document (http://www.softwareishard.com/blog/har-12-spec/), which the tools of browsers can
/// open.
enum HARFile {
  /// The document up to the first entry. Entries separated by commas and ``closing`` follow.
  ///
  /// - Parameters:
  ///   - version: The server's version, for the file's creator.
  static func opening(of world: World, version: String) -> [UInt8] {
    let log: JSONObject = [
      "version": "1.2", "creator": ["name": "mock-api", "version": .string(version)],
      "comment": .string("world \(world.id)" + (world.name.map { ": \($0)" } ?? "")),
    ]
    let members = JSONWriter.serialize(.object(log), sortedKeys: false).dropLast()
    return Array("{\"log\":".utf8) + members + Array(",\"entries\":[".utf8)
  }

  /// The end of the document.
  static let closing = Array("]}}".utf8)

  static func entry(_ view: JournalView, _ exchange: JournalExchange) -> JSONValue {
    let milliseconds = JSONValue(floatLiteral: Double(exchange.details.durationMicroseconds) / 1000)
    var comment = "\(view.api) \(view.operationID ?? "without an operation")"
    if exchange.transmission?.ending != .whole { comment += "; the response's ending: \(JournalJSON.ending(exchange))" }
    return [
      "startedDateTime": .string(view.entry.time.iso8601Milliseconds), "time": milliseconds,
      "request": request(exchange), "response": response(exchange), "cache": [:],
      "timings": ["send": 0, "wait": milliseconds, "receive": 0], "comment": .string(comment),
    ]
  }

  private static func request(_ exchange: JournalExchange) -> JSONValue {
    let request = exchange.request
    var members: JSONObject = [
      "method": .string(request.method.rawValue.clipped(to: 100)), "url": .string(url(exchange)),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers(request.headers),
      "queryString": .array(parameters(request)), "headersSize": -1,
      "bodySize": .number(JSONNumber(exchange.requestBytes)),
    ]
    if !request.body.isEmpty {
      let type = request.headers["Content-Type"]
      let isCut = request.body.count < exchange.requestBytes
      var content: JSONObject = ["mimeType": .string(type ?? "application/octet-stream")]
      add(DisplayedBody(request.body, contentType: type, isCut: isCut), isCut: isCut, to: &content)
      members["postData"] = .object(content)
    }
    return .object(members)
  }

  /// The response that the client received. Without a status it is 0, and `_error` has the reason, as in the files of
  /// browsers.
  private static func response(_ exchange: JournalExchange) -> JSONValue {
    let response = exchange.response
    let type = response?.headers["Content-Type"]
    let sentBytes = exchange.transmission?.contentBytes
    var content: JSONObject = [
      "size": .number(JSONNumber(sentBytes ?? exchange.responseBytes)), "mimeType": .string(type ?? "x-unknown"),
    ]
    let body = response?.content.bytes ?? []
    if !body.isEmpty {
      let isCut = body.count < exchange.responseBytes
      add(DisplayedBody(body, contentType: type, isCut: isCut), isCut: isCut, to: &content)
    }
    var members: JSONObject = [
      "status": .number(JSONNumber(response?.status ?? 0)), "statusText": "",
      "httpVersion": response == nil ? "" : "HTTP/1.1", "cookies": [], "headers": headers(response?.headers ?? [:]),
      "content": .object(content),
      "redirectURL": .string(Redaction.address(response?.headers["Location"] ?? "")), "headersSize": -1,
      "bodySize": .number(JSONNumber(sentBytes ?? -1)),
    ]
    if let ending = exchange.transmission?.ending, ending != .whole { members["_error"] = .string(ending.rawValue) }
    return .object(members)
  }

  private static func add(_ shown: DisplayedBody, isCut: Bool, to content: inout JSONObject) {
    content["text"] = .string(shown.text)
    if shown.encoding == .base64 { content["encoding"] = "base64" }
    if isCut { content["comment"] = "truncated: the journal keeps only the beginning" }
  }

  /// The complete URL, which the format requires.
  static func url(_ exchange: JournalExchange) -> String {
    "\(exchange.request.isSecure ? "https" : "http")://\(host(exchange.request))\(pathAndQuery(exchange))"
  }

  /// The path as the client sent it, and the query without its secrets.
  static func pathAndQuery(_ exchange: JournalExchange) -> String {
    let query = exchange.request.target.rawQuery
    return exchange.path + (query.isEmpty ? "" : "?" + Redaction.query(query))
  }

  private static func host(_ request: Request) -> String {
    request.target.authority ?? request.headers["Host"] ?? "localhost"
  }

  private static func headers(_ fields: HeaderFields) -> JSONValue {
    .array(
      fields.fields.map { field in
        ["name": .string(field.name), "value": .string(Redaction.header(field.name, field.value))]
      })
  }

  private static func parameters(_ request: Request) -> [JSONValue] {
    let parameters = (try? request.query())?.parameters ?? []
    return parameters.map { parameter in
      let isSecret = Redaction.isSecretParameter(parameter.name)
      return [
        "name": .string(parameter.name),
        "value": .string(isSecret ? Redaction.mark : Redaction.address(parameter.value)),
      ]
    }
  }
}
