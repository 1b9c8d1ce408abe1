import JSON
import Records
import Resources
import Store
import World

// Lists of records that the record of the path names, or that name it.

extension OperationHandler {
  /// The most ids of one record that a list follows.
  private static let maximumLinked = 1000

  /// Has a query choose the records that are in a relation with the one that the path names, where the operation lists
  /// these.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is no such one.
  func chooseLinked(
    _ query: inout RowQuery, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws {
    guard let link = operation.linked, let named = api.collections[link.named] else { return }
    let seeds = RecordSeeds(api: api, world: call.world)
    guard let id = try recordID(named, call, sent), let record = try seeds.record(of: named, id, below: []) else {
      throw missing(named, id(call, sent))
    }
    if let list = link.membership.flatMap({ api.memberLists[$0] }) {
      try call.world.store.require(table: list.table)
      query.require(list.holds(record.number))
      return
    }
    guard let member = link.member else { return }
    guard link.isOfNamed else {
      query.require(collection.documents.records.condition(collection.path(to: member), in: [record.id]))
      return
    }
    let values = (record.content[member]?.array ?? []).prefix(Self.maximumLinked)
    let ids = values.compactMap { $0.object.flatMap(collection.idText) ?? RecordCollection.lastPart(of: $0) }
    let list = SQLValue.text(
      String(decoding: JSONWriter.serialize(.array(ids.map(JSONValue.string))), as: UTF8.self))
    query.require(RowQuery.Part("id IN (SELECT value FROM json_each(?))", [list]))
    // In the order of the ids, where a client asks for none.
    let own = "\"\(collection.documents.name)\".id"
    query.order = RowQuery.Part(
      "(SELECT MIN(element.key) FROM json_each(?) AS element WHERE element.value = \(own))", [list])
  }
}
