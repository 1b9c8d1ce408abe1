import Contract
import HTTPCore
import JSON
import JSONSchema
import Records
import Resources
import Store
import Synthesis
import World

// What operations do with one record.

extension OperationHandler {
  /// Shows a record.
  func read(
    _ collection: RecordCollection, _ call: Call, _ id: String, _ answers: ResponseBuilder
  ) throws -> RenderedBody {
    let record = try RecordSeeds(api: api, world: call.world).record(of: collection, id, below: parents(call))
    guard let record else {
      if showsNone(answers) { return try answers.content(showing: .array([]), seed: 0) }
      throw missing(collection, id)
    }
    let whole = try withInnerRecords(record, call)
    let shown = choosing(
      chosenFields(call), of: withoutUnwanted(shown(whole, call), collection, call, answers), collection)
    return try answers.content(
      showing: shown, seed: UInt64(bitPattern: record.number),
      adding: shownAccount(call) + shownBeside(shown, answers, call) + sharedWithParent(collection, call)
        + thread(collection, call) + innerRecordsBeside(record, answers, call) + changePosition(call)
        + partsOfParent(call, answers) + includedFacts([record], collection, call) + askedFor(collection, call, answers)
    )
  }

  /// Whether the response to a GET of one record is a list that has no element where there is no such record: the document
  /// has no other response to that.
  private func showsNone(_ answers: ResponseBuilder) -> Bool {
    guard let place = answers.place(of: operation.answerEnvelope), api.maker.shape(of: place).types == ["array"] else {
      return false
    }
    return !answers.documented.answers.contains { ["404", "410", "4XX", "default"].contains($0.status) }
  }

