import APISupport
import Contract
import HTTPCore
import JSON
import Locking
import Records
import Resources
import Store
import Synchronization
import Synthesis
import World

/// Answers the requests of one operation. ``answer(_:)`` is read from top to bottom; what each kind of operation does
/// with its resource stands in the extensions beside it.
final class OperationHandler: Sendable {
  let operation: OperationDescription
  let api: CustomAPI
  /// The resource's records; nil for an operation that is none of a resource's.
  let collection: RecordCollection?
  /// The operation that reads a record of it, by the same way where there are several; nil when there is none.
  let reading: OperationDescription?
  /// Whether clients put files to its path, which leads to no record.
  let hasPathFiles: Bool
  private let compiled = Mutex<DocumentedOperation?>(nil)
  private let aliases = Mutex<[ValueGenerator.Member]?>(nil)
  private let parentIDs = Mutex<[(member: String, key: String)]?>(nil)
  private let taken = Mutex<[ValueGenerator.Member]?>(nil)
  let alternatives = Mutex<[String]?>(nil)
  let kinds = Mutex<JSONObject?>(nil)
  let lengths = Mutex<[(name: String, least: Int)]?>(nil)
  private let similar = Mutex<[(name: String, shown: String)]?>(nil)
  private let plans = ResourceValues<CreationPlan>()
  let described = LazyReference<DescribedQuery>()
  private let words = Mutex<[String: [(name: String, value: JSONValue)]]>([:])
  private let place = Mutex<UploadPlace??>(nil)
  private let shownInside = ResourceValues<[InnerRecords]>()
  private let shownBeside = ResourceValues<[InnerRecords]>()
  private let counted = ResourceValues<[ChildCount]>()
  private let choices = Mutex<[ChoiceFlag]?>(nil)
  private let referred = ResourceValues<ShownReferences>()
  private let keeping = Mutex<Bool?>(nil)
  private let isCompiled = Atomic(false)
  private let isLongList = Atomic(false)
  /// Lists of more records take long to count, filter and sort.
  private static let longList = 1000

  private let responses = Mutex<[ObjectIdentifier: ResponsePlan]>([:])
  /// How many segments its path has.
  let pathDepth: Int

  /// Whether others want to know of it: it has callbacks.
  private let isFollowed: Bool
  /// The parameters of the path that hold the ids of accounts.
  let accountParameters: [String]
  /// Whether it is about the acting account: it is, or stands above, what the operation shows or changes.
  let isAboutAccount: Bool

  init(_ operation: OperationDescription, of api: CustomAPI) {
    (self.operation, self.api) = (operation, api)
    hasPathFiles = Self.hasPathFiles(operation, api)
    pathDepth = OperationChoice.path(of: operation.path).utf8.split(separator: UInt8(ascii: "/")).count
    isFollowed =
      api.document.root[JSONPointer(["paths", operation.path, operation.method.lowercased(), "callbacks"])] != nil
    collection = operation.resource.flatMap { api.collections[$0] }
    let reads = operation.resource.flatMap { api.readsByID[$0] } ?? []
    reading = reads.first { $0.scopes == operation.scopes } ?? reads.min { $0.scopes.count < $1.scopes.count }
    accountParameters = Self.accountParameters(operation, api)
    isAboutAccount =
      operation.account.map { $0.needsAccount || $0.role == .shows } ?? false
      || operation.scopes.contains { $0.parameter == AccountUse.parameter }
  }

  /// The members of this operation's view that hold the id, where it does not have the record's own.
  private var idAliases: [ValueGenerator.Member] {
    if let known = aliases.withLock({ $0 }) { return known }
    let made = Self.idAliases(operation, collection, api.maker)
    aliases.withLock { $0 = made }
    return made
  }

