import HTTPCore

/// The error body for paths that belong to no API: `{"error":{"code","message","details"}}`.
enum ServerErrors {
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

  /// `unknownRoute` becomes `UNKNOWN_ROUTE`.
  private static func code(for kind: Problem.Kind) -> String {
    kind.rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text.append("_") }
      text.append(contentsOf: character.uppercased())
    }
  }
}
