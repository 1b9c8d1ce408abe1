import HTTPCore

/// The APIs and operations that there are. A condition on one that there is not would never be fulfilled, so it is
/// refused: a slip in a name must not look like an app that does not call.
package struct RouteNames: Sendable {
  /// Operation ids by their API, the server's own among them as `mock`.
  private let operations: [String: Set<String>]

  /// The names of pairs of an API and an operation; without any, nothing is refused.
  package init(_ pairs: [(api: String, operationID: String)] = []) {
    operations = pairs.reduce(into: [:]) { $0[$1.api, default: []].insert($1.operationID) }
  }

  /// Makes sure that there is what is asked about.
  ///
  /// - Parameters:
  ///   - kind: That of the refusal.
  /// - Throws: ``Problem`` that tells the nearest name.
  package func require(api: String?, operationID: String?, _ kind: Problem.Kind) throws(Problem) {
    guard !operations.isEmpty else { return }
    if let api, operations[api] == nil {
      let refusal = KnownNames(operations.keys.sorted()).refusal(of: api)
      throw Problem(kind, "the API \"\(api.clipped(to: 60))\" \(refusal)", field: "api", value: api)
    }
    guard let operationID else { return }
    let owners = operations.filter { $0.value.contains(operationID) }.map(\.key).sorted()
    guard owners.isEmpty || api.map({ !owners.contains($0) }) ?? false else { return }
    let shown = operationID.clipped(to: 60)
    let place = api.map { " in \($0)" } ?? ""
    let known = api.flatMap { operations[$0] } ?? operations.values.reduce(into: []) { $0.formUnion($1) }
    let hint =
      owners.isEmpty
      ? KnownNames(known.sorted()).nearest(to: operationID).map { "did you mean \"\($0)\"?" }
        ?? "mock-api routes lists all that there are"
      : "it is one of \(owners.joined(separator: ", "))"
    throw Problem(
      kind, "there is no operation \"\(shown)\"\(place); \(hint)", field: "operationId", value: operationID)
  }
}
