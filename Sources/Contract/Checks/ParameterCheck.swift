import HTTPCore
import JSONSchema

/// Holds the parameters of a request against an operation.
struct ParameterCheck {
  let operation: DocumentedOperation

  /// What is wrong with the parameters.
  ///
  /// - Parameters:
  ///   - path: The value of a parameter of the path.
  func deviations(_ request: Request, path: (String) -> String) -> [Deviation] {
    var deviations: [Deviation] = []
    let query = request.target.rawQuery.isEmpty ? [] : (try? request.query())?.parameters ?? []
    for parameter in operation.parameters where !parameter.isFreeForm {
      let texts: [String] =
        switch parameter.location {
        case .path: [path(parameter.name)]
        case .query where query.isEmpty: []
        case .query: query.filter { Self.listName($0.name) == parameter.name }.map(\.value)
        case .header: request.headers.values(parameter.name)
        }
      deviations += self.deviations(parameter, texts)
    }
    if !query.isEmpty { deviations += undocumented(query) }
    return deviations
  }

  private func deviations(_ parameter: DocumentedOperation.Parameter, _ texts: [String]) -> [Deviation] {
    let location = "\(parameter.location.rawValue) \(parameter.name)"
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

  private func undocumented(_ query: [QueryParameters.Parameter]) -> [Deviation] {
    let parameters = operation.parameters.filter { $0.location == .query }
    let keys = operation.credentials.joined().compactMap { credential -> String? in
      guard case .query(let name) = credential else { return nil }
      return name
    }
    let known = parameters.filter { !$0.isFreeForm }.map(\.name) + keys
    let free = parameters.filter(\.isFreeForm).map { $0.schema.documentedProperties() }
    var seen: Set<String> = []
    return query.map { Self.listName($0.name) }
      .filter { name in !known.contains(name) && !free.contains { $0.contains(name) } && seen.insert(name).inserted }
      .map { name in
        Deviation(
          kind: .undocumentedParameter, location: "query \(name.clipped(to: 60))",
          message: NearestName.undocumented(name, among: known))
      }
  }

  /// `values[]` is another way to write `values` more than once.
  private static func listName(_ name: String) -> String { name.hasSuffix("[]") ? String(name.dropLast(2)) : name }
}
