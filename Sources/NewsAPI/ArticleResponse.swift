import HTTPCore
import JSON
import Store
import World

/// The common parts of the two article endpoints.
enum ArticleResponse {
  private static let maximumPageSize = 100
  private static let maximumQueryLength = 500
  private static let maximumSources = 20
  /// Articles are published at whole minutes.
  private static let minute: Int64 = 60

  /// The requested sources; nil when the request names none.
  ///
  /// - Throws: ``NewsFailure`` when there are too many, or one does not exist.
  static func sources(_ question: NewsEndpoint.Question) throws -> [String]? {
    guard let ids = question.list("sources") else { return nil }
    guard ids.count <= maximumSources else {
      throw NewsFailure(.sourcesTooMany, "sources names \(ids.count) sources; \(maximumSources) are the most.")
    }
    try Editions.requireLists(question.call.world, question.archive)
    let unknown = try question.call.world.store.read { try NewsSQL.unknownSources($0, ids) }
    guard unknown.isEmpty else {
      let names = unknown.map { "\"\($0.clipped(to: 40))\"" }.joined(separator: ", ")
      throw NewsFailure(.sourceDoesNotExist, "sources names \(names); /v2/sources lists what there is.")
    }
    return ids
  }

  /// The search that `q` asks for in some fields and `qInTitle` in titles; nil without both.
  ///
  /// - Throws: ``NewsFailure`` when one is too long, nested too deep, or has no word.
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

  /// Sets the page of the response.
  ///
  /// - Throws: ``NewsFailure`` when a number is out of range, or beyond the results that the key may read.
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

  /// The articles. The response depends only on the minute, origin and query, so it is rendered once for each.
  static func respond(_ question: NewsEndpoint.Question, _ query: ArticleQuery) throws -> Response {
    let call = question.call
    let origin = call.request.origin
    let target = call.request.target
    let key = "\(NewsAPI.identifier) \(origin)\(target.rawPath)?" + String(decoding: target.rawQuery, as: UTF8.self)
    func content(_ find: () throws -> (records: [UInt8], total: Int)?) throws -> RenderedBody? {
      try call.world.rendered.content(key, edition: Int(clamping: query.now / minute)) {
        guard let (records, total) = try find() else { return nil }
        let body = Array("{\"articles\":".utf8) + records + Array(",\"status\":\"ok\",\"totalResults\":\(total)}".utf8)
        return RenderedBody(body).linked(to: origin)
      }
    }
    if query.country == nil {
      try Editions.requireLists(call.world, question.archive)
      let shared = try content {
        guard let corpus = try question.archive.corpus(at: query.now, in: call.world) else { return nil }
        let (page, total) = try corpus.articles(query)
        var writer = JSONWriter()
        writer.array { writer in
          for (article, published) in page { article.write(published: published, to: &writer) }
        }
        return (writer.bytes, total)
      }
      if let shared { return NewsEndpoint.response(shared, to: call.request) }
    }
    try Editions.require(query.country, at: query.now, in: call.world, question.archive)
    let content = try content { try call.world.store.read { try NewsSQL.articles($0, query) } }
    guard let content else { throw Problem(.internalError, "the articles could not be rendered") }
    return NewsEndpoint.response(content, to: call.request)
  }
}
