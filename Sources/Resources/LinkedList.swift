/// A list below a record that stands in a relation with those that it shows, although they do not stand below it: the
/// books of `GET /readlists/{id}/books`, and the other way round the readlists of `GET /books/{id}/readlists`.
package struct LinkedList: Sendable, Equatable {
  /// The resource of the record that the path names.
  package var named: String
  /// The property with the ids; nil where a list that clients put records into says it.
  package var member: String?
  /// Whether the named record has the property, rather than the records that are listed.
  package var isOfNamed: Bool
  /// ``Membership/key`` of the list of the listed records in which the named one is a member.
  package var membership: String?

  /// A list from its parts.
  package init(named: String, member: String? = nil, isOfNamed: Bool = false, membership: String? = nil) {
    (self.named, self.member, self.isOfNamed, self.membership) = (named, member, isOfNamed, membership)
  }
}
