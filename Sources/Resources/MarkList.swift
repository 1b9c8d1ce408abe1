/// A list that follows from what accounts have marked: `GET /users/{id}/following`, or `GET /posts/{id}/likes`.
package struct MarkList: Sendable, Equatable {
  /// The flag of the marks: `following`.
  package var flag: String
  /// The resource whose records are marked.
  package var marked: String
  /// The resource of the record that the path names: an account, or one that is marked.
  package var named: String
  /// Whether it lists the accounts that marked the named record, rather than the records that the named account marked.
  package var isOfMarkers: Bool

  /// A list from its parts.
  package init(flag: String, marked: String, named: String, isOfMarkers: Bool) {
    (self.flag, self.marked, self.named, self.isOfMarkers) = (flag, marked, named, isOfMarkers)
  }
}
