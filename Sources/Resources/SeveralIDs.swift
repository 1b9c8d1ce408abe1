/// Where a request lists the ids of the records that it is about: `{"ids": [1, 2]}`, `?ids=1&ids=2`, `[1, 2]`.
package struct SeveralIDs: Sendable, Equatable {
  /// The property of the content, or the query parameter; empty where the content itself is the list.
  package var name: String
  /// Whether the query lists them.
  package var isInQuery: Bool
  /// The property of the content that says what becomes of them, such as `action`; nil for none.
  package var verb: String?
  /// The property of the content that names the resource whose records they are, such as `object_type`; nil for none.
  package var kind: String?
  /// The property with the id in each of the objects that the list has: `id` of `{"items": [{"id": 5, "place": 2}]}`; nil
  /// for a list of plain ids.
  package var item: String?

  /// A list of ids from its parts.
  package init(
    name: String, isInQuery: Bool = false, verb: String? = nil, kind: String? = nil, item: String? = nil
  ) {
    (self.name, self.isInQuery, self.verb, self.kind, self.item) = (name, isInQuery, verb, kind, item)
  }
}
