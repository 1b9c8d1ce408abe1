import HTTPCore
import World

/// The search over all articles.
enum EverythingEndpoint {
  private static let defaultPageSize = 100

  static let all = [NewsEndpoint.make("/everything", "everything", answer: answer).slow()]

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
