import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// How the acting account stands to records: `POST /accounts/{id}/follow`, `GET /accounts/relationships?id=`.

extension OperationHandler {
  /// Whose marks a request is about; the empty text where the API has no accounts.
  private func marker(_ call: Call) throws -> String { try actingAccount(call)?.id ?? "" }

  /// Sets or removes the flag of an action, and answers with how the account stands to the record then.
  func relate(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    guard operation.isRelationship, operation.kind == .action, let change = operation.change else { return nil }
    guard let id = try recordID(collection, call, sent),
      let record = try RecordSeeds(api: api, world: call.world).record(of: collection, id, below: parents(call))
    else { throw missing(collection, id(call, sent)) }
    let account = try marker(call)
    let sentValue = change.isToggle ? nil : change.value(for: sent.body).bool ?? true
    let tellsConflict = sentValue == true && answers.documented.answers.contains { $0.status == "409" }
    // Whom an account follows is counted at both.
    let isFollow = collection === api.accounts && change.member.lowercased().contains("follow")
    let follower = try isFollow ? actingAccount(call) : nil
    try call.world.store.require(table: collection.marksTable)
    let (changed, flags) = try call.world.store.transaction { connection -> (StoredRecord, Set<String>) in
      guard var changed = try collection.record(connection, id: record.id, scope: record.scope) else {
        throw missing(collection, id)
      }
      let old = changed.content
      let isSet =
        try sentValue ?? !collection.flags(of: changed, by: account, connection).contains(change.member)
      let isChanged = try collection.mark(changed, change.member, isSet, by: account, connection)
      if !isChanged, tellsConflict {
        throw Problem(.conflict, "\(change.member) is that already", field: change.member)
      }
      if isChanged {
        addMark(&changed.content, isSet, change.member, collection)
        if collection.members[change.member] != nil { changed.content[change.member] = .bool(isSet) }
        if changed.content != old { try update(changed, collection, connection) }
        if let follower { try countFollowed(isSet, by: follower, collection, connection) }
      }
      return (changed, try collection.flags(of: changed, by: account, connection))
    }
    let seed = SplitMix64.seed(of: record.id)
    // The response may show how the account stands to the record, rather than the record.
    let showsMark = operation.recordSchema.map { view in
      api.maker.members(of: view).contains { $0.name == change.member }
    }
    guard collection.members[change.member] != nil || operation.countMember != nil && showsMark != true else {
      return try answers.response(showing: relationship(changed, flags, collection), seed: seed)
    }
    let whole = shown(changed, call)
    guard operation.recordSchema != nil else {
      let shown = known(whole.object ?? changed.content, flags, answers)
      return try answers.generated(for: sent, with: shown, of: record.id)
    }
    return try answers.response(showing: whole, seed: seed)
  }

  /// A marked record, with its marks by the names that a response has for them: `following` for `isFollowing`.
  private func known(_ record: JSONObject, _ flags: Set<String>, _ answers: ResponseBuilder) -> JSONObject {
    var known = record
    let set = Set(flags.compactMap { Words.split($0).last })
    for member in answers.place.map(api.maker.members(of:)) ?? [] where member.types == ["boolean"] {
      guard known[member.name] == nil, let word = Words.split(member.name).last,
        operation.change.map({ Words.split($0.member).last == word }) ?? false
      else { continue }
      known[member.name] = .bool(set.contains(word))
    }
    return known
  }

  private static let followingCounts: Set<String> = [
    "followingcount", "followingscount", "followscount", "following", "followings",
  ]

  /// Counts one more or one less at who follows: `followingCount`.
  private func countFollowed(
    _ isSet: Bool, by account: StoredRecord, _ collection: RecordCollection, _ connection: Connection
  ) throws {
    let member = collection.orderedMembers.first {
      Self.followingCounts.contains(Words.key($0.name)) && ($0.types.contains("integer") || $0.types.contains("number"))
    }
    guard let member,
      var follower = try collection.record(connection, id: account.id, scope: account.scope)
    else { return }
    follower.content.count(member.name, isMore: isSet)
    try update(follower, collection, connection)
  }

