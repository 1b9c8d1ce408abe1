import HTTPCore
import STOMP

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