  /// The properties of this operation's view that whole records have by a similar name: `groupId` for `routineGroupId`.
  private var viewAliases: [(name: String, shown: String)] {
    if let known = similar.withLock({ $0 }) { return known }
    var made: [(name: String, shown: String)] = []
    if let collection, let view = operation.recordSchema, collection.resource.attributesMember == nil {
      let members = api.maker.members(of: view)
      let names = Set(members.map(\.name))
      let others = collection.orderedMembers.filter { !names.contains($0.name) && $0.name != collection.idPath.first }
      made = members.filter { collection.members[$0.name] == nil }.compactMap { member in
        SimilarNames.find(member, among: others, of: collection.nameWords).map { (member.name, $0) }
      }
    }
    similar.withLock { $0 = made }
    return made
  }

  /// The name by which records are stored with what the operation's view calls otherwise.
  func stored(_ name: String) -> String { viewAliases.first { $0.name == name }?.shown ?? name }

  /// Whether to answer a request may take long: the operation's schemas are not compiled yet, or its list was a long one
  /// when it was last asked for. Asked for each request, before anything else is.
  var isSlow: Bool { !isCompiled.load(ordering: .relaxed) || isLongList.load(ordering: .relaxed) }

  /// Notes how many records were there to choose from.
  func note(total: Int) { isLongList.store(total > Self.longList, ordering: .relaxed) }

  /// The operation with its schemas, compiled when it is first asked for.
  ///
  /// - Throws: ``Problem`` of kind `internalError` when the document has a schema that cannot be used.
  func documented() throws(Problem) -> DocumentedOperation {
    if let known = compiled.withLock({ $0 }) { return known }
    guard let entry = api.contract.entry(operation.operationID) else {
      throw Problem(.internalError, "the document has no operation \(operation.operationID)")
    }
    do {
      let made = try api.contract.operation(entry)
      compiled.withLock { $0 = made }
      isCompiled.store(true, ordering: .relaxed)
      return made
    } catch {
      throw Problem(.internalError, "the document cannot be used: \(error)".clipped(to: 500))
    }
  }

  /// The members that the record in a request may have.
  var requestMembers: [ValueGenerator.Member] {
    if let known = taken.withLock({ $0 }) { return known }
    let made = api.requestMembers(of: operation)
    taken.withLock { $0 = made }
    return made
  }

  /// What stands beside a record in the operation's response and is kept below it.
  func listsBeside(_ owner: RecordCollection, _ find: () -> [InnerRecords]) -> [InnerRecords] {
    shownBeside.value(of: owner, find)
  }

  /// The records that a record shows inside of it.
  func innerRecords(of owner: RecordCollection) -> [InnerRecords] {
    shownInside.value(of: owner) { InnerRecords.all(of: owner, api, view: view(of: owner)) }
  }

  /// The schema by which the operation shows records of a collection; nil where it does not show these.
  private func view(of owner: RecordCollection) -> JSONPointer? {
    owner === collection ? operation.recordSchema : nil
  }

  /// What a record shows of those that it refers to.
  func shownReferences(_ collection: RecordCollection) -> ShownReferences {
    referred.value(of: collection) { ShownReferences(collection, view: view(of: collection), api) }
  }

  /// The flags that say what accounts have chosen of its resource's records.
  var choiceFlags: [ChoiceFlag] {
    if let known = choices.withLock({ $0 }) { return known }
    let made = collection.map { ChoiceFlag.all(of: $0, api) } ?? []
    choices.withLock { $0 = made }
    return made
  }

  /// The numbers that a record has of what is below it.
  func childCounts(of owner: RecordCollection) -> [ChildCount] {
    counted.value(of: owner) { ChildCount.all(of: owner, view: view(of: owner), api) }
  }

  /// What the document says of the content of its responses, worked out once for each.
  func plan(_ content: DocumentedOperation.Content) -> ResponsePlan {
    if let known = responses.withLock({ $0[ObjectIdentifier(content)] }) { return known }
    let made = ResponsePlan(self, content)
    responses.withLock { $0[ObjectIdentifier(content)] = made }
    return made
  }