  /// What a record that is taken as it comes has in common with the request: the `party_size` of what is available.
  private func askedFor(
    _ collection: RecordCollection, _ call: Call, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue?)] {
    guard collection.resource.isTakenAsItComes, let place = answers.place(of: operation.answerEnvelope) else {
      return []
    }
    let members = api.maker.shape(of: place).members
    var found = answers.asked(of: members)
    if let name = operation.idParameter, let place = members[name] {
      let value = FormReader(api.maker).leaf(call.parameters[name], place)
      if api.maker.allows(value, on: place) { found.append((name, value)) }
    }
    return found.map { (operation.answerEnvelope + [$0.key], $0.value) }
  }

  /// How often an order is made of a cart that others change meanwhile.
  private static let maximumOrders = 5

  /// Keeps a new record.
  func create(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    for _ in 0..<Self.maximumOrders {
      do {
        return try createOnce(collection, call, sent, answers)
      } catch is CartContent.Changed {
        continue
      }
    }
    throw Problem(.conflict, "the cart has changed meanwhile")
  }

  private func createOnce(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let world = call.world
    let seeds = RecordSeeds(api: api, world: world)
    try seeds.require(collection, below: parents(call))
    var input = writable(sent.record(operation.requestEnvelope) ?? JSONObject(), collection)
    input = withPathMembers(input, collection, call)
    plan(collection).castCases(of: &input)
    try requireReferences(input, collection, call)
    let password = try takePassword(from: &input, collection, sent, world)
    input = try withRepliedTo(
      withInherited(withQuery(input, collection, sent, answers), collection, call), collection, call)
    input = try withLevel(try withPerson(withMoments(input, collection), collection, call), collection, call)
    if let change = operation.change, input[change.member] == nil { input[change.member] = change.value }
    input = try withLines(try line(try owned(input, collection, call), collection, call), collection, call)
    input = withSums(input, sent: input, collection)
    let scope = creationScope(input, collection, call).merging(accountScope) { path, _ in path }
    let cart = try cartContent(for: input, collection, call)
    for member in cart?.members ?? [] { input[member.name] = member.value }
    let children = try takeChildren(from: &input, collection, world)
    let nested = try nestedRecords(in: input, collection, seeds)
    // Made before the database is taken.
    var content = try begun(input, collection, scope: scope, seeds, upload: sent.upload)
    if collection === api.accounts { content = AccountNames.withoutPasswords(content, collection) }
    noteFlags(&content, JSONObject(), collection, at: world.clock.now)
    try answers.requireShowable(content)
    var record = try world.store.transaction { connection in
      try requireNewNames(input, connection, collection)
      try requireFirst(input, collection, call, connection)
      try keep(nested, in: &content, connection, seeds)
      let record = try insert(input, content, connection, collection, scope: scope, seeds)
      try keep(children, below: record, of: collection, connection, seeds)
      try noteKind(record, of: collection, connection)
      try keepOneDefault(record.content, collection, id: record.id, scope: record.scope, connection)
      try cart?.take(connection)
      return try keep(password, of: record, collection, connection)
    }
    record = try keepUpload(call, sent, madeRecord: record.id) ?? record
    if !children.isEmpty { record = try withInnerRecords(record, call) }
    if let use = operation.account, use.role == .register, !isOfAdmin(use),
      use.showsTokens || operation.recordSchema == nil || !use.ids.isEmpty
    {
      let others = try recordsBeside(account: record, sent, call, answers)
      return try session(of: record, use, call, sent, answers, adding: others)
    }
    if let response = try parentResponse(call, answers) { return response }
    var response = try answers.response(
      showing: answers.showsIDAlone ? name(of: record, collection) : shown(record, call),
      seed: SplitMix64.seed(of: record.id),
      adding: issuedToken(call) + idsBeside(record, collection, answers) + sentAround(sent, answers)
        + beside(call, sent, answers) + changeBeside(record, collection, answers) + givenOut(record, call, answers))
    if response.status == 201 || response.status == 202, let path = path(of: record, call) {
      response.headers["Location"] = answers.origin + path
    }
    return response
  }

  /// What a response that is no more than a name says of a new record: what paths call it by, such as its slug.
  private func name(of record: StoredRecord, _ collection: RecordCollection) -> JSONValue {
    let alias = reading?.lookupMembers.first.flatMap { record.content[$0]?.string }
    return alias.map(JSONValue.string) ?? collection.idValue(record.id, below: record.scope)
  }

  /// Keeps a new record. Call it inside a transaction.
  ///
  /// - Parameters:
  ///   - whole: The content as ``begun(_:_:scope:_:)`` makes it.
  func insert(
    _ input: JSONObject, _ whole: JSONObject, _ connection: Connection, _ collection: RecordCollection,
    scope path: [String: String],
    _ seeds: RecordSeeds
  ) throws -> StoredRecord {
    let scope = collection.scope(of: input, path: path)
    let id: String
    if let own = collection.resource.isSingleton
      ? RecordIDs.ofSingleton
      : collection.idText(input) ?? sharedID(input, collection) ?? sentName(input, collection)
    {
      if let old = try collection.record(connection, id: own, scope: scope) {
        guard collection.resource.isSingleton || !documentsConflicts && operation.account?.role != .register else {
          throw Problem(
            .conflict, "\(collection.resource.name) has a record \"\(own.clipped(to: 60))\" already", field: "id")
        }
        try collection.documents.delete(connection, number: old.number)
      }
      id = own
    } else {
      let ids = RecordIDs(collection: collection, maker: api.maker)
      id = try ids.next(connection, for: input, scope: scope, seeds.world)
    }
    try collection.requireUnique(connection, input, scope: scope)
    var content = whole
    seeds.addIdentity(to: &content, id: id, scope: scope, collection)
    let seed = SplitMix64.seed(of: id)
    let context = ValueContext(now: seeds.world.clock.now.seconds, origin: RecordSeeds.origin)
    try collection.tellApart(connection, &content, sent: input, scope: scope) { member in
      try? api.maker.value(member.place, seed: seed, context: context)
    }
    try collection.documents.insert(connection, id: id, scope: scope, content)
    return StoredRecord(number: 0, id: id, scope: scope, isSeed: false, content: content)
  }

  /// Whether the document has an answer for a record that is there already; else the new one takes its place.
  var documentsConflicts: Bool {
    guard let documented = try? documented() else { return true }
    // Beside a success, `default` is a failure.
    let hasSuccess = documented.answers.contains { $0.status.hasPrefix("2") }
    return documented.answers.contains {
      ["409", "422", "400", "4XX"].contains($0.status) || $0.status == "default" && hasSuccess
    }
  }

  /// Makes or changes each of several records, all or none of them.
  func changeAll(
    _ collection: RecordCollection, _ call: Call, _ records: [JSONObject], _ sent: RequestBody,
    _ answers: ResponseBuilder
  ) throws -> Response {
    guard records.count <= Self.maximumBulk else {
      throw Problem(
        .validation, "at most \(Self.maximumBulk) records at once are taken; \(records.count) came", field: "body")
    }
    let seeds = RecordSeeds(api: api, world: call.world)
    try seeds.require(collection, below: parents(call))
    try requireShown(collection, seeds)
    let scope = scope(call)
    let inputs = try records.map { record -> (content: JSONObject, password: String?) in
      var input = writable(record, collection)
      let password = try takePassword(from: &input, collection, sent, call.world)
      if operation.kind != .create { return (input, password) }
      try requireReferences(input, collection, call)
      return (try owned(input, collection, call), password)
    }
    let contents = try call.world.store.transaction { connection in
      if operation.replacesAll {
        for record in try collection.documents.records(connection, collection.query(scope)) {
          try collection.documents.delete(connection, number: record.number)
        }
      }
      return try inputs.map { input, password -> JSONObject in
        guard operation.kind != .create, let id = collection.idText(input),
          let old = try collection.record(connection, id: id, scope: scope)
        else {
          var whole = try begun(input, collection, scope: scope, seeds, connection)
          if collection === api.accounts { whole = AccountNames.withoutPasswords(whole, collection) }
          try answers.requireShowable(whole)
          try requireNewNames(input, connection, collection)
          let made = try insert(input, whole, connection, collection, scope: scope, seeds)
          return try keep(password, of: made, collection, connection).content
        }
        var content = operation.kind == .replace ? JSONObject() : old.content
        for member in input.members { content[member.key] = member.value }
        note(&content, collection.resource.updatedAtMember, collection, at: call.world.clock.now)
        if collection === api.accounts { content = AccountNames.withoutPasswords(content, collection) }
        _ = try keep(password, of: old, collection, connection)
        try answers.requireShowable(content)
        try collection.documents.update(
          connection, number: old.number, id: id, scope: collection.scope(of: old, changedTo: content), content)
        return content
      }
    }
    if let response = try parentResponse(call, answers) { return response }
    let ids = contents.compactMap(collection.idText)
    if let name = operation.severalMember {
      var several = operation.answerEnvelope
      if several.last == operation.requestEnvelope.last { several.removeLast() }
      let facts = answers.place(of: several).map { idsBeside(ids, collection, at: $0, several) } ?? []
      return try answers.response(
        showing: .array(contents.map(JSONValue.object)), seed: SplitMix64.seed(of: operation.operationID),
        adding: facts, within: several + [name])
    }
    let counted = tally(ids, collection, answers)
    let isList = answers.place(of: operation.answerEnvelope).map { api.maker.shape(of: $0).items != nil } ?? false
    if !isList, operation.recordSchema == nil || !counted.isEmpty {
      return try answers.generated(for: sent, with: counted)
    }
    return try answers.response(
      showing: .array(contents.map(JSONValue.object)), seed: SplitMix64.seed(of: operation.operationID))
  }

  private static let maximumBulk = 1000

  /// - Throws: ``Problem`` of kind `conflict` when the account has made such a record below the same parent.
  private func requireFirst(
    _ input: JSONObject, _ collection: RecordCollection, _ call: Call, _ connection: Connection
  ) throws {
    guard collection.resource.isOnePerAccount, let name = collection.resource.ownerMembers.first,
      let owner = input[name], let accounts = api.accounts,
      let id = owner.object.flatMap(accounts.idText) ?? RecordCollection.text(owner)
    else { return }
    var query = collection.query(self.scope(call))
    query.require(collection.names(id, of: accounts, in: name))
    query.limit = 1
    guard try !collection.documents.records(connection, query).isEmpty else { return }
    throw Problem(.conflict, "the account has made one of the \(collection.resource.name) here already")
  }

  /// Notes when a record came into the state that it is in now: `deliveredAt`.
  func noteStates(_ content: inout JSONObject, _ old: JSONObject, _ collection: RecordCollection, _ call: Call) {
    for name in collection.states {
      guard let value = content[name]?.string, old[name]?.string != value else { continue }
      for member in collection.orderedMembers where content[member.name].map(\.isNull) ?? true {
        guard LifecycleRunner.names(member.name, value) else { continue }
        content[member.name] = MomentText.value(call.world.clock.now, like: member)
      }
    }
    noteFlags(&content, old, collection, at: call.world.clock.now)
  }

  /// Notes when a flag was set: `completedAt` of `completed`, `publishedAt` of `publish`. Where it is cleared, nothing has
  /// happened.
  func noteFlags(
    _ content: inout JSONObject, _ old: JSONObject, _ collection: RecordCollection, at now: Timestamp
  ) {
    for (name, value) in content.members.prefix(200).map({ ($0.key, $0.value) }) {
      guard let isSet = value.bool, old[name]?.bool != isSet, isSet || old[name] != nil else { continue }
      for member in collection.moments(ofFlag: name) {
        let isUnset = content[member.name].map(\.isNull) ?? true
        if isSet, isUnset || content[member.name] == old[member.name] {
          content[member.name] = MomentText.value(now, like: member)
        } else if !isSet, !isUnset, content[member.name] == old[member.name], !member.isRequired || member.isNullable {
          content[member.name] = member.isNullable ? .null : nil
        }
      }
    }
  }

  /// Removes a record.
  func delete(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let scope = scope(call)
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    guard let id = try recordID(collection, call, sent) else {
      // What chooses in a way that is not known deletes nothing.
      let isChosenOtherwise = answers.documented.parameters.contains { parameter in
        parameter.location == .query && operation.filters[parameter.name] == nil
          && !sent.query.values(parameter.name).isEmpty && !operation.scopes.contains { $0.parameter == parameter.name }
      }
      guard operation.idParameter == nil, operation.idContentMember == nil, !isChosenOtherwise else {
        return try answers.generated(for: sent)
      }
      let query = try chosen(collection, call, sent, answers)
      try requireTablesBelow(collection, call.world)
      let ids = try call.world.store.transaction { connection -> [String] in
        let records = try collection.documents.records(connection, query)
        for record in records { try remove(record, collection, connection) }
        return records.map(\.id)
      }
      if let response = try parentResponse(call, answers) { return response }
      return try answers.generated(for: sent, with: tally(ids, collection, answers))
    }
    let refused = try accountToRefuse(call, answers.documented)
    try requireUnused(id, collection, call, answers.documented)
    try requireTablesBelow(collection, call.world)
    try api.gone.prepare(collection, call.world)
    let isForGood = deletesForGood(sent)
    let old = try call.world.store.transaction { connection -> StoredRecord in
      let found = try collection.record(connection, id: id, scope: scope, trash: isForGood ? .included : .left)
      guard let old = found else { throw missing(collection, id) }
      try requireOwner(of: old, collection, as: refused)
      if !isForGood, let name = collection.trashMember {
        // It may be brought back.
        var content = old.content
        let now = call.world.clock.now
        content[name] = collection.members[name].map { MomentText.value(now, like: $0) } ?? .string(now.iso8601)
        try collection.documents.update(connection, number: old.number, id: old.id, scope: old.scope, content)
        try removeBelow(old, collection, connection)
        return StoredRecord(number: old.number, id: old.id, scope: old.scope, isSeed: old.isSeed, content: content)
      }
      try remove(old, collection, connection)
      if !isForGood { try api.gone.note(old.id, of: collection, connection) }
      return old
    }
    try addAsked(by: sent, from: old.content, call)
    if let response = try parentResponse(call, answers) ?? rest(collection, call, answers) { return response }
    var shown = namesRecord ? self.shown(old, call).object ?? old.content : old.content
    // As Stripe reports it; an answer that has no such member does not show it.
    for name in ["deleted", "success", "ok", "removed"] where !shown.contains(name) { shown[name] = .bool(true) }
    for name in goneFlags(collection) { shown[name] = .bool(true) }
    return try answers.response(showing: .object(shown), seed: SplitMix64.seed(of: id))
  }

  /// The flags of a record that say that it was deleted: `deleted`, and `archived` where the document says that a deletion
  /// archives.
  private func goneFlags(_ collection: RecordCollection) -> [String] {
    let described = api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased()])]
    let text = ["summary", "description"].compactMap { described?[$0]?.string }.joined(separator: " ").lowercased()
    let gone: Set<String> = text.contains("archiv") ? ["deleted", "trashed", "archived"] : ["deleted", "trashed"]
    return collection.orderedMembers.filter { member in
      let words = Words.split(member.name)
      return member.types.contains("boolean") && words.last.map(gone.contains) == true
        && (words.count == 1 || words.count == 2 && ["is", "in"].contains(words[0]))
    }.map(\.name)
  }

  private static let maximumDepth = 4
  private static let identifying: Set<String> = ["uuid", "guid", "code", "token", "secret", "reference", "hash"]

  /// The collections of what is kept below a record, also where another path leads there.
  private func below(_ collection: RecordCollection) -> [RecordCollection] {
    api.collections.values.filter { child in
      child !== collection && child.scopes.contains { $0.parent == collection.resource.name }
    }.sorted { $0.resource.name < $1.resource.name }
  }

  func requireTablesBelow(_ collection: RecordCollection, _ world: World, depth: Int = 0) throws {
    guard depth < Self.maximumDepth else { return }
    for child in below(collection) {
      try world.store.require(table: child.documents.name)
      try requireTablesBelow(child, world, depth: depth + 1)
    }
  }

  /// Removes a record, and what is kept below it. Call it inside a transaction.
  func remove(
    _ record: StoredRecord, _ collection: RecordCollection, _ connection: Connection, depth: Int = 0
  ) throws {
    try collection.documents.delete(connection, number: record.number)
    try removeBelow(record, collection, connection, depth: depth)
  }

  private func removeBelow(
    _ record: StoredRecord, _ collection: RecordCollection, _ connection: Connection, depth: Int = 0
  ) throws {
    guard depth < Self.maximumDepth else { return }
    for child in below(collection) {
      var query = RowQuery()
      query.require(child.documents.parent(collection.resource.name, is: record.id, mayBeMissing: false))
      for one in try child.documents.records(connection, query) {
        try remove(one, child, connection, depth: depth + 1)
      }
    }
  }

  // MARK: Content

  /// What a client may set: all but members that are only to be read. A member that requests write in another way than
  /// records, as `FriendlyName` is `friendly_name`, gets the record's name.
  func writable(_ content: JSONObject, _ collection: RecordCollection) -> JSONObject {
    var result = JSONObject()
    let content = collection === api.accounts ? renamed(content, collection) : content
    let (members, requestMembers) = (collection.members, requestMembers)
    for member in content.members {
      var name = members[member.key] == nil ? collection.memberName(like: member.key) : member.key
      var own = members[name]
      if own == nil, let other = shownName(of: member.key, collection), let known = members[other],
        member.value.object != nil || member.value.array != nil || api.maker.allows(member.value, on: known.place)
      {
        (name, own) = (other, known)
      }
      // The id by another name than records have it.
      if own == nil, member.key == operation.idContentMember {
        if operation.kind == .create, collection.idPath.count == 1, member.value.string?.isEmpty == false {
          result[collection.idPath[0]] = member.value
        }
        continue
      }
      // Where a request has a schema of its own, what that names is taken.
      if own?.isReadOnly == true, !requestMembers.contains(where: { $0.name == member.key && !$0.isReadOnly }) {
        continue
      }
      if let own {
        let value = expanded(unwrapped(member, own), name, own, collection)
        result[name] = Self.fitted(state(value, own), own)
      } else if let attributes = collection.resource.attributesMember, collection.attributes[name] != nil {
        result[[attributes, name]] = member.value
      } else if let place = innerPlace(of: name, collection) {
        result[place] = member.value
      } else {
        result[name] = member.value
      }
    }
    return result
  }

  /// Has the records be there that a new one must show inside of it, since a transaction cannot make them.
  func requireShown(_ collection: RecordCollection, _ seeds: RecordSeeds) throws {
    for (name, target) in collection.resource.references where collection.members[name]?.isRequired == true {
      if let owner = api.collections[target], owner.isReachableWithoutParents { try seeds.require(owner, below: []) }
    }
  }

  /// The content of a new record: what was sent, and whatever a whole record must have; its identity comes later.
  ///
  /// - Parameters:
  ///   - connection: The transaction that it is made in, after ``requireShown(_:_:)``; nil outside of any.
  func begun(
    _ input: JSONObject, _ collection: RecordCollection, scope: [String: String], _ seeds: RecordSeeds,
    _ connection: Connection? = nil, upload: Upload? = nil
  ) throws -> JSONObject {
    var content = input
    upload?.describe(in: &content, collection, api.maker)
    collection.textTags.add(to: &content, sent: input)
    let now = seeds.world.clock.now
    let members = collection.members
    note(&content, collection.resource.createdAtMember, collection, at: now)
    if let name = collection.unshownCreation, content[name] == nil { content[name] = .string(now.iso8601) }
    let plan = plan(collection)
    if plan.isEditedAtFirst { note(&content, collection.resource.updatedAtMember, collection, at: now) }
    let seed = seeds.world.random.next()
    var references = content
    seeds.addParents(to: &references, scope: scope, collection)
    seeds.addReferences(to: &references, Int(seed & 0xFFFF), collection, onlyRequired: true) { owner, id in
      if let connection { return try? owner.record(connection, id: id, scope: [:])?.content }
      return try? seeds.record(of: owner, id, below: [])?.content
    }
    let parents = Set((collection.scopes + collection.otherScopes).compactMap(\.member))
    for member in references.members where !content.contains(member.key) {
      // What a record stands below may say of which kind it is.
      let isParent = parents.contains(member.key) && scope.values.contains(RecordCollection.text(member.value) ?? "")
      if members[member.key]?.isRequired == true || isParent { content[member.key] = member.value }
    }
    if let parts = ViewParts(collection, api) {
      parts.begin(&content, sent: Set(requestMembers.map(\.name)), now: now)
    }
    let context = ValueContext(now: now.seconds, origin: RecordSeeds.origin)
    for (name, unset) in plan.unset { content[name] = Self.merged(.object(unset), with: content[name] ?? .object([:])) }
    for addition in plan.additions where !content.contains(addition.name) {
      switch addition.value {
      case .fixed(let value): content[addition.name] = value
      case .now(let member): content[addition.name] = MomentText.value(now, like: member)
      case .made(let place):
        // What tells a record from others is never the document's example.
        let isOwn = Words.split(addition.name).last.map(Self.identifying.contains) ?? false
        let number = isOwn ? 1 + Int(seed % 1_000_000) : context.number
        let own = ValueContext(now: context.now, number: number, origin: context.origin)
        content[addition.name] = try? api.maker.value(place, seed: seed, context: own)
      }
    }
    plan.beginCounts(in: &content)
    // A slug that nobody sent is that of the name.
    if members["slug"]?.types.contains("string") == true, content["slug"]?.string?.isEmpty ?? true,
      collection.resource.idMember != "slug",
      let slug = ["name", "title"].lazy.compactMap({ content[$0]?.string.flatMap(RecordIDs.slug) }).first
    {
      content["slug"] = .string(slug)
    }
    if collection.resource.resourceObject != nil { beginAttributes(&content, collection, seed: seed, now: now) }
    if plan.isWhole(content, input) { return content }
    do throws(SynthesisFailure) {
      let made = try api.maker.projected(.object(content), on: collection.resource.schema, seed: seed, context: context)
      // What was sent is kept, whether or not a whole record shows it.
      var result = made.object ?? JSONObject()
      for member in content.members where result[member.key].map(\.isNull) ?? true { result[member.key] = member.value }
      // Ids of other records that are shown in their place.
      let shown = shownReferences(collection)
      let isThere = { (owner: RecordCollection, id: String) -> Bool in
        guard owner.isReachableWithoutParents else { return false }
        if let connection { return (try? owner.contains(connection, id: id, scope: [:])) ?? false }
        return (try? seeds.record(of: owner, id, below: [])) != nil
      }
      for member in input.members where shown.isShownByID(member.key, member.value, api.maker, isThere) {
        result[member.key] = member.value
      }
      if let object = collection.resource.resourceObject, !object.relationships.isEmpty {
        result["relationships"] = .object(RelatedRecords.begun(input, object, below: scope))
      }
      return result
    } catch {
      api.report("no record of \(collection.resource.name) can be made whole: \(error)")
      return content
    }
  }

  /// Writes a moment into a member, in the way in which its schema has moments.
  func note(
    _ content: inout JSONObject, _ member: String?, _ collection: RecordCollection, at time: Timestamp
  ) {
    guard let member else { return }
    if let known = collection.members[member] {
      content[member] = MomentText.value(time, like: known)
    } else if let holder = collection.resource.attributesMember, let known = collection.attributes[member] {
      content[[holder, member]] = MomentText.value(time, like: known)
    }
  }
}
