import HTTPCore

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
