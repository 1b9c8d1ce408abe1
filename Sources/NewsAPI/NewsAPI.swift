import APISupport
import HTTPCore
import JSON
import Store
import World

/// newsapi.org: headlines of 55 countries in seven categories, a search over all articles, and the sources (CONTRACT
/// §5). The articles follow the world's clock: new ones are published all day, and old ones are removed.
package struct NewsAPI: APIModule {
  static let identifier = "newsapi"
  static let base = "/v2"

  package let name = NewsAPI.identifier
  package let title = "newsapi"
  package let basePath = NewsAPI.base
  package let documentedHost = "newsapi.org"
  package let documentedLimits: RateLimitPolicy? = nil
  package let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  package let admission = "any apiKey"

  /// The data that the worlds with this value share.
  private let archive = NewsArchive()

  package var schema: [SchemaStep] { Schema.steps }

  package var endpoints: [Endpoint] {
    HeadlineEndpoint.all(archive) + EverythingEndpoint.all(archive) + SourceEndpoints.all(archive)
      + PageEndpoints.all(archive)
  }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each country is loaded on its first request: see Editions.
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    NewsEndpoint.uncached(NewsFailure(problem).response)
  }

  /// The API for the registry.
  package init() {}
}

/// The API key of a request. Any key is accepted, except for a few that each cause an error. Errors occur only on
/// request, since the documented app crashes on them (CONTRACT §5).
struct APIKey {
  /// How many results the key can page through; nil for any number.
  let maximumResults: Int?

  private static let developerResults = 100

  /// Reads the key from the query, `X-Api-Key` or `Authorization`, with or without `Bearer`.
  ///
  /// - Throws: ``NewsFailure`` when there is no key, or when it is reserved.
  init(_ request: Request, _ query: QueryParameters) throws {
    // A scheme without a token is not a key.
    let authorization =
      request.bearerToken
      ?? request.headers["Authorization"]
      .flatMap { $0.trimmingBlanks().isEqualIgnoringASCIICase(to: "Bearer") ? nil : $0 }
    let key = [query["apiKey"], request.headers["X-Api-Key"], authorization].lazy
      .compactMap { $0?.trimmingBlanks() }.first { !$0.isEmpty }
    switch key {
    case nil:
      throw NewsFailure(
        .apiKeyMissing,
        "Your API key is missing: append ?apiKey=KEY to the URL, or send it as X-Api-Key. Any key will do.")
    case "invalid": throw NewsFailure(.apiKeyInvalid, "The key \"invalid\" stands for a key that is unknown.")
    case "disabled": throw NewsFailure(.apiKeyDisabled, "The key \"disabled\" stands for a key that was disabled.")
    case "exhausted":
      throw NewsFailure(.apiKeyExhausted, "The key \"exhausted\" stands for a key without requests left.")
    case "ratelimited":
      throw NewsFailure(.rateLimited, "The key \"ratelimited\" stands for a key that made too many requests.")
    case "servererror":
      throw NewsFailure(.unexpectedError, "The key \"servererror\" stands for a failure of the server.")
    case "developer"?: maximumResults = Self.developerResults
    default: maximumResults = nil
    }
  }
}
