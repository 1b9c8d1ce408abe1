import HTTPCore
import Store
import World

/// An endpoint of newsapi: its answers need a key, and its refusals are ``NewsFailure``.
enum NewsEndpoint {
  /// What an endpoint gets to work with.
  struct Question {
    let call: Call
    let query: QueryParameters
    let key: APIKey
    let archive: NewsArchive

    /// The value of a parameter; nil when it is absent or blank.
    func value(_ name: String) -> String? {
      let text = query[name]?.trimmingBlanks() ?? ""
      return text.isEmpty ? nil : text
    }

    /// The elements of a parameter that is a comma-separated list; nil when there are none.
    func list(_ name: String) -> [String]? {
      let elements = value(name)?.split(separator: ",").map { String($0).trimmingBlanks().lowercased() }
        .filter { !$0.isEmpty }
      return elements.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A parameter that is one of a fixed set.
    ///
    /// - Throws: ``NewsFailure`` that lists the choices.
    func choice(_ name: String, of choices: [String]) throws(NewsFailure) -> String? {
      guard let value = value(name) else { return nil }
      guard choices.contains(value) else {
        throw NewsFailure(
          .parameterInvalid,
          "\(name) is \"\(value.clipped(to: 60))\"; it must be one of \(choices.joined(separator: ", ")).")
      }
      return value
    }

    /// The language asked for, by its name in this server; nil when none is.
    ///
    /// - Throws: ``NewsFailure`` that lists the choices.
    func language() throws(NewsFailure) -> String? {
      guard let value = value("language")?.lowercased() else { return nil }
      let name = NewsEndpoint.language(value)
      guard NewsEndpoint.languages.contains(name) else { return try choice("language", of: NewsEndpoint.languages) }
      return name
    }

    /// A parameter that is a whole number.
    ///
    /// - Throws: ``NewsFailure`` that names the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(NewsFailure) -> Int? {
      guard let text = value(name) else { return nil }
      guard let number = Int(text), range.contains(number) else {
        let reason =
          range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        throw NewsFailure(
          .parameterInvalid, "\(name) is \"\(text.clipped(to: 60))\"; it must be a whole number, \(reason).")
      }
      return number
    }
  }

  /// Other names of newsapi's languages, used by its older versions and by clients, and their names in this server.
  private static let languageAliases = ["se": "sv", "cn": "zh", "ur": "ud"]
  private static let languages = ["ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh"]
  /// Sent with every answer, so that no client keeps one: newsapi.org sends the same, and says whether it answered
  /// from its own cache, of which there is none here.
  private static let cacheFields: HeaderFields = [
    "Cache-Control": "no-cache", "Pragma": "no-cache", "Expires": "-1", "X-Cached-Result": "false",
  ]

  /// An answer that clients must ask for again each time.
  static func response(_ content: RenderedContent, to request: Request) -> Response {
    uncached(content.response(to: request, cacheControl: "no-cache"))
  }

  /// The name of a language in this server.
  static func language(_ name: String) -> String { languageAliases[name] ?? name }

  /// An answer with the fields that keep it out of caches.
  static func uncached(_ response: Response) -> Response {
    var response = response
    for field in cacheFields.fields { response.headers[field.name] = field.value }
    return response
  }

  static func make(
    _ path: String, _ operationID: String, _ archive: NewsArchive,
    answer: @escaping @Sendable (Question) throws -> Response
  ) -> Endpoint {
    Endpoint(.get, NewsAPI.base + path, operationID, .open) { call in
      do {
        let query = try call.request.query()
        return try answer(Question(call: call, query: query, key: try APIKey(call.request, query), archive: archive))
      } catch let failure as NewsFailure {
        return uncached(failure.response)
      }
    }
  }
}

/// The news of the day.
enum HeadlineEndpoint {
  private static let defaultPageSize = 20
  private static let frontPage = "general"

  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [
      NewsEndpoint.make("/top-headlines", "topHeadlines", archive, answer: answer).slow { request, _ in
        // Only a search is slow; the others are the same for all clients, and kept.
        request.target.rawQuery.split(separator: UInt8(ascii: "&"))
          .contains { $0.first == UInt8(ascii: "q") }
      }
    ]
  }

  private static func answer(_ question: NewsEndpoint.Question) throws -> Response {
    var query = ArticleQuery(now: question.call.world.clock.now.seconds)
    query.isHeadlinesOnly = true
    query.country = question.value("country")?.lowercased()
    query.category = question.value("category")?.lowercased()
    query.language = try question.language()
    query.sources = try ArticleAnswer.sources(question)
    query.search = try ArticleAnswer.search(question, in: SearchExpression.fields)
    guard
      query.country != nil || query.category != nil || query.sources != nil || query.search != nil
        || query.language != nil
    else {
      throw NewsFailure(
        .parametersMissing,
        "Required parameters are missing: give at least one of country, category, language, sources, q and qInTitle.")
    }
    guard query.sources == nil || (query.country == nil && query.category == nil) else {
      throw NewsFailure(.parametersIncompatible, "sources cannot be mixed with country or category.")
    }
    // The front page of a country is its general news, as the document's example shows.
    if query.country != nil, query.search == nil { query.category = query.category ?? frontPage }
    try ArticleAnswer.page(question, defaultSize: defaultPageSize, &query)
    return try ArticleAnswer.answer(question, query)
  }
}

