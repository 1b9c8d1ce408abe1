import JSON

/// What was understood of an API: its resources, and what each operation does with them.
package struct APIModel: Sendable {
  /// The resources in the order in which the document first uses them; their names differ.
  package var resources: [ResourceDescription]
  /// Every operation, in the document's order.
  package var operations: [OperationDescription]
  /// Corrections in the document that could not be followed, a sentence each, with their places.
  package var notes: [String] = []
  /// The accounts that requests act as; nil where the API has none.
  package var accounts: AccountsDescription?
  /// What responses have around records where the document does not say it; nil for nothing.
  package var convention: ResponseConvention?
  /// Whether the document describes what nearly all responses hold, so that one without content holds nothing.
  package var describesResponses = false

  /// A model from its parts.
  package init(resources: [ResourceDescription], operations: [OperationDescription]) {
    (self.resources, self.operations) = (resources, operations)
  }

  /// The resource of a name.
  package func resource(_ name: String) -> ResourceDescription? { resources.first { $0.name == name } }
}
