import HTTPCore
import JSON
import STOMP

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

extension Redaction {
  private static let nul = UInt8(0)
  private static let lineFeed = UInt8(ascii: "\n")

  /// The text of a STOMP frame with the secrets of its headers and body taken out; nil when it is no STOMP frame.
  /// It is read loosely, since broken frames are shown too.
  package static func stomp(_ bytes: [UInt8]) -> String? {
    guard let head = STOMPHead(bytes) else { return nil }
    var shown = String(decoding: bytes[..<head.headerStart], as: UTF8.self)
    for line in bytes[head.headerStart..<head.bodyStart].split(separator: lineFeed, omittingEmptySubsequences: false) {
      shown += stompHeader(String(decoding: line, as: UTF8.self)) + "\n"
    }
    // Splitting found one line more than there are line ends.
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

/// The beginning of a STOMP frame: as much as is needed to say what it is.
struct STOMPHead {
  let command: Command
  /// Where the headers begin.
  let headerStart: Int
  /// Where the body begins, behind the blank line; the end when there is none.
  let bodyStart: Int
  private let bytes: [UInt8]

  /// Reads the first lines; nil when they are not those of a frame.
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

  /// The value of the first header of that name, its escapes left as they are.
  func value(_ name: String) -> String? {
    for line in bytes[headerStart..<bodyStart].split(separator: 0x0A) where line.starts(with: "\(name):".utf8) {
      let value = String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self)
      return value.hasSuffix("\r") ? String(value.dropLast()) : value
    }
    return nil
  }
}

extension Redaction {
  /// A text that is no document of any kind, or a broken or cut one: whatever stands behind a secret's name and a colon
  /// or equals sign is taken out. It takes out rather too much than too little.
  package static func loose(_ text: String) -> String {
    var scanner = LooseScanner(Array(text.utf8))
    return scanner.run()
  }
}

/// Walks over a text once and copies all of it but the values of secrets.
private struct LooseScanner {
  private let input: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init(_ input: [UInt8]) {
    self.input = input
    output.reserveCapacity(input.count)
  }

  mutating func run() -> String {
    while position < input.count {
      let start = position
      if let name = readName(), Redaction.isSecret(name) {
        output.append(contentsOf: input[start..<position])
        guard copySeparator() else { continue }
        let valueStart = position
        skipValue()
        if position > valueStart { output.append(contentsOf: Redaction.mark.utf8) }
      } else {
        // What is in quotes and no secret's name may hold one: a quote may be missing, or the text be a document.
        position = Self.isQuote(input[start]) ? start + 1 : position
        output.append(contentsOf: input[start..<position])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Steps over a quoted text or a word and reads it, or over one other byte and returns nil.
  private mutating func readName() -> String? {
    let first = input[position]
    if Self.isQuote(first) {
      let start = position
      // A name is not longer, and a limit keeps the time linear.
      skipQuoted(atMost: 256)
      guard position - start >= 2, input[position - 1] == first else { return nil }
      // Escapes are undone, since "pass\u0077ord" is the same name.
      let inner = input[(start + 1)..<(position - 1)]
      let literal = [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
      return (try? JSONParser.parse(literal))?.string ?? String(decoding: inner, as: UTF8.self)
    }
    guard Self.isWord(first) else {
      position += 1
      return nil
    }
    let start = position
    while position < input.count, Self.isWord(input[position]) { position += 1 }
    let word = PercentEncoding.decode(input[start..<position], plus: .space)
    return String(decoding: word, as: UTF8.self)
  }

  /// Copies blanks and the colon, equals sign or end of an XML tag behind a name.
  ///
  /// - Returns: whether there is one; else nothing is copied.
  private mutating func copySeparator() -> Bool {
    var index = position
    // A quote that is escaped once more, as in JSON in a string that was cut off.
    while index < input.count, Self.isBlank(input[index]) || input[index] == 0x5C || Self.isQuote(input[index]) {
      index += 1
    }
    guard index < input.count, ":=>".utf8.contains(input[index]) else { return false }
    while index < input.count, Self.isBlank(input[index]) || input[index] == 0x5C || ":=>".utf8.contains(input[index]) {
      index += 1
    }
    output.append(contentsOf: input[position..<index])
    position = index
    return true
  }

  /// Steps over a value: a quoted text, a bracket with all that is in it, or everything up to the next separator.
  private mutating func skipValue() {
    guard position < input.count else { return }
    let first = input[position]
    if Self.isQuote(first) {
      skipQuoted()
    } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      skipBrackets()
    } else {
      let ends = Set(",}]&;<\r\n\"".utf8)
      while position < input.count, !ends.contains(input[position]), input[position] != 0 { position += 1 }
    }
  }

  private mutating func skipBrackets() {
    var depth = 0
    while position < input.count {
      let byte = input[position]
      if Self.isQuote(byte) {
        skipQuoted()
        continue
      }
      position += 1
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0 { return }
    }
  }

  /// Steps over a quoted text; one that is not closed goes to the end.
  private mutating func skipQuoted(atMost limit: Int = .max) {
    let quote = input[position]
    let end = limit < input.count - position ? position + limit : input.count
    position += 1
    while position < end {
      let byte = input[position]
      position += byte == 0x5C ? 2 : 1
      if byte == quote { break }
    }
    position = min(position, input.count)
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte.lowercasedASCII >= 0x61 && byte.lowercasedASCII <= 0x7A)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "%") || byte >= 0x80
  }
}

/// What a frame is, in a few words, read when somebody looks.
package enum FrameSummary {
  /// The command and destination of a STOMP frame, such as `SEND /topic/x`, `heart-beat`, the type and channel of a JSON
  /// message, or these of the first message of a SockJS frame; nil for anything else.
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

  /// What a frame of the SockJS protocol is: open, heart-beat, close with its code, or messages to or from the client.
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

  /// The first of an array of messages, and how many more there are.
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
