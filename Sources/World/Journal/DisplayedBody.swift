import HTTPCore
import JSON
import STOMP

/// A body or payload without its secrets, in its most readable form.
package struct DisplayedBody: Sendable, Equatable {
  /// The form of ``value``.
  package enum Encoding: String, Sendable {
    /// A JSON value.
    case json
    /// As a string.
    case text
    /// A string in base64 (RFC 4648 §4), because it is not text.
    case base64
  }

  package let value: JSONValue
  package let encoding: Encoding

  /// Converts the bytes.
  ///
  /// - Parameters:
  ///   - contentType: The header's value; a JSON body is recognized whatever the header says.
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

  /// The body as one text, for formats that support nothing else.
  package var text: String {
    switch value {
    case .string(let text) where encoding != .json: text
    default: String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
    }
  }
}

extension Redaction {
  private static let nul = UInt8(0)
  private static let lineFeed = UInt8(ascii: "\n")

  /// The text of a STOMP frame without the secrets of its headers and body; nil when it is not a STOMP frame. The
  /// parser is lenient, because malformed frames are shown too.
  package static func stomp(_ bytes: [UInt8]) -> String? {
    guard let head = STOMPHead(bytes) else { return nil }
    var shown = String(decoding: bytes[..<head.headerStart], as: UTF8.self)
    for line in bytes[head.headerStart..<head.bodyStart].split(separator: lineFeed, omittingEmptySubsequences: false) {
      shown += stompHeader(String(decoding: line, as: UTF8.self)) + "\n"
    }
    // Splitting returned one line more than there are line ends.
    shown.removeLast()
    let body = Array(bytes[head.bodyStart...])
    guard let end = body.lastIndex(of: nul) else { return shown + plainText(body) }
    return shown + plainText(Array(body[..<end])) + String(decoding: body[end...], as: UTF8.self)
  }

  private static func stompHeader(_ line: String) -> String {
    guard let colon = line.firstIndex(of: ":") else { return loose(line) }
    let name = String(line[..<colon])
    let value = String(line[line.index(after: colon)...])
    switch name.lowercased().trimmingBlanks() {
    case "login", "passcode": return "\(name):\(mark)"
    case "destination": return line
    default: return "\(name):\(header(name.trimmingBlanks(), value))"
    }
  }
}

/// The beginning of a STOMP frame, as far as needed to identify it.
struct STOMPHead {
  let command: Command
  let headerStart: Int
  /// The start of the body, after the empty line; the end without a body.
  let bodyStart: Int
  private let bytes: [UInt8]

  /// Parses the first lines; nil when they are not those of a frame.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.firstIndex(where: { $0 != 0x0A && $0 != 0x0D && $0 != 0 }) else { return nil }
    // No command is longer than this.
    let window = bytes[first...].prefix(16)
    guard let end = window.firstIndex(of: 0x0A) else { return nil }
    let line = window[..<end].last == 0x0D ? window[..<(end - 1)] : window[..<end]
    guard let command = Command(rawValue: String(decoding: line, as: UTF8.self)) else { return nil }
    var position = end + 1
    var bodyStart = bytes.count
    while position < bytes.count {
      let lineEnd = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let isBlank = lineEnd == position || (lineEnd == position + 1 && bytes[position] == 0x0D)
      position = min(lineEnd + 1, bytes.count)
      if isBlank {
        bodyStart = position
        break
      }
    }
    (self.bytes, self.command, headerStart, self.bodyStart) = (bytes, command, end + 1, bodyStart)
  }

  /// The value of the first header of that name, with its escapes.
  func value(_ name: String) -> String? {
    for line in bytes[headerStart..<bodyStart].split(separator: 0x0A) where line.starts(with: "\(name):".utf8) {
      let value = String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self)
      return value.hasSuffix("\r") ? String(value.dropLast()) : value
    }
    return nil
  }
}

extension Redaction {
  /// A text in no known format, or a malformed or truncated one: whatever follows the name of a secret and a colon or
  /// equals sign is removed. It removes too much rather than too little.
  package static func loose(_ text: String) -> String {
    var scanner = LooseScanner(Array(text.utf8))
    return scanner.run()
  }
}

/// A short description of a frame, computed when it is shown.
package enum FrameSummary {
  /// The command and destination of a STOMP frame, such as `SEND /topic/x`, `heart-beat`, the type and channel of a
  /// JSON message, or these of the first message of a SockJS frame; nil for anything else.
  package static func text(_ payload: [UInt8]) -> String? {
    message(payload) ?? sockJS(payload)
  }

  private static func message(_ payload: [UInt8]) -> String? {
    if payload.count <= 2, !payload.isEmpty, payload.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return "heart-beat" }
    if let head = STOMPHead(payload) { return stomp(head) }
    guard payload.first == UInt8(ascii: "{"), let value = try? JSONParser.parse(payload),
      let type = value["type"]?.string
    else { return nil }
    return joined([type, value["channel"]?.string])
  }

  /// A description of a SockJS frame: open, heart-beat, close with its code, or messages to or from the client.
  private static func sockJS(_ payload: [UInt8]) -> String? {
    switch payload.first {
    case UInt8(ascii: "o") where payload.count == 1: return "SockJS open"
    case UInt8(ascii: "h") where payload.count == 1: return "SockJS heart-beat"
    case UInt8(ascii: "c") where payload.starts(with: "c[".utf8):
      guard let parts = elements(payload.dropFirst()), parts.count == 2, let code = parts[0].number else { return nil }
      return joined(["SockJS close", "\(code)", parts[1].string])
    case UInt8(ascii: "a") where payload.starts(with: "a[".utf8): return messages(payload.dropFirst())
    case UInt8(ascii: "["): return messages(payload[...])
    default: return nil
    }
  }

  /// The first of an array of messages, and the number of further ones.
  private static func messages(_ array: ArraySlice<UInt8>) -> String? {
    guard let messages = elements(array), let first = messages.first?.string else { return nil }
    return joined([
      message(Array(first.utf8)) ?? "SockJS message", messages.count > 1 ? "and \(messages.count - 1) more" : nil,
    ])
  }

  private static func elements(_ bytes: ArraySlice<UInt8>) -> [JSONValue]? {
    (try? JSONParser.parse(Array(bytes)))?.array
  }

  private static func stomp(_ head: STOMPHead) -> String {
    switch head.command {
    case .ack, .nack, .unsubscribe: joined([head.command.rawValue, head.value("id")])
    case .receipt: joined([head.command.rawValue, head.value("receipt-id")])
    case .error: joined([head.command.rawValue, head.value("message")])
    default: joined([head.command.rawValue, head.value("destination")])
    }
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0?.clipped(to: 200) }.joined(separator: " ")
  }
}
