import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// What actions do with one record.

extension OperationHandler {
  /// Does what an action says: its content and its change of state go into the record.
  func act(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let namesOne = operation.idParameter != nil || operation.idContentMember != nil || collection.resource.isSingleton
    guard namesOne, let id = try recordID(collection, call, sent) else {
      if let checked = try checkCode(collection, call, sent, answers) { return checked }
      if let change = operation.change { try changeAll(collection, call, to: change) }
      return try answers.generated(for: sent)
    }
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    // Any id names one.
    if collection.resource.isTakenAsItComes, operation.method != "GET",
      !answers.documented.answers.contains(where: { ["404", "4XX", "default"].contains($0.status) })
    {
      _ = try RecordSeeds(api: api, world: call.world).record(of: collection, id, below: parents(call))
    }
    let scope = scope(call)
    let taker = try takesOver ? actingAccount(call) : nil
    let reacting = try reacting(collection, call)
    if let made = try produce(collection, call, id, sent, answers) { return made }
    let values = operation.method == "GET" ? [] : pathValues(call, collection)
    let (content, newID) = try call.world.store.transaction { connection -> (JSONObject, String) in
      let found = try collection.record(connection, id: id, scope: scope, trash: restores ? .included : .left)
      guard let old = found else { throw missing(collection, id) }
      var content = old.content
      let newID = try idAfter(values, old, collection, connection)
      if restores, let name = collection.trashMember {
        content[name] = collection.members[name]?.isNullable == true ? .null : nil
      }
      bar(&content, collection)
      if operation.method != "GET" {
        // A moment that the request says is not that of the action.
        var changed: Set<String> = []
        if sent.isPatch { content = try patched(old, sent, collection) }
        var input = writable(sent.record(operation.requestEnvelope) ?? JSONObject(), collection)
        if let reacting, react(to: &content, sent, collection, by: reacting) {
          input = JSONObject()
        } else if let part = partName(collection), input[part] == nil, operation.change == nil {
          setPart(part, of: &content, sent, collection)
          input = JSONObject()
        }
        for member in input.members {
          // What is sent of the record proper of a view changes a part of it.
          if member.key == collection.resource.viewMember {
            content[member.key] = Self.merged(content[member.key], with: member.value)
            continue
          }
          if let shown = object(namedBy: member.key, collection) {
            // The record is shown by its id.
            (content[shown], content[member.key]) = (nil, member.value)
            continue
          }
          guard let name = property(member.key, collection), name != collection.idPath.first else { continue }
          changed.insert(name)
          content[name] =
            amount(member, name, old.content, collection) ?? elements(member.value, of: old.content[name])
            ?? member.value
        }
        for one in values { content[one.name] = one.value }
        try requireChange(old.content, content, collection, answers)
        if let change = operation.change {
          let value = change.value(for: sent.body, after: old.content[place(of: change, collection)])
          addToCount(&content, old.content, change.member, value, collection)
          content[place(of: change, collection)] = value
        }
        if let taker { takeOver(&content, collection, by: taker) }
        for moment in operation.moments where !changed.contains(moment.member) {
          if moment.isCleared {
            let known = collection.members[moment.member]
            if known?.isNullable == true {
              content[moment.member] = .null
            } else if known?.isRequired != true {
              content[moment.member] = nil
            }
          } else {
            note(&content, moment.member, collection, at: call.world.clock.now)
          }
        }
        note(&content, collection.resource.updatedAtMember, collection, at: call.world.clock.now)
        noteStates(&content, old.content, collection, call)
        try answers.requireShowable(content)
        try collection.documents.update(
          connection, number: old.number, id: newID, scope: collection.scope(of: old, changedTo: content), content)
        try keepOneDefault(content, collection, id: newID, scope: scope, connection)
      }
      return (content, newID)
    }
    if let response = try parentResponse(call, answers) { return response }
    if operation.recordSchema == nil, !answers.saysNothing {
      return try answers.generated(for: sent, with: content, of: newID)
    }
    let record = StoredRecord(number: 0, id: newID, scope: scope, isSeed: false, content: content)
    return try answers.response(
      showing: shown(record, call), seed: SplitMix64.seed(of: newID), adding: beside(call, sent, answers))
  }

  /// The names that lead to what an action changes: one, unless that is inside of an object of the record.
  private func place(of change: OperationDescription.StateChange, _ collection: RecordCollection) -> [String] {
    collection.members[change.member] == nil ? change.path : [change.member]
  }

