import HTTPCore
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

/// A filter of json-server's first major version: `views:gte=10`. The value counts as a number, boolean or null when it
/// looks like one, and is compared with members of its type.
struct TypedComparison: Sendable {
  private enum Operator: String {
    case lt, lte, gt, gte, eq, ne
    case isIn = "in"
    case contains, startsWith, endsWith
  }

  /// The member's name.
  let member: String
  private let comparison: Operator
  /// The texts in lower case, to be found.
  private let wanted: [ByteSearch]
  private let values: [JSONValue]

  /// How many values are compared one by one with a member.
  var comparedCount: Int { values.count }

  /// nil when the name does not end in a colon and an operator.
  init?(name: String, values texts: [String]) {
    guard let colon = name.lastIndex(of: ":"),
      let comparison = Operator(rawValue: String(name[name.index(after: colon)...]))
    else { return nil }
    member = String(name[..<colon])
    self.comparison = comparison
    let texts = comparison == .isIn ? texts.flatMap { $0.split(separator: ",").map(String.init) } : texts
    wanted = texts.map { ByteSearch(Array($0.lowercased().utf8)) }
    values = texts.map(Self.coerced)
  }

  /// Whether a member passes; of several values any will do for `eq` and `in`, and all are needed otherwise.
  func isMet(by value: JSONValue) -> Bool {
    switch comparison {
    case .lt: values.allSatisfy { JavaScript.isLess(value, $0) }
    case .lte: values.allSatisfy { JavaScript.isLess(value, $0, orEqual: true) }
    case .gt: values.allSatisfy { JavaScript.isLess($0, value) }
    case .gte: values.allSatisfy { JavaScript.isLess($0, value, orEqual: true) }
    case .eq, .isIn: values.contains(value)
    case .ne: !values.contains(value)
    case .contains: text(value).map { text in wanted.allSatisfy { $0.first(in: text) != nil } } ?? false
    case .startsWith: text(value).map { text in wanted.allSatisfy { text.starts(with: $0.pattern) } } ?? false
    case .endsWith:
      text(value).map { text in wanted.allSatisfy { text.suffix($0.pattern.count) == $0.pattern[...] } } ?? false
    }
  }

  private func text(_ value: JSONValue) -> [UInt8]? { value.string.map { Array($0.lowercased().utf8) } }

  private static func coerced(_ text: String) -> JSONValue {
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      let number = JavaScript.number(text)
      guard number.isFinite, text.contains(where: { !$0.isWhitespace }), let literal = JSONNumber(number) else {
        return .string(text)
      }
      return .number(literal)
    }
  }
}

/// What JavaScript makes of JSON values when it compares them or turns them into text (ECMA-262 §7.1, §7.2), since
/// json-server's filters are written in its terms.
enum JavaScript {
  /// `String(value)`; nil for null, on which json-server's filters never match.
  static func text(_ value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .number(let number): text(number)
    case .string(let text): text
    case .array(let elements): elements.map { text($0) ?? "" }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// `left < right`, or `left <= right`: by text when both are text, else by number.
  static func isLess(_ left: JSONValue, _ right: JSONValue, orEqual: Bool = false) -> Bool {
    if let left = comparedText(left), let right = comparedText(right) {
      return orEqual
        ? !right.utf16.lexicographicallyPrecedes(left.utf16) : left.utf16.lexicographicallyPrecedes(right.utf16)
    }
    // NaN is neither less nor equal.
    return orEqual ? number(left) <= number(right) : number(left) < number(right)
  }

  /// `parseInt(text, 10)`, clamped to what an `Int` holds; nil for NaN.
  static func parseInteger(_ text: String) -> Int? {
    let trimmed = text.drop(while: \.isWhitespace)
    let isNegative = trimmed.first == "-"
    let digits = (isNegative || trimmed.first == "+" ? trimmed.dropFirst() : trimmed).prefix {
      $0.isASCII && $0.isNumber
    }
    guard !digits.isEmpty else { return nil }
    let magnitude = Int(digits) ?? .max
    return isNegative ? -magnitude : magnitude
  }

  /// `Number(text)`; NaN when it is no number.
  static func number(_ text: String) -> Double {
    let trimmed = text.trimmingPrefix(while: \.isWhitespace)
    let bare = String(trimmed.reversed().drop(while: \.isWhitespace).reversed())
    if bare.isEmpty { return 0 }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where bare.lowercased().hasPrefix(prefix) {
      let digits = bare.dropFirst(prefix.count)
      return digits.allSatisfy(\.isHexDigit) ? UInt64(digits, radix: radix).map { Double($0) } ?? .nan : .nan
    }
    let isPlain = bare.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || "+-.eE".utf8.contains(byte)
    }
    return (isPlain ? Double(bare) : nil) ?? .nan
  }

  private static func number(_ value: JSONValue) -> Double {
    switch value {
    case .null: 0
    case .bool(let value): value ? 1 : 0
    case .number(let number): Double(number.literal) ?? .nan
    case .string(let text): number(text)
    case .array, .object: number(text(value) ?? "")
    }
  }

  /// The text of a value that is compared as text.
  private static func comparedText(_ value: JSONValue) -> String? {
    switch value {
    case .string, .array, .object: text(value)
    case .null, .bool, .number: nil
    }
  }

  private static func text(_ number: JSONNumber) -> String {
    let literal = number.literal
    let isPlainInteger = literal.utf8.count <= 15 && literal.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isPlainInteger { return literal }
    guard let double = number.double else { return literal.hasPrefix("-") ? "-Infinity" : "Infinity" }
    return JSONNumber(double, omittingZeroFraction: true)?.literal ?? literal
  }
}
