import RegularExpressions

/// A regular expression with its text, for messages.
struct SearchExpression: Sendable {
  let pattern: String
  private let expression: RegularExpression

  init(_ pattern: String) throws(RegularExpression.SyntaxError) {
    self.pattern = pattern
    expression = try RegularExpression(Self.withShortCategories(pattern))
  }

  /// Whether the pattern is found in a text; nil when the search takes too many steps.
  func matches(_ text: String) -> Bool? {
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
