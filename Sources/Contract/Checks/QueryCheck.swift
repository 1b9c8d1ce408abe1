import HTTPCore
import JSONSchema

/// Holds the query of a request against an operation.
struct QueryCheck {
  /// The parameters, as they came; empty when the query cannot be read.
  let parameters: [QueryParameters.Parameter]
  /// What is wrong with them.
  let deviations: [Deviation]

  init(_ request: Request, _ operation: DocumentedOperation) {
    let raw = request.target.rawQuery
    if let known = operation.faultlessQueries.parameters(raw) {
      parameters = known
      deviations = []
      return
    }
    parameters = (try? request.query())?.parameters ?? []
    let values = parameters.map { (name: Self.listName($0.name), value: $0.value) }
    deviations =
      operation.parameters.filter { $0.location == .query && !$0.isFreeForm }.flatMap { parameter in
        ParameterCheck.deviations(parameter, values.filter { $0.name == parameter.name }.map(\.value))
      } + Self.undocumented(values.map(\.name), operation.query)
    if deviations.isEmpty { operation.faultlessQueries.remember(raw, parameters) }
  }

  private static func undocumented(_ names: [String], _ query: DocumentedQuery) -> [Deviation] {
    var seen: Set<String> = []
    return names.filter { name in !query.contains(name) && seen.insert(name).inserted }.map { name in
      Deviation(
        kind: .undocumentedParameter, location: "query \(name.clipped(to: 60))",
        message: NearestName.undocumented(name, among: query.names))
    }
  }

  /// `values[]` is another way to write `values` more than once.
  private static func listName(_ name: String) -> String { name.hasSuffix("[]") ? String(name.dropLast(2)) : name }
}
