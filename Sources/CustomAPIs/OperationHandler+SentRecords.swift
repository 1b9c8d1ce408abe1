import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// Records of other resources that a request for a new one holds.

extension OperationHandler {
  /// Records that a request for a new one sends inside of it, although they are kept by themselves.
  struct SentRecords {
    let collection: RecordCollection
    let records: [JSONObject]
  }

  /// The most that are taken of one request.
  private static let maximumSent = 1000

  /// Takes the records out of what was sent that other paths list below the new one: the `order_items` of an order, where
  /// there is `GET /orders/{id}/items`.
  func takeChildren(from input: inout JSONObject, _ collection: RecordCollection, _ world: World) throws
    -> [SentRecords]
  {
    guard operation.kind == .create, !collection.resource.isSingleton,
      case let lists = input.members.filter({ $0.value.array?.first?.object != nil }), !lists.isEmpty
    else { return [] }
    let children = collection.children(api)
    var found: [SentRecords] = []
    for member in lists {
      guard let elements = member.value.array, elements.count <= Self.maximumSent,
        case let records = elements.compactMap(\.object), records.count == elements.count,
        let child = children.first(where: { isSent(member.key, to: $0, of: collection) })
      else { continue }
      try world.store.require(table: child.documents.name)
      input[member.key] = nil
      found.append(SentRecords(collection: child, records: records))
    }
    return found
  }

  /// Whether a property of a request holds records of what is kept below the new one: it has their schema, and the record
  /// itself does not show it otherwise.
  private func isSent(_ name: String, to child: RecordCollection, of collection: RecordCollection) -> Bool {
    guard child.scopes.count == collection.scopes.count + 1,
      let sent = requestMembers.first(where: { $0.name == name }),
      let element = api.maker.shape(of: sent.place).items
    else { return false }
    // A record that shows a link by the same name, and no array, does not hold them.
    if let own = collection.members[name], own.types.contains("array") {
      guard innerRecords(of: collection).contains(where: { $0.member == name && $0.collection === child && !$0.areIDs })
      else {
        return false
      }
    }
    if let place = api.resolved(element), place == api.resolved(child.resource.schema) { return true }
    let key = Words.singularKey(name)
    guard key == child.resource.key || key == collection.resource.key + child.resource.key else { return false }
    let known = api.maker.members(of: element).filter { child.members[$0.name] != nil }
    return known.count >= 2
  }

  /// Keeps such records below the new one. Call it inside a transaction.
  func keep(
    _ children: [SentRecords], below record: StoredRecord, of owner: RecordCollection, _ connection: Connection,
    _ seeds: RecordSeeds
  ) throws {
    for sent in children {
      let child = sent.collection
      guard let scope = child.scope(below: record, of: owner) else { continue }
      for input in sent.records {
        let whole = try begun(input, child, scope: scope, seeds, connection)
        _ = try insert(input, whole, connection, child, scope: scope, seeds)
      }
    }
  }

  /// The id of the record whose id a new one has, too; nil where it has its own.
  func sharedID(_ input: JSONObject, _ collection: RecordCollection) -> String? {
    collection.resource.sharedIDMember.flatMap { input[$0] }.flatMap(RecordCollection.text)
  }

  /// Has a record that a new one names say what it is now: `isPractitioner` of the person whom a new practitioner names by
  /// `personId`. Call it inside a transaction.
  func noteKind(_ made: StoredRecord, of collection: RecordCollection, _ connection: Connection) throws {
    for (name, target) in collection.resource.sentReferences.sorted(by: { $0.key < $1.key }) {
      guard let owner = api.collections[target], owner.isReachableWithoutParents,
        let flag = owner.orderedMembers.first(where: { member in
          ["is" + collection.resource.key, "has" + collection.resource.key].contains(Words.key(member.name))
            && Set(member.types).subtracting(["null"]) == ["boolean"]
        }),
        let id = made.content[name].flatMap(RecordCollection.text),
        let record = try owner.record(connection, id: id, scope: [:])
      else { continue }
      var content = record.content
      content[flag.name] = .bool(true)
      try owner.documents.update(connection, number: record.number, id: record.id, scope: record.scope, content)
    }
  }

  /// A record of another resource that a request for a new one has in place of the id of one that is there.
  struct NestedRecord {
    /// The property that shows it.
    let member: String
    let collection: RecordCollection
    let input: JSONObject
    let whole: JSONObject
    let password: String?
  }

  /// The records in what was sent that are of other resources and not there yet: the `user` of a new profile, with the
  /// schema of those who register.
  func nestedRecords(in input: JSONObject, _ collection: RecordCollection, _ seeds: RecordSeeds) throws
    -> [NestedRecord]
  {
    guard operation.kind == .create else { return [] }
    return try collection.resource.references.sorted { $0.key < $1.key }.compactMap { name, target in
      guard let sent = input[name]?.object, sent.count >= 2, let member = collection.members[name],
        !member.isReadOnly, let owner = api.collections[target], owner !== collection, owner.isMadeByClients,
        owner.isReachableWithoutParents, !owner.resource.isSingleton, owner.idText(sent) == nil,
        api.isSameSchema(member.place, owner.resource.schema)
      else { return nil }
      try seeds.require(owner, below: [])
      let password = owner === api.accounts ? sent.members.first { AccountNames.isPassword($0.key) }?.value.string : nil
      if password != nil { try seeds.world.store.require(table: owner.passwordsTable) }
      var record = JSONObject()
      for member in sent.members where owner.members[member.key]?.isReadOnly != true {
        record[member.key] = member.value
      }
      if owner === api.accounts { record = AccountNames.withoutPasswords(record, owner) }
      var whole = try begun(record, owner, scope: [:], seeds)
      if owner === api.accounts { whole = AccountNames.withoutPasswords(whole, owner) }
      return NestedRecord(member: name, collection: owner, input: record, whole: whole, password: password)
    }
  }

  /// Keeps such records, and has the new one show them. Call it inside a transaction.
  ///
  /// - Throws: ``Problem`` of kind `conflict` when another record has what only one may have.
  func keep(
    _ nested: [NestedRecord], in content: inout JSONObject, _ connection: Connection, _ seeds: RecordSeeds
  ) throws {
    for one in nested {
      if one.collection === api.accounts {
        for name in api.model.accounts?.names ?? [] where AccountNames.isOwn(name) {
          guard let text = one.input[name]?.string, !text.isEmpty,
            try one.collection.id(connection, where: [name], is: text, scope: [:]) != nil
          else { continue }
          throw Problem(.conflict, "another account has this \(name.clipped(to: 40))", field: name)
        }
      }
      let made = try insert(one.input, one.whole, connection, one.collection, scope: [:], seeds)
      if let password = one.password, let stored = try one.collection.record(connection, id: made.id, scope: [:]) {
        try one.collection.keep(password: password, of: stored, connection)
      }
      content[one.member] = .object(made.content)
    }
  }
}
