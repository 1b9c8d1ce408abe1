import HTTPCore
import JSON

/// One reason why a schema does not allow a value.
package struct Violation: Equatable, Sendable {
  /// Where in the value the fault is.
  package let instance: JSONPointer
  /// The keyword that does not hold; empty for the schema `false`, and when the check was given up.
  package let keyword: String
  /// The place of the keyword: the document's URI, `#` and a JSON Pointer that is not percent-encoded. It is where
  /// the keyword is written, whatever references led to it.
  package let schemaLocation: String
  /// What the value must be or have, for instance `must be one of active, inactive`.
  package let expected: String
  /// What it is or has, for instance `is "retired"` or `has 3 items`.
  package let found: String
}

extension Violation: CustomStringConvertible {
  /// For instance `/status must be one of active, inactive, but is "retired"`.
  package var description: String {
    "\(instance.tokens.isEmpty ? "the value" : instance.description) \(expected), but \(found)"
  }
}

/// The members that a schema says an object has, so that others can be told from them. What the schema merely
/// allows, for want of `additionalProperties: false`, is not among them.
package struct DocumentedProperties: Sendable {
  /// The names in `properties`.
  package internal(set) var names: Set<String> = []
  /// The expressions of `patternProperties`.
  var patterns: [SearchExpression] = []
  /// Whether members of any other name have a schema, by `additionalProperties` or `unevaluatedProperties`.
  var hasOthers = false

  /// Whether members beside `names` can be documented: by a schema for all others or for those of a pattern.
  package var allowsOthers: Bool { hasOthers || !patterns.isEmpty }

  /// Whether a member of this name is documented.
  package func contains(_ name: String) -> Bool {
    hasOthers || names.contains(name) || patterns.contains { $0.matches(name) == true }
  }
}

extension CompiledSchema {
  /// The members that objects of this schema are said to have: those of its own and of the schemas it applies through
  /// `$ref`, `allOf`, `anyOf`, `oneOf`, `then`, `else` and `dependentSchemas`, whichever of them a value meets.
  package func documentedProperties() -> DocumentedProperties {
    let nodes = nodes
    var all = DocumentedProperties()
    var seen: Set<Int> = [root]
    var pending = [root]
    while let next = pending.popLast() {
      let own = nodes[next].documented
      all.names.formUnion(own.names)
      all.patterns += own.patterns
      all.hasOthers = all.hasOthers || own.hasOthers
      for node in nodes[next].describing where seen.insert(node).inserted { pending.append(node) }
    }
    return all
  }
}

// How messages name values: short, on one line and without invisible characters.

extension JSONValue {
  /// The longest text of a value in a message, in characters.
  private static let longestText = 40
  /// How many values of an enumeration a message lists.
  private static let longestList = 12

  /// What the value is, for instance `is 5`, `is "abc"` or `is an array of 3 items`.
  var wording: String {
    switch self {
    case .array(let elements): "is an array of \(elements.count.counting("item"))"
    case .object(let object): "is an object of \(object.count.counting("member"))"
    case .null, .bool, .number, .string: "is \(shortText)"
    }
  }

  /// The value's JSON, cut when it is long.
  var shortText: String {
    let text = String(decoding: JSONWriter.serialize(self), as: UTF8.self)
    let visible = text.unicodeScalars.map { $0.isInvisible ? $0.escaped(asASCII: true) : String($0) }.joined()
    guard visible.count > Self.longestText else { return visible }
    return visible.prefix(Self.longestText) + "…"
  }

  /// The text of a value in a list: a word stands without quotes.
  private var listText: String {
    guard let string, let first = string.utf8.first, first.isASCIILetter, JSONValue.isWord(string) else {
      return shortText
    }
    return string
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= longestText && !["null", "true", "false"].contains(text)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
  }

  /// What a value must be to be one of these.
  static func wording(oneOf values: [JSONValue]) -> String {
    if values.count == 1 { return "must be \(values[0].listText)" }
    let shown = values.prefix(longestList).map(\.listText).joined(separator: ", ")
    return "must be one of \(shown)" + (values.count > longestList ? ", … (\(values.count) values)" : "")
  }
}

extension Int {
  /// The number with a noun, which takes an s unless there is one.
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension [String] {
  /// The texts as a sentence lists them: `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Unicode.Scalar {
  /// Whether a message would show nothing in its place, or would break its line or direction.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
