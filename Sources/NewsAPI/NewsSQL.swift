import JSON
import Store

/// All SQL of newsapi. Queries return JSON that SQLite writes.
enum NewsSQL {
  // MARK: Lists

  /// The rows of the sources in a JSON array.
  static func sourceRows(_ connection: Connection, _ json: String) throws -> [[SQLValue]] {
    try connection.rows(
      """
      SELECT value ->> 'id', value ->> 'name', value ->> 'description', value ->> 'domain', value ->> 'category',
        value ->> 'language', value ->> 'country'
      FROM json_each(?)
      """, [.text(json)])
  }

  /// The rows of the countries in a JSON array.
  static func countryRows(_ connection: Connection, _ json: String) throws -> [[SQLValue]] {
    try connection.rows("SELECT value ->> 'code', key, json(value) FROM json_each(?)", [.text(json)])
  }

  /// Adds rows of ``sourceRows(_:_:)``.
  static func insertSources(_ connection: Connection, _ rows: [[SQLValue]]) throws {
    for row in rows {
      try connection.execute(
        """
        INSERT OR IGNORE INTO newsapi_source (id, name, description, domain, category, language, country)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, row)
    }
  }

  /// Adds rows of ``countryRows(_:_:)``.
  static func insertCountries(_ connection: Connection, _ rows: [[SQLValue]]) throws {
    for row in rows {
      try connection.execute("INSERT OR IGNORE INTO newsapi_country (code, place, record) VALUES (?, ?, ?)", row)
    }
  }

  /// The place and the record of all countries, in the order of the list.
  static func countries(_ connection: Connection) throws -> [[SQLValue]] {
    try connection.rows("SELECT place, record FROM newsapi_country ORDER BY place")
  }

  /// The sources of a country in its own language, by their category.
  static func sources(_ connection: Connection, of country: Country) throws -> [String: [Article.Source]] {
    let rows = try connection.rows(
      "SELECT category, id, name, domain FROM newsapi_source WHERE country = ? AND language = ? ORDER BY id",
      [.text(country.code), .text(country.language)])
    return sources(rows.map { [.null, .null] + $0 })
  }

  /// All sources: country, language, category, id, name and domain of each, by their ids.
  static func sources(_ connection: Connection) throws -> [[SQLValue]] {
    try connection.rows("SELECT country, language, category, id, name, domain FROM newsapi_source ORDER BY id")
  }

  /// Sources by their category.
  static func sources(_ rows: [[SQLValue]]) -> [String: [Article.Source]] {
    Dictionary(grouping: rows) { $0[2].text ?? "" }.mapValues { rows in
      rows.map { Article.Source(id: $0[3].text, name: $0[4].text ?? "", domain: $0[5].text ?? "") }
    }
  }

  /// The ids that no source has.
  static func unknownSources(_ connection: Connection, _ ids: [String]) throws -> [String] {
    try ids.filter { id in
      try connection.value("SELECT 1 FROM newsapi_source WHERE id = ?", [.text(id)]) == nil
    }
  }

  /// A source's name and description; nil for an unknown id.
  static func source(_ connection: Connection, id: String) throws -> [SQLValue]? {
    try connection.row("SELECT name, description, language FROM newsapi_source WHERE id = ?", [.text(id)])
  }

  /// The sources as a JSON array, filtered by the arguments that are not nil.
  static func sourceList(
    _ connection: Connection, category: String?, language: String?, country: String?
  ) throws -> [UInt8] {
    let list = JSONExpression.arraySQL(
      """
      SELECT \(sourceJSON) AS record FROM newsapi_source
      WHERE (?1 IS NULL OR category = ?1) AND (?2 IS NULL OR language = ?2) AND (?3 IS NULL OR country = ?3)
      ORDER BY id
      """)
    let bytes = try connection.bytes("SELECT \(list)", [.text(category), .text(language), .text(country)])
    return bytes ?? Array("[]".utf8)
  }

  private static let sourceJSON = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("name", "name"),
    JSONExpression.text("description", "description"), JSONExpression.text("url", "'media:/sources/' || id"),
    JSONExpression.text("category", "category"), JSONExpression.text("language", "language"),
    JSONExpression.text("country", "country"),
  ])

  // MARK: Articles

  /// Adds an article, unless one has its number or address.
  static func insert(_ connection: Connection, _ article: Article) throws {
    let count = try connection.execute(
      """
      INSERT OR IGNORE INTO newsapi_article (\(columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, article.row)
    guard count > 0 else { return }
    try connection.execute(
      "INSERT OR REPLACE INTO newsapi_search (rowid, title, description, content, marker) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(Int64(article.number)), .text(SearchText.indexed(article.title)),
        .text(article.description.map(SearchText.indexed)), .text(article.content.map(SearchText.indexed)),
        .text(SearchExpression.marker),
      ])
  }

  /// In the order of ``Article/row``.
  private static let columns = """
    number, country, category, place, is_headline, language, source_id, source_name, domain, author, title,
    description, content, paragraphs, has_picture, popularity, phase, period, leaves
    """

  /// The rows of a country's articles, in the order of their numbers.
  static func rows(_ connection: Connection, of country: String) throws -> [[SQLValue]] {
    try connection.rows(
      "SELECT \(columns) FROM newsapi_article WHERE country = ? ORDER BY number", [.text(country)])
  }

  /// The number of stored articles.
  static func count(_ connection: Connection) throws -> Int {
    Int(clamping: try connection.value("SELECT count(*) FROM newsapi_article")?.integer ?? 0)
  }

  /// Removes an article.
  static func remove(_ connection: Connection, number: Int) throws {
    for table in ["newsapi_search WHERE rowid", "newsapi_article WHERE number"] {
      try connection.execute("DELETE FROM \(table) = ?", [.integer(Int64(number))])
    }
  }

  // MARK: Editions

  /// The edition of each country, if it has one.
  static func editions(_ connection: Connection) throws -> [String: Int] {
    let rows = try connection.rows("SELECT country, edition FROM newsapi_edition")
    return Dictionary(rows.map { ($0[0].text ?? "", Int($0[1].integer ?? 0)) }) { first, _ in first }
  }

  /// The edition of a country; nil when it has none.
  static func edition(_ connection: Connection, of country: String) throws -> Int? {
    let value = try connection.value("SELECT edition FROM newsapi_edition WHERE country = ?", [.text(country)])
    return (value?.integer).map(Int.init)
  }

  static func setEdition(_ connection: Connection, _ edition: Int, of country: String) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO newsapi_edition (country, edition) VALUES (?, ?)",
      [.text(country), .integer(Int64(edition))])
  }

