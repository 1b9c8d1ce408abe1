import HTTPCore
import World

/// The API key of a request. Any will do, but for those that stand for an error each, since an error that comes
/// unasked crashes the documented app (CONTRACT §5).
struct NewsKey {
  /// How many results the key may page through; nil for any number.
  let maximumResults: Int?

  private static let developerResults = 100

  /// Reads the key from the query, `X-Api-Key` or `Authorization`, with `Bearer` in front or not.
  ///
  /// - Throws: ``NewsFailure`` when there is none, or when it is a reserved one.
  init(_ request: Request, _ query: QueryParameters) throws {
    // A scheme without a token is no key.
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
