import HTTPCore
import JSON

/// The search of `q`: a text anywhere in a record's values, whatever the case.
struct FullText: Sendable {
  private let wanted: ByteSearch

  init(_ text: String) {
    wanted = ByteSearch(Array(text.lowercased().utf8))
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
      var folded = text.lowercased()
      return folded.withUTF8 { wanted.first(in: $0) != nil }
    }
  }
}
