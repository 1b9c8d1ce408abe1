import Store

/// What a list's records must fulfil in one text: `Name eq 'Chai' and Price ge 18` (OData 4.01 part 2 §5.1.1),
/// `contains(Name,'ai')`, or `email:'ann@example.org'`.
package struct FilterExpression {
  /// The conditions, all of which must hold: a name and how its member is compared.
  package private(set) var conditions: [(name: String, comparison: Comparison)] = []

  private static let maximumConditions = 20
  private static let signs = ["eq": "eq", "ne": "neq", "gt": "gt", "ge": "gte", "lt": "lt", "le": "lte"]

  /// nil for a text that says something else, or more than these forms do.
  package init?(_ text: String) {
    let parts = Self.parts(text)
    guard !parts.isEmpty, parts.count <= Self.maximumConditions else { return nil }
    for part in parts {
      guard let condition = Self.call(part) ?? Self.pair(part) ?? Self.triple(part) else { return nil }
      conditions.append(condition)
    }
  }

  /// The texts between ` and `, those in quotes left alone.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var words: [Substring] = []
    var isQuoted = false
    for word in text.split(separator: " ") {
      if !isQuoted, word.lowercased() == "and" {
        parts.append(words.joined(separator: " "))
        words = []
        continue
      }
      if word.filter({ $0 == "'" || $0 == "\"" }).count % 2 == 1 { isQuoted.toggle() }
      words.append(word)
    }
    return parts + [words.joined(separator: " ")]
  }

  /// `contains(Name,'ai')`
  private static func call(_ text: String) -> (name: String, comparison: Comparison)? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), let comma = text.firstIndex(of: ","), open < comma
    else { return nil }
    let name = String(text[text.index(after: open)..<comma])
    guard let value = plain(text[text.index(after: comma)...].dropLast()) else { return nil }
    let pattern: String? =
      switch text[..<open].lowercased() {
      case "contains": "*\(value)*"
      case "startswith": "\(value)*"
      case "endswith": "*\(value)"
      default: nil
      }
    return pattern.flatMap { Comparison("ilike.\($0)") }.map { (name, $0) }
  }

  /// `email:'ann@example.org'`
  private static func pair(_ text: String) -> (name: String, comparison: Comparison)? {
    guard let colon = text.firstIndex(of: ":"), isName(text[..<colon]) else { return nil }
    let value = text[text.index(after: colon)...]
    guard value.hasPrefix("'") || value.hasPrefix("\""), let value = plain(value) else { return nil }
    return Comparison("eq.\(value)").map { (String(text[..<colon]), $0) }
  }

  /// `Price ge 18`
  private static func triple(_ text: String) -> (name: String, comparison: Comparison)? {
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, isName(words[0]), let sign = signs[words[1].lowercased()],
      let value = plain(words[2])
    else { return nil }
    return Comparison(words[2] == "null" && sign == "eq" ? "is.null" : "\(sign).\(value)").map {
      (String(words[0]), $0)
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  /// A value without its quotes, two of which inside are one; nil for several values, or words that are none.
  private static func plain(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " }
    guard let quote = text.first, quote == "'" || quote == "\"" else { return text.contains(" ") ? nil : String(text) }
    guard text.count > 1, text.last == quote else { return nil }
    let pieces = text.dropFirst().dropLast().replacing("\(quote)\(quote)", with: "\u{0}")
    return pieces.contains(quote) ? nil : String(pieces.replacing("\u{0}", with: String(quote)))
  }
}
