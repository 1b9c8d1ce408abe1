/// What the records of a resource have beside their attributes, as JSON:API 1.1 has it in §7.2 "Resource Objects": a type,
/// and relationships to other records.
package struct ResourceObject: Sendable, Equatable {
  /// How records stand to those of another resource (§7.2.2.2 "Relationships").
  package struct Relationship: Sendable, Equatable {
    package var name: String
    /// The resource of the related records; nil for one that the API does not keep.
    package var target: String?
    /// Whether there may be several of them.
    package var isMany: Bool
    /// The relationship of the target's records that names this record, from which this one follows; nil where the record
    /// holds the ids itself.
    package var inverse: String?
    /// Whether records show the ids, under `data`.
    package var showsIDs: Bool
    /// The names under `links` that lead to the relationship and to the related records: `self` and `related`.
    package var links: [String]

    /// What filters compare with an id: the property that holds that of the one related record, or the list of those of
    /// several ones.
    package var filterMember: String {
      isMany ? "relationships.\(name).data[].id" : ResourceObject.path(name).joined(separator: ".")
    }

    /// A relationship from its parts.
    package init(
      name: String, target: String?, isMany: Bool, inverse: String? = nil, showsIDs: Bool = true, links: [String] = []
    ) {
      (self.name, self.target, self.isMany, self.inverse) = (name, target, isMany, inverse)
      (self.showsIDs, self.links) = (showsIDs, links)
    }
  }

  /// The value of `type` in all records; nil where the document does not say which.
  package var type: String?
  /// In the order of the document.
  package var relationships: [Relationship]

  /// What records have beside their attributes.
  package init(type: String?, relationships: [Relationship] = []) {
    (self.type, self.relationships) = (type, relationships)
  }

  /// The relationship of a name; nil for none.
  package func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }

  /// Whether a relationship names the record that a path may have this record stand below: the only one of its target, or
  /// the one that is called like it.
  package func isParent(_ relationship: Relationship) -> Bool {
    guard !relationship.isMany, let target = relationship.target else { return false }
    let others = relationships.filter { !$0.isMany && $0.target == target }
    return others.count == 1 || Words.key(relationship.name) == Words.singularKey(target)
  }

  /// The property of a record that holds the id of the one related record.
  package static func path(_ relationship: String) -> [String] { ["relationships", relationship, "data", "id"] }
}
