import HTTPCore
import World

/// The news of the day.
enum HeadlineEndpoint {
  private static let defaultPageSize = 20
  private static let frontPage = "general"

  static let all = [
    NewsEndpoint.make("/top-headlines", "topHeadlines", answer: answer).slow { request, _ in
      // A search; the others are the same for all, and kept.
      request.target.rawQuery.split(separator: UInt8(ascii: "&"))
        .contains { $0.first == UInt8(ascii: "q") }
    }
  ]

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
