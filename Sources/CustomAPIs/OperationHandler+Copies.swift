import JSON
import Records
import Resources
import Store

// Copies of a record: `POST /products/{id}/clone`.

extension OperationHandler {
  private static let maximumCopied = 1000

  /// A value like another one that no record has in a property of which each has its own: `TOM-2` beside `TOM`.
  func unused(
    _ value: JSONValue?, _ name: String, _ connection: Connection, _ collection: RecordCollection
  ) throws -> JSONValue? {
    guard let text = value?.string, !text.isEmpty else { return nil }
    for number in 2...Self.maximumCopied {
      let next = "\(text)-\(number)"
      if try collection.id(connection, where: [name], is: next, scope: [:]) == nil { return .string(next) }
    }
    return nil
  }

  /// Copies what is kept below a record and shown inside of it.
  func copy(
    _ child: RecordCollection, from source: StoredRecord, to made: StoredRecord, of owner: RecordCollection,
    _ connection: Connection, _ seeds: RecordSeeds
  ) throws {
    guard let from = child.scope(below: source, of: owner), let to = child.scope(below: made, of: owner) else { return }
    var query = child.query(from)
    query.limit = Self.maximumCopied
    for record in try child.documents.records(connection, query) {
      var content = record.content
      content[child.idPath] = nil
      for name in child.resource.uniqueProperties {
        content[name] = try unused(content[name], name, connection, child)
      }
      for scope in child.scopes { if let member = scope.member { content[member] = nil } }
      _ = try insert(content, content, connection, child, scope: to, seeds)
    }
  }
}
