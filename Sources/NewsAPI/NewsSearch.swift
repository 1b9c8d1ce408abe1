import HTTPCore
import JSON
import Store

/// Which articles are asked for, in which order, and which page of them.
struct ArticleQuery {
  /// The order of the answer.
  enum Order: String, CaseIterable {
    case relevancy, popularity, publishedAt
  }

  /// The world's time in seconds since 1970.
  let now: Int64
  var country: String?
  var category: String?
  var isHeadlinesOnly = false
  var language: String?
  var sources: [String]?
  var domains: [String]?
  var excludedDomains: [String]?
  /// Seconds since 1970, inclusive.
  var from: Int64?
  var to: Int64?
  var search: ArticleSearch?
  var order = Order.publishedAt
  /// The number of articles on a page.
  var limit = 20
  /// The number of articles before the page.
  var offset = 0

  /// The arguments of the statement but for the page, in its order.
  var arguments: [SQLValue] {
    func number(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
    func list(_ values: [String]?) -> SQLValue { .text(values.map(JSONText.array)) }
    return [
      .integer(now), .text(country), .text(category), .boolean(isHeadlinesOnly), .text(language), list(sources),
      list(domains), list(excludedDomains), number(from), number(to), .text(search?.matchExpression),
    ]
  }
}

/// What articles are searched for.
struct ArticleSearch {
  /// Expressions, all of which must be found in their fields; at least one.
  let parts: [(expression: SearchExpression, fields: [String])]

  /// The expression of SQLite's full-text search.
  var matchExpression: String {
    parts.map { $0.expression.matchExpression(in: $0.fields) }.joined(separator: " AND ")
  }

  /// The search among the words of a corpus.
  var words: WordSearch {
    let parts = parts.map { WordSearch($0.expression, in: $0.fields) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }
}

/// JSON of plain texts, as arguments of statements.
enum JSONText {
  static func array(_ values: [String]) -> String {
    String(decoding: JSONWriter.serialize(.array(values.map(JSONValue.string))), as: UTF8.self)
  }
}

/// The search language of newsapi's `q`: words that must all be there, `"phrases"`, `+must`, `-mustnot`, `AND`, `OR`,
/// `NOT` and parentheses.
indirect enum SearchExpression: Equatable {
  case phrase(String)
  case not(SearchExpression)
  case all([SearchExpression])
  case any([SearchExpression])

  /// A word that every article has, which no one searches for: an index cannot tell what lacks a word, only what has
  /// one and lacks another.
  static let marker = "newsapiarticle"

  /// The parts of an article that may be searched, by newsapi's names.
  static let fields = ["title", "description", "content"]

  /// The expression of SQLite's full-text search (fts5, "Full-text Query Syntax").
  ///
  /// - Parameters:
  ///   - fields: Where to look.
  func matchExpression(in fields: [String]) -> String {
    switch self {
    case .phrase(let text):
      // By scalars: a mark on a quotation mark makes another character of both.
      let scalars = SearchText.indexed(text).unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
      let quoted = String(String.UnicodeScalarView(scalars))
      return "{\(fields.joined(separator: " "))} : \"\(quoted)\""
    case .not(let part):
      return "(marker : \"\(Self.marker)\" NOT \(part.matchExpression(in: fields)))"
    case .all(let parts):
      return "(" + parts.map { $0.matchExpression(in: fields) }.joined(separator: " AND ") + ")"
    case .any(let parts):
      return "(" + parts.map { $0.matchExpression(in: fields) }.joined(separator: " OR ") + ")"
    }
  }
}

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

/// Text as the full-text index sees it.
enum SearchText {
  /// The text with spaces around each Chinese, Japanese or Korean character, since those languages write no spaces and
  /// the index only finds what stands between them.
  static func indexed(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isIdeograph) else { return text }
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isIdeograph = isIdeograph(scalar)
      if isIdeograph { spaced.append(" ") }
      spaced.append(scalar)
      if isIdeograph { spaced.append(" ") }
    }
    return String(spaced)
  }

  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF: true
    default: false
    }
  }
}
