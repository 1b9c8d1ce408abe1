import HTTPCore

/// The known APIs and operations. A condition on an unknown one could never be fulfilled, so it is refused: a typing
/// error in a name must not look like an app that sends no requests.
package struct RouteNames: Sendable {
  /// Each operation of an API, with the methods of its routes.
  package typealias Route = (api: String, operationID: String, method: String)

  /// The methods of each operation id, by API; the server's own are under `mock`.
  private let operations: [String: [String: Set<String>]]

  /// The names of routes; without any, nothing is refused.
  package init(_ routes: [Route] = []) {
    operations = routes.reduce(into: [:]) { $0[$1.api, default: [:]][$1.operationID, default: []].insert($1.method) }
  }

  /// Refuses a condition whose API, operation and method no request can have.
  ///
  /// - Parameters:
  ///   - method: In upper case; nil for any.
  ///   - kind: The kind of the refusal.
  /// - Throws: ``Problem`` that names the nearest API, operation or method.
  package func require(
    api: String?, operationID: String?, method: String? = nil, _ kind: Problem.Kind
  ) throws(Problem) {
    guard !operations.isEmpty else { return }
    if let api, operations[api] == nil {
      let refusal = KnownNames(operations.keys.sorted()).refusal(of: api)
      throw Problem(kind, "the API \"\(api.clipped(to: 60))\" \(refusal)", field: "api", value: api)
    }
    guard let operationID else { return }
    let owners = operations.filter { $0.value[operationID] != nil }.map(\.key).sorted()
    guard owners.isEmpty || api.map({ !owners.contains($0) }) ?? false else {
      if let method { try require(method, of: operationID, of: api.map { [$0] } ?? owners, kind) }
      return
    }
    let shown = operationID.clipped(to: 60)
    let place = api.map { " in \($0)" } ?? ""
    let known = api.flatMap { operations[$0].map { Set($0.keys) } } ?? Set(operations.values.flatMap(\.keys))
    let hint =
      owners.isEmpty
      ? KnownNames(known.sorted()).nearest(to: operationID).map { "did you mean \"\($0)\"?" }
        ?? "mock-api routes lists all that there are"
      : "it is one of \(owners.joined(separator: ", "))"
    throw Problem(
      kind, "there is no operation \"\(shown)\"\(place); \(hint)", field: "operationId", value: operationID)
  }

  /// A request with another method has another operation or none. GET's operation handles HEAD (RFC 9110 §9.3.2).
  private func require(
    _ method: String, of operationID: String, of apis: [String], _ kind: Problem.Kind
  ) throws(Problem) {
    let methods = apis.reduce(into: Set<String>()) { $0.formUnion(operations[$1]?[operationID] ?? []) }
    guard !methods.contains(method), !(method == "HEAD" && methods.contains("GET")) else { return }
    throw Problem(
      kind,
      "no request of the operation \"\(operationID.clipped(to: 60))\" has the method \(method.clipped(to: 40));"
        + " its method is \(methods.sorted().joined(separator: " or "))", field: "method",
      value: method.clipped(to: 40))
  }
}
