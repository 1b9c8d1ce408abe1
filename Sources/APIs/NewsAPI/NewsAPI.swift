import HTTPCore
import Store
import World

/// newsapi.org: headlines of 55 countries in seven categories, a search over all articles, and the sources
/// (CONTRACT §5). The articles follow the world's clock: new ones are published all day, and old ones leave.
struct NewsAPI: APIModule {
  static let identifier = "newsapi"
  static let base = "/v2"

  let name = NewsAPI.identifier
  let title = "newsapi"
  let basePath = NewsAPI.base
  let documentedHost = "newsapi.org"
  let documentedLimits: RateLimitPolicy? = nil
  let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  let admission = "any apiKey"

  var schema: [SchemaStep] { NewsSchema.steps }

  var endpoints: [Endpoint] {
    HeadlineEndpoint.all + EverythingEndpoint.all + SourceEndpoints.all + PageEndpoints.all
  }

  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each country is loaded when it is first asked for: see Editions.
  }

  func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    NewsEndpoint.uncached(NewsFailure(problem).response)
  }
}
