/// A frame as a strict client reads it, apart from the parser and the serializer under test.
struct WireCheck {
  let command: String
  let headers: [[String]]
  let body: ArraySlice<UInt8>

  subscript(name: String) -> String? { headers.first { $0[0] == name }?[1] }

  /// Reads a whole WebSocket message; nil when it is anything but one well-formed frame of a server.
  init?(_ bytes: [UInt8], isText: Bool) {
    guard bytes.last == 0, !isText || String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var lines: [String] = []
    var start = 0
    while true {
      guard let end = bytes[start...].firstIndex(of: 10) else { return nil }
      guard let line = String(validating: bytes[start..<end], as: UTF8.self) else { return nil }
      start = end + 1
      if line.isEmpty { break }
      guard !line.utf8.contains(13), !line.utf8.contains(0) else { return nil }
      lines.append(line)
    }
    guard let first = lines.first, ["CONNECTED", "MESSAGE", "RECEIPT", "ERROR"].contains(first) else { return nil }
    command = first
    headers = lines.dropFirst().map { line in
      // Bytes, since a colon and a combining character behind it are one Character.
      line.utf8.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    guard headers.allSatisfy({ $0.count == 2 && !$0[0].isEmpty }) else { return nil }
    body = bytes[start...].dropLast()
    if let length = self["content-length"] {
      guard length == String(body.count) else { return nil }
    } else if !body.isEmpty {
      return nil
    }
  }
}
