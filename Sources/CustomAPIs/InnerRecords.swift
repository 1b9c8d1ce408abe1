import APISupport
import HTTPCore
import JSON
import Resources
import Store
import Synthesis
import World

/// Records that a record shows inside of it although they are kept by themselves: the items of a cart, which
/// `POST /carts/{cartId}/items` makes.
struct InnerRecords: Sendable {
  /// The member that shows them.
  let member: String
  let collection: RecordCollection

  /// Those of a collection: its members that are arrays of what is kept below one of its records.
  static func all(of owner: RecordCollection, _ api: CustomAPI) -> [InnerRecords] {
    let children = api.collections.values.filter {
      $0.isKnownToAPI && $0.scopes.last?.parent == owner.resource.name && $0.resource.name != owner.resource.name
    }.sorted { $0.resource.name < $1.resource.name }
    if children.isEmpty || owner.resource.isSingleton { return [] }
    return owner.orderedMembers.compactMap { member in
      guard member.types.contains("array"), let element = api.maker.shape(of: member.place).items else { return nil }
      guard let place = api.resolved(element) else { return nil }
      let child = children.first { api.resolved($0.resource.schema) == place }
      return child.map { InnerRecords(member: member.name, collection: $0) }
    }
  }
}

extension OperationHandler {
  /// A record with what is kept below it now, unless a client gave it such records itself.
  func withInnerRecords(_ record: StoredRecord, _ call: Call) throws -> StoredRecord {
    guard let collection, !innerRecords.isEmpty else { return record }
    var record = record
    for inner in innerRecords where record.isSeed || record.content[inner.member]?.array?.isEmpty != false {
      let child = inner.collection
      var ids = record.scope
      ids[collection.resource.name] = record.id
      let parents = child.scopes.compactMap { scope in
        ids[scope.key].map { RecordSeeds.Parent(scope: scope, id: $0) }
      }
      guard parents.count == child.scopes.count else { continue }
      try RecordSeeds(api: api, world: call.world).require(child, below: parents)
      var query = child.query(ids.filter { id in parents.contains { $0.scope.key == id.key } })
      query.limit = 100
      let records = try call.world.store.read { try child.records($0, query) }
      record.content[inner.member] = .array(records.map { .object($0.content) })
    }
    return record
  }
}