  // MARK: Reads of articles

  /// An article as on its page.
  static func article(
    _ connection: Connection, country: String, category: String, place: Int64, now: Int64
  ) throws -> [SQLValue]? {
    try connection.row(
      """
      SELECT title, description, paragraphs, author, source_name, language, has_picture,
        strftime('%Y-%m-%dT%H:%M:%SZ', \(published("?4")), 'unixepoch')
      FROM newsapi_article WHERE country = ?1 AND category = ?2 AND place = ?3 AND \(published("?4")) <= ?4
      """, [.text(country), .text(category), .integer(place), .integer(now)])
  }

  /// The titles and paths of a source's headlines, newest first.
  static func headlines(_ connection: Connection, ofSource id: String, now: Int64) throws -> [[SQLValue]] {
    try connection.rows(
      """
      SELECT title, \(pagePath) FROM newsapi_article
      WHERE source_id = ?1 AND \(isHeadline("?2")) AND \(published("?2")) <= ?2
      ORDER BY \(published("?2")) DESC, number LIMIT \(headlinesOfSource)
      """, [.text(id), .integer(now)])
  }

  /// The most headlines on the page of a source.
  static let headlinesOfSource = 50

  /// The articles on a query's page, as a JSON array, and the number of articles beyond the page.
  static func articles(_ connection: Connection, _ query: ArticleQuery) throws -> (records: [UInt8], total: Int) {
    let matching = "\(query.search == nil ? all : found) WHERE \(conditions(query))"
    var query = query
    query.domains = try query.domains.map { try domains(connection, below: $0) }
    query.excludedDomains = try query.excludedDomains.map { try domains(connection, below: $0) }
    let arguments = query.arguments
    let total = try connection.value("SELECT count(*) FROM (\(matching))", arguments)?.integer ?? 0
    // The rank of an article is computed only where it is requested.
    let (order, columns) =
      switch (query.order, query.search) {
      case (.relevancy, .some): ("relevancy, published DESC, number", "published, relevancy")
      case (.popularity, _): ("popularity DESC, number", "published")
      default: ("published DESC, number", "published")
      }
    // Only numbers are sorted. Sorting with the JSON would write it for each article that might be on the page.
    let records = try connection.bytes(
      """
      SELECT '[' || coalesce(group_concat(record, ','), '') || ']' FROM
        (SELECT \(articleJSON) AS record FROM
          (SELECT number AS chosen, \(columns) FROM (\(matching)) ORDER BY \(order) LIMIT ?12 OFFSET ?13)
          CROSS JOIN newsapi_article ON number = chosen ORDER BY \(order))
      """, arguments + [.integer(Int64(query.limit)), .integer(Int64(query.offset))])
    return (records ?? Array("[]".utf8), Int(total))
  }

