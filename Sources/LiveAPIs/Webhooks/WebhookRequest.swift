import Client
import Cryptography
import HTTPCore
import JSON
import OpenAPI
import Resources
import Synthesis
import World

/// The request that delivers a message: the documented body, with the headers that the document asks for.
struct WebhookRequest: Sendable {
  let method: HTTPMethod
  let url: WebhookURL
  let headers: HeaderFields
  let body: [UInt8]

  /// The request.
  ///
  /// - Parameters:
  ///   - id: The delivery's id, which stays the same when it is repeated.
  init(
    _ message: ChannelHub.Message, _ document: ChannelDocument.Message, to url: WebhookURL, secret: String?,
    id: String, at time: Timestamp, _ live: LiveAPI
  ) {
    self.url = url
    let root = live.api.document.root
    let place = document.operation.flatMap { JSONPointer(parsing: String($0.dropFirst())) }
    method = place?.tokens.last == "put" ? .put : .post
    // Where the document does not describe it, an envelope says what the record is about.
    let payload: JSONValue =
      document.payload == nil
      ? [
        "id": .string(id), "event": .string(message.name), "created_at": .string(time.iso8601), "data": message.payload,
      ] : message.payload
    body = JSONWriter.serialize(payload, sortedKeys: false)
    var headers: HeaderFields = ["Content-Type": document.contentType ?? "application/json"]
    headers.append("User-Agent", "mock-api")
    let parameters = place.map { Self.headerParameters($0, root) } ?? []
    for parameter in parameters {
      guard let name = parameter["name"]?.string, headers[name] == nil,
        !["accept", "authorization", "content-length", "host"].contains(name.lowercased())
      else { continue }
      if let value = Self.value(of: parameter, name, message, body, secret, id: id, at: time) {
        headers.append(name, value)
      }
    }
    if document.payload == nil, let secret {
      headers.append("X-Webhook-Signature", Self.signature(of: body, secret, asIn: "sha256="))
    }
    self.headers = headers
  }

  /// The header parameters of an operation and of its path item.
  private static func headerParameters(_ place: JSONPointer, _ root: JSONValue) -> [JSONValue] {
    let item = JSONPointer(place.tokens.dropLast())
    let all = (root[place]?["parameters"]?.array ?? []) + (root[item]?["parameters"]?.array ?? [])
    return all.map { parameter in
      guard let text = parameter["$ref"]?.string, let target = JSONPointer(parsing: String(text.dropFirst())) else {
        return parameter
      }
      return root[target] ?? parameter
    }.filter { $0["in"]?.string == "header" }
  }

  private static func value(
    of parameter: JSONValue, _ name: String, _ message: ChannelHub.Message, _ body: [UInt8], _ secret: String?,
    id: String, at time: Timestamp
  ) -> String? {
    let words = Set(Words.split(name))
    let schema = parameter["schema"]
    let example = (parameter["example"] ?? schema?["example"] ?? schema?["const"])?.string
    if let only = schema?["const"]?.string ?? schema?["enum"]?.array.flatMap({ $0.count == 1 ? $0[0].string : nil }) {
      return only
    }
    let text = "\(example ?? "") \(parameter["description"]?.string ?? "") \(schema?["description"]?.string ?? "")"
    if !words.isDisjoint(with: ["signature", "hmac", "digest", "sign", "sig"]) {
      return secret.map { signature(of: body, $0, asIn: text, at: time) } ?? (isRequired(parameter) ? "unsigned" : nil)
    }
    if !words.isDisjoint(with: ["event", "topic", "type", "action"]) { return message.name }
    if !words.isDisjoint(with: ["timestamp", "time", "date"]) {
      return schema?["type"]?.string == "string" && schema?["format"]?.string == "date-time"
        ? time.iso8601 : "\(time.seconds)"
    }
    if !words.isDisjoint(with: ["id", "delivery", "guid", "uuid"]) { return id }
    if words.contains("attempt") { return nil }
    return example ?? (isRequired(parameter) ? id : nil)
  }

  private static func isRequired(_ parameter: JSONValue) -> Bool { parameter["required"]?.bool == true }

  /// The HMAC with SHA-256 of the body, in the form that a text shows: `sha256=…`, `t=…,v1=…` of the time and the body,
  /// Base64, or hexadecimal digits.
  private static func signature(
    of body: [UInt8], _ secret: String, asIn text: String, at time: Timestamp = Timestamp(seconds: 0)
  ) -> String {
    let key = Array(secret.utf8)
    if text.contains("t=") && text.contains("v1=") {
      let signed = Array("\(time.seconds).".utf8) + body
      return "t=\(time.seconds),v1=\(Hex.encode(HMACSHA256.code(for: signed, key: key)))"
    }
    let code = HMACSHA256.code(for: body, key: key)
    if text.lowercased().contains("base64") { return Base64.encode(code) }
    return (text.contains("sha256=") ? "sha256=" : "") + Hex.encode(code)
  }
}

/// The address of a webhook.
struct WebhookURL: Sendable {
  let address: ServerAddress
  /// The query with its question mark; empty for none.
  let query: String

  /// Parses an `http` or `https` URL; nil for anything else.
  init?(_ text: String) {
    let plain = text.prefix { $0 != "#" }
    let base = plain.prefix { $0 != "?" }
    guard text.utf8.count <= 2000, let address = ServerAddress(String(base)) else { return nil }
    let query = plain.dropFirst(base.count)
    guard query.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    (self.address, self.query) = (address, String(query))
  }

  /// What stands behind the address in a request.
  var target: String { (address.basePath.isEmpty ? "/" : "") + query }

  /// Whether it is on this machine, or a user allows its host.
  func isAllowed(_ hosts: [String]) -> Bool {
    let host = address.host.lowercased()
    if ["localhost", "::1", "host.docker.internal"].contains(host) || host.hasSuffix(".localhost") { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    if numbers.count == 4, numbers[0] == 127, !numbers.contains(nil) { return true }
    return hosts.contains { pattern in
      let pattern = pattern.lowercased()
      return pattern == "*" || pattern == host || pattern.hasPrefix("*.") && host.hasSuffix(pattern.dropFirst())
    }
  }
}
