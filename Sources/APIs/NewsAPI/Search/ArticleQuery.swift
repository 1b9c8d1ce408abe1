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
  /// An expression of SQLite's full-text search.
  var search: String?
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
      list(domains), list(excludedDomains), number(from), number(to), .text(search),
    ]
  }
}

/// JSON of plain texts, as arguments of statements.
enum JSONText {
  static func array(_ values: [String]) -> String {
    String(decoding: JSONWriter.serialize(.array(values.map(JSONValue.string))), as: UTF8.self)
  }
}
