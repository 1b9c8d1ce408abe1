import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Operations on the path of a relationship, as JSON:API has them (§9.4 "Updating Relationships").

extension OperationHandler {
  /// Shows or changes which records a relationship leads to.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for a record that is not there.
  func relationship(
    _ name: String, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    guard let relationship = collection.resource.resourceObject?.relationship(name) else { return nil }
    let seeds = RecordSeeds(api: api, world: call.world)
    let related = RelatedRecords(api: api, world: call.world)
    guard let id = id(call, sent), let record = try seeds.record(of: collection, id, below: []) else {
      throw missing(collection, self.id(call, sent))
    }
    guard operation.kind != .read else { return try linkage(relationship, of: record, collection, call, answers) }
    let linkage = sent.body?["data"]
    guard relationship.isMany == (linkage?.array != nil), linkage != nil else {
      let form = relationship.isMany ? "an array of resource identifiers" : "a resource identifier, or null"
      throw Problem(.validation, "data must be \(form)", field: "data")
    }
    try related.requireRecords(linkage, relationship, field: "data")
    try change(relationship, to: linkage ?? .null, of: record, collection, related)
    if operation.status == 204 { return answers.withoutContent(204) }
    guard let changed = try seeds.record(of: collection, id, below: []) else { throw missing(collection, id) }
    return try self.linkage(relationship, of: changed, collection, call, answers)
  }

  private func linkage(
    _ relationship: ResourceObject.Relationship, of record: StoredRecord, _ collection: RecordCollection, _ call: Call,
    _ answers: ResponseBuilder
  ) throws -> Response {
    let related = RelatedRecords(api: api, world: call.world)
    var content = JSONObject([("data", try related.linkage(relationship, of: record))])
    if let address = address(of: record, collection, call) {
      let links = ResourceObject.Relationship(
        name: relationship.name, target: nil, isMany: true, links: ["self", "related"])
      content["links"] = .object(RelatedRecords.links(links, at: address))
    }
    if (try? call.request.query())?["include"] != nil {
      let records = try related.records(relationship, of: record)
      content["included"] = .array(try records.map { .object(try shownRelated($0.record, of: $0.collection, call)) })
    }
    return answers.unkept(
      try answers.content(showing: .object(content), seed: SplitMix64.seed(of: record.id)))
  }

  /// Has a relationship lead to records: to these alone after a PATCH, to these too after a POST, and to these no more after
  /// a DELETE.
  private func change(
    _ relationship: ResourceObject.Relationship, to sent: JSONValue, of record: StoredRecord,
    _ collection: RecordCollection, _ related: RelatedRecords
  ) throws {
    let held = try related.linkage(relationship, of: record)
    let data = relationship.isMany ? JSONValue.array(changed(held.array ?? [], by: sent.array ?? [])) : sent
    guard let inverse = relationship.inverse, let target = related.target(relationship) else {
      return try set(data, relationship.name, of: record.id, collection, related.world)
    }
    let (old, new) = (RelatedRecords.ids(held), RelatedRecords.ids(data))
    let own = JSONValue.object(
      JSONObject([
        ("type", .string(collection.resource.resourceObject?.type ?? "")), ("id", .string(record.id)),
      ]))
    let isMany = target.resource.resourceObject?.relationship(inverse)?.isMany == true
    for id in new where !old.contains(id) {
      try set(isMany ? .array([own]) : own, inverse, of: id, target, related.world)
    }
    for id in old where !new.contains(id) {
      try set(isMany ? .array([]) : .null, inverse, of: id, target, related.world, without: own)
    }
  }

  /// The resource identifiers of a list after those of a request were set, added or removed.
  private func changed(_ held: [JSONValue], by sent: [JSONValue]) -> [JSONValue] {
    func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
      RelatedRecords.ids(one) == RelatedRecords.ids(other) && one["type"] == other["type"]
    }
    switch operation.method {
    case "POST": return held + sent.filter { new in !held.contains { isSame($0, new) } }
    case "DELETE": return held.filter { old in !sent.contains { isSame($0, old) } }
    default: return sent
    }
  }

  /// Has a record hold what a relationship leads to.
  ///
  /// - Parameters:
  ///   - data: One identifier or null; of a list that the other side is part of, the elements to add.
  ///   - gone: The element to remove from such a list; nil for none.
  private func set(
    _ data: JSONValue, _ relationship: String, of id: String, _ collection: RecordCollection, _ world: World,
    without gone: JSONValue? = nil
  ) throws {
    try world.store.transaction { connection in
      guard let record = try collection.record(connection, id: id, scope: [:]) else { return }
      var content = record.content
      let place = ["relationships", relationship, "data"]
      if let elements = data.array, let held = content[place]?.array, collection !== self.collection || gone != nil {
        content[place] = .array(held.filter { $0 != gone } + elements)
      } else {
        content[place] = data
      }
      note(&content, collection.resource.updatedAtMember, collection, at: world.clock.now)
      try collection.documents.update(
        connection, number: record.number, id: id, scope: collection.scope(of: record, changedTo: content), content)
    }
  }
}
