import JSON

/// Parses the text of a query (RFC 9535 §2).
struct JSONPathParser {
  private let text: [Character]
  private var position = 0
  /// The number of open filters and parentheses.
  private var depth = 0

  private static let maximumDepth = 32

  init(_ text: String) {
    self.text = Array(text)
  }

  mutating func wholeQuery() throws(JSONPath.SyntaxError) -> [JSONPath.Segment] {
    guard take("$") else { throw failure("a query begins with $") }
    let segments = try segments()
    guard position == text.count else { throw failure("a segment, such as .name or ['name'], was expected") }
    return segments
  }

  private func failure(_ reason: String) -> JSONPath.SyntaxError {
    JSONPath.SyntaxError(offset: min(position, text.count), reason: reason)
  }

  private var current: Character? { position < text.count ? text[position] : nil }

  private mutating func take(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= text.count, String(text[position..<end]) == word else { return false }
    position = end
    return true
  }

  private mutating func skipBlanks() {
    while let current, current == " " || current == "\t" || current == "\n" || current == "\r" { position += 1 }
  }

  private mutating func enter() throws(JSONPath.SyntaxError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw failure("filters are nested deeper than \(Self.maximumDepth) levels")
    }
  }
}

// Segments and selectors.

extension JSONPathParser {
  private mutating func segments() throws(JSONPath.SyntaxError) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let start = position
      skipBlanks()
      if take("..") {
        segments.append(JSONPath.Segment(isDescendant: true, selectors: try selectors(afterDots: true)))
      } else if current == "[" {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: try selectors(afterDots: false)))
      } else if take(".") {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: [try shorthand()]))
      } else {
        position = start
        return segments
      }
    }
  }

  private mutating func selectors(afterDots: Bool) throws(JSONPath.SyntaxError) -> [JSONPath.Selector] {
    guard take("[") else { return [try shorthand()] }
    var selectors: [JSONPath.Selector] = []
    while true {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
      if take("]") { return selectors }
      guard take(",") else { throw failure("\",\" or \"]\" was expected") }
    }
  }

  /// A name without quotes, or `*`.
  private mutating func shorthand() throws(JSONPath.SyntaxError) -> JSONPath.Selector {
    if take("*") { return .wildcard }
    let start = position
    while let current, current.isLetter || current == "_" || !current.isASCII || position > start && current.isNumber {
      position += 1
    }
    guard position > start else { throw failure("a name or * was expected") }
    if current == "-" { throw failure("a name with \"-\" needs quotes, as in ['x-name']") }
    return .name(String(text[start..<position]))
  }

  private mutating func selector() throws(JSONPath.SyntaxError) -> JSONPath.Selector {
    switch current {
    case "*":
      position += 1
      return .wildcard
    case "'", "\"": return .name(try string())
    case "?":
      position += 1
      try enter()
      defer { depth -= 1 }
      return .filter(try condition())
    default: return try indexOrSlice()
    }
  }

  private mutating func indexOrSlice() throws(JSONPath.SyntaxError) -> JSONPath.Selector {
    let first = integer()
    skipBlanks()
    guard take(":") else {
      guard let first else { throw failure("a name in quotes, an index, *, or a filter was expected") }
      return .index(first)
    }
    skipBlanks()
    let end = integer()
    skipBlanks()
    var step = 1
    if take(":") {
      skipBlanks()
      step = integer() ?? 1
    }
    return .slice(start: first, end: end, step: step)
  }

  /// An integer within the range of the standard, if there is one here.
  private mutating func integer() -> Int? {
    let start = position
    if current == "-" { position += 1 }
    while let current, current.isASCII, current.isNumber { position += 1 }
    if let value = Int(String(text[start..<position])), value.magnitude < 1 << 53 { return value }
    position = start
    return nil
  }

  private mutating func string() throws(JSONPath.SyntaxError) -> String {
    guard let quote = current else { throw failure("a text was expected") }
    position += 1
    var result = ""
    while let character = current {
      position += 1
      if character == quote { return result }
      guard character == "\\" else {
        result.append(character)
        continue
      }
      guard let escaped = current else { break }
      position += 1
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{C}")
      case "'", "\"", "\\", "/": result.append(escaped)
      case "u":
        let digits = String(text[position..<min(position + 4, text.count)])
        guard digits.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
          throw failure("four hexadecimal digits of a character were expected")
        }
        result.unicodeScalars.append(scalar)
        position += 4
      default: throw failure("\\\(escaped) is not an escape")
      }
    }
    throw failure("a text has no closing quote")
  }
}

