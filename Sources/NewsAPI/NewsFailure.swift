import APISupport
import HTTPCore
import JSON
import Store
import World

/// An error in newsapi's format: `{"status":"error","code":"…","message":"…"}`.
struct NewsFailure: Error {
  /// The documented codes (CONTRACT §5), and after them the codes for undocumented errors.
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

  /// The error for a problem of the server, in newsapi's format.
  init(_ problem: Problem) {
    let code = problem.forcedStatus == 426 ? .maximumResultsReached : Self.code(for: problem.kind)
    // Where the status is not the one of the code, it is more specific: 413, 414, 431.
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
