import JSONSchema

/// The names that a query of an operation may have, worked out once, since every request with a query is held against
/// them.
package struct DocumentedQuery: Sendable {
  /// The names of single parameters and of credentials, in the order of the document.
  let names: [String]
  private let known: Set<String>
  /// The names that the exploded objects of the query have.
  private let free: [DocumentedProperties]

  init(_ parameters: [DocumentedOperation.Parameter], _ credentials: [[DocumentedOperation.Credential]]) {
    let query = parameters.filter { $0.location == .query }
    let keys = credentials.joined().compactMap { credential -> String? in
      guard case .query(let name) = credential else { return nil }
      return name
    }
    names = query.filter { !$0.isFreeForm }.map(\.name) + keys
    known = Set(names)
    free = query.filter(\.isFreeForm).map { $0.schema.documentedProperties() }
  }

  /// Whether a parameter of this name is documented.
  func contains(_ name: String) -> Bool {
    known.contains(name) || free.contains { $0.contains(name) }
  }
}