/// The search over all articles.
enum EverythingEndpoint {
  private static let defaultPageSize = 100

  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [NewsEndpoint.make("/everything", "everything", archive, answer: answer).slow()]
  }

  private static func answer(_ question: NewsEndpoint.Question) throws -> Response {
    var query = ArticleQuery(now: question.call.world.clock.now.seconds)
    query.search = try ArticleAnswer.search(question, in: try fields(question))
    query.sources = try ArticleAnswer.sources(question)
    query.domains = question.list("domains")
    guard query.search != nil || query.sources != nil || query.domains != nil else {
      throw NewsFailure(
        .parametersMissing, "Required parameters are missing: give at least one of q, qInTitle, sources and domains.")
    }
    query.excludedDomains = question.list("excludeDomains")
    query.language = try question.language()
    query.from = try moment(question, "from", endOfDay: false)
    query.to = try moment(question, "to", endOfDay: true)
    let order = try question.choice("sortBy", of: ArticleQuery.Order.allCases.map(\.rawValue))
    query.order = order.flatMap(ArticleQuery.Order.init) ?? .publishedAt
    try ArticleAnswer.page(question, defaultSize: defaultPageSize, &query)
    return try ArticleAnswer.answer(question, query)
  }

  /// Where to look for `q`.
  private static func fields(_ question: NewsEndpoint.Question) throws(NewsFailure) -> [String] {
    guard let fields = question.list("searchIn") else { return SearchExpression.fields }
    if let unknown = fields.first(where: { !SearchExpression.fields.contains($0) }) {
      let choices = SearchExpression.fields.joined(separator: ", ")
      throw NewsFailure(
        .parameterInvalid, "searchIn names \"\(unknown.clipped(to: 60))\"; it must be a list of \(choices).")
    }
    return SearchExpression.fields.filter(fields.contains)
  }

  /// A moment in seconds since 1970: `2024-11-01T12:00:00Z`, without a zone in UTC, or a whole day.
  private static func moment(
    _ question: NewsEndpoint.Question, _ name: String, endOfDay: Bool
  ) throws(NewsFailure) -> Int64? {
    guard let text = question.query.dateText(name)?.trimmingBlanks(), !text.isEmpty else { return nil }
    let forms = [text, text + "Z", text + (endOfDay ? "T23:59:59Z" : "T00:00:00Z")]
    guard let moment = forms.lazy.compactMap(ISO8601Moment.parse).first else {
      throw NewsFailure(
        .parameterInvalid,
        "\(name) is \"\(text.clipped(to: 60))\"; it must be a date or date-time, such as 2024-11-01 or 2024-11-01T12:00:00Z."
      )
    }
    return moment.seconds
  }
}

/// The index of sources, under both of its paths.
enum SourceEndpoints {
  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [
      NewsEndpoint.make("/top-headlines/sources", "sources", archive, answer: answer),
      NewsEndpoint.make("/sources", "sourcesAlias", archive, answer: answer),
    ]
  }

  private static func answer(_ question: NewsEndpoint.Question) throws -> Response {
    let world = question.call.world
    try Editions.requireLists(world)
    let (category, language, country) = (
      question.value("category")?.lowercased(), (question.value("language")?.lowercased()).map(NewsEndpoint.language),
      question.value("country")?.lowercased()
    )
    let origin = question.call.request.origin
    let key =
      "\(NewsAPI.identifier) sources \(origin) \(JSONText.array([category, language, country].map { $0 ?? "" }))"
    let content = try world.rendered.content(key) {
      let list = try world.store.read {
        try NewsSQL.sourceList($0, category: category, language: language, country: country)
      }
      let body = Array("{\"sources\":".utf8) + list + Array(",\"status\":\"ok\"}".utf8)
      return RenderedContent(body).linked(to: origin)
    }
    guard let content else { throw Problem(.internalError, "the sources could not be rendered") }
    return NewsEndpoint.response(content, to: question.call.request)
  }
}

