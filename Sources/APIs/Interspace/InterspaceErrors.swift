import HTTPCore

/// The documented error codes and their statuses (CONTRACT §6.3). There is no code for a conflict, and
/// validation is 400, so both are.
enum InterspaceErrors {
  static func render(_ problem: Problem) -> Response {
    switch problem.kind {
    case .unauthenticated, .tokenExpired, .wrongCredentials:
      ErrorEnvelope.render(problem, code: "UNAUTHORIZED")
    case .forbidden:
      ErrorEnvelope.render(problem, code: "FORBIDDEN")
    case .notFound, .unknownRoute:
      ErrorEnvelope.render(problem, code: "NOT_FOUND")
    case .validation, .conflict:
      ErrorEnvelope.render(problem, code: "VALIDATION_ERROR", status: 400)
    case .malformedRequest, .malformedBody, .invalidParameter, .methodNotAllowed, .contentTooLarge, .uriTooLong,
      .headerFieldsTooLarge, .upgradeRequired:
      ErrorEnvelope.render(problem, code: "VALIDATION_ERROR")
    case .rateLimited:
      ErrorEnvelope.render(problem, code: "RATE_LIMITED")
    case .internalError, .notImplemented, .unavailable, .insufficientStorage:
      ErrorEnvelope.render(problem, code: "SERVER_ERROR")
    }
  }
}