// Filters.

extension JSONPathParser {
  private mutating func condition() throws(JSONPath.SyntaxError) -> JSONPath.Condition {
    var choices = [try conjunction()]
    skipBlanks()
    while take("||") {
      choices.append(try conjunction())
      skipBlanks()
    }
    return choices.count == 1 ? choices[0] : .any(choices)
  }

  private mutating func conjunction() throws(JSONPath.SyntaxError) -> JSONPath.Condition {
    var parts = [try basic()]
    skipBlanks()
    while take("&&") {
      parts.append(try basic())
      skipBlanks()
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func basic() throws(JSONPath.SyntaxError) -> JSONPath.Condition {
    skipBlanks()
    if current == "!", position + 1 < text.count, text[position + 1] != "=" {
      position += 1
      try enter()
      defer { depth -= 1 }
      return .not(try basic())
    }
    if take("(") {
      try enter()
      defer { depth -= 1 }
      let inner = try condition()
      skipBlanks()
      guard take(")") else { throw failure("\")\" was expected") }
      return inner
    }
    if let match = try matching() { return match }
    let left = try operand()
    skipBlanks()
    guard let comparison = comparison() else {
      guard case .query(let query) = left else { throw failure("a comparison was expected") }
      return .exists(query)
    }
    skipBlanks()
    let right = try operand()
    for case .query(let query) in [left, right] where !query.isSingular {
      throw failure("only a query for one value can be compared")
    }
    return .compare(left, comparison, right)
  }

  private mutating func comparison() -> JSONPath.Comparison? {
    for word in ["==", "!=", "<=", ">=", "<", ">"] where take(word) { return JSONPath.Comparison(rawValue: word) }
    return nil
  }

  /// `match(…)` or `search(…)`, if there is one here.
  private mutating func matching() throws(JSONPath.SyntaxError) -> JSONPath.Condition? {
    for (name, isWhole) in [("match(", true), ("search(", false)] where take(name) {
      let text = try argument()
      guard take(",") else { throw failure("a second argument was expected") }
      let pattern = try argument()
      guard take(")") else { throw failure("\")\" was expected") }
      return .matches(text, pattern, isWhole: isWhole)
    }
    return nil
  }

  private mutating func argument() throws(JSONPath.SyntaxError) -> JSONPath.Operand {
    skipBlanks()
    try enter()
    defer { depth -= 1 }
    let operand = try operand()
    skipBlanks()
    return operand
  }

  private mutating func operand() throws(JSONPath.SyntaxError) -> JSONPath.Operand {
    if current == "@" || current == "$" { return .query(try query()) }
    for name in ["length(", "count(", "value("] where take(name) {
      let argument = try argument()
      guard take(")") else { throw failure("\")\" was expected") }
      if name == "length(" { return .length(argument) }
      guard case .query(let query) = argument else { throw failure("a query was expected in \(name)…)") }
      return name == "count(" ? .count(query) : .value(query)
    }
    return .literal(try literal())
  }

  private mutating func query() throws(JSONPath.SyntaxError) -> JSONPath.Query {
    let isRelative = current == "@"
    position += 1
    return JSONPath.Query(isRelative: isRelative, segments: try segments())
  }

  private mutating func literal() throws(JSONPath.SyntaxError) -> JSONValue {
    if current == "'" || current == "\"" { return .string(try string()) }
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)] where take(word) {
      return value
    }
    let start = position
    while let current, current.isASCII, current.isNumber || "+-.eE".contains(current) { position += 1 }
    if let number = JSONNumber(literal: String(text[start..<position])) { return .number(number) }
    position = start
    throw failure("a value, @, $ or a function was expected")
  }
}
