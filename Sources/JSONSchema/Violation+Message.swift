import HTTPCore
import JSON

extension Violation: CustomStringConvertible {
  /// For instance `/status must be one of active, inactive, but is "retired"`.
  package var description: String {
    "\(instance.tokens.isEmpty ? "the value" : instance.description) \(message)"
  }

  /// For instance `must be one of active, inactive, but is "retired"`.
  package var message: String { "\(expected), but \(found)" }

  /// What the value must be or have, for instance `must be one of active, inactive`.
  package var expected: String {
    switch reason {
    case .type(let allowed): "must be \(allowed.map(\.withArticle).alternatives)"
    case .forbidden: "must not be there"
    case .missingMember(let name, let other):
      "must have the member \(JSONValue.string(name).shortText)"
        + (other.map { ", because it has \(JSONValue.string($0).shortText)" } ?? "")
    case .count(let quantity, let bound, _): "must have \(bound.wording(quantity))"
    case .equalItems: "must have no two equal items"
    case .outOfRange(let side, let bound): "must be \(side.wording) \(bound)"
    case .notMultiple(let divisor): "must be a multiple of \(divisor)"
    case .noMatch(let pattern): "must match the pattern \(pattern)"
    case .numberFormat(let format): "must be \(format.wording)"
    case .stringFormat(let format): "must be \(format.wording)"
    case .noneOf(let values): JSONValue.wording(oneOf: values)
    case .memberName: "must have a name that `propertyNames` allows"
    case .noAlternative(let count): "must match one of the \(count) schemas of `\(keyword)`"
    case .twoAlternatives(_, _, let count): "must match exactly one of the \(count) schemas of `oneOf`"
    case .negated: "must not match the schema of `not`"
    case .exhausted(let exhaustion): exhaustion.expected
    }
  }

  /// What it is or has, for instance `is "retired"` or `has 3 items`.
  package var found: String {
    switch reason {
    case .type(let allowed): value.map { Self.typeWording($0, allowed) } ?? ""
    case .missingMember: "has no such member"
    case .count(let quantity, _, let count): "has \(quantity.noun.map(count.counting) ?? String(count))"
    case .equalItems(let first, let second): "has equal items at \(first) and \(second)"
    case .memberName(let name): "is called \(JSONValue.string(name).shortText)"
    case .noAlternative: "\(value?.wording ?? "") and matches none"
    case .twoAlternatives(let first, let second, _): "matches those at \(first) and \(second)"
    case .negated: "\(value?.wording ?? "") and does"
    case .exhausted(let exhaustion): exhaustion.found
    case .forbidden, .outOfRange, .notMultiple, .noMatch, .numberFormat, .stringFormat, .noneOf: value?.wording ?? ""
    }
  }

  /// A number's value matters when an integer is wanted; else its type is enough.
  private static func typeWording(_ value: JSONValue, _ allowed: [String]) -> String {
    if case .number = value, allowed.contains("integer") { return value.wording }
    return "is \(value.typeName.withArticle)"
  }
}

extension Violation.Quantity {
  /// What is counted in the number that is found; nil for the number alone.
  fileprivate var noun: String? {
    switch self {
    case .items: "item"
    case .members: "member"
    case .containedItems, .characters: nil
    }
  }
}

extension Violation.Bound {
  fileprivate func wording(_ quantity: Violation.Quantity) -> String {
    let (noun, addition) =
      switch quantity {
      case .items: ("item", "")
      case .containedItems: ("item", " that `contains` allows")
      case .members: ("member", "")
      case .characters: ("character", "")
      }
    return switch self {
    case .least(let count): "at least \(count.counting(noun))\(addition)"
    case .most(let count): "at most \(count.counting(noun))\(addition)"
    }
  }
}

extension String {
  /// The name of a type with its article: `an object`, and `null` without.
  fileprivate var withArticle: String {
    if self == "null" { return self }
    return ["integer", "array", "object"].contains(self) ? "an \(self)" : "a \(self)"
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
