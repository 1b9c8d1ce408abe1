import JSON

/// The way to a member of a record: `title`, `address.geo.lat`, `tags[0]`.
struct PropertyPath: Sendable {
  private let whole: String
  private let parts: [String]

  init(_ text: String) {
    whole = text
    parts = text.replacing("[", with: ".").replacing("]", with: "").split(separator: ".").map(String.init)
  }

  /// The value there; nil when there is none. A member whose name is the whole text comes first.
  func value(in record: JSONValue) -> JSONValue? {
    if let value = record[whole] { return value }
    guard !parts.isEmpty, parts != [whole] else { return nil }
    var current = record
    for part in parts {
      guard let next = Self.member(part, of: current) else { return nil }
      current = next
    }
    return current
  }

  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let object): return object[name]
    case .array(let elements):
      // Beside a value, `nil` would be JSON's null.
      guard let place = Int(name), elements.indices.contains(place) else { return nil }
      return elements[place]
    default: return nil
    }
  }
}
