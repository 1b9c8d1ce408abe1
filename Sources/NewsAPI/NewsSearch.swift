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