  /// What new records of a resource have in common that the operation makes.
  func plan(_ collection: RecordCollection) -> CreationPlan {
    plans.value(of: collection) { CreationPlan(self, collection) }
  }

  /// What an answer of some content says of itself, worked out once for each media type.
  func successWords(
    _ content: DocumentedOperation.Content, envelope: [String]
  ) -> [(name: String, value: JSONValue)] {
    let key = envelope.isEmpty ? content.mediaType : content.mediaType + " " + envelope[0]
    if let known = words.withLock({ $0[key] }) { return known }
    let isMutation = ![.read, .list, .search].contains(operation.kind)
    let members = collection?.members ?? [:]
    let made = SuccessStatement(
      maker: api.maker, root: api.document.root, status: operation.status, isMutation: isMutation,
      known: { members[$0] != nil }
    ).members(at: content.place, envelope: envelope)
    words.withLock { $0[key] = made }
    return made
  }

  /// The record that files at its path belong to; nil for none.
  var uploadPlace: UploadPlace? {
    place.withLock { place in
      if let known = place { return known }
      let made = UploadPlace(operation, api)
      place = .some(made)
      return made
    }
  }

  /// The request compared with this operation: the pipeline's own comparison where there is one.
  ///
  /// - Throws: As ``documented()``.
  func checked(_ call: Call) throws(Problem) -> CheckedRequest {
    let documented = try documented()
    if let known = call.verdict as? CheckedRequest, known.operation === documented { return known }
    return CheckedRequest(call.request, call.parameters, of: documented)
  }

  /// Answers a request: refuses it in the document's own way, or has the resource do what the operation says.
  func answer(_ call: Call) throws -> Response {
    var response = try unprotected(call)
    if operation.method == "POST" { try api.issued.note(response, of: operation, call.world) }
    try noteLastChange(in: &response, call)
    // Records and refusals show what clients sent, in whatever format the document has.
    StoredFileHeaders.protect(unlessJSON: &response)
    return response
  }

  private func unprotected(_ call: Call) throws -> Response {
    let checked = try checked(call)
    let documented = checked.operation
    do {
      try requireCredentials(checked)
      try requireValidToken(checked, call)
      let call = try namingParentsOfQuery(try namingAccount(call), checked)
      let answers = ResponseBuilder(self, documented, call)
      if let unchanged = try unchanged(call, checked, answers) { return unchanged }
      let preference = PreferHeader(call.request)
      if !preference.isEmpty, let preferred = try answers.preferred(preference) { return preferred }
      if let file = try uploaded(call, documented) ?? pathFile(call, documented) { return file }
      if isShown, collection?.resource.isSingleton == true, answers.showsStream {
        return try answers.generated(for: try RequestBody(checked, api))
      }
      if isShown, answers.mayBeKept, let response = try answers.kept({ try show(call, checked, answers) }) {
        return response
      }
      let sent = withTypesOfRecord(try RequestBody(checked, api, isChange: takesQuery), call, documented)
      try requireOrderedSpans(sent, documented)
      try requireNoContradiction(sent)
      try requireRepetitions(sent, documented)
      try requireStatedLengths(sent, documented)
      var response = try explainingAbsence(sent, call) { try carryOut(call, sent, answers) }
      if operation.kind != .create, operation.kind != .list, let record = try keepUpload(call, sent),
        showsOwnRecord
      {
        // A record that was changed shows its new file.
        response = try answers.response(
          showing: shown(record, call), seed: SplitMix64.seed(of: record.id), status: response.status)
      }
      if isFollowed { api.report(operation, call, response) }
      return response
    } catch let problem as Problem {
      return api.errors.answer(
        problem, documented, path: call.request.target.rawPath, now: call.world.clock.now.seconds,
        naming: namedInPath(call))
    }
  }

