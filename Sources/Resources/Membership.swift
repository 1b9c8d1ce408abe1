/// What an operation does with the records that a client puts into a list of another record's, and that remain records
/// of their own: the labels of a task, the accounts of a list.
package struct Membership: Sendable, Equatable {
  /// What happens to the members of the list.
  package enum Change: String, Sendable, CaseIterable {
    case list, add, set, remove
  }

  package var change: Change
  /// The resource whose records have the list.
  package var owner: String
  /// The name of the list: the last one of its path.
  package var name: String
  /// The parameters of the path down to the owner's id.
  package var scopes: [OperationDescription.Scope]
  /// The property of the owner that shows the members; nil for none.
  package var shownIn: String?
  /// The property of the request with the ids of members, empty when they are the content; nil when the path has one.
  package var sentIn: String?

  /// What distinguishes the list from all others of its owner.
  package var key: String { "\(owner)/\(name)" }

  /// A membership from its parts.
  package init(
    _ change: Change, owner: String, name: String, scopes: [OperationDescription.Scope], shownIn: String? = nil,
    sentIn: String? = nil
  ) {
    (self.change, self.owner, self.name) = (change, owner, name)
    (self.scopes, self.shownIn, self.sentIn) = (scopes, shownIn, sentIn)
  }
}
