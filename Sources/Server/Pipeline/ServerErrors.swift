import HTTPCore

/// The refusals of paths that belong to no API.
enum ServerErrors {
  static func render(_ problem: Problem) -> Response {
    ErrorEnvelope.render(problem, code: code(for: problem.kind))
  }

  /// `unknownRoute` becomes `UNKNOWN_ROUTE`.
  private static func code(for kind: Problem.Kind) -> String {
    kind.rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text.append("_") }
      text.append(contentsOf: character.uppercased())
    }
  }
}
