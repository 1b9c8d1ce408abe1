import HTTPCore
import JSON
import World

/// The documented refusals: RFC 7807 with a time and a code of Invernaderos' own (CONTRACT §2.5).
enum Errors {
  static let mediaType = "application/problem+json"

  static func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    let status = problem.forcedStatus ?? (problem.kind == .validation ? 400 : problem.kind.status)
    var members: JSONObject = [
      "type": "about:blank", "title": .string(title(of: status)), "status": .number(JSONNumber(status)),
      "detail": .string(problem.message), "instance": .string(context.path.clipped(to: 500)),
      "timestamp": .string(context.now.iso8601), "errorCode": .string(code(for: problem)),
    ]
    for (name, value) in extensions(problem) where !members.contains(name) { members[name] = value }
    var response = Response(
      status: status, headers: ["Content-Type": mediaType], content: .bytes(JSONWriter.serialize(.object(members))))
    response.replaceHeaders(with: problem.headers)
    return response
  }

  /// The members of an error besides the members that all have (RFC 7807 §3.2).
  private static func extensions(_ problem: Problem) -> [(String, JSONValue)] {
    let facts = problem.details.filter { $0.name != "field" && $0.name != "value" }
    let field = problem.details.first { $0.name == "field" }?.value
    switch problem.kind {
    case .validation:
      let errors = facts.map { ($0.name, JSONValue.string($0.value)) }
      return [("errors", .object(JSONObject(errors.isEmpty ? [(field ?? "body", .string(problem.message))] : errors)))]
    case .invalidParameter:
      let given = facts.first { $0.name == "expectedType" }?.value
      return [("parameter", .string(field ?? "query")), ("expectedType", .string(given ?? "String"))]
    default:
      return facts.map { ($0.name, .string($0.value)) }
    }
  }

  private static func code(for problem: Problem) -> String {
    // The only code that does not follow from the kind.
    if problem.forcedStatus == 504 { return "TIMEOUT_ERROR" }
    return switch problem.kind {
    case .validation: "VALIDATION_ERROR"
    case .malformedRequest, .malformedBody, .invalidParameter, .methodNotAllowed, .contentTooLarge, .uriTooLong,
      .headerFieldsTooLarge, .upgradeRequired:
      "BAD_REQUEST"
    case .unauthenticated, .tokenExpired, .wrongCredentials: "AUTHENTICATION_ERROR"
    case .forbidden: "AUTHORIZATION_ERROR"
    case .notFound, .unknownRoute: "ENTITY_NOT_FOUND"
    case .conflict: "CONFLICT_ERROR"
    case .rateLimited: "RATE_LIMIT_EXCEEDED"
    case .internalError, .notImplemented, .unavailable, .insufficientStorage: "INTERNAL_ERROR"
    }
  }

  /// The reason phrase of a status (RFC 9110 §15, RFC 6585), as RFC 7807 §4.2 wants it beside "about:blank".
  private static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 402: "Payment Required"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 423: "Locked"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 507: "Insufficient Storage"
    case 400..<500: "Client Error"
    default: "Internal Server Error"
    }
  }
}
