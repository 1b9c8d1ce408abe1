import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// What updates and replacements do with one record.

extension OperationHandler {
  /// Changes a record, or puts what was sent in its place.
  func change(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    guard var named = try recordID(collection, call, sent) else { return try answers.generated(for: sent) }
    let seeds = RecordSeeds(api: api, world: call.world)
    try seeds.require(collection, below: parents(call))
    var chosen: StoredRecord?
    if operation.kind == .replace, let source = collection.resource.chosenFrom.flatMap({ api.collections[$0] }) {
      guard let found = try seeds.record(of: source, named, below: []) ?? record(of: source, named: named, call) else {
        throw missing(source, named)
      }
      (chosen, named) = (found, found.id)
    }
    let id = named
    // A PUT that changes a part makes what is not there, too, and so does a POST that says so: "the first upload".
    let mayMake =
      operation.kind == .replace || operation.method == "PUT"
      || operation.method == "POST"
        && (collection.resource.isTakenAsItComes && answers.documented.answers.contains { $0.status == "201" }
          || isPlacedBelow(collection))
    if mayMake { try requireShown(collection, seeds) }
    // Any id names one.
    if collection.resource.isTakenAsItComes, !distinguishesCreation(answers),
      !answers.documented.answers.contains(where: { $0.status == "404" })
    {
      _ = try seeds.record(of: collection, id, below: parents(call))
    }
    let sentRecord = writable(sent.record(operation.requestEnvelope) ?? JSONObject(), collection)
    try requireReferences(sentRecord, collection, call)
    let scope = scope(call)
    var taken = sent.record(operation.requestEnvelope) ?? JSONObject()
    let password = try takePassword(from: &taken, collection, sent, call.world)
    let refused = try accountToRefuse(call, answers.documented)
    let distinguishesCreation = distinguishesCreation(answers)
    let (content, isNew) = try call.world.store.transaction { connection -> (JSONObject, Bool) in
      guard let old = try collection.record(connection, id: id, scope: scope) else {
        if let chosen {
          try collection.documents.insert(connection, id: id, scope: scope, chosen.content)
          return (chosen.content, false)
        }
        guard mayMake, distinguishesCreation || makesByReplacing(collection, answers.documented) else {
          throw missing(collection, id)
        }
        var content = try begun(sentRecord, collection, scope: scope, seeds, connection)
        seeds.addIdentity(to: &content, id: id, scope: scope, collection)
        try collection.documents.insert(connection, id: id, scope: scope, content)
        return (content, distinguishesCreation)
      }
      try requireOwner(of: old, collection, as: refused)
      var content =
        try chosen?.content
        ?? withSums(withTotal(changed(old, sent, collection), collection), sent: sentRecord, collection)
      note(&content, collection.resource.updatedAtMember, collection, at: call.world.clock.now)
      noteStates(&content, old.content, collection, call)
      if collection === api.accounts {
        try requireNewNames(taken, connection, collection, but: old.number)
        content = AccountNames.withoutPasswords(content, collection)
        _ = try keep(password, of: old, collection, connection)
      }
      try answers.requireShowable(content)
      // A name that holds the place of an id may be changed, such as that of a repository.
      try collection.requireUnique(connection, content, scope: scope, except: old.number)
      let newID = collection.resource.isSingleton ? id : collection.idText(content) ?? id
      if newID != old.id, try collection.contains(connection, id: newID, scope: scope) {
        throw Problem(
          .conflict, "\(collection.resource.name) has another record \"\(newID.clipped(to: 60))\"", field: "id")
      }
      try collection.documents.update(
        connection, number: old.number, id: newID, scope: collection.scope(of: old, changedTo: content, path: scope),
        content)
      try keepOneDefault(content, collection, id: newID, scope: scope, connection)
      return (content, false)
    }
    try changePartOfParent(collection, call, sentRecord)
    if let response = try parentResponse(call, answers) { return response }
    // What the parent shows of itself here is what it has.
    var whole = content
    for member in try partOfParent(collection, call)?.value.members ?? [] where collection.members[member.key] != nil {
      whole[member.key] = member.value
    }
    return try answers.response(
      showing: shown(StoredRecord(number: 0, id: id, scope: scope, isSeed: false, content: whole), call),
      seed: SplitMix64.seed(of: id), status: isNew ? 201 : statusOfChange(answers.documented))
  }

