import JSON
import Store

/// A collection of documents whose records others refer to by a member that is named after it.
package struct RelatedCollection: Sendable {
  /// What many of them are called, such as `posts`.
  package let name: String
  /// What one of them is called, such as `post`.
  package let singular: String
  /// Where the records are stored.
  package let table: RecordTable
  /// The names of the collections whose records belong to one of this, and are removed with it.
  fileprivate let childNames: [String]

  /// The member by which records of other collections refer to one of this, such as `postId`.
  package var foreignKey: String { singular + "Id" }
}

/// The collections of an API whose records refer to each other.
package struct RelatedCollections: Sendable {
  /// All of them, in the API's order.
  package let all: [RelatedCollection]

  /// Collections by their names, each of which ends in an `s`, with the names of those that belong to it.
  ///
  /// - Parameters:
  ///   - table: The table of a collection of a name.
  package init(_ names: KeyValuePairs<String, [String]>, table: (String) -> RecordTable) {
    all = names.map {
      RelatedCollection(name: $0.key, singular: String($0.key.dropLast()), table: table($0.key), childNames: $0.value)
    }
  }

  /// The collection of a name.
  package subscript(name: String) -> RelatedCollection? { all.first { $0.name == name } }

  /// The collection one of whose records has a name.
  func parent(_ singular: String) -> RelatedCollection? { all.first { $0.singular == singular } }

  /// The collections whose records belong to one of a collection.
  package func children(of collection: RelatedCollection) -> [RelatedCollection] {
    collection.childNames.compactMap { self[$0] }
  }

  /// A collection and all whose records may be removed with one of it.
  package func family(of collection: RelatedCollection) -> [RelatedCollection] {
    [collection] + children(of: collection).flatMap(family)
  }

  /// Removes records and all that belong to them.
  package func delete(_ connection: Connection, _ collection: RelatedCollection, ids: [SQLValue]) throws {
    guard !ids.isEmpty else { return }
    for child in children(of: collection) {
      let query = child.table.query(referringBy: RecordTable.path(collection.foreignKey), to: ids)
      try delete(connection, child, ids: child.table.rows(connection, "id", query).map { $0[0] })
    }
    try collection.table.delete(connection, collection.table.query(ids: ids))
  }
}
