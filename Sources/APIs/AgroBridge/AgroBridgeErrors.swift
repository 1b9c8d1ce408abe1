import HTTPCore

/// The documented error body: `error` with `code`, `message` and `details`, whose values are all strings since
/// the documented client decodes `[String: String]` (CONTRACT §3.4).
enum AgroBridgeErrors {
  static func render(_ problem: Problem) -> Response {
    var error: [(String, JSONValue)] = [
      ("code", .string(code(for: problem.kind))), ("message", .string(problem.message)),
    ]
    if !problem.details.isEmpty {
      let details = problem.details.map { ($0.name, JSONValue.string($0.value)) }
      error.append(("details", .object(JSONObject(details))))
    }
    var response = Response.json(["error": .object(JSONObject(error))], status: problem.kind.status)
    for field in problem.headers.fields { response.headers.append(field.name, field.value) }
    return response
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
    case .internalError, .notImplemented: "SERVER_ERROR"
    }
  }
}
