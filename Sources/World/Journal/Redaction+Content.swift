import HTTPCore
import JSON
import STOMP

extension Redaction {
  /// A text of unknown format, but not a frame, without its secrets. A frame in a frame in a frame would be scanned
  /// repeatedly.
  static func plainText(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = try? JSONParser.parse(bytes), value.object != nil || value.array != nil else {
      return loose(text)
    }
    return String(decoding: JSONWriter.serialize(json(value), sortedKeys: false), as: UTF8.self)
  }

  /// A body that is not JSON, as text; nil when it is not text.
  static func text(_ bytes: [UInt8], contentType: String?, isCut: Bool) -> String? {
    let type = contentType.flatMap(MediaType.init)
    // The truncation may have split a character.
    let ends = isCut ? (0..<min(4, bytes.count + 1)).map { bytes.count - $0 } : [bytes.count]
    let valid = ends.lazy.compactMap { String(validating: bytes[..<$0], as: UTF8.self) }.first
    guard let text = valid ?? (isTextual(bytes, type) ? String(decoding: bytes, as: UTF8.self) : nil) else {
      return nil
    }
    if let frame = stomp(bytes) { return frame }
    if let boundary = boundary(text, type) { return multipart(text, boundary: boundary) }
    if let rest = sockJS(text) { return rest }
    if type?.essence == "application/x-www-form-urlencoded", !text.contains("{") { return query(bytes) }
    // Pages and similar formats contain no credentials of a client, and every colon in them would match.
    return type?.essence == "text/html" ? text : loose(text)
  }

  /// Whether bytes that are not UTF-8 are treated as text, such as JSON with an invalid character: base64 would only
  /// hide its secrets.
  private static func isTextual(_ bytes: [UInt8], _ type: MediaType?) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return true }
    guard let essence = type?.essence else { return false }
    return essence.hasPrefix("text/") || essence.contains("json") || essence.contains("form") || essence.contains("xml")
  }

  /// A SockJS frame of messages, `a["…"]`.
  private static func sockJS(_ text: String) -> String? {
    guard text.hasPrefix("a["), let value = try? JSONParser.parse(Array(text.utf8.dropFirst())) else { return nil }
    return "a" + String(decoding: JSONWriter.serialize(json(value), sortedKeys: false), as: UTF8.self)
  }

  /// The delimiter between the parts of a multipart form, whatever the header says; nil for other texts.
  private static func boundary(_ text: String, _ type: MediaType?) -> String? {
    let isForm = type?.essence == "multipart/form-data"
    guard text.hasPrefix("--"), isForm || text.lowercased().contains("content-disposition:") else {
      return isForm ? type?.parameter("boundary").map { "--\($0)" } ?? "--" : nil
    }
    let line = text.prefix { !$0.isNewline }
    return line.utf8.count > 2 ? String(line) : nil
  }

  /// A multipart form (RFC 7578) without the values of secret fields.
  private static func multipart(_ text: String, boundary delimiter: String) -> String {
    var shown: [String] = []
    for (index, part) in text.split(separator: delimiter, omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let range = part.firstRange(of: "\r\n\r\n") ?? part.firstRange(of: "\n\n") else {
        shown.append(loose(String(part)))
        continue
      }
      let head = part[..<range.lowerBound]
      let names = head.split { "\"'=; \r\n".contains($0) || $0.isNewline }.map(String.init)
      let content = names.contains(where: isSecret) ? mark + "\r\n" : plainText(Array(part[range.upperBound...].utf8))
      shown.append(head + part[range] + content)
    }
    return shown.joined(separator: delimiter)
  }
}
