import HTTPCore
import JSON

/// json-server's way to say no: `{}` with 404 for whatever is not there, a method included (CONTRACT §4). Other
/// refusals are `{"error":"…"}` and name what is wrong.
enum JSONPlaceholderErrors {
  /// A header with what the empty body cannot say: the route that was probably meant.
  private static let hint = "X-Mock-Hint"

  static func render(_ problem: Problem) -> Response {
    switch problem.kind {
    case .notFound, .unknownRoute, .methodNotAllowed: nothing(problem)
    default: explained(problem)
    }
  }

  private static func nothing(_ problem: Problem) -> Response {
    var response = Response.json([:], status: problem.forcedStatus ?? 404)
    append(problem.headers, to: &response)
    if let suggestion = problem.details.first(where: { $0.name == "suggestion" }) {
      response.headers.append(hint, suggestion.value)
    }
    return response
  }

  private static func explained(_ problem: Problem) -> Response {
    var body = JSONObject([("error", .string(problem.message))])
    for detail in problem.details where !body.contains(detail.name) { body[detail.name] = .string(detail.value) }
    // JSONPlaceholder knows no 422.
    let status = problem.forcedStatus ?? (problem.kind == .validation ? 400 : problem.kind.status)
    var response = Response.json(.object(body), status: status)
    append(problem.headers, to: &response)
    return response
  }

  private static func append(_ headers: HeaderFields, to response: inout Response) {
    for field in Answer.headers.fields { response.headers.append(field.name, field.value) }
    response.replaceHeaders(with: headers)
  }
}
