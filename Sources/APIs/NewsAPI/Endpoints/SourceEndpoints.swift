import HTTPCore
import Store
import World

/// The index of sources, under both of its paths.
enum SourceEndpoints {
  static let all = [
    NewsEndpoint.make("/top-headlines/sources", "sources", answer: answer),
    NewsEndpoint.make("/sources", "sourcesAlias", answer: answer),
  ]

  private static func answer(_ question: NewsEndpoint.Question) throws -> Response {
    let world = question.call.world
    try Editions.requireLists(world)
    let (category, language, country) = (
      question.value("category")?.lowercased(), (question.value("language")?.lowercased()).map(NewsEndpoint.language),
      question.value("country")?.lowercased()
    )
    let origin = question.call.request.origin
    let version = world.store.version(of: [NewsSchema.source])
    let key =
      "\(NewsAPI.identifier) sources \(origin) \(JSONText.array([category, language, country].map { $0 ?? "" }))"
    let content = try world.rendered.content(key, version: version) {
      let list = try world.store.read {
        try NewsSQL.sourceList($0, category: category, language: language, country: country)
      }
      let body = Array("{\"sources\":".utf8) + list + Array(",\"status\":\"ok\"}".utf8)
      return RenderedContent(LocalLink.expand(in: body, origin: origin))
    }
    guard let content else { throw Problem(.internalError, "the sources could not be rendered") }
    return NewsEndpoint.response(content, to: question.call.request)
  }
}
