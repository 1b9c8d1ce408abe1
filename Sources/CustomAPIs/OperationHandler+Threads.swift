import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What stands before and behind a record of those that reply to each other.

extension OperationHandler {
  private static let (maximumBefore, maximumBehind) = (50, 200)
  private static let before: Set<String> = ["ancestors", "parents", "before", "context"]
  private static let behind: Set<String> = ["descendants", "replies", "children", "responses", "after", "thread"]

  /// The records that one replies to and those that reply to it, where a response lists them by these names:
  /// `{ancestors, descendants}` of `GET /statuses/{id}/context`.
  func thread(_ collection: RecordCollection, _ call: Call) throws -> [(path: [String], value: JSONValue?)] {
    guard collection.resource.isSingleton, let nearest = parents(call).last,
      let owner = nearest.scope.parent.flatMap({ api.collections[$0] }), let reply = owner.replyMember,
      let schema = api.resolved(owner.resource.schema)
    else { return [] }
    let lists = collection.orderedMembers.filter { member in
      member.types.contains("array")
        && api.maker.shape(of: member.place).items.flatMap(api.resolved) == schema
        && (Self.before.contains(Words.key(member.name)) || Self.behind.contains(Words.key(member.name)))
    }
    let seeds = RecordSeeds(api: api, world: call.world)
    guard !lists.isEmpty, let record = try seeds.record(of: owner, nearest.id, below: parents(call).dropLast()) else {
      return []
    }
    let (above, below) = try call.world.store.read { connection in
      (
        try ancestors(of: record, owner, reply, connection), try descendants(of: record, owner, reply, connection)
      )
    }
    return lists.map { member in
      let found = Self.before.contains(Words.key(member.name)) ? above : below
      return (
        operation.answerEnvelope + [member.name], .array(found.map { .object(shown($0, of: owner, call)) })
      )
    }
  }

  /// What a record replies to, the first one first.
  private func ancestors(
    of record: StoredRecord, _ owner: RecordCollection, _ reply: String, _ connection: Connection
  ) throws -> [StoredRecord] {
    var found: [StoredRecord] = []
    var next = record
    while found.count < Self.maximumBefore, let id = next.content[reply].flatMap(RecordCollection.text),
      id != record.id, !found.contains(where: { $0.id == id }),
      let one = try owner.record(connection, id: id, scope: [:])
    {
      found.append(one)
      next = one
    }
    return found.reversed()
  }

  /// What replies to a record, and to its replies.
  private func descendants(
    of record: StoredRecord, _ owner: RecordCollection, _ reply: String, _ connection: Connection
  ) throws -> [StoredRecord] {
    var found: [StoredRecord] = []
    var queue = [record.id]
    while !queue.isEmpty, found.count < Self.maximumBehind {
      var query = RowQuery()
      query.require(owner.names(queue.removeFirst(), of: owner, in: reply))
      query.limit = Self.maximumBehind - found.count
      for one in try owner.documents.records(connection, query)
      where one.id != record.id && !found.contains(where: { $0.id == one.id }) {
        found.append(one)
        queue.append(one.id)
      }
    }
    return found
  }

  /// What was sent of a record with the author of what it replies to: `in_reply_to_account_id` beside `in_reply_to_id`.
  /// Call it outside of transactions.
  func withRepliedTo(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard let reply = collection.replyMember, let id = input[reply].flatMap(RecordCollection.text),
      let owner = collection.resource.ownerMembers.first, let accounts = api.accounts
    else { return input }
    let stem = Words.split(reply).filter { !["id", "uuid"].contains($0) }.joined()
    let names = [accounts.resource.key, "user", "account", "author", "owner"].map { stem + $0 + "id" }
    let member = collection.orderedMembers.first { names.contains(Words.key($0.name)) && input[$0.name] == nil }
    guard let member,
      let record = try RecordSeeds(api: api, world: call.world).record(of: collection, id, below: parents(call)),
      let value = record.content[owner],
      let account = value.object.flatMap(accounts.idText) ?? RecordCollection.text(value)
    else { return input }
    var result = input
    result[member.name] = accounts.idValue(account)
    return result
  }
}