  private static let all = "SELECT *, 0 AS relevancy FROM (\(candidates))"
  /// The matches of the search come first. Otherwise the search would run once for each article.
  private static let found = """
    SELECT candidate.*, hit.relevancy FROM
      (SELECT rowid AS hit_number, rank AS relevancy FROM newsapi_search WHERE newsapi_search MATCH ?11) AS hit
      CROSS JOIN (\(candidates)) AS candidate ON candidate.number = hit.hit_number
    """
  private static let candidates = "SELECT *, \(published("?1")) AS published FROM newsapi_article"

  /// The conditions on articles, only those in use: a country is found by an index, but `?2 IS NULL OR …` would scan
  /// all articles. The statement always has eleven arguments, because of the last condition.
  private static func conditions(_ query: ArticleQuery) -> String {
    let terms: [(Bool, String)] = [
      (query.country != nil, "country = ?2"), (query.category != nil, "category = ?3"),
      (query.isHeadlinesOnly, isHeadline("?1")), (query.language != nil, "language = ?5"),
      (query.sources != nil, "source_id IN (SELECT value FROM json_each(?6))"),
      (query.domains != nil, "domain IN (SELECT value FROM json_each(?7))"),
      (query.excludedDomains != nil, "domain NOT IN (SELECT value FROM json_each(?8))"),
      (true, "published <= ?1"), (query.from != nil, "published >= ?9"), (query.to != nil, "published <= ?10"),
      (true, "(?11 IS NULL OR 1)"),
    ]
    return terms.filter(\.0).map(\.1).joined(separator: " AND ")
  }

  /// The domains of articles that equal one of these or are below it. A client may name thousands, and comparing each
  /// of them with each article would take too long.
  private static func domains(_ connection: Connection, below wanted: [String]) throws -> [String] {
    let wanted = Set(wanted)
    return try connection.rows("SELECT DISTINCT domain FROM newsapi_article").compactMap { $0[0].text }
      .filter { isDomain($0, below: wanted) }
  }

  /// Whether a domain equals one of some or is below it.
  static func isDomain(_ domain: String, below wanted: Set<String>) -> Bool {
    let labels = domain.split(separator: ".")
    return labels.indices.contains { wanted.contains(labels[$0...].joined(separator: ".")) }
  }

  /// The last publication of an article before a time, or its only one.
  private static func published(_ now: String) -> String {
    "CASE WHEN period > 0 THEN (\(now) - ((\(now) - phase) % period + period) % period) ELSE phase END"
  }

  private static func isHeadline(_ now: String) -> String { "(is_headline AND (leaves IS NULL OR leaves > \(now)))" }

  private static let pagePath = "'media:/news/' || country || '/' || category || '/' || place"

  private static let articleJSON = JSONExpression.object([
    JSONExpression.json(
      "source",
      JSONExpression.object([
        JSONExpression.text("id", "source_id"), JSONExpression.text("name", "source_name"),
      ])),
    JSONExpression.text("author", "author"), JSONExpression.text("title", "title"),
    JSONExpression.text("description", "description"), JSONExpression.text("url", pagePath),
    JSONExpression.text(
      "urlToImage",
      """
      CASE WHEN has_picture
        THEN 'media:/pictures/1200x675/' || country || '-' || category || '-' || place || '.png' END
      """),
    JSONExpression.date("publishedAt", "published"), JSONExpression.text("content", "content"),
  ])
}

extension Article {
  /// The stored values, in the order of the columns.
  var row: [SQLValue] {
    [
      .integer(Int64(number)), .text(country), .text(category), .integer(Int64(place)), .boolean(isHeadline),
      .text(language), .text(source.id), .text(source.name), .text(source.domain), .text(author), .text(title),
      .text(description), .text(content), .text(JSONText.array(paragraphs)), .boolean(hasPicture),
      .integer(Int64(popularity)), .integer(Int64(phase)), .integer(Int64(period)),
      leaves.map { .integer(Int64($0)) } ?? .null,
    ]
  }
}
