import APISupport
import HTTPCore
import JSON
import Store
import World

/// newsapi.org: headlines of 55 countries in seven categories, a search over all articles, and the sources
/// (CONTRACT §5). The articles follow the world's clock: new ones are published all day, and old ones leave.
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

  /// What the worlds share that have this value.
  private let archive = NewsArchive()

  package var schema: [SchemaStep] { Schema.steps }

  package var endpoints: [Endpoint] {
    HeadlineEndpoint.all(archive) + EverythingEndpoint.all(archive) + SourceEndpoints.all(archive)
      + PageEndpoints.all(archive)
  }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each country is loaded when it is first asked for: see Editions.
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    NewsEndpoint.uncached(NewsFailure(problem).response)
  }

  /// The API, as the registry lists it.
  package init() {}
}

/// The API key of a request. Any key is accepted, except for a few that each stand for an error. Errors come only on
/// request, since the documented app crashes on them (CONTRACT §5).
struct APIKey {
  /// How many results the key may page through; nil for any number.
  let maximumResults: Int?

  private static let developerResults = 100

  /// Reads the key from the query, `X-Api-Key` or `Authorization`, with `Bearer` in front or not.
  ///
  /// - Throws: ``NewsFailure`` when there is none, or when it is a reserved one.
  init(_ request: Request, _ query: QueryParameters) throws {
    // A scheme without a token does not count as a key.
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

/// A refusal in newsapi's shape: `{"status":"error","code":"…","message":"…"}`.
struct NewsFailure: Error {
  /// The documented codes (CONTRACT §5) and, at the end, those for what the document does not mention.
  enum Code: String {
    case apiKeyMissing, apiKeyInvalid, apiKeyDisabled, apiKeyExhausted, rateLimited
    case parametersMissing, parameterInvalid, parametersIncompatible, sourcesTooMany, sourceDoesNotExist
    case maximumResultsReached, unexpectedError
    case endpointNotFound, methodNotAllowed

    var status: Int {
      switch self {
      case .apiKeyMissing, .apiKeyInvalid, .apiKeyDisabled: 401
      case .apiKeyExhausted, .rateLimited: 429
      case .parametersMissing, .parameterInvalid, .parametersIncompatible, .sourcesTooMany, .sourceDoesNotExist: 400
      case .maximumResultsReached: 426
      case .unexpectedError: 500
      case .endpointNotFound: 404
      case .methodNotAllowed: 405
      }
    }
  }

  private let code: String
  private let status: Int
  private let message: String
  private var headers = HeaderFields()

  init(_ code: Code, _ message: String) {
    (self.code, status, self.message) = (code.rawValue, code.status, message)
  }

  /// A refusal that the server found by itself.
  init(_ problem: Problem) {
    let code = problem.forcedStatus == 426 ? .maximumResultsReached : Self.code(for: problem.kind)
    // Where the status differs from the one of the code, it says more: 413, 414, 431.
    (self.code, status, headers) = (code.rawValue, problem.forcedStatus ?? problem.kind.status, problem.headers)
    let suggestion = problem.details.first { $0.name == "suggestion" }
    message = [problem.message, suggestion?.value].compactMap { $0 }.joined(separator: "; ")
  }

  var response: Response {
    let body: JSONValue = ["status": "error", "code": .string(code), "message": .string(message)]
    var response = Response.json(body, status: status)
    response.replaceHeaders(with: headers)
    return response
  }

  private static func code(for kind: Problem.Kind) -> Code {
    switch kind {
    case .malformedRequest, .malformedBody, .invalidParameter, .validation, .conflict, .contentTooLarge, .uriTooLong,
      .headerFieldsTooLarge, .upgradeRequired:
      .parameterInvalid
    case .unauthenticated, .tokenExpired, .wrongCredentials: .apiKeyInvalid
    case .forbidden: .apiKeyDisabled
    case .notFound, .unknownRoute: .endpointNotFound
    case .methodNotAllowed: .methodNotAllowed
    case .rateLimited: .rateLimited
    case .internalError, .notImplemented, .unavailable, .insufficientStorage: .unexpectedError
    }
  }
}