  /// The parameters of the path that say what they name; `id` alone may be that of an error.
  private func namedInPath(_ call: Call) -> [String: String] {
    let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map {
      String($0.dropFirst().dropLast())
    }.filter { Words.split($0).count > 1 }
    return Dictionary(names.map { ($0, call.parameters[$0]) }) { first, _ in first }
  }

  /// Whether it changes no records.
  private var isReading: Bool { [.list, .read, .search].contains(operation.kind) }

  /// Whether the response to a change shows the record that files at the path belong to.
  private var showsOwnRecord: Bool {
    [.update, .replace, .action].contains(operation.kind) && operation.recordSchema != nil && !operation.showsParent
      && uploadPlace?.collection === collection
  }

  /// Whether it shows stored records and nothing that depends on the request's content, or on who asks beyond what its
  /// scopes say: a dashboard counts what is the acting account's.
  private var isShown: Bool {
    if let known = keeping.withLock({ $0 }) { return known }
    let made = showsStoredRecords
    keeping.withLock { $0 = made }
    return made
  }

  private var showsStoredRecords: Bool {
    collection != nil && (operation.kind == .list || operation.kind == .read) && !operation.isRelationship
      && operation.relationship == nil
      && operation.longPoll == nil
      && operation.listed?.isOfTime != true && operation.ownMember == nil && collection?.shownMarks.isEmpty != false
      && choiceFlags.isEmpty
      && (collection?.resource.isSingleton != true || api.accounts == nil || !operation.scopes.isEmpty)
  }

  /// What an operation that only shows records answers with; no content when the request names none.
  private func show(
    _ call: Call, _ checked: CheckedRequest, _ answers: ResponseBuilder
  ) throws -> RenderedBody? {
    guard let collection else { return nil }
    let sent = try RequestBody(checked, api)
    try requireOrderedSpans(sent, checked.operation)
    try requireNoContradiction(sent)
    return try explainingAbsence(sent, call) {
      let call = try namingParentsByID(call)
      if operation.kind == .list { return try list(collection, call, sent, answers) }
      return try showOne(collection, call, sent, answers)
    }
  }

