import HTTPCore
import JSON
import World

/// Several requests in one (CONTRACT C12). Each counts for the rate limit as if it had come by itself, and carries
/// the outer request's token unless it brings its own.
enum BatchEndpoint {
  private static let path = "\(Interspace.base)/batch"
  private static let maximumRequests = 20

  static let all = [Endpoint(.post, path, "batch", .bearer, answer: batch).slow()]

  private static func batch(_ call: Call) throws -> Response {
    guard let items = try call.request.jsonObject()["requests"]?.array, items.count <= maximumRequests else {
      throw Problem(
        .validation, "requests must be an array of at most \(maximumRequests) requests", field: "requests")
    }
    let inner = try items.enumerated().map { index, item in
      try BatchItem(item, at: index, within: call.request)
    }
    var writer = JSONWriter()
    writer.object { object in
      object.key("responses")
      object.array { array in
        for item in inner { array.value(item.entry(call.perform(item.request))) }
      }
    }
    return .json(writer.bytes)
  }
}

/// One request of a batch.
private struct BatchItem {
  let id: JSONValue?
  let request: Request

  /// Reads a request; its path is relative to the API's base or absolute below it.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names the item and the field.
  init(_ value: JSONValue, at index: Int, within outer: Request) throws(Problem) {
    guard let object = value.object else {
      throw Problem(.validation, "requests[\(index)] must be an object", field: "requests[\(index)]")
    }
    var fields = FieldReader(object)
    let method = fields.optionalChoice("method", of: ["GET", "POST", "PUT", "PATCH", "DELETE"])
    let path = fields.text("path", length: 1...2048)
    let headers = fields.optionalObject("headers")
    try fields.finish()
    id = object["id"]
    let target = try RequestTarget(Array(Self.absolute(path).utf8))
    guard target.segments.starts(with: ["api", "v1"]), target.segments != ["api", "v1", "batch"] else {
      throw Problem(
        .validation, "requests[\(index)].path must lie below \(Interspace.base) and not be a batch itself",
        field: "path", value: path)
    }
    // A body within JSON is JSON.
    var fieldsOfRequest: HeaderFields = object["body"] == nil ? [:] : ["Content-Type": "application/json"]
    for name in ["Host", "Authorization", "X-Platform", "X-App-Version", "X-Forwarded-Proto"] {
      fieldsOfRequest[name] = outer.headers[name]
    }
    for member in headers?.members ?? [] {
      if let text = member.value.string { fieldsOfRequest[member.key] = text }
    }
    let body = object["body"].map { $0 == .null ? [] : JSONWriter.serialize($0) } ?? []
    request = Request(
      method: HTTPMethod(rawValue: method ?? "GET"), target: target, headers: fieldsOfRequest, body: body,
      remoteAddress: outer.remoteAddress, isSecure: outer.isSecure)
  }

  /// The entry of the response: `id`, `status`, `headers` and `body`, null where there is none.
  func entry(_ response: Response) -> JSONValue {
    var headers = JSONObject()
    for field in response.headers.fields where !field.name.hasPrefix("Access-Control-") {
      headers[field.name] = .string(field.value)
    }
    let bytes = response.content.bytes
    let body = bytes.isEmpty ? JSONValue.null : (try? JSONParser.parse(bytes)) ?? .null
    return .object(
      JSONObject([
        ("id", id ?? .null), ("status", .number(JSONNumber(response.status))), ("headers", .object(headers)),
        ("body", body),
      ]))
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix(Interspace.base + "/") { return path }
    return Interspace.base + (path.hasPrefix("/") ? "" : "/") + path
  }
}
