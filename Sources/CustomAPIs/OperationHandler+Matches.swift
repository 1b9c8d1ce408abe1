import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Records that requests describe in place of their ids.

extension OperationHandler {
  /// The id of the first record that has what a request says of it.
  ///
  /// - Throws: ``Problem`` of kind `validation` when the request says nothing of it, and of kind `notFound` when no record has
  ///   that.
  func matchedID(
    _ match: RecordMatch, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> String {
    let described = sent.record(match.envelope) ?? JSONObject()
    let wanted = match.members.compactMap { name in
      (described[name]?.string ?? described[name]?.number?.literal).map { (name, $0) }
    }
    guard let first = wanted.first else {
      let names = match.members.joined(separator: ", ").clipped(to: 200)
      throw Problem(
        .validation, "the request describes no record; send one of: \(names)", field: match.envelope.first ?? "body")
    }
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    let id = try call.world.store.read { connection in
      var query = collection.query(scope(call))
      for (member, text) in wanted {
        query.require(collection.documents.records.condition(anyOf: [collection.path(to: member)], is: text))
      }
      return try collection.documents.records.first(connection, "id", query)?.text
    }
    guard let id else {
      throw Problem(
        .notFound, "\(collection.resource.name) has no record whose \(first.0) is \"\(first.1.clipped(to: 60))\"",
        field: first.0, value: first.1)
    }
    return id
  }
}
