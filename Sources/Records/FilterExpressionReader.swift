import Store

/// Reads the text of a ``FilterExpression``.
struct FilterExpressionReader {
  private enum Token: Equatable {
    case word(String)
    case quoted(String)
    case sign(String)
  }

  private var tokens: [Token] = []
  private var place = 0
  private var count = 0
  private var depth = 0
  private static let (maximumLength, maximumComparisons, maximumDepth) = (2000, 20, 10)
  private static let signs = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "!~", "=", "<", ">", "~", "!", "(", ")", "[", "]", ",",
  ]
  private static let operators: [String: Comparison.Operator] = [
    "eq": .equal, "=": .equal, "==": .equal, "is": .equal, "ne": .unequal, "neq": .unequal, "!=": .unequal,
    "<>": .unequal, "gt": .greater, ">": .greater, "ge": .greaterOrEqual, "gte": .greaterOrEqual,
    ">=": .greaterOrEqual, "lt": .less, "<": .less, "le": .lessOrEqual, "lte": .lessOrEqual, "<=": .lessOrEqual,
  ]
  private static let patterns: [String: (before: String, after: String)] = [
    "contains": ("*", "*"), "like": ("*", "*"), "ilike": ("*", "*"), "~": ("*", "*"), "startswith": ("", "*"),
    "endswith": ("*", ""),
  ]

  init(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return }
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        guard let text = Self.quoted(&rest, first) else {
          tokens = []
          return
        }
        tokens.append(.quoted(text))
      } else if let sign = Self.signs.first(where: rest.hasPrefix) {
        tokens.append(.sign(sign))
        rest = rest.dropFirst(sign.count)
      } else {
        let word = rest.prefix { character in
          !character.isWhitespace && !"'\"()[],=<>~&|".contains(character) && character != "!"
        }
        guard !word.isEmpty else {
          tokens = []
          return
        }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
    }
  }

  /// A text up to its closing quote, two of which inside are one; nil for one that does not end.
  private static func quoted(_ rest: inout Substring, _ quote: Character) -> String? {
    var text = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      if character == quote {
        guard rest.first == quote else { return text }
        rest.removeFirst()
      } else if character == "\\", rest.first == quote || rest.first == "\\" {
        text.append(rest.removeFirst())
        continue
      }
      text.append(character)
    }
    return nil
  }

  // MARK: Grammar

  mutating func whole() -> FilterExpression? {
    place = 0
    guard !tokens.isEmpty, let found = alternatives(), place == tokens.count else { return nil }
    return found
  }

  /// One comparison with a value of several words: `name=Oat milk`.
  func single(_ text: String) -> FilterExpression? {
    guard tokens.count >= 3, case .word(let name) = tokens[0], case .sign(let sign) = tokens[1],
      tokens.dropFirst(2).allSatisfy({ if case .word = $0 { true } else { false } }), isName(name),
      let start = text.range(of: sign)?.upperBound
    else { return nil }
    let value = text[start...].drop { $0 == " " }
    let words = value.lowercased().split(separator: " ")
    return words.contains("and") || words.contains("or") ? nil : comparison(name, sign, String(value))
  }

  private mutating func alternatives() -> FilterExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, let first = conjunction() else { return nil }
    var parts = [first]
    while take("or") || take("||") {
      guard let next = conjunction() else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .any(parts)
  }

  private mutating func conjunction() -> FilterExpression? {
    guard let first = factor() else { return nil }
    var parts = [first]
    while take("and") || take("&&") || take(",") {
      guard let next = factor() else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .all(parts)
  }

  private mutating func factor() -> FilterExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return nil }
    if take("!") || isWord("not") && take("not") { return factor().map { .negation($0) } }
    if take("(") {
      guard let inner = alternatives(), take(")") else { return nil }
      return inner
    }
    count += 1
    guard count <= Self.maximumComparisons, place < tokens.count else { return nil }
    let token = tokens[place]
    place += 1
    switch token {
    case .quoted(let value):
      // `"home" in tags`
      guard take("in"), let name = name() else { return nil }
      return .comparison(name: name, Comparison(.equal, value))
    case .word(let word): return take("(") ? call(word) : member(word)
    case .sign: return nil
    }
  }

  /// `contains(Name,'ai')`, `title.contains("ai")`
  private mutating func call(_ word: String) -> FilterExpression? {
    if let dot = word.lastIndex(of: "."), let form = Self.patterns[word[word.index(after: dot)...].lowercased()] {
      guard let value = value(), take(")") else { return nil }
      return .comparison(name: String(word[..<dot]), Self.pattern(value, form))
    }
    guard let form = Self.patterns[word.lowercased()], let name = name(), take(","), let value = value(), take(")")
    else { return nil }
    return .comparison(name: name, Self.pattern(value, form))
  }

  private mutating func member(_ word: String) -> FilterExpression? {
    // `email:'ann@example.org'`
    if word.hasSuffix(":"), place < tokens.count, case .quoted(let value) = tokens[place] {
      place += 1
      return isName(word.dropLast()) ? .comparison(name: String(word.dropLast()), Comparison(.equal, value)) : nil
    }
    guard isName(word), place < tokens.count else { return nil }
    let isNegated = isWord("not") && take("not")
    guard place < tokens.count else { return nil }
    let sign: String
    switch tokens[place] {
    case .word(let text): sign = text.lowercased()
    case .sign(let text): sign = text
    case .quoted: return nil
    }
    place += 1
    let found: FilterExpression?
    if sign == "in" {
      found = list().map { values in .any(values.map { .comparison(name: word, Comparison(.equal, $0)) }) }
    } else {
      let isNull = isWord("null")
      found = value().flatMap { comparison(word, sign, $0, isNull: isNull) }
    }
    return isNegated ? found.map { .negation($0) } : found
  }

  private func comparison(_ name: String, _ sign: String, _ value: String, isNull: Bool = false) -> FilterExpression? {
    if let form = Self.patterns[sign] { return .comparison(name: name, Self.pattern(value, form)) }
    if sign == "!~" { return .negation(.comparison(name: name, Self.pattern(value, ("*", "*")))) }
    guard let known = Self.operators[sign] else { return nil }
    guard isNull else { return .comparison(name: name, Comparison(known, value)) }
    let null = FilterExpression.comparison(name: name, Comparison(.is, "null"))
    return known == .equal ? null : .negation(null)
  }

  /// What stands in a text: a pattern of the client's own stays as it is.
  private static func pattern(_ value: String, _ form: (before: String, after: String)) -> Comparison {
    let isPattern = value.contains("%") || value.contains("*")
    return Comparison(.ilike, isPattern ? value : form.before + value + form.after)
  }

  // MARK: Tokens

  private func isWord(_ text: String) -> Bool {
    guard place < tokens.count, case .word(let word) = tokens[place] else { return false }
    return word.lowercased() == text
  }

  private mutating func take(_ text: String) -> Bool {
    guard place < tokens.count else { return false }
    switch tokens[place] {
    case .word(let word) where word.lowercased() == text: place += 1
    case .sign(text): place += 1
    default: return false
    }
    return true
  }

  private mutating func name() -> String? {
    guard place < tokens.count, case .word(let word) = tokens[place], isName(word) else { return nil }
    place += 1
    return word
  }

  private mutating func value() -> String? {
    guard place < tokens.count else { return nil }
    switch tokens[place] {
    case .word(let text), .quoted(let text):
      place += 1
      return text
    case .sign: return nil
    }
  }

  /// The values between brackets, at most as many as comparisons.
  private mutating func list() -> [String]? {
    let end = take("(") ? ")" : take("[") ? "]" : nil
    guard let end else { return value().map { [$0] } }
    var values: [String] = []
    repeat {
      guard values.count < Self.maximumComparisons, let next = value() else { return nil }
      values.append(next)
    } while take(",")
    return take(end) ? values : nil
  }

  private func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
  }
}
