import HTTPCore
import JSON
import Store

/// The requested articles, their order, and the page.
struct ArticleQuery {
  /// The order of the response.
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

  /// The arguments of the statement without the page, in its order.
  var arguments: [SQLValue] {
    func number(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
    func list(_ values: [String]?) -> SQLValue { .text(values.map(JSONText.array)) }
    return [
      .integer(now), .text(country), .text(category), .boolean(isHeadlinesOnly), .text(language), list(sources),
      list(domains), list(excludedDomains), number(from), number(to), .text(search?.matchExpression),
    ]
  }
}

/// The search conditions on articles.
struct ArticleSearch {
  /// Expressions, at least one. Each must match in its fields.
  let parts: [(expression: SearchExpression, fields: [String])]

  /// The expression of SQLite's full-text search.
  var matchExpression: String {
    parts.map { $0.expression.matchExpression(in: $0.fields) }.joined(separator: " AND ")
  }

  /// The search in the words of a corpus.
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

/// The search language of newsapi's `q`: words that must all match, `"phrases"`, `+must`, `-mustnot`, `AND`, `OR`,
/// `NOT` and parentheses.
indirect enum SearchExpression: Equatable {
  case phrase(String)
  case not(SearchExpression)
  case all([SearchExpression])
  case any([SearchExpression])

  /// A word that every article has and nobody searches for: an index cannot find the articles without a word, only
  /// those that have one word and not another.
  static let marker = "newsapiarticle"

  /// The searchable parts of an article, by newsapi's names.
  static let fields = ["title", "description", "content"]

  /// The expression of SQLite's full-text search (fts5, "Full-text Query Syntax").
  ///
  /// - Parameters:
  ///   - fields: The fields to search.
  func matchExpression(in fields: [String]) -> String {
    switch self {
    case .phrase(let text):
      // By scalars: a combining mark on a quotation mark would make another character of both.
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

/// Text for the full-text index.
enum SearchText {
  /// The text with spaces around each Chinese, Japanese or Korean character: those languages write no spaces, and the
  /// index finds only words between spaces.
  static func indexed(_ text: String) -> String {
    // In UTF-8, each of these characters starts with such a byte; most texts have none.
    guard text.utf8.contains(where: { $0 >= 0xE3 }), text.unicodeScalars.contains(where: isIdeograph) else {
      return text
    }
    var spaced: [UInt8] = []
    spaced.reserveCapacity(text.utf8.count * 2)
    for scalar in text.unicodeScalars {
      let isIdeograph = isIdeograph(scalar)
      if isIdeograph { spaced.append(UInt8(ascii: " ")) }
      spaced += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if isIdeograph { spaced.append(UInt8(ascii: " ")) }
    }
    return String(decoding: spaced, as: UTF8.self)
  }

  /// The number of scalars in UTF-8.
  static func length(of text: UnsafeBufferPointer<UInt8>) -> Int {
    // Without a branch, the processor counts many bytes at once.
    text.reduce(into: 0) { count, byte in count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
  }

  /// Where UTF-8 ends after a number of scalars.
  static func end(of text: UnsafeBufferPointer<UInt8>, after length: Int) -> Int {
    guard text.count > length else { return text.count }
    var rest = length
    for (place, byte) in text.enumerated() where !UTF8.isContinuation(byte) {
      if rest == 0 { return place }
      rest -= 1
    }
    return text.count
  }

  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF: true
    default: false
    }
  }
}
