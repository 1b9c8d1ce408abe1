import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Paths that lead to a property of a record: `PATCH /books/{id}/metadata` changes the book's `metadata`.

extension OperationHandler {
  /// The property of a record, an object, that the last name of an action's path has; nil for none.
  func partName(_ collection: RecordCollection) -> String? {
    guard operation.kind == .action, operation.idParameter != nil,
      let last = operation.path.split(separator: "/").last, !last.hasPrefix("{")
    else { return nil }
    return Self.part(String(last), of: collection)
  }

  private static func part(_ name: String, of collection: RecordCollection) -> String? {
    let key = Words.key(name)
    return collection.orderedMembers.first {
      Words.key($0.name) == key && $0.types.contains("object") && !$0.types.contains("array")
        && $0.name != collection.resource.viewMember
    }?.name
  }

  /// Has such a property be what was sent, with what it had beside that unless it is replaced; a deletion leaves nothing.
  func setPart(_ name: String, of content: inout JSONObject, _ sent: RequestBody, _ collection: RecordCollection) {
    guard operation.method != "DELETE" else {
      content[name] = collection.members[name]?.isNullable == true ? .null : nil
      return
    }
    guard let value = sent.record(operation.requestEnvelope) else { return }
    guard let known = collection.members[name].map({ api.maker.members(of: $0.place).map(\.name) }) else { return }
    var part = JSONObject()
    for member in value.members {
      part[known.first { Words.key($0) == Words.key(member.key) } ?? member.key] = member.value
    }
    content[name] = Self.merged(content[name], with: .object(part))
  }

  /// The property of the parent that the one record below it shows: `profile` of a user for `GET /users/{id}/profile`; nil
  /// where the parent has none.
  func partOfParent(
    _ collection: RecordCollection, _ call: Call
  ) throws -> (owner: RecordCollection, record: StoredRecord, name: String, value: JSONObject)? {
    guard collection.resource.isSingleton, let nearest = parents(call).last,
      let owner = nearest.scope.parent.flatMap({ api.collections[$0] }), !owner.resource.isSingleton,
      let last = operation.path.split(separator: "/").last, !last.hasPrefix("{"), collection.members.count >= 1
    else { return nil }
    let above = Array(parents(call).dropLast())
    guard let record = try RecordSeeds(api: api, world: call.world).record(of: owner, nearest.id, below: above) else {
      return nil
    }
    let key = Words.key(String(last))
    // What clients have sent counts even where the document shows no such property.
    let name = Self.part(String(last), of: owner) ?? record.content.members.first { Words.key($0.key) == key }?.key
    guard let name, let value = record.content[name]?.object,
      value.members.contains(where: { collection.members[$0.key] != nil })
    else { return nil }
    return (owner, record, name, value)
  }

  /// Has the parent's property follow a change of the one record below it.
  func changePartOfParent(_ collection: RecordCollection, _ call: Call, _ sent: JSONObject) throws {
    guard let part = try partOfParent(collection, call) else { return }
    try call.world.store.transaction { connection in
      guard var record = try part.owner.record(connection, id: part.record.id, scope: part.record.scope) else { return }
      record.content[part.name] = Self.merged(record.content[part.name], with: .object(sent))
      try part.owner.documents.update(
        connection, number: record.number, id: record.id, scope: record.scope, record.content)
    }
  }
}
