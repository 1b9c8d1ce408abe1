import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Numbers that follow from what is kept.

extension OperationHandler {
  /// Answers `GET /recipes/count` with how many there are, and `GET /notifications/unread-count` with how many have the
  /// flag; nil for another operation.
  func count(_ call: Call, _ answers: ResponseBuilder) throws -> RenderedBody? {
    guard collection?.resource.isSingleton == true, let (list, word) = countedList, let place = answers.place,
      let counted = list.resource.flatMap({ api.collections[$0] }),
      let (path, member) = countPlace(place, word)
    else { return nil }
    var parents = list.scopes.map { RecordSeeds.Parent(scope: $0, id: call.parameters[$0.parameter]) }
    if let own = parents.firstIndex(where: { $0.scope.parameter == AccountUse.parameter }) {
      parents[own] = RecordSeeds.Parent(scope: parents[own].scope, id: try actingAccount(call)?.id ?? "")
    }
    try RecordSeeds(api: api, world: call.world).require(counted, below: parents)
    var query = counted.query(Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first })
    if let word, let part = state(word, of: counted) { query.require(part) }
    let total = try call.world.store.read { try counted.documents.records.count($0, query) }
    let shown = JSONValue.number(JSONNumber(total))
    return try answers.content(
      showing: (path + [member]).reversed().reduce(shown) { .object(JSONObject([($1, $0)])) },
      seed: SplitMix64.seed(of: operation.operationID))
  }

  /// Where a response shows a count: in itself, or in an object such as `data`.
  private func countPlace(_ place: JSONPointer, _ word: String?) -> (path: [String], member: String)? {
    func find(_ members: [ValueGenerator.Member]) -> String? {
      members.first { member in
        let name = Words.key(member.name)
        return (member.types.contains("integer") || member.types.contains("number"))
          && (["count", "total", "totalcount"].contains(name)
            || word.map { [$0, $0 + "count", "total" + $0, $0 + "total"].contains(name) } ?? false)
      }?.name
    }
    let members = api.maker.members(of: place)
    if let name = find(members) { return ([], name) }
    for member in members where member.types.contains("object") {
      if let name = find(api.maker.members(of: member.place)) { return ([member.name], name) }
    }
    return nil
  }

  /// How many records of a list are in a state, where the response says so beside it: `unread_count`, `totalActive`.
  func countsBeside(
    _ query: RowQuery, _ collection: RecordCollection, _ answers: ResponseBuilder, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    let outer = Array(operation.answerEnvelope.dropLast())
    guard !operation.answerEnvelope.isEmpty, let place = answers.place(of: outer) else { return [] }
    let counted = api.maker.members(of: place).compactMap { member -> (name: String, part: RowQuery.Part)? in
      var words = Words.split(member.name)
      guard words.count == 2, member.types.contains("integer") || member.types.contains("number") else { return nil }
      if words.last == "count" || words.last == "total" { words.removeLast() }
      if words.first == "total" || words.first == "num" { words.removeFirst() }
      guard words.count == 1, let part = state(words[0], of: collection) else { return nil }
      return (member.name, part)
    }
    if counted.isEmpty { return [] }
    return try call.world.store.read { connection in
      try counted.map { name, part in
        var query = query
        query.require(part)
        let total = try collection.documents.records.count(connection, query)
        return (outer + [name], .number(JSONNumber(total)))
      }
    }
  }

  /// Holds for records in a state: `unread` where `isRead` is not true.
  func state(_ word: String, of collection: RecordCollection) -> RowQuery.Part? {
    let isNegated = word.hasPrefix("un") && word.count > 4
    let stem = isNegated ? String(word.dropFirst(2)) : word
    let records = collection.documents.records
    func part(_ member: ValueGenerator.Member, _ name: String) -> RowQuery.Part? {
      let path = collection.path(to: member.name)
      if member.types.contains("boolean"), [name, "is" + name].contains(Words.key(member.name)) {
        return records.condition(path, in: ["true"])
      }
      if Words.key(member.name) == name + "at" { return .negated(records.condition(path, Comparison(.is, "null"))) }
      guard let value = api.enumeration(of: member)?.first(where: { Words.key($0) == name }) else { return nil }
      return records.condition(path, in: [value])
    }
    if let whole = collection.orderedMembers.lazy.compactMap({ part($0, word) }).first { return whole }
    guard isNegated, let part = collection.orderedMembers.lazy.compactMap({ part($0, stem) }).first else { return nil }
    return .negated(part)
  }

  /// Holds for records that say that they are in a state of which the document does not say which ones there are; nil for a
  /// word that names no usual state.
  func writtenState(_ word: String, of collection: RecordCollection) -> RowQuery.Part? {
    let member = collection.orderedMembers.first { member in
      ["state", "status"].contains(Words.key(member.name)) && member.types.contains("string")
        && api.enumeration(of: member) == nil
    }
    guard let member, Self.usualStates.contains(word) else { return nil }
    let forms = [word, word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()]
    return collection.documents.records.condition(collection.path(to: member.name), in: forms)
  }

  private static let usualStates: Set<String> = [
    "open", "closed", "done", "completed", "pending", "active", "inactive", "cancelled", "canceled", "resolved",
    "finished", "draft", "published", "archived",
  ]

  /// The list that an operation counts, with the state of what it counts; nil when it counts none.
  private var countedList: (list: OperationDescription, word: String?)? {
    guard operation.method == "GET" else { return nil }
    var names = operation.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var words = Words.split(names.removeLast().replacing(".json", with: ""))
    // `/notifications/count/unread` and `/notifications/unread/count`
    if let before = names.last, words.count == 1, before == "count" || words == ["count"], names.count > 2,
      api.operations.values.joined().allSatisfy({ $0.kind != .list || $0.path != names.joined(separator: "/") })
    {
      words = Words.split(names.removeLast()) + words
    }
    guard let place = words.firstIndex(of: "count") else { return nil }
    words.remove(at: place)
    guard words.count <= 1 else { return nil }
    let path = names.joined(separator: "/")
    let list = api.operations.values.joined().first {
      $0.kind == .list && ($0.path == path || $0.path == path + "/" || $0.path == path + ".json")
    }
    return list.map { ($0, words.first) }
  }

  /// What an answer says of several records that were made or removed at once: their number, and their ids.
  func tally(_ ids: [String], _ collection: RecordCollection, _ answers: ResponseBuilder) -> JSONObject {
    guard let place = answers.place else { return JSONObject() }
    let counted = tally(ids, collection, at: place)
    if !counted.isEmpty { return counted }
    // `{"success": true, "data": {"count": 2}}`
    for member in api.maker.members(of: place)
    where member.types.contains("object") && Self.holders.contains(member.name) {
      let inner = tally(ids, collection, at: member.place)
      if !inner.isEmpty { return [member.name: .object(inner)] }
    }
    return counted
  }

  private static let failing = ["notfound", "missing", "failed", "skipped", "notdeleted"]
  private static let holders: Set<String> = ["data", "result", "results", "response", "payload"]

  private func tally(_ ids: [String], _ collection: RecordCollection, at place: JSONPointer) -> JSONObject {
    var counted = JSONObject()
    let kind = Words.split(collection.resource.name).last ?? ""
    for member in api.maker.members(of: place) {
      let name = member.name.lowercased().filter { $0.isLetter }
      let isOfKind = ["deleted", "removed", "created", "updated"].contains { name == $0 + kind }
      if member.types.contains("integer") || member.types.contains("number"), Self.tallies.contains(name) || isOfKind {
        counted[member.name] = .number(JSONNumber(ids.count))
      } else if member.types.contains("array"), name == "ids" || name.hasSuffix("edids") {
        counted[member.name] = .array(ids.map { collection.idValue($0) })
      } else if member.types.contains("array"), isOfKind || Self.failing.contains(where: { name.hasPrefix($0) }),
        let element = api.maker.shape(of: member.place).items,
        api.maker.shape(of: element).types.contains(where: { ["string", "integer"].contains($0) })
      {
        // `deleted_events` beside `not_found_events`.
        counted[member.name] = .array(isOfKind ? ids.map { collection.idValue($0) } : [])
      }
    }
    return counted
  }

  /// The ids of new records that a response has beside them: `transaction_ids` beside `transaction`.
  func idsBeside(
    _ record: StoredRecord, _ collection: RecordCollection, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    guard !operation.answerEnvelope.isEmpty else { return [] }
    let outer = Array(operation.answerEnvelope.dropLast())
    if operation.severalMember == nil { return idBeside(record, collection, answers.place(of: outer), outer) }
    return answers.place(of: outer).map { idsBeside([record.id], collection, at: $0, outer) } ?? []
  }

  /// The id of a new record that has none, where the response shows it beside the record: `{"id": …, "role": {…}}`.
  private func idBeside(
    _ record: StoredRecord, _ collection: RecordCollection, _ place: JSONPointer?, _ path: [String]
  ) -> [(path: [String], value: JSONValue)] {
    guard collection.idPath.isEmpty, let place,
      let member = api.maker.members(of: place).first(where: { ["id", "_id", "uuid"].contains($0.name) })
    else { return [] }
    let text = JSONValue.string(record.id)
    let number = JSONNumber(literal: record.id).map(JSONValue.number)
    let fitting = [number, text].compactMap(\.self).first { api.maker.allows($0, on: member.place) }
    return fitting.map { [(path + [member.name], $0)] } ?? []
  }

  /// The same for several records, at a place of the response.
  func idsBeside(
    _ ids: [String], _ collection: RecordCollection, at place: JSONPointer, _ path: [String]
  ) -> [(path: [String], value: JSONValue)] {
    let key = collection.resource.key + "ids"
    return api.maker.members(of: place).filter {
      $0.types.contains("array") && [key, "ids"].contains(Words.key($0.name))
    }
    .map { (path + [$0.name], .array(ids.map { collection.idValue($0) })) }
  }

  private static let tallies: Set<String> = [
    "count", "total", "deleted", "deletedcount", "removed", "removedcount", "affected", "affectedrows", "created",
    "createdcount", "inserted", "insertedcount", "imported", "updated", "updatedcount",
  ]

  /// Has `likes` follow when an action sets or takes back `liked`.
  func addToCount(
    _ content: inout JSONObject, _ old: JSONObject, _ flag: String, _ value: JSONValue,
    _ collection: RecordCollection
  ) {
    guard let isSet = value.bool, (old[flag]?.bool ?? false) != isSet else { return }
    let verb = operation.path.split(separator: "/").last?.lowercased().filter(\.isLetter) ?? ""
    let names = [verb + "s", verb + "count", verb + "scount"]
    let member = collection.orderedMembers.first {
      names.contains(Words.key($0.name)) && ($0.types.contains("integer") || $0.types.contains("number"))
    }
    guard let member else { return }
    content[member.name] = old[member.name]
    content.count(member.name, isMore: isSet)
  }
}
