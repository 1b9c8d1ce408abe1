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
    try change(relationship, to: RelatedRecords.ids(linkage), of: record, collection, related)
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
    if let target = related.target(relationship), (try? call.request.query())?["include"] != nil {
      let records = try related.records(relationship, of: record)
      content["included"] = .array(
        try records.map { record in
          var content = api.shown(record.content, of: target.resource.name)
          try showRelationships(in: &content, of: record, target, call, included: [])
          return .object(content)
        })
    }
    return answers.unkept(
      try answers.content(showing: .object(content), seed: SplitMix64.seed(of: record.id)))
  }

  /// Has a relationship lead to records: to these alone after a PATCH, to these too after a POST, and to these no more after
  /// a DELETE.
  private func change(
    _ relationship: ResourceObject.Relationship, to ids: [String], of record: StoredRecord,
    _ collection: RecordCollection, _ related: RelatedRecords
  ) throws {
    let old = try related.ids(relationship, of: record)
    let new: [String]
    switch operation.method {
    case "POST": new = old + ids.filter { !old.contains($0) }
    case "DELETE": new = old.filter { !ids.contains($0) }
    default: new = ids
    }
    guard let inverse = relationship.inverse, let target = related.target(relationship) else {
      let identifiers = new.map { related.identifier($0, relationship) }
      let data = relationship.isMany ? JSONValue.array(identifiers) : identifiers.first ?? .null
      return try set(data, relationship.name, of: record.id, collection, related.world)
    }
    let own = JSONValue.object(
      JSONObject([
        ("type", .string(collection.resource.resourceObject?.type ?? "")), ("id", .string(record.id)),
      ]))
    for id in new where !old.contains(id) { try set(own, inverse, of: id, target, related.world) }
    for id in old where !new.contains(id) { try set(.null, inverse, of: id, target, related.world) }
  }

  private func set(
    _ data: JSONValue, _ relationship: String, of id: String, _ collection: RecordCollection, _ world: World
  ) throws {
    try world.store.transaction { connection in
      guard let record = try collection.record(connection, id: id, scope: [:]) else { return }
      var content = record.content
      content[["relationships", relationship, "data"]] = data
      note(&content, collection.resource.updatedAtMember, collection, at: world.clock.now)
      try collection.documents.update(
        connection, number: record.number, id: id, scope: collection.scope(of: record, changedTo: content), content)
    }
  }
}
