/// A frame as a strict client reads it, written from the specification and independent of the parser under test: line
/// feeds only, nothing before the command, nothing behind the NUL (CONTRACT W5 and W6).
struct WireFrame: Equatable {
  let command: String
  /// Raw names and values, in order.
  let headers: [[String]]
  let body: [UInt8]

  subscript(name: String) -> String? { headers.first { $0[0] == name }?[1] }

  /// Reads a whole WebSocket message; nil when it is anything but one well-formed frame.
  init?(_ bytes: [UInt8]) {
    guard bytes.last == 0, !bytes.contains(0x0D) || bytes.firstRange(of: [0x0A, 0x0A]) != nil else { return nil }
    guard let blank = bytes.firstRange(of: [0x0A, 0x0A]) else { return nil }
    let head = bytes[..<blank.lowerBound]
    guard !head.contains(0x0D), !head.contains(0), let text = String(validating: head, as: UTF8.self) else {
      return nil
    }
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(Substring($0)) }
    command = lines[0]
    headers = lines.dropFirst().map { line in
      // Bytes, since a colon and a combining character behind it are one Character.
      line.utf8.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    guard ["CONNECTED", "MESSAGE", "RECEIPT", "ERROR"].contains(command) else { return nil }
    guard headers.allSatisfy({ $0.count == 2 && !$0[0].isEmpty }) else { return nil }
    body = Array(bytes[blank.upperBound...].dropLast())
    if let length = self["content-length"] {
      guard Int(length) == body.count else { return nil }
    } else if body.contains(0) {
      return nil
    }
  }
}
