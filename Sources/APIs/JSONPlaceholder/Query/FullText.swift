import HTTPCore

/// The search of `q`: a text anywhere in a record's values, whatever the case.
struct FullText: Sendable {
  private let wanted: [UInt8]

  init(_ text: String) {
    wanted = Array(text.lowercased().utf8)
  }

  /// Whether a value, or one inside it, has the text. `null`, `false`, 0 and the empty text never have it.
  func isFound(in value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false): return false
    case .array(let elements): return elements.contains { isFound(in: $0) }
    case .object(let object): return object.members.contains { isFound(in: $0.value) }
    case .number(let number) where number.double == 0: return false
    case .number, .string, .bool:
      guard let text = JavaScript.text(value), !text.isEmpty else { return false }
      return Self.contains(text.lowercased(), wanted)
    }
  }

  private static func contains(_ text: String, _ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
      }
    }
  }
}
