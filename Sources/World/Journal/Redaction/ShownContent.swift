import HTTPCore
import JSON

/// A body or payload as it may be shown: secrets taken out, and in the form in which it is read most easily.
package struct ShownContent: Sendable, Equatable {
  /// How ``value`` holds the content.
  package enum Encoding: String, Sendable {
    /// As the JSON value that it is.
    case json
    /// As a string.
    case text
    /// As a string in base64 (RFC 4648 §4), since it is no text.
    case base64
  }

  package let value: JSONValue
  package let encoding: Encoding

  /// Reads the bytes.
  ///
  /// - Parameters:
  ///   - contentType: What the header says of them; a body that is JSON is taken for it whatever the header says.
  ///   - isCut: Whether the end is missing.
  package init(_ bytes: [UInt8], contentType: String?, isCut: Bool) {
    let isContainer = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes.first { $0 > 0x20 })
    if isContainer || contentType?.lowercased().contains("json") == true, let value = try? JSONParser.parse(bytes) {
      (self.value, encoding) = (Redaction.json(value), .json)
    } else if let text = Redaction.text(bytes, contentType: contentType, isCut: isCut) {
      (value, encoding) = (.string(text), .text)
    } else {
      (value, encoding) = (.string(Base64.encode(bytes)), .base64)
    }
  }

  /// The content as one text, for formats that know nothing else.
  package var text: String {
    switch value {
    case .string(let text) where encoding != .json: text
    default: String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    }
  }
}

extension Redaction {
  /// A text of unknown form, but no frame, with its secrets taken out. A frame in a frame in a frame would be walked
  /// over again and again.
  static func plainText(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = try? JSONParser.parse(bytes), value.object != nil || value.array != nil else {
      return loose(text)
    }
    return String(decoding: JSONWriter.serialize(json(value), sortedKeys: false), as: UTF8.self)
  }

  /// Content that is no JSON, as text; nil when it is none.
  static func text(_ bytes: [UInt8], contentType: String?, isCut: Bool) -> String? {
    let type = contentType.flatMap(MediaType.init)
    // A cut may have gone through a character.
    let ends = isCut ? (0..<min(4, bytes.count + 1)).map { bytes.count - $0 } : [bytes.count]
    let valid = ends.lazy.compactMap { String(validating: bytes[..<$0], as: UTF8.self) }.first
    guard let text = valid ?? (isTextual(bytes, type) ? String(decoding: bytes, as: UTF8.self) : nil) else {
      return nil
    }
    if let frame = stomp(bytes) { return frame }
    if let boundary = boundary(text, type) { return multipart(text, boundary: boundary) }
    if let rest = sockJS(text) { return rest }
    if type?.essence == "application/x-www-form-urlencoded", !text.contains("{") { return query(bytes) }
    // Pages and the like hold no credentials of a client's, and every colon in them would count.
    return type?.essence == "text/html" ? text : loose(text)
  }

  /// Whether bytes that are no UTF-8 are to be read as text all the same, as JSON with a broken letter in it is: base64
  /// would only hide its secrets.
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

  /// What stands between the parts of a multipart form, whatever the header says of it; nil for other texts.
  private static func boundary(_ text: String, _ type: MediaType?) -> String? {
    let isForm = type?.essence == "multipart/form-data"
    guard text.hasPrefix("--"), isForm || text.lowercased().contains("content-disposition:") else {
      return isForm ? type?.parameter("boundary").map { "--\($0)" } ?? "--" : nil
    }
    let line = text.prefix { !$0.isNewline }
    return line.utf8.count > 2 ? String(line) : nil
  }

  /// A multipart form (RFC 7578), the content of secret fields taken out.
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