  private static let takingOver: Set<String> = ["accept", "claim", "take", "pickup", "assign-to-me", "assigntome"]
  private static let responsible: Set<String> = [
    "driver", "courier", "assignee", "agent", "handler", "technician", "rider", "worker", "provider", "responder",
    "assigned",
  ]

  /// Whether who calls the action takes something over.
  private var takesOver: Bool {
    operation.path.split(separator: "/").last.map { Self.takingOver.contains($0.lowercased()) } ?? false
  }

  /// Has an account be responsible for what it accepts and nobody is responsible for: the driver of a ride.
  private func takeOver(_ content: inout JSONObject, _ collection: RecordCollection, by account: StoredRecord) {
    guard let accounts = api.accounts, accounts !== collection else { return }
    let member = collection.orderedMembers.first { member in
      let words = Words.split(member.name).filter { $0 != "id" }
      return collection.resource.references[member.name] == accounts.resource.name
        && words.contains(where: Self.responsible.contains) && !collection.resource.ownerMembers.contains(member.name)
    }
    guard let member, content[member.name].map(\.isNull) ?? true else { return }
    content[member.name] =
      member.types.contains("object") && !member.types.contains("string")
      ? .object(account.content) : accounts.idValue(account.id)
  }

  /// - Throws: ``Problem`` when the record is in the action's state already and the document has a conflict, or when an
  ///   action takes more than there is.
  private func requireChange(
    _ old: JSONObject, _ new: JSONObject, _ collection: RecordCollection, _ answers: ResponseBuilder
  ) throws(Problem) {
    let statuses = answers.documented.answers.map(\.status)
    if let change = operation.change, old[place(of: change, collection)] == change.value, change.requestMember == nil,
      !change.isToggle
    {
      if statuses.contains("409") {
        throw Problem(.conflict, "\(change.member) is that already", field: change.member)
      }
      if change.value.string != nil, refusesOtherStates(answers.documented) {
        throw Problem(
          forcing: 400, "\(change.member) is that already",
          details: [Problem.Detail(change.member, "is that already")])
      }
    }
    guard let amountChange, amountChange < 0 else { return }
    for member in collection.orderedMembers where Self.isAmount(member) && new[member.name] != old[member.name] {
      guard let left = new[member.name]?.number?.double, left < 0 else { continue }
      let status = ["422", "400", "409", "402"].first(where: statuses.contains).flatMap { Int($0) } ?? 400
      throw Problem(
        forcing: status, "there is not enough: \(member.name) would be \(left)",
        details: [Problem.Detail(member.name, "is not enough")])
    }
  }

