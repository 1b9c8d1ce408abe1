import HTTPCore
import JSON
import RegularExpressions

/// `minimum`, `maximum` and their exclusive forms, compared by the exact values.
package struct NumberRange: NumberKeyword {
  /// The keyword of a bound.
  package enum Side: String, CaseIterable, Sendable {
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum

    var wording: String {
      switch self {
      case .minimum: "at least"
      case .exclusiveMinimum: "greater than"
      case .maximum: "at most"
      case .exclusiveMaximum: "less than"
      }
    }
  }

  struct Bound {
    let side: Side
    let literal: String
    private let value: ExactDecimal

    init(side: Side, number: JSONNumber) {
      self.side = side
      literal = number.literal
      value = ExactDecimal(number.literal)
    }

    func allows(_ number: ExactDecimal) -> Bool {
      switch side {
      case .minimum: number >= value
      case .exclusiveMinimum: number > value
      case .maximum: number <= value
      case .exclusiveMaximum: number < value
      }
    }
  }

  let bounds: [Bound]

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    let exact = ExactDecimal(number.literal)
    var holds = true
    for bound in bounds where !bound.allows(exact) {
      holds = evaluation.fail(bound.side.rawValue, .outOfRange(bound.side, bound: bound.literal), .number(number))
    }
    return holds
  }
}

/// `multipleOf`, in decimal arithmetic without rounding.
struct MultipleOf: NumberKeyword {
  private let literal: String
  private let significand: UInt64
  private let exponent: Int

  /// Nil unless the divisor is greater than zero and has at most 19 significant digits.
  init?(_ divisor: JSONNumber) {
    let exact = ExactDecimal(divisor.literal)
    guard !exact.isZero, !exact.isNegative, case .short(let significand) = exact.significand else { return nil }
    (literal, self.significand, exponent) = (divisor.literal, significand, exact.exponent)
  }

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    ExactDecimal(number.literal).isMultiple(ofSignificand: significand, exponent: exponent)
      || evaluation.fail("multipleOf", .notMultiple(of: literal), .number(number))
  }
}

/// `minLength` and `maxLength`, in Unicode code points.
struct Length: StringKeyword {
  let bounds: CountBounds

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    // A code point has one byte at least and four at most, which often is enough to know.
    let size = string.utf8.count
    if size <= bounds.most, size / 4 >= bounds.least { return true }
    // All bytes but the continuations begin a code point.
    let length = string.utf8.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
    return bounds.contain(length)
      || evaluation.fail(length < bounds.least ? "minLength" : "maxLength", bounds.violation(.characters, length))
  }
}

/// `pattern`: a regular expression is found somewhere in the string.
struct Pattern: StringKeyword {
  let expression: SearchExpression

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    evaluation.search(expression, string)
      || evaluation.fail("pattern", .noMatch(pattern: expression.pattern), .string(string))
  }
}

extension Evaluation {
  /// Whether a pattern is found; a search that takes too many steps ends the check.
  func search(_ expression: SearchExpression, _ text: String) -> Bool {
    if let isFound = expression.matches(text) { return isFound }
    exhaust(.expression(expression.pattern))
    return false
  }
}

/// The regular expression of a schema (ECMA-262 §22.2, as far as ``RegularExpression`` has it) with its text, for
/// messages.
package struct SearchExpression: Sendable {
  package let pattern: String
  private let expression: RegularExpression

  /// Compiles a pattern.
  ///
  /// - Throws: `RegularExpression.SyntaxError` when it is no regular expression or too long.
  package init(_ pattern: String) throws(RegularExpression.SyntaxError) {
    self.pattern = pattern
    expression = try RegularExpression(Self.withShortCategories(pattern))
  }

  /// Whether the pattern is found in a text; nil when the search takes too many steps.
  package func matches(_ text: String) -> Bool? {
    try? expression.matches(text)
  }
}

extension SearchExpression {
  /// The general categories that JavaScript also knows by their long names (Unicode's PropertyValueAliases).
  private static let shortCategories = [
    "Letter": "L", "Cased_Letter": "L&", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
    "Punctuation": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
    "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
    "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
    "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C",
    "Control": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
  ]

  /// The pattern with `\p{L}` for `\p{Letter}` and for `\p{General_Category=Letter}`: the library has the short names
  /// only.
  private static func withShortCategories(_ pattern: String) -> String {
    var result = ""
    var rest = pattern[...]
    while let backslash = rest.firstIndex(of: "\\") {
      result += rest[..<backslash]
      rest = rest[backslash...]
      let (escape, name) = property(at: rest)
      let category = name.drop { $0 != "=" }.dropFirst()
      let isCategory = name.hasPrefix("General_Category=") || name.hasPrefix("gc=")
      let plain = String(isCategory ? category : name)
      result += name.isEmpty ? escape : "\\\(escape.dropFirst().prefix(1)){\(shortCategories[plain] ?? plain)}"
      rest = rest.dropFirst(escape.count)
    }
    return result + rest
  }

  /// The escape at the start of a text, and the name in it when it is a property's.
  private static func property(at text: Substring) -> (escape: Substring, name: Substring) {
    let escape = text.prefix(2)
    guard escape == "\\p" || escape == "\\P", text.dropFirst(2).first == "{", let end = text.firstIndex(of: "}") else {
      return (escape, "")
    }
    return (text[...end], text[..<end].dropFirst(3))
  }
}

/// `enum` and `const`: the value is one of some.
struct Enumeration: Keyword {
  let keyword: String
  private let allowed: ValueSet

  init(keyword: String, values: [JSONValue]) {
    (self.keyword, allowed) = (keyword, ValueSet(values))
  }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    allowed.contains(value)
      || evaluation.fail(keyword, .noneOf(allowed.values), value)
  }
}
