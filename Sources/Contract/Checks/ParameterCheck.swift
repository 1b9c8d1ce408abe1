import HTTPCore
import JSONSchema

/// Holds parameters of the path and the header section against an operation.
enum ParameterCheck {
  /// What is wrong with the parameters of the path and the header section.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  static func deviations(
    _ request: Request, _ operation: DocumentedOperation, path: (String) -> String
  ) -> [Deviation] {
    var found: [Deviation] = []
    for parameter in operation.parameters {
      switch parameter.location {
      case .path: found += deviations(parameter, [path(parameter.name)])
      case .header: found += deviations(parameter, request.headers.values(parameter.name))
      case .query: continue
      }
    }
    return found
  }

  /// What is wrong with all that came for one parameter.
  static func deviations(_ parameter: DocumentedOperation.Parameter, _ texts: [String]) -> [Deviation] {
    var location: String { "\(parameter.location.rawValue) \(parameter.name)" }
    guard !texts.isEmpty else {
      guard parameter.isRequired else { return [] }
      return [Deviation(kind: .missingParameter, location: location, message: "is required and missing")]
    }
    guard let violation = TextCheck.violation(parameter.schema, texts) else { return [] }
    return [
      Deviation(
        kind: .wrongParameter, location: location, message: "\(violation.expected), but \(violation.found)")
    ]
  }
}