/// What the two article endpoints have in common.
enum ArticleAnswer {
  private static let maximumPageSize = 100
  private static let maximumQueryLength = 500
  private static let maximumSources = 20
  /// Articles are published on whole minutes.
  private static let minute: Int64 = 60

  /// The sources asked for; nil when none are named.
  ///
  /// - Throws: ``NewsFailure`` when there are too many, or one does not exist.
  static func sources(_ question: NewsEndpoint.Question) throws -> [String]? {
    guard let ids = question.list("sources") else { return nil }
    guard ids.count <= maximumSources else {
      throw NewsFailure(.sourcesTooMany, "sources names \(ids.count) sources; \(maximumSources) are the most.")
    }
    try Editions.requireLists(question.call.world)
    let unknown = try question.call.world.store.read { try NewsSQL.unknownSources($0, ids) }
    guard unknown.isEmpty else {
      let names = unknown.map { "\"\($0.clipped(to: 40))\"" }.joined(separator: ", ")
      throw NewsFailure(.sourceDoesNotExist, "sources names \(names); /v2/sources lists what there is.")
    }
    return ids
  }

  /// The search that `q` asks for in some fields and `qInTitle` in titles; nil without both.
  ///
  /// - Throws: ``NewsFailure`` when one is too long, nested too deep, or holds no word.
  static func search(_ question: NewsEndpoint.Question, in fields: [String]) throws -> ArticleSearch? {
    let parts = try [("q", fields), ("qInTitle", ["title"])].compactMap { name, fields in
      try search(question, name).map { ($0, fields) }
    }
    return parts.isEmpty ? nil : ArticleSearch(parts: parts)
  }

  private static func search(_ question: NewsEndpoint.Question, _ name: String) throws -> SearchExpression? {
    guard let text = question.value(name) else { return nil }
    let length = text.unicodeScalars.count
    guard length <= maximumQueryLength else {
      throw NewsFailure(.parameterInvalid, "\(name) has \(length) characters; \(maximumQueryLength) are the most.")
    }
    guard let expression = try SearchParser.parse(text) else {
      throw NewsFailure(
        .parameterInvalid, "\(name) is \"\(text.clipped(to: 60))\", in which there is no word to look for.")
    }
    return expression
  }

  /// Sets the page.
  ///
  /// - Throws: ``NewsFailure`` when a number is out of range, or beyond what the key may see.
  static func page(_ question: NewsEndpoint.Question, defaultSize: Int, _ query: inout ArticleQuery) throws {
    query.limit = try question.integer("pageSize", in: 1...maximumPageSize) ?? defaultSize
    let page = try question.integer("page", in: 1...Int.max) ?? 1
    let (offset, isTooGreat) = (page - 1).multipliedReportingOverflow(by: query.limit)
    query.offset = isTooGreat ? .max : offset
    if let maximum = question.key.maximumResults, isTooGreat || offset > maximum - query.limit {
      throw NewsFailure(
        .maximumResultsReached,
        "The key \"developer\" stands for a developer's account, which may page through \(maximum) results.")
    }
  }

  /// The articles, rendered once for each minute, origin and query, which decides all of the answer.
  static func answer(_ question: NewsEndpoint.Question, _ query: ArticleQuery) throws -> Response {
    let call = question.call
    let origin = call.request.origin
    let target = call.request.target
    let key = "\(NewsAPI.identifier) \(origin)\(target.rawPath)?" + String(decoding: target.rawQuery, as: UTF8.self)
    func content(_ find: () throws -> (records: [UInt8], total: Int)?) throws -> RenderedContent? {
      try call.world.rendered.content(key, edition: Int(clamping: query.now / minute)) {
        guard let (records, total) = try find() else { return nil }
        let body = Array("{\"articles\":".utf8) + records + Array(",\"status\":\"ok\",\"totalResults\":\(total)}".utf8)
        return RenderedContent(body).linked(to: origin)
      }
    }
    if query.country == nil {
      try Editions.requireLists(call.world)
      let shared = try content {
        guard let corpus = try question.archive.corpus(at: query.now, in: call.world) else { return nil }
        let (page, total) = try corpus.articles(query)
        return (try call.world.store.read { try NewsSQL.records($0, page) }, total)
      }
      if let shared { return NewsEndpoint.response(shared, to: call.request) }
    }
    try Editions.require(query.country, at: query.now, in: call.world)
    let content = try content { try call.world.store.read { try NewsSQL.articles($0, query) } }
    guard let content else { throw Problem(.internalError, "the articles could not be rendered") }
    return NewsEndpoint.response(content, to: call.request)
  }
}