  /// Whether a request that holds nothing is refused with 400, and the document says more than that it is bad: it is the
  /// record's state that is wrong.
  private func refusesOtherStates(_ documented: DocumentedOperation) -> Bool {
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased(), "responses", "400"])
    guard documented.requestContent.isEmpty, let at = api.resolved(place),
      let text = api.document.root[at]?["description"]?.string
    else { return false }
    let words = text.split { !$0.isLetter }.map { $0.lowercased() }
    let isGeneral = words.contains {
      ["bad", "invalid", "validation", "malformed", "parameters", "input"].contains($0)
    }
    return words.count >= 3 && !isGeneral
  }

  /// Has all records below the request's parents be in a state.
  private func changeAll(
    _ collection: RecordCollection, _ call: Call, to change: OperationDescription.StateChange
  ) throws {
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    var query = collection.query(scope(call))
    query.limit = Self.maximumChanged
    try call.world.store.transaction { connection in
      for record in try collection.documents.records(connection, query) {
        let place = place(of: change, collection)
        guard record.content[place] != change.value else { continue }
        var content = record.content
        content[place] = change.value
        try collection.documents.update(
          connection, number: record.number, id: record.id, scope: record.scope, content)
      }
    }
  }

  private static let maximumChanged = 10_000

  /// The record's name for what an action's request holds: the same, or one that says more, as `cancel_reason` does of
  /// `reason`.
  private func property(_ name: String, _ collection: RecordCollection) -> String? {
    if collection.members[name] != nil || collection.members.isEmpty { return name }
    // `PATCH /products/{id}/stock` with `{"value": 5}` sets the stock.
    if amountChange == nil, requestMembers.count == 1, let last = operation.path.split(separator: "/").last,
      let member = collection.orderedMembers.first(where: { Words.key($0.name) == Words.key(String(last)) }),
      !member.isReadOnly, !member.types.contains("object"), !member.types.contains("array")
    {
      return member.name
    }
    if Self.quantities.contains(name.lowercased()), amountChange != nil {
      return collection.orderedMembers.first { Self.isAmount($0) }?.name
    }
    let words = Words.split(name)
    let like = collection.orderedMembers.filter { member in
      let others = Words.split(member.name)
      return !member.isReadOnly && others.count > words.count && others.suffix(words.count).elementsEqual(words)
    }
    if like.count == 1 { return like[0].name }
    // What was ordered is not what is there; what clients set is not what the server makes of it.
    let actual = like.first {
      ["actual", "current", "forced", "custom", "assigned"].contains(Words.split($0.name).first ?? "")
    }
    return actual?.name ?? reference(name, collection)
  }

  /// The property that shows the record whose id a request has: `driver` for `driverId`.
  private func object(namedBy name: String, _ collection: RecordCollection) -> String? {
    let key = Words.key(name)
    guard collection.members[name] == nil, key.hasSuffix("id") else { return nil }
    return collection.orderedMembers.first { member in
      member.types.contains("object") && Words.key(member.name) + "id" == key
        && collection.resource.references[member.name] != nil
    }?.name
  }

  /// The property that names what a request names by its kind: `assignee_id` for the `user_id` of `POST …/assign`.
  private func reference(_ name: String, _ collection: RecordCollection) -> String? {
    let words = Words.split(name)
    guard words.count > 1, ["id", "uuid"].contains(words.last ?? "") else { return nil }
    let stem = words.dropLast().joined()
    let named = api.collections.values.first { $0.resource.key == stem }
    guard let target = named ?? (["user", "account"].contains(stem) ? api.accounts : nil) else { return nil }
    let members = collection.resource.references.filter { member, resource in
      resource == target.resource.name && collection.members[member].map { !$0.types.contains("object") } ?? false
        && !collection.resource.ownerMembers.contains(member)
    }.keys.sorted()
    return members.first { $0.lowercased().hasPrefix(self.stem.prefix(6)) } ?? (members.count == 1 ? members[0] : nil)
  }

  private static let quantities: Set<String> = ["amount", "quantity", "qty", "units", "points", "count"]

  private static func isAmount(_ member: ValueGenerator.Member) -> Bool {
    let words = member.name.lowercased()
    return (member.types.contains("integer") || member.types.contains("number"))
      && ["stock", "quantity", "balance", "amount", "points", "available"].contains { words.hasSuffix($0) }
  }

  /// Whether the action's verb adds to an amount or takes from it; nil for one that sets it.
  private var amountChange: Double? {
    switch stem {
    case "add", "increment", "increas", "deposit", "topup", "restock", "receiv", "credit", "earn", "purchas": 1
    case "consum", "decrement", "decreas", "withdraw", "remov", "us", "spend", "debit", "redeem", "ship", "deduct": -1
    default: saysAdjustment ? 1 : nil
    }
  }

  /// Whether the document says that what is sent is added: "positive to add, negative to subtract".
  private var saysAdjustment: Bool {
    let place = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    var said = ["summary", "description"].compactMap { api.document.root[place.appending($0)]?.string }
    for member in requestMembers where Self.quantities.contains(member.name.lowercased()) {
      said.append(api.document.root[member.place]?["description"]?.string ?? "")
    }
    let words = said.flatMap(Words.split)
    return words.contains { ["adjust", "adjusts", "adjustment", "subtract", "increment", "delta"].contains($0) }
  }

  /// What an amount becomes by an action that adds to it or takes from it; nil for what is set as it was sent.
  func amount(
    _ sent: JSONObject.Member, _ name: String, _ old: JSONObject, _ collection: RecordCollection
  ) -> JSONValue? {
    guard let change = amountChange, Self.quantities.contains(sent.key.lowercased()),
      let member = collection.members[name], Self.isAmount(member),
      let by = sent.value.number?.double ?? sent.value.string.flatMap(Double.init), by.isFinite
    else { return nil }
    let sum = (old[name]?.number?.double ?? 0) + change * by
    guard sum.isFinite, abs(sum) < 1e15 else { return nil }
    let literal = sum == sum.rounded() ? String(Int(sum)) : String(sum)
    return JSONNumber(literal: literal).map { .number($0) }
  }

  /// What a list becomes by an action that adds elements to it or removes some: `addTags`, `removeTags`; nil for one that
  /// sets it.
  private func elements(_ sent: JSONValue, of old: JSONValue?) -> JSONValue? {
    guard let changed = sent.array, let own = old?.array, changed.count + own.count <= Self.maximumElements,
      let words = operation.path.split(separator: "/").last.map({ Words.split(String($0)) }), words.count >= 2
    else { return nil }
    switch words[0] {
    case "add", "append", "insert", "attach": return .array(own + changed.filter { !own.contains($0) })
    case "remove", "delete", "detach": return .array(own.filter { !changed.contains($0) })
    default: return nil
    }
  }

  private static let maximumElements = 1000

  /// Makes a record of one that is there, as an order comes of a cart; nil for an action that makes none.
  private func produce(
    _ collection: RecordCollection, _ call: Call, _ id: String, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    guard let target = operation.produced.flatMap({ api.collections[$0] }) else { return nil }
    let seeds = RecordSeeds(api: api, world: call.world)
    guard let source = try seeds.record(of: collection, id, below: parents(call)) else {
      throw missing(collection, id)
    }
    let owner = try ownScope(target, call)
    try seeds.require(target, below: owner)
    let whole = try withInnerRecords(source, call)
    var input = writable(sent.record(operation.requestEnvelope) ?? JSONObject(), target)
    // The id that the request names is that of what is there.
    if target === collection, let name = operation.idContentMember { input[name] = nil }
    var content = JSONObject()
    // What paths name a record by is not that of the other one.
    for member in target.orderedMembers
    where member.name != target.idPath.first && !target.lookupMembers.contains(member.name) {
      let isMoment = member.name.lowercased().hasPrefix(stem) && PropertyRole(member.name, types: member.types) != nil
      if isMoment, !member.types.contains("boolean") {
        content[member.name] = MomentText.value(call.world.clock.now, like: member)
      } else if target.resource.references[member.name] == collection.resource.name, !member.types.contains("object") {
        content[member.name] = collection.idValue(id)
      } else if let value = whole.content[member.name], member.name != target.resource.createdAtMember,
        api.maker.allows(value, on: member.place)
      {
        content[member.name] = value
      }
    }
    for member in input.members { content[member.key] = member.value }
    var scope = scope(call).filter { one in target.scopes.contains { $0.key == one.key } }
    for parent in owner { scope[parent.scope.key] = parent.id }
    content = try owned(content, target, call)
    var begun = try begun(content, target, scope: scope, seeds)
    try answers.requireShowable(begun)
    let copied = target === collection ? innerRecords(of: target).filter { $0.reference == nil && !$0.areIDs } : []
    for inner in copied {
      begun[inner.member] = nil
      try requireTablesBelow(collection, call.world)
    }
    let record = try call.world.store.transaction { connection in
      if target === collection {
        for name in target.resource.uniqueProperties where input[name] == nil {
          begun[name] = try unused(begun[name], name, connection, target)
          content[name] = begun[name]
        }
      }
      if let old = try collection.record(connection, id: source.id, scope: self.scope(call)), operation.method != "GET"
      {
        var content = old.content
        if let change = operation.change { content[place(of: change, collection)] = change.value }
        note(&content, collection.resource.updatedAtMember, collection, at: call.world.clock.now)
        try collection.documents.update(connection, number: old.number, id: old.id, scope: old.scope, content)
      }
      let made = try insert(content, begun, connection, target, scope: scope, seeds)
      for inner in copied { try copy(inner.collection, from: source, to: made, of: target, connection, seeds) }
      return made
    }
    let shown = JSONValue.object(try copied.isEmpty ? record.content : withInnerRecords(record, call).content)
    guard operation.recordSchema != nil else {
      return try answers.generated(for: sent, with: record.content)
    }
    return try answers.response(showing: shown, seed: SplitMix64.seed(of: record.id))
  }

  /// What the names of moments of this action begin with: `complet` of `completed_at`.
  private var stem: String {
    let verb = operation.path.split(separator: "/").last?.lowercased().filter(\.isLetter) ?? ""
    return verb.hasSuffix("e") ? String(verb.dropLast()) : verb
  }
}
