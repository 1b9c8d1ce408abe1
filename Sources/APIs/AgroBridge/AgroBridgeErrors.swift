import HTTPCore

/// The documented error codes (CONTRACT §3.4).
enum AgroBridgeErrors {
  static func render(_ problem: Problem) -> Response {
    ErrorEnvelope.render(problem, code: code(for: problem.kind))
  }

  private static func code(for kind: Problem.Kind) -> String {
    switch kind {
    case .malformedRequest, .malformedBody, .invalidParameter, .validation, .methodNotAllowed,
      .contentTooLarge, .uriTooLong, .headerFieldsTooLarge, .upgradeRequired:
      "VALIDATION_ERROR"
    case .unauthenticated, .wrongCredentials: "AUTH_FAILED"
    case .tokenExpired: "TOKEN_EXPIRED"
    case .forbidden: "PERMISSION_DENIED"
    case .notFound, .unknownRoute: "RESOURCE_NOT_FOUND"
    case .conflict: "DUPLICATE_ENTRY"
    case .rateLimited: "RATE_LIMIT_EXCEEDED"
    case .internalError, .notImplemented, .unavailable, .insufficientStorage: "SERVER_ERROR"
    }
  }
}