  /// Shows numbers that follow from what is kept, or the record that a request names; nil when it names none.
  private func showOne(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> RenderedBody? {
    if let count = try count(call, answers) ?? statistics(call, answers) ?? distinctValues(call, sent, answers) {
      return count
    }
    let id = try operation.isNewestFirst ? newestID(collection, call, sent, answers) : recordID(collection, call, sent)
    return try id.map { try read(collection, call, $0, answers) }
  }

  /// Does something, again when a file of records was read again meanwhile; a missing record is refused by what is wrong with
  /// the path, if anything is.
  private func explainingAbsence<Outcome>(_ sent: RequestBody, _ call: Call, _ body: () throws -> Outcome) throws
    -> Outcome
  {
    do {
      return try call.world.deferredSeeds.repeating(isReading: isReading, body)
    } catch let problem as Problem where problem.kind == .notFound {
      if let refusal = sent.pathRefusal { throw refusal }
      if let collection, let id = id(call, sent), operation.idParameter != nil,
        try documented().answers.contains(where: { $0.status == "410" }),
        try api.gone.contains(id, of: collection, call.world)
      {
        throw Problem(
          forcing: 410, "\(collection.resource.name) had a record \"\(id.clipped(to: 60))\", which was deleted")
      }
      if try isOfOthers(call, sent) { throw Problem(.forbidden, "the record belongs to another account") }
      throw problem
    }
  }

  /// Whether the record that a request names is another account's, where the document refuses that.
  private func isOfOthers(_ call: Call, _ sent: RequestBody) throws -> Bool {
    guard let collection, let own = operation.scopes.first(where: { $0.parameter == AccountUse.parameter }),
      !collection.resource.isSingleton, try documented().answers.contains(where: { $0.status == "403" }),
      let id = id(call, sent)
    else { return false }
    let scope = scope(call).filter { $0.key != own.key }
    return try call.world.store.read { try collection.contains($0, id: id, scope: scope) }
  }

  private func carryOut(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> Response {
    guard let collection else {
      if let refusal = sent.pathRefusal { throw refusal }
      if !operation.lists.isEmpty { return try searchAll(call, sent, answers) }
      if let response = try redirected(call) ?? authorized(call, sent, answers) ?? listSummary(call, sent, answers) {
        return response
      }
      if let poll = operation.longPoll, !poll.nextMember.isEmpty {
        return try polled(poll, call, sent, answers) {
          answers.unkept(
            try answers.content(showing: .object(JSONObject()), seed: 0, adding: changePosition(call)))
        }
      }
      return try answers.generated(for: sent)
    }
    let call = try namingParentsByID(call)
    if let name = operation.relationship, let response = try relationship(name, collection, call, sent, answers) {
      return response
    }
    if let ids = operation.severalIDs, let response = try changeSeveral(ids, collection, call, sent, answers) {
      return response
    }
    if let name = operation.severalMember, let records = sent.records([name]) {
      return try changeAll(collection, call, records.compactMap(\.object), sent, answers)
    }
    if operation.isBulk, !sent.isPatch, let records = sent.records(operation.requestEnvelope),
      [.create, .replace, .update].contains(operation.kind)
    {
      return try changeAll(collection, call, records.compactMap(\.object), sent, answers)
    }
    if let use = operation.account, let signed = try signed(use, collection, call, sent, answers) { return signed }
    if let response = try relate(collection, call, sent, answers) { return response }
    if let content = try relationships(collection, call, sent, answers) { return answers.unkept(content) }
    if let response = try changeTexts(call, sent, answers) { return response }
    if operation.kind == .action, let list = memberList {
      return try changeMembers(list, collection, call, sent, answers)
    }
    switch operation.kind {
    case .list, .search:
      if let poll = operation.longPoll { return try polled(poll, collection, call, sent, answers) }
      return answers.unkept(try list(collection, call, sent, answers))
    case .read:
      if let poll = operation.longPoll {
        return try polled(poll, call, sent, answers) {
          try showOne(collection, call, sent, answers).map(answers.unkept) ?? answers.generated(for: sent)
        }
      }
      return try showOne(collection, call, sent, answers).map(answers.unkept) ?? answers.generated(for: sent)
    case .create: return try create(collection, call, sent, answers)
    case .replace, .update: return try change(collection, call, sent, answers)
    case .delete: return try delete(collection, call, sent, answers)
    case .action: return try act(collection, call, sent, answers)
    case .call: return try answers.generated(for: sent)
    }
  }

  /// Any credentials are good; there must be some where the document secures the operation.
  private func requireCredentials(_ checked: CheckedRequest) throws(Problem) {
    // Documents that secure everything mean no sign-in by that.
    guard operation.account?.isForAnybody != true else { return }
    guard let missing = checked.missingCredential() else { return try requireUndeclaredCredentials(checked) }
    _ = try checked.query()
    throw Problem(.unauthenticated, "credentials are needed: \(missing.location) \(missing.message); any will do")
  }

  // MARK: Whose record

  /// The parents that the path names.
  func parents(_ call: Call) -> [RecordSeeds.Parent] {
    operation.scopes.map { scope in
      RecordSeeds.Parent(
        scope: scope,
        id: scope.parameter == OperationDescription.Scope.onlyOne
          ? RecordIDs.ofSingleton : call.parameters[scope.parameter])
    }
  }

  /// The call with the ids of parents in the place of what else may name them: `{issueIdOrKey}`.
  private func namingParentsByID(_ call: Call) throws -> Call {
    let scopes = operation.membership?.scopes ?? operation.scopes
    guard scopes.contains(where: { !$0.lookupMembers.isEmpty }) else { return call }
    var call = call
    for (place, scope) in scopes.enumerated() where !scope.lookupMembers.isEmpty {
      guard let owner = scope.parent.flatMap({ api.collections[$0] }), !owner.resource.isTakenAsItComes else {
        continue
      }
      let keys = Set(owner.scopes.map(\.key))
      let above = scopes[..<place].filter { keys.contains($0.key) }.map { scope in
        RecordSeeds.Parent(scope: scope, id: call.parameters[scope.parameter])
      }
      try RecordSeeds(api: api, world: call.world).require(owner, below: above)
      let text = call.parameters[scope.parameter]
      let path = Dictionary(above.map { ($0.scope.key, $0.id) }) { first, _ in first }
      let id = try call.world.store.read { connection in
        try owner.id(connection, named: text, by: scope.lookupMembers, scope: path)
      }
      if let id { call.parameters[scope.parameter] = id }
    }
    return call
  }

  /// The same, by what they are called in all paths.
  func scope(_ call: Call) -> [String: String] {
    Dictionary(parents(call).map { ($0.scope.key, $0.id) }) { first, _ in first }
  }

  /// The id of the record that a request names; nil when it names none.
  func id(_ call: Call, _ sent: RequestBody) -> String? {
    if operation.account?.role == .me { return call.parameters[AccountUse.parameter] }
    if collection?.resource.isSingleton == true { return RecordIDs.ofSingleton }
    if let parameter = operation.idParameter {
      guard operation.isIDInQuery else { return call.parameters[parameter] }
      // As PostgREST has it: `id=eq.5`.
      return sent.query[parameter].map { $0.hasPrefix("eq.") ? String($0.dropFirst(3)) : $0 }
    }
    guard let record = sent.record(operation.requestEnvelope) else { return nil }
    // `PUT /pets` names its record in the content.
    if let member = operation.idContentMember, let id = record[member].flatMap(RecordCollection.text) { return id }
    return collection?.idText(record)
  }

  /// The same, where a path may name a record by another member than its id, as `{idOrName}` does.
  func recordID(_ collection: RecordCollection, _ call: Call, _ sent: RequestBody) throws -> String? {
    if let match = operation.match { return try matchedID(match, collection, call, sent) }
    if operation.isIDInQuery, !operation.filters.isEmpty, operation.kind == .read, id(call, sent) == nil {
      return try idByFilters(collection, call, sent)
    }
    guard let text = id(call, sent), operation.idParameter != nil, !operation.lookupMembers.isEmpty else {
      return id(call, sent)
    }
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    let scope = scope(call)
    return try call.world.store.read { connection in
      try collection.id(connection, named: text, by: operation.lookupMembers, scope: scope) ?? text
    }
  }

  /// The id of the record that other parameters of the query name, such as `GET /community?name=`; nil where there is no
  /// such parameter.
  private func idByFilters(_ collection: RecordCollection, _ call: Call, _ sent: RequestBody) throws -> String? {
    let wanted = operation.filters.keys.sorted().compactMap { sent.query[$0] }
    // Without any, the first of those that the query would choose among.
    if wanted.isEmpty, operation.idParameter != nil { return nil }
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    var query = collection.query(scope(call))
    filter(&query, collection, sent, try documented())
    let chosen = query
    return try call.world.store.read { connection in
      try collection.documents.records.first(connection, "id", chosen)?.text
    } ?? { throw missing(collection, wanted.first) }()
  }

  /// A record as this operation shows it: a view that calls the id by another name, `uid` for `id`, has the same one.
  func shown(_ record: StoredRecord, _ call: Call) -> JSONValue {
    var content = record.content
    if let members = collection?.resource.addressMembers, !members.isEmpty,
      let address = path(of: record, call)
    {
      for member in members {
        // Links that were generated without this one are those of a map: it is the only one that leads somewhere.
        if member.count > 1, content[Array(member.prefix(2))] == nil { content[member[0]] = nil }
        // A JSON-LD address is that of the path alone.
        content[member] = .string(member == ["@id"] ? address : call.request.origin + address)
      }
    }
    if let collection { count(in: &content, of: record, collection, call.world) }
    if let collection { shownReferences(collection).show(in: &content, beside: record.scope, api, call.world) }
    if let parts = collection.flatMap({ ViewParts($0, api) }) { parts.show(in: &content, id: record.id, call.world) }
    if let collection { try? showRelationships(in: &content, of: record, collection, call) }
    try? addMembers(to: &content, of: record, call)
    try? showMarks(in: &content, of: record, call)
    try? showChoices(in: &content, of: record, call)
    for (member, key) in shownParentIDs where content[member] == nil {
      guard let id = record.scope[key], let owner = api.collections[key] else { continue }
      content[member] = owner.idValue(id)
    }
    // Whatever a client wrote there: a record keeps its id.
    for member in idAliases {
      let number = member.types.contains("string") ? nil : JSONNumber(literal: record.id)
      content[member.name] = number.map { .number($0) } ?? .string(record.id)
    }
    for kind in namedKinds.members { content[kind.key] = kind.value }
    for alias in viewAliases where content[alias.name] == nil {
      if let value = content[alias.shown] { content[alias.name] = value }
    }
    // Where the document does not say how records show their id, those that it says nothing of show it as most do.
    if let collection, collection.idPath.isEmpty, record.id != RecordIDs.ofSingleton, collection.members["id"] == nil {
      content["id"] = JSONNumber(literal: record.id).map { .number($0) } ?? .string(record.id)
    }
    return .object(content)
  }

  /// The properties of this operation's view that are called like the id of a parent which whole records do not name:
  /// `collectionId` of what stands below collections as well as below books.
  private var shownParentIDs: [(member: String, key: String)] {
    if let known = parentIDs.withLock({ $0 }) { return known }
    let parents = operation.scopes.compactMap(\.parent)
    let view = parents.isEmpty ? [] : operation.recordSchema.map(api.maker.members(of:)) ?? []
    let made = view.compactMap { member -> (member: String, key: String)? in
      guard collection?.members[member.name] == nil else { return nil }
      let key = Words.key(member.name)
      return parents.first { [Words.singularKey($0) + "id", Words.key($0) + "id"].contains(key) }.map {
        (member.name, $0)
      }
    }
    parentIDs.withLock { $0 = made }
    return made
  }

  private static func idAliases(
    _ operation: OperationDescription, _ collection: RecordCollection?, _ maker: ValueGenerator
  ) -> [ValueGenerator.Member] {
    guard let collection, let view = operation.recordSchema else { return [] }
    let members = maker.members(of: view)
    // What the whole record shows inside of an object, a view may show beside the rest.
    if let nested = collection.resource.nestedIDMember.first, members.contains(where: { $0.name == nested }) {
      return []
    }
    if let own = collection.resource.idMember, members.contains(where: { $0.name == own }) { return [] }
    if Self.namesRecord(members) { return members.filter { RecordReference.isID($0.name) } }
    let others = members.filter { collection.members[$0.name] == nil }
    let usual = others.filter { ["id", "uid", "_id", "uuid", "ID", "Id"].contains($0.name) }
    if !usual.isEmpty { return usual }
    // `booking_id` in what cancelling a booking answers.
    let own = collection.resource.key + "id"
    let named = others.filter { Words.key($0.name) == own }
    guard named.isEmpty, operation.kind == .create else { return named }
    // `created_object_id`
    let ids = others.filter { $0.name.lowercased().hasSuffix("id") && !$0.types.contains("array") }
    return ids.count == 1 ? ids : []
  }

  /// - Throws: ``Problem`` of kind `notFound`.
  func missing(_ collection: RecordCollection, _ id: String?) -> Problem {
    guard let id, id != RecordIDs.ofSingleton else {
      return Problem(.notFound, "there is no \(collection.resource.name)")
    }
    return Problem(
      .notFound, "\(collection.resource.name) has no record \"\(id.clipped(to: 60))\"", field: "id", value: id)
  }
}