  /// Whether a record stands below another one, and nothing else than its path makes it.
  private func isPlacedBelow(_ collection: RecordCollection) -> Bool {
    operation.scopes.contains { $0.parent != nil && $0.parameter != AccountUse.parameter }
      && !(api.operations[collection.resource.name] ?? []).contains { $0.kind == .create }
  }

  private func distinguishesCreation(_ answers: ResponseBuilder) -> Bool {
    answers.documented.answers.contains { $0.status == "201" }
  }

  /// The status of a change where the operation's own is that of a creation: 200, if the document has it. nil for that of the
  /// operation.
  private func statusOfChange(_ documented: DocumentedOperation) -> Int? {
    operation.status == 201 && documented.answer(200) != nil ? 200 : nil
  }

  /// A record that a path calls by another property than its id: a user by the name.
  private func record(of collection: RecordCollection, named name: String, _ call: Call) throws -> StoredRecord? {
    let members = (operation.lookupMembers + collection.lookupMembers).filter { collection.members[$0] != nil }
    guard !members.isEmpty else { return nil }
    return try call.world.store.read { connection in
      try collection.id(connection, where: members, is: name, scope: [:]).flatMap {
        try collection.record(connection, id: $0, scope: [:])
      }
    }
  }

  /// Whether a record comes to be by a PUT at its path, since there is no other way: that of a member of a group, or one
  /// that its client names, such as a setting by its key.
  private func makesByReplacing(_ collection: RecordCollection, _ documented: DocumentedOperation) -> Bool {
    guard !collection.resource.isSingleton, !isNumbered(collection) else { return false }
    if namesOwnRecords(collection) { return true }
    let isNamed =
      collection.resource.idStyle == .text
      || operation.idParameter.flatMap { Words.split($0).last }.map(Self.names.contains) ?? false
    guard
      operation.scopes.contains(where: { $0.parent != nil })
        || isNamed && (!documented.answers.contains(where: { $0.status == "404" }) || saysThatItMakes)
    else { return false }
    return !(api.operations[collection.resource.name] ?? []).contains { $0.kind == .create }
  }

  /// Whether the operation's words say that it makes records, too: "Add or change a rule".
  private var saysThatItMakes: Bool {
    let object = api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    let texts = [object?["summary"]?.string, object?["description"]?.string].compactMap(\.self)
    let words = texts.flatMap { Words.split(String($0.prefix(200))) } + Words.split(operation.operationID)
    return !Self.making.isDisjoint(with: words)
  }

  private static let making: Set<String> = ["add", "adds", "create", "creates", "creation", "upsert", "upserts"]

  /// Whether clients choose the ids: requests have them, and no creation says which one a new record has.
  private func namesOwnRecords(_ collection: RecordCollection) -> Bool {
    guard operation.method == "PUT", collection.resource.idStyle == .text, let id = collection.idPath.first,
      let sent = requestMembers.first(where: { $0.name == id }), !sent.isReadOnly
    else { return false }
    let operations = api.operations[collection.resource.name] ?? []
    let creations = operations.filter { $0.kind == .create }
    return !creations.isEmpty && !operations.contains { $0.kind == .list } && creations.allSatisfy(isSilent)
  }

  /// Whether the response to an operation shows neither content nor an address.
  private func isSilent(_ operation: OperationDescription) -> Bool {
    guard operation.recordSchema == nil, let entry = api.contract.entry(operation.operationID),
      let answer = try? api.contract.operation(entry).answer(operation.status)
    else { return false }
    return answer.content.isEmpty && !answer.headers.contains { $0.name.lowercased() == "location" }
  }

  /// Whether a path calls a record by a number that the server gives, and not by that of a record of another kind, as paths
  /// of members do: `/orders/{id}/addresses/{addressId}`.
  private func isNumbered(_ collection: RecordCollection) -> Bool {
    guard collection.resource.idStyle == .integer, !collection.resource.isTakenAsItComes,
      let parameter = operation.idParameter.map(Words.key)
    else { return false }
    let key = collection.resource.key
    let last = Words.split(collection.resource.name).last.map(Words.singular) ?? key
    return ["id", key + "id", last + "id"].contains(parameter)
      && (api.operations[collection.resource.name] ?? []).contains { $0.kind == .list }
  }

  /// The last words of parameters that clients choose the values of.
  private static let names: Set<String> = ["key", "name", "slug", "code", "setting", "topic", "path"]
}
