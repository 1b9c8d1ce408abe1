import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What operations do with the records whose ids a request lists.

extension OperationHandler {
  /// How many ids one request may list.
  private static let maximumIDs = 10_000

  /// Deletes or changes the records that a request lists; nil where it lists none.
  func changeSeveral(
    _ several: SeveralIDs, _ own: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    guard let ids = Self.ids(several, sent), ids.count <= Self.maximumIDs else { return nil }
    let collection = several.kind.flatMap { sent.body?[$0]?.string }.flatMap(named) ?? own
    let isOwn = collection === own
    let parents = isOwn ? self.parents(call) : []
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents)
    let scope = isOwn ? self.scope(call) : [:]
    let refused = try accountToRefuse(call, answers.documented)
    try requireTablesBelow(collection, call.world)
    let change = change(several, collection, sent)
    let items = several.item == nil ? [] : sent.body?[several.name]?.array?.compactMap(\.object) ?? []
    let now = call.world.clock.now
    let found = try call.world.store.transaction { connection -> [StoredRecord] in
      var found: [StoredRecord] = []
      for name in ids {
        // As paths name them.
        let lookups = isOwn ? reading?.lookupMembers ?? [] : []
        let known = lookups.isEmpty ? nil : try collection.id(connection, named: name, by: lookups, scope: scope)
        let id = known ?? name
        guard let record = try collection.record(connection, id: id, scope: scope) else { continue }
        try requireOwner(of: record, collection, as: refused)
        guard let change else {
          try remove(record, collection, connection)
          found.append(record)
          continue
        }
        var content = record.content
        change.apply(to: &content)
        for item in items where item[several.item ?? ""].flatMap(RecordCollection.text) == name {
          set(item, in: &content, of: record.content, collection)
        }
        guard content != record.content else {
          found.append(record)
          continue
        }
        note(&content, collection.resource.updatedAtMember, collection, at: now)
        noteStates(&content, record.content, collection, call)
        try answers.requireShowable(content)
        try collection.documents.update(
          connection, number: record.number, id: record.id, scope: record.scope, content)
        found.append(
          StoredRecord(
            number: record.number, id: record.id, scope: record.scope, isSeed: record.isSeed, content: content))
      }
      return found
    }
    if found.isEmpty, !ids.isEmpty, let first = ids.first,
      answers.documented.answers.contains(where: { $0.status == "404" })
    {
      throw missing(collection, first)
    }
    if operation.recordSchema != nil, isOwn {
      return try answers.response(showing: .array(found.map { shown($0, call) }), seed: 0)
    }
    return try answers.generated(for: sent, with: tally(found.map(\.id), collection, answers))
  }

  /// Has a record be as one of the listed objects says: an amount more or less by the action's verb, and else what was sent.
  private func set(_ item: JSONObject, in content: inout JSONObject, of old: JSONObject, _ collection: RecordCollection)
  {
    for member in item.members {
      let name = collection.memberName(like: member.key)
      guard let known = collection.members[name], name != collection.idPath.first, !known.isReadOnly else { continue }
      if let sum = amount(member, name, old, collection) {
        content[name] = sum
      } else if let text = member.value.string, !api.maker.allows(member.value, on: known.place) {
        let value = FormReader(api.maker).leaf(text, known.place)
        if api.maker.allows(value, on: known.place) { content[name] = value }
      } else {
        content[name] = member.value
      }
    }
  }

  /// What requests say of a change rather than of the records.
  private static let remarks: Set<String> = ["note", "notes", "comment", "reason", "remarks"]

  /// The words of properties that say how a list is changed.
  private static let ways: Set<String> = ["apply", "mode", "action", "operation", "method"]

  private static func ids(_ several: SeveralIDs, _ sent: RequestBody) -> [String]? {
    if several.isInQuery {
      let values = sent.query.values(several.name) + sent.query.values("\(several.name)[]")
      return values.isEmpty ? nil : values.flatMap { $0.split(separator: ",").map(String.init) }
    }
    let list = several.name.isEmpty ? sent.body : sent.body?[several.name]
    if let item = several.item {
      return list?.array.map { $0.compactMap { $0[item].flatMap(RecordCollection.text) } }
    }
    return list?.array.map { elements in
      // `[{"item": "a"}]`
      elements.compactMap { element in
        RecordCollection.text(element.object.flatMap { $0.count == 1 ? $0.members.first?.value : nil } ?? element)
      }
    }
  }

  /// The collection that a request names by its kind: `correspondents`, `document_type`.
  private func named(_ kind: String) -> RecordCollection? {
    let key = Words.singularKey(kind)
    return api.collections.values.filter { $0.resource.key == key && $0.isReachableWithoutParents }
      .min { $0.resource.name < $1.resource.name }
  }

  /// What becomes of each record; nil for records that go.
  private func change(_ several: SeveralIDs, _ collection: RecordCollection, _ sent: RequestBody) -> SeveralChange? {
    if operation.kind == .delete { return nil }
    if let verb = several.verb.flatMap({ sent.body?[$0]?.string }) {
      let words = Words.split(verb)
      if words.contains(where: SeveralChange.deleting.contains), words.count == 1 { return nil }
      let holder = ["parameters", "params", "data", "values", "fields", "payload"].lazy
        .compactMap { sent.body?[$0]?.object }.first
      return SeveralChange(verb: words, values: holder ?? sent.body?.object ?? JSONObject(), collection, api)
    }
    if let change = operation.change {
      var made = SeveralChange()
      made.set[change.member] = change.value(for: sent.body)
      return made
    }
    // What another action does is not known, but where it says what each record becomes.
    if operation.kind == .action, several.item == nil { return SeveralChange() }
    let input = writable(
      (operation.requestEnvelope.isEmpty ? sent.body?.object : sent.record(operation.requestEnvelope)) ?? JSONObject(),
      collection)
    var made = SeveralChange()
    for member in input.members
    where member.key != several.name && collection.members[member.key] != nil
      && (several.item == nil || !Self.remarks.contains(Words.key(member.key)))
      && member.key != collection.idPath.first
    {
      made.change(member.key, by: member.value, way(of: member.key, input))
    }
    return made
  }

  /// How a request changes a list, by a property that says it of the list: `add` of `{"tags": [3], "applyTags": "add"}`;
  /// nil for one that it replaces.
  private func way(of name: String, _ sent: JSONObject) -> String? {
    let key = Words.key(name)
    let said = sent.members.first { member in
      let words = Words.split(member.key)
      let isAbout = words.count > 1 && (words.dropFirst().joined() == key || words.dropLast().joined() == key)
      return isAbout && !Self.ways.isDisjoint(with: [words[0], words[words.count - 1]])
    }
    return said?.value.string?.lowercased()
  }
}
