import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Who is in a list of another record's, such as the labels of a task.

extension OperationHandler {
  /// The list that the operation shows or changes; nil for none.
  var memberList: MemberList? { operation.membership.flatMap { api.memberLists[$0.key] } }

  /// The record whose list a request means.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is none.
  func listOwner(_ list: MemberList, _ call: Call) throws -> StoredRecord {
    // Each operation has its own names of parameters.
    let scopes = operation.membership?.scopes ?? list.membership.scopes
    let parents = scopes.map { RecordSeeds.Parent(scope: $0, id: call.parameters[$0.parameter]) }
    let id = parents.last?.id ?? ""
    let seeds = RecordSeeds(api: api, world: call.world)
    guard let record = try seeds.record(of: list.owner, id, below: parents.dropLast()) else {
      throw missing(list.owner, id)
    }
    try list.requireSeeds(record, seeds)
    return record
  }

  /// Puts members into a list or takes them off; the members themselves stay.
  func changeMembers(
    _ list: MemberList, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let owner = try listOwner(list, call)
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    let wanted = try memberIDs(list, collection, call, sent)
    let change = operation.membership?.change ?? .add
    let scope = scope(call)
    let report = MemberOutcomes(answers.place, api)
    var outcomes: [(id: String, failure: MemberOutcomes.Failure?)] = []
    let changed = try call.world.store.transaction { connection -> [StoredRecord] in
      try absorb(owner, list, collection, connection)
      if change == .set || change == .remove && wanted == nil {
        try list.remove(from: owner.number, connection)
      }
      outcomes = []
      return try (wanted ?? []).compactMap { id in
        let record =
          try collection.record(connection, id: id, scope: scope)
          ?? collection.id(connection, where: naturalKeys(collection), is: id, scope: scope).flatMap {
            try collection.record(connection, id: $0, scope: scope)
          }
        guard let record else {
          guard report != nil else { throw missing(collection, id) }
          outcomes.append((id, .unknown))
          return nil
        }
        if change == .remove {
          let isGone = try list.remove(record.number, from: owner.number, connection)
          guard isGone || (wanted ?? []).count > 1 || report != nil else { throw missing(collection, id) }
          outcomes.append((id, isGone ? nil : .unknown))
        } else {
          let isNew = try list.add(record.number, to: owner.number, connection)
          outcomes.append((id, isNew ? nil : .duplicate))
        }
        return record
      }
    }
    if let report, !outcomes.isEmpty {
      return try answers.response(showing: report.list(outcomes), seed: SplitMix64.seed(of: owner.id))
    }
    if operation.showsParent {
      return try answers.response(
        showing: .object(try shownOwner(owner, list, call)), seed: SplitMix64.seed(of: owner.id))
    }
    if let first = changed.first, operation.recordSchema != nil, change != .remove {
      let isList = answers.place.map { api.maker.shape(of: $0).items != nil } ?? false
      let records = changed.map { shown($0, call) }
      return try answers.response(showing: isList ? .array(records) : records[0], seed: SplitMix64.seed(of: first.id))
    }
    return try answers.generated(for: sent, with: sent.body?.object ?? JSONObject())
  }

  /// The record that has a list, as it is now, with its lists.
  private func shownOwner(_ owner: StoredRecord, _ list: MemberList, _ call: Call) throws -> JSONObject {
    let lists = api.listsOfOwners[list.owner.resource.name] ?? []
    for list in lists { try call.world.store.require(table: list.table) }
    let (stored, shown) = try call.world.store.read { connection -> (StoredRecord, JSONObject) in
      let stored = try list.owner.record(connection, id: owner.id, scope: owner.scope) ?? owner
      var shown = JSONObject()
      for list in lists { try list.show(in: &shown, of: stored.number, connection, api.maker) }
      return (stored, shown)
    }
    var content = try withInnerRecords(stored, of: list.owner, call).content
    for member in shown.members { content[member.key] = member.value }
    shownReferences(list.owner).show(in: &content, beside: owner.scope, api, call.world)
    return content
  }

  /// Members of records by which people name them.
  private func naturalKeys(_ collection: RecordCollection) -> [String] {
    operation.lookupMembers
      + ["username", "login", "email", "slug", "name", "title"].filter { collection.members[$0] != nil }
  }

  /// The ids that a request has for members; nil when it has none.
  private func memberIDs(
    _ list: MemberList, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> [String]? {
    if operation.idParameter != nil { return try recordID(collection, call, sent).map { [$0] } }
    guard let name = operation.membership?.sentIn else { return nil }
    let asked = sent.query.values(name) + sent.query.values("\(name)[]")
    if !asked.isEmpty { return asked.flatMap { $0.split(separator: ",").map(String.init) } }
    guard let value = name.isEmpty ? sent.body : sent.body?[name] else { return nil }
    return (value.array ?? [value]).prefix(1000).compactMap { element in
      element.object.flatMap(collection.idText) ?? RecordCollection.lastPart(of: element)
    }
  }

  /// Makes members of what a client wrote into the property that shows them.
  private func absorb(
    _ owner: StoredRecord, _ list: MemberList, _ collection: RecordCollection, _ connection: Connection
  ) throws {
    guard let name = list.membership.shownIn, let written = owner.content[name]?.array, !written.isEmpty else { return }
    try list.remove(from: owner.number, connection)
    for element in written.prefix(1000) {
      guard let id = element.object.flatMap(collection.idText) ?? RecordCollection.text(element),
        let record = try collection.record(connection, id: id, scope: [:])
      else { continue }
      try list.add(record.number, to: owner.number, connection)
    }
    var content = owner.content
    content[name] = .array([])
    try list.owner.documents.update(connection, number: owner.number, id: owner.id, scope: owner.scope, content)
  }

  /// A record's content with the members of its lists, where no client wrote them there.
  func addMembers(to content: inout JSONObject, of record: StoredRecord, _ call: Call) throws {
    guard let collection, let lists = api.listsOfOwners[collection.resource.name] else { return }
    for list in lists where list.isShown {
      if let name = list.membership.shownIn, content[name]?.array?.isEmpty == false { continue }
      var record = record
      if record.number == 0 {
        let known = try call.world.store.read { try collection.record($0, id: record.id, scope: record.scope) }
        guard let known else { continue }
        record = known
      }
      try list.requireSeeds(record, RecordSeeds(api: api, world: call.world))
      let number = record.number
      try call.world.store.read { try list.show(in: &content, of: number, $0, api.maker) }
    }
  }
}
