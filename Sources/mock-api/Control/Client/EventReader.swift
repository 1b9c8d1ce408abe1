/// Reads server-sent events (WHATWG HTML §9.2.6) in whatever pieces they come, as far as the server uses them.
struct EventReader {
  struct Event: Equatable {
    /// `message` when none was given.
    let name: String
    /// Its lines, joined by line feeds.
    let data: String
  }

  private var line: [UInt8] = []
  private var name = ""
  private var data: [String] = []

  /// Reads on.
  ///
  /// - Returns: The events that ended in this piece.
  mutating func feed(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let event = read(String(decoding: line, as: UTF8.self)) { events.append(event) }
      line = []
    }
    return events
  }

  private mutating func read(_ line: String) -> Event? {
    guard !line.isEmpty else {
      defer { (name, data) = ("", []) }
      return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
    let field = line.prefix { $0 != ":" }
    var value = line.dropFirst(field.count + 1)
    if value.first == " " { value.removeFirst() }
    switch field {
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: break
    }
    return nil
  }
}