  private func update(_ record: StoredRecord, _ collection: RecordCollection, _ connection: Connection) throws {
    try collection.documents.update(
      connection, number: record.number, id: record.id, scope: record.scope, record.content)
  }

  /// Has a record show the marks of the acting account.
  func showMarks(in content: inout JSONObject, of record: StoredRecord, _ call: Call) throws {
    guard let collection, !collection.shownMarks.isEmpty else { return }
    let account = try marker(call)
    try call.world.store.require(table: collection.marksTable)
    let flags = try call.world.store.read { connection -> Set<String> in
      let stored = record.number == 0 ? try collection.record(connection, id: record.id, scope: record.scope) : record
      return try stored.map { try collection.flags(of: $0, by: account, connection) } ?? []
    }
    for (member, flag) in collection.shownMarks { content[member] = .bool(flags.contains(flag)) }
  }

  /// Answers with how the account stands to the records whose ids the query has.
  func relationships(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> RenderedBody? {
    guard operation.isRelationship, operation.isIDInQuery, let name = operation.idParameter else { return nil }
    let plain = name.hasSuffix("[]") ? String(name.dropLast(2)) : name
    let ids = sent.query.parameters.filter { [plain, plain + "[]"].contains($0.name) }
      .flatMap { $0.value.split(separator: ",").map(String.init) }
    let account = try marker(call)
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    try call.world.store.require(table: collection.marksTable)
    let shown = try call.world.store.read { connection in
      try ids.prefix(Self.maximumRelationships).compactMap { id -> JSONValue? in
        guard let record = try collection.record(connection, id: id, scope: [:]) else { return nil }
        return relationship(record, try collection.flags(of: record, by: account, connection), collection)
      }
    }
    return try answers.content(showing: .array(shown), seed: SplitMix64.seed(of: operation.operationID))
  }

  private static let maximumRelationships = 100

  /// Has a query choose the records that the account has marked, where the operation lists these.
  func chooseMarked(
    _ query: inout RowQuery, _ collection: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws {
    if let list = operation.marks, let named = api.collections[list.named], let marked = api.collections[list.marked] {
      guard let id = try recordID(named, call, sent),
        let record = try RecordSeeds(api: api, world: call.world).record(of: named, id, below: [])
      else { throw missing(named, id(call, sent)) }
      try call.world.store.require(table: marked.marksTable)
      query.require(
        list.isOfMarkers ? marked.hasMarked(record, list.flag) : marked.isMarked(list.flag, by: record.id))
    }
    guard operation.isRelationship, let flag = operation.flag else { return }
    try call.world.store.require(table: collection.marksTable)
    query.require(collection.isMarked(flag, by: try marker(call)))
  }

  private func relationship(
    _ record: StoredRecord, _ flags: Set<String>, _ collection: RecordCollection
  ) -> JSONValue {
    var shown = JSONObject()
    for member in operation.recordSchema.map(api.maker.members(of:)) ?? [] {
      let name = member.name.lowercased()
      if member.types == ["boolean"] {
        shown[member.name] = .bool(flags.contains(member.name))
      } else if member.types.contains("integer"), let count = record.content[member.name], count.number != nil {
        shown[member.name] = count
      } else if ["id", "_id", "user_id", "userid", "account_id", "accountid"].contains(name) {
        shown[member.name] = collection.idValue(record.id)
      }
    }
    return .object(shown)
  }

  /// Has `likes_count`, or `followers_count`, follow.
  private func addMark(_ content: inout JSONObject, _ isSet: Bool, _ flag: String, _ collection: RecordCollection) {
    let followers = collection.orderedMembers.first {
      flag.lowercased().hasPrefix("follow") && ($0.types.contains("integer") || $0.types.contains("number"))
        && ["followerscount", "followers", "followercount"].contains(Words.key($0.name))
    }
    guard let name = operation.countMember ?? followers?.name else { return }
    content.count(name, isMore: isSet)
  }
}
