import APISupport
import Contract
import HTTPCore
import JSON
import JSONSchema
import Locking
import OpenAPI
import Records
import Resources
import Store
import Synchronization
import Synthesis
import World

/// An API that is served from its document: every operation of it is an endpoint, with state behind it.
package final class CustomAPI: APIModule {
  /// The document, with all that was understood of it.
  package let document: OpenAPIDocument
  package let model: APIModel
  /// The same document, as the contract compares requests and answers with it.
  package let contract: ContractDocument
  private let suppliedRecords: [String: [JSONObject]]
  private let successor = LazyReference<CustomAPI>()
  /// Records that the user brought along, by resource; none for those that are made. Once the files were read again they
  /// are those of then, so that a request which began before loads no others.
  package var data: [String: [JSONObject]] { successor.load()?.data ?? suppliedRecords }
  /// How often the files were read that it was made of: what is kept of its answers holds for one edition.
  let edition: Int
  package let maker: ValueGenerator
  let collections: [String: RecordCollection]
  /// The lists that have records of another resource as members, by ``Membership/key``.
  let memberLists: [String: MemberList]
  /// Those that their owners show, by the owner's resource.
  let listsOfOwners: [String: [MemberList]]
  /// The operations of each resource.
  let operations: [String: [OperationDescription]]
  /// Those that read a record by an id in their path.
  let readsByID: [String: [OperationDescription]]
  /// Those that read a record by its path, by the path without names (see ``UploadPlace``).
  let readings: [String: OperationDescription]
  let errors: ErrorResponses
  /// Whether a request of any operation may hold a file.
  let takesFiles: Bool
  let files: PathFiles
  private let issuedValues = Mutex<IssuedValues?>(nil)
  private let goneRecords = Mutex<GoneRecords?>(nil)
  /// The records of the accounts that requests act as; nil where the API has none.
  let accounts: RecordCollection?
  /// The kinds of accounts, where each has its own registration and sign-in; none where there is one kind.
  let accountKinds: Set<String>
  /// Where the document has keys, each of which may be an account's token.
  let tokenPlaces: [DocumentedOperation.Credential]
  /// Whether requests may have the name and the password of an account (RFC 7617).
  let takesBasic: Bool
  /// Whether the document requires credentials of no operation.
  let securesNothing: Bool
  /// Since when records are in their states; nil where no states follow the clock.
  let lifecycleTable: LifecycleTable?
  let parts = Mutex<[any CustomAPIPart]>([])
  /// Takes a sentence on what could not be answered as documented.
  package let report: @Sendable (String) -> Void

  package let name: String
  package let title: String
  package let basePath: String
  package let documentedHost: String
  package let documentedLimits: RateLimitPolicy? = nil
  package let admission: String
  package let isOwn = true
  package let schema: [SchemaStep]

  /// An API of its document.
  ///
  /// - Parameters:
  ///   - data: Records to begin with, by resource.
  ///   - edition: How often its files were read, this time included.
  ///   - report: Takes what could not be answered as documented, once for each place.
  /// - Throws: ``ContractError`` when the document is none that requests can be compared with.
  package init(
    _ document: OpenAPIDocument, model: APIModel, data: [String: [JSONObject]] = [:], edition: Int = 1,
    report: @escaping @Sendable (String) -> Void
  ) throws(ContractError) {
    (self.document, self.model, suppliedRecords, self.edition) = (document, model, data, edition)
    (name, title) = (document.name, document.title)
    // The loader has made plain references of all identifiers.
    let schemas = SchemaDocument(root: document.root)
    contract = try ContractDocument(api: document.name, schemas: schemas, hasIdentifiers: false)
    maker = ValueGenerator(schemas)
    basePath = document.servers.first.map(\.path).flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    // No request has an empty host name.
    documentedHost = document.servers.first?.host ?? "\(document.name).invalid"
    operations = Dictionary(grouping: model.operations.filter { $0.resource != nil }) { $0.resource ?? "" }
    readsByID = operations.mapValues { operations in
      operations.filter { $0.kind == .read && $0.idParameter != nil && !$0.isIDInQuery }
    }
    readings = Dictionary(
      model.operations.filter { $0.kind == .read && !$0.isIDInQuery }.map { operation in
        let path = OperationChoice.path(of: operation.path)
        return (UploadPlace.plain(path.split(separator: "/").map(String.init)), operation)
      }
    ) { first, _ in first }
    takesFiles = Self.takesFiles(document.root)
    files = PathFiles(api: document.name)
    let collections = RecordCollection.all(
      of: model, operations, api: document.name, maker: maker, keepsUploads: takesFiles)
    self.collections = Dictionary(uniqueKeysWithValues: collections.map { ($0.resource.name, $0) })
    let signIn = "any credentials are good"
    admission =
      model.accounts == nil || !model.operations.contains { $0.account?.role == .signIn }
      ? signIn : "\(signIn); accounts have the password \"\(OperationHandler.usualPassword)\""
    accounts = model.accounts.flatMap { accounts in collections.first { $0.resource.name == accounts.resource } }
    accountKinds = AccountKinds.all(of: model)
    tokenPlaces = TokenPlaces.all(in: document.root)
    takesBasic = Self.takesBasic(document.root)
    securesNothing = Self.securesNothing(document.root)
    memberLists = MemberList.all(of: model, self.collections)
    let lists = memberLists.values.sorted { $0.table < $1.table }
    listsOfOwners = Dictionary(grouping: lists) { $0.membership.owner }
    lifecycleTable = LifecycleTable(api: document.name, collections)
    let tables =
      (takesFiles ? [files.deferred] : []) + [
        IssuedValues.deferred(document.name), GoneRecords.deferred(document.name),
      ]
      + (lifecycleTable.map { [$0.deferred] } ?? [])
      + lists.map { list in DeferredTable(list.table) { list.creation } }
    schema = [RecordCollection.schema(of: collections, accounts: accounts, api: document.name, beside: tables)]
    errors = ErrorResponses(document.root, maker)
    let reported = ReportedOnce()
    self.report = { sentence in if reported.isNew(sentence) { report(sentence) } }
  }

  /// Whether a request of any operation may hold a file: content that is neither JSON nor a plain form.
  private static func takesFiles(_ root: JSONValue) -> Bool {
    (root["paths"]?.object?.members ?? []).contains { path in
      (path.value.object?.keys ?? []).contains { takesFile(root, path.key, $0) }
    }
  }

  /// Whether a request of an operation may hold a file.
  static func takesFile(_ root: JSONValue, _ path: String, _ method: String) -> Bool {
    var body = root["paths"]?[path]?[method.lowercased()]?["requestBody"]
    if let target = body?["$ref"]?.string, let place = JSONPointer(parsing: String(target.dropFirst())) {
      body = root[place]
    }
    return (body?["content"]?.object?.keys ?? []).contains {
      !$0.contains("json") && !$0.contains("urlencoded") && !$0.contains("xml")
    }
  }

  /// What responses give out for later requests, worked out when a call is first answered.
  var issued: IssuedValues {
    if let known = issuedValues.withLock({ $0 }) { return known }
    let made = IssuedValues(self)
    issuedValues.withLock { $0 = made }
    return made
  }

  /// The deleted records, worked out when one is first deleted or missing.
  var gone: GoneRecords {
    if let known = goneRecords.withLock({ $0 }) { return known }
    let made = GoneRecords(self)
    goneRecords.withLock { $0 = made }
    return made
  }

  /// What was understood, in a line.
  package var summary: String { Explanation(model).summary }

  package var endpoints: [Endpoint] { beside(parts.withLock(\.self).flatMap(\.endpoints), operationEndpoints) }

  private var operationEndpoints: [Endpoint] {
    let documented = Set(model.operations.map { "\($0.method) \($0.path)" })
    var order: [String] = []
    var groups: [String: [OperationDescription]] = [:]
    for operation in model.operations {
      // HEAD is answered by GET.
      if operation.method == "HEAD", documented.contains("GET \(operation.path)") { continue }
      let key = "\(operation.method) \(OperationChoice.path(of: operation.path))"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(operation)
    }
    let base = document.servers.first.map(\.path, or: "")
    let addressed =
      takesFiles
      ? [
        Endpoint(.get, base + OperationHandler.fileAddress, "file", .open) { [self] call in
          do {
            return try OperationHandler.addressed(call, self)
          } catch let problem as Problem {
            return errors.answer(problem, path: call.request.target.rawPath)
          }
        }
      ] : []
    return addressed
      + order.compactMap { groups[$0] }.map { operations in
        let path = OperationChoice.path(of: operations[0].path)
        let choice = OperationChoice(path, operations.map { OperationHandler($0, of: self) })
        let plain = choice.plain.operation
        return Endpoint(
          HTTPMethod(rawValue: plain.method).routed, base + path, plain.operationID, .open
        ) { try choice.answer($0) }.slow { _, _ in choice.isSlow }
      }
  }

  /// The value that a member has when nobody sets it: the default of the schema at a place, or the one value that it
  /// allows, references followed; nil when there is none.
  func defaultValue(at place: JSONPointer) -> JSONValue? {
    guard let place = resolved(place), let schema = document.root[place] else { return nil }
    if let value = schema["default"] ?? schema["const"] { return value }
    // A reference with something beside it: `{allOf: [{$ref: …}], readOnly: true}`.
    if schema["enum"] == nil, let parts = schema["allOf"]?.array, parts.count == 1, parts[0]["$ref"] != nil {
      return defaultValue(at: place.appending("allOf").appending(0))
    }
    return schema["enum"]?.array.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// The texts that a member may have; nil where the document names none.
  func enumeration(of member: ValueGenerator.Member?) -> [String]? {
    member.flatMap { enumeration(at: $0.place, depth: 0) }
  }

  /// The texts that a schema allows, also where it refers to another one and says more beside it, or allows nothing as well:
  /// `{allOf: [{$ref: …}], readOnly: true}`, `{oneOf: [{$ref: …}, {type: null}]}`.
  private func enumeration(at place: JSONPointer, depth: Int) -> [String]? {
    guard depth < 4, let place = resolved(place), let schema = document.root[place] else { return nil }
    if let values = schema["enum"]?.array { return values.compactMap(\.string) }
    for index in (schema["allOf"]?.array ?? []).indices.prefix(4) {
      let part = place.appending("allOf").appending(index)
      if let values = enumeration(at: part, depth: depth + 1) { return values }
    }
    for keyword in ["oneOf", "anyOf"] {
      guard let branches = schema[keyword]?.array, branches.count <= 4 else { continue }
      let values = branches.indices.map { index in
        branches[index]["type"]?.string == "null"
          ? [] : enumeration(at: place.appending(keyword).appending(index), depth: depth + 1)
      }
      guard !values.contains(nil), case let all = values.compactMap(\.self).joined() else { continue }
      // A blank is no state.
      let texts = all.filter { !$0.isEmpty }
      if !texts.isEmpty { return Array(texts) }
    }
    return nil
  }

  /// The members that the record in requests of an operation may have; none when it takes no object.
  package func requestMembers(of operation: OperationDescription) -> [ValueGenerator.Member] {
    let path = JSONPointer(["paths", operation.path, operation.method.lowercased(), "requestBody"])
    guard let body = resolved(path), let contents = document.root[body.appending("content")]?.object?.members else {
      return ["POST", "PUT", "PATCH"].contains(operation.method) ? queryMembers(of: operation) : []
    }
    return contents.flatMap { content -> [ValueGenerator.Member] in
      var place = body.appending("content").appending(content.key).appending("schema")
      for name in operation.requestEnvelope { place = maker.shape(of: place).members[name] ?? place }
      // Each of several records.
      if operation.isBulk, let items = maker.shape(of: place).items { place = items }
      return maker.members(of: place)
    }
  }

  /// Whether clients send a property when they make or change a record.
  ///
  /// - Parameters:
  ///   - holder: The member that has it, such as `attributes`; nil for one of the record itself.
  func isSent(_ name: String, in holder: String? = nil, of resource: String) -> Bool {
    (operations[resource] ?? []).contains { operation in
      guard [.create, .update, .replace].contains(operation.kind) else { return false }
      let own = requestMembers(of: operation)
      let members = holder.map { holder in
        own.first { $0.name == holder }.map { maker.members(of: $0.place) } ?? []
      }
      return (members ?? own).contains { $0.name == name && !$0.isReadOnly }
    }
  }

  /// The parameters of an operation's query, as members of what it takes.
  private func queryMembers(of operation: OperationDescription) -> [ValueGenerator.Member] {
    let item = JSONPointer(["paths", operation.path])
    let places = [item.appending(operation.method.lowercased()), item].map { $0.appending("parameters") }
    return places.flatMap { place -> [ValueGenerator.Member] in
      (document.root[place]?.array ?? []).indices.compactMap { number in
        guard let own = resolved(place.appending(number)), let parameter = document.root[own]?.object,
          parameter["in"]?.string == "query", let name = parameter["name"]?.string
        else { return nil }
        return maker.member(
          name, at: own.appending("schema"), isRequired: parameter["required"]?.bool ?? false)
      }
    }
  }

  /// The place that a place leads to, references followed; nil for nothing.
  package func resolved(_ place: JSONPointer) -> JSONPointer? {
    var place = place
    // A chain of references that long is a loop.
    for _ in 0..<16 {
      guard let value = document.root[place] else { return nil }
      guard let target = value["$ref"]?.string, target.hasPrefix("#"),
        let next = JSONPointer(parsing: String(target.dropFirst()))
      else { return place }
      place = next
    }
    return nil
  }

  package func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    // Each resource is filled when it is first asked for: see RecordSeeds.
  }

  package func loadRows(ofTable table: String, in world: World) throws {
    for collection in collections.values
    where collection.documents.name == table && collection.isReachableWithoutParents {
      try RecordSeeds(api: self, world: world).require(collection, below: [])
    }
  }

  /// Replaces the records of each resource whose own records are others than they were; they are loaded when they are
  /// next asked for.
  ///
  /// - Throws: ``StoreError``.
  package func renewData(in worlds: [World], after old: CustomAPI) throws {
    _ = old.successor.storeIfNil(self)
    // They keep the API that they belong to.
    old.parts.withLock { $0 = [] }
    for world in worlds { try renewData(in: world, after: old) }
  }

  private func renewData(in world: World, after old: CustomAPI) throws {
    for collection in collections.values
    where suppliedRecords[collection.resource.name] != old.suppliedRecords[collection.resource.name] {
      try world.store.require(table: collection.documents.name)
      try world.deferredSeeds.forget("\(name)/\(collection.resource.name)") { connection in
        try collection.documents.records.delete(connection, RowQuery())
      }
    }
  }

  package func render(_ problem: Problem, _ context: RefusalContext) -> Response {
    errors.answer(problem, path: context.path)
  }
}

extension Optional {
  fileprivate func map<Value>(_ path: KeyPath<Wrapped, Value>, or fallback: Value) -> Value {
    self.map { $0[keyPath: path] } ?? fallback
  }
}

/// Which sentences were reported already, so that each is reported once.
private final class ReportedOnce: Sendable {
  private static let capacity = 1000
  private let reported = Mutex<Set<String>>([])

  /// Whether the sentence was not reported before.
  func isNew(_ sentence: String) -> Bool {
    reported.withLock { $0.count < Self.capacity && $0.insert(sentence).inserted }
  }
}
