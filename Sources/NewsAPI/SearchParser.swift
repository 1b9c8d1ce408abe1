import HTTPCore
import JSON
import Store

/// Reads ``SearchExpression``. What is left open at the end counts as closed, as in other search fields.
struct SearchParser {
  private enum Token: Equatable {
    case open, close, and, or, not
    case phrase(String)
  }

  /// The deepest nesting of parentheses.
  private static let maximumDepth = 20

  private var tokens: ArraySlice<Token>

  /// The expression of a text; nil when there is nothing in it to look for.
  ///
  /// - Throws: ``NewsFailure`` when parentheses are nested too deep.
  static func parse(_ text: String) throws(NewsFailure) -> SearchExpression? {
    var parser = SearchParser(tokens: Self.tokens(text)[...])
    var parts: [SearchExpression] = []
    while !parser.tokens.isEmpty {
      if let part = try parser.alternatives(depth: 0) { parts.append(part) }
      // A closing parenthesis without an opening one.
      if parser.tokens.first == .close { parser.tokens.removeFirst() }
    }
    return joined(parts, SearchExpression.all)
  }

  private mutating func alternatives(depth: Int) throws(NewsFailure) -> SearchExpression? {
    var parts: [SearchExpression] = []
    while true {
      if let part = try sequence(depth: depth) { parts.append(part) }
      guard tokens.first == .or else { return Self.joined(parts, SearchExpression.any) }
      tokens.removeFirst()
    }
  }

  private mutating func sequence(depth: Int) throws(NewsFailure) -> SearchExpression? {
    var parts: [SearchExpression] = []
    while let token = tokens.first, token != .or, token != .close {
      tokens.removeFirst()
      guard token != .and else { continue }
      if let part = try term(token, depth: depth) { parts.append(part) }
    }
    return Self.joined(parts, SearchExpression.all)
  }

  /// A phrase, a group, or what stands behind a NOT.
  private mutating func term(_ token: Token, depth: Int) throws(NewsFailure) -> SearchExpression? {
    guard depth < Self.maximumDepth else { throw NewsFailure(.parameterInvalid, "q is nested too deep.") }
    switch token {
    case .phrase(let text):
      return .phrase(text)
    case .open:
      let group = try alternatives(depth: depth + 1)
      if tokens.first == .close { tokens.removeFirst() }
      return group
    case .not:
      guard let next = tokens.first, next != .close, next != .or else { return nil }
      tokens.removeFirst()
      return try term(next, depth: depth + 1).map(SearchExpression.not)
    case .and, .or, .close:
      return nil
    }
  }

  private static func joined(
    _ parts: [SearchExpression], _ join: ([SearchExpression]) -> SearchExpression
  ) -> SearchExpression? {
    parts.count > 1 ? join(parts) : parts.first
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "(": tokens.append(.open)
      case ")": tokens.append(.close)
      case "+": break
      case _ where character.isWhitespace: break
      case "-" where !rest.dropFirst().isEmpty: tokens.append(.not)
      case "\"":
        let phrase = rest.dropFirst().prefix { $0 != "\"" }
        append(phrase, to: &tokens)
        rest = rest.dropFirst(phrase.count + 2)
        continue
      default:
        let word = rest.prefix { !$0.isWhitespace && !"()\"".contains($0) }
        switch word {
        case "AND": tokens.append(.and)
        case "OR": tokens.append(.or)
        case "NOT": tokens.append(.not)
        default: append(word, to: &tokens)
        }
        rest = rest.dropFirst(word.count)
        continue
      }
      rest = rest.dropFirst()
    }
    return tokens
  }

  /// Text without a letter or digit is nothing that an index could hold.
  private static func append(_ phrase: Substring, to tokens: inout [Token]) {
    guard phrase.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    tokens.append(.phrase(String(phrase)))
  }
}
