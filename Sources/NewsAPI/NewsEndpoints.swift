import HTTPCore
import Store
import World

/// The news of the day.
enum HeadlineEndpoint {
  private static let defaultPageSize = 20
  private static let frontPage = "general"

  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [
      NewsEndpoint.make("/top-headlines", "topHeadlines", archive, respond: respond).slow { request, _ in
        // Only searches are slow; the other responses are the same for all clients and cached.
        request.target.rawQuery.split(separator: UInt8(ascii: "&"))
          .contains { $0.first == UInt8(ascii: "q") }
      }
    ]
  }

  private static func respond(_ question: NewsEndpoint.Question) throws -> Response {
    var query = ArticleQuery(now: question.call.world.clock.now.seconds)
    query.isHeadlinesOnly = true
    query.country = question.value("country")?.lowercased()
    query.category = question.value("category")?.lowercased()
    query.language = try question.language()
    query.sources = try ArticleResponse.sources(question)
    query.search = try ArticleResponse.search(question, in: SearchExpression.fields)
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
    // The front page of a country is its general news, as in the document's example.
    if query.country != nil, query.search == nil { query.category = query.category ?? frontPage }
    try ArticleResponse.page(question, defaultSize: defaultPageSize, &query)
    return try ArticleResponse.respond(question, query)
  }
}

/// The search over all articles.
enum EverythingEndpoint {
  private static let defaultPageSize = 100

  static func all(_ archive: NewsArchive) -> [Endpoint] {
    [NewsEndpoint.make("/everything", "everything", archive, respond: respond).slow()]
  }

  private static func respond(_ question: NewsEndpoint.Question) throws -> Response {
    var query = ArticleQuery(now: question.call.world.clock.now.seconds)
    query.search = try ArticleResponse.search(question, in: try fields(question))
    query.sources = try ArticleResponse.sources(question)
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
    try ArticleResponse.page(question, defaultSize: defaultPageSize, &query)
    return try ArticleResponse.respond(question, query)
  }

  /// The fields to search for `q`.
  private static func fields(_ question: NewsEndpoint.Question) throws(NewsFailure) -> [String] {
    guard let fields = question.list("searchIn") else { return SearchExpression.fields }
    if let unknown = fields.first(where: { !SearchExpression.fields.contains($0) }) {
      let choices = SearchExpression.fields.joined(separator: ", ")
      throw NewsFailure(
        .parameterInvalid, "searchIn names \"\(unknown.clipped(to: 60))\"; it must be a list of \(choices).")
    }
    return SearchExpression.fields.filter(fields.contains)
  }

  /// A time in seconds since 1970: `2024-11-01T12:00:00Z`, without a zone in UTC, or a whole day.
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
      NewsEndpoint.make("/top-headlines/sources", "sources", archive, respond: respond),
      NewsEndpoint.make("/sources", "sourcesAlias", archive, respond: respond),
    ]
  }

  private static func respond(_ question: NewsEndpoint.Question) throws -> Response {
    let world = question.call.world
    try Editions.requireLists(world, question.archive)
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
      return RenderedBody(body).linked(to: origin)
    }
    guard let content else { throw Problem(.internalError, "the sources could not be rendered") }
    return NewsEndpoint.response(content, to: question.call.request)
  }
}
