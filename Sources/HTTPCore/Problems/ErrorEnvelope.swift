import JSON

/// The error body that most of the documented APIs share: `{"error":{"code","message","details"}}`.
///
/// The values of `details` are all strings, since documented clients decode `[String: String]` (CONTRACT §3.4,
/// §6.3).
package enum ErrorEnvelope {
  /// Renders a refusal.
  ///
  /// - Parameters:
  ///   - code: The API's own name for the problem.
  ///   - status: The status code, when the API documents another than the kind's.
  package static func render(_ problem: Problem, code: String, status: Int? = nil) -> Response {
    var error: [(String, JSONValue)] = [("code", .string(code)), ("message", .string(problem.message))]
    if !problem.details.isEmpty {
      error.append(("details", .object(JSONObject(problem.details.map { ($0.name, .string($0.value)) }))))
    }
    var response = Response.json(
      ["error": .object(JSONObject(error))], status: problem.forcedStatus ?? status ?? problem.kind.status)
    response.replaceHeaders(with: problem.headers)
    return response
  }
}
