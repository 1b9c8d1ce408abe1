/// How records of one kind stand below one another.
package struct TreeMembers: Sendable, Equatable {
  /// The property that names the parent, such as `parent_id`.
  package var parent: String
  /// The property that shows the records below, such as `children`.
  package var children: String

  /// The properties of a parent and of those below it.
  package init(parent: String, children: String) {
    (self.parent, self.children) = (parent, children)
  }
}
