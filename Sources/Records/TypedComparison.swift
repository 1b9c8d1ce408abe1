import HTTPCore
import JSON

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
