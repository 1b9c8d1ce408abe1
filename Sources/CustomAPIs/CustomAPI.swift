import APISupport
import Contract
import HTTPCore
import JSON
import OpenAPI
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
  private let successor = AtomicLazyReference<CustomAPI>()
  /// Records that the user brought along, by resource; none for those that are made. Once the files were read again they
  /// are those of then, so that a request which began before loads no others.
  package var data: [String: [JSONObject]] { successor.load()?.data ?? suppliedRecords }
  /// How often the files were read that it was made of: what is kept of its answers holds for one edition.
  let edition: Int
  let maker: ValueGenerator
  let collections: [String: RecordCollection]
  /// The operations of each resource.
  let operations: [String: [OperationDescription]]
  /// Those that read a record by its path, by the path without names (see ``UploadPlace``).
  let readings: [String: OperationDescription]
  let errors: ErrorResponses
  /// Told what could not be answered as documented, a sentence.
  let report: @Sendable (String) -> Void

  package let name: String
  package let title: String
  package let basePath: String
  package let documentedHost: String
  package let documentedLimits: RateLimitPolicy? = nil
  package let lifetimes = World.Lifetimes(access: 3600, refresh: 604_800)
  package let admission = "any credentials are good"
  package let isOwn = true
  package let schema: [SchemaStep]

  /// An API of its document.
  ///
  /// - Parameters:
  ///   - data: Records to begin with, by resource.
  ///   - edition: How often its files were read, this time included.
  ///   - report: Told what could not be answered as documented, once for each place.
  /// - Throws: ``ContractError`` when the document is none that requests can be compared with.
  package init(
    _ document: OpenAPIDocument, model: APIModel, data: [String: [JSONObject]] = [:], edition: Int = 1,
    report: @escaping @Sendable (String) -> Void
  ) throws(ContractError) {
    (self.document, self.model, suppliedRecords, self.edition) = (document, model, data, edition)
    (name, title) = (document.name, document.title)
    // The loader has made plain references of all identifiers.
    contract = try ContractDocument(api: document.name, root: document.root, hasIdentifiers: false)
    maker = ValueGenerator(root: document.root)
    basePath = document.servers.first.map(\.path).flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    // No request has an empty host name.
    documentedHost = document.servers.first?.host ?? "\(document.name).invalid"
    operations = Dictionary(grouping: model.operations.filter { $0.resource != nil }) { $0.resource ?? "" }
    readings = Dictionary(
      model.operations.filter { $0.kind == .read && !$0.isIDInQuery }.map { operation in
        let path = OperationChoice.path(of: operation.path)
        return (UploadPlace.plain(path.split(separator: "/").map(String.init)), operation)
      }
    ) { first, _ in first }
    let collections = RecordCollection.all(
      of: model, operations, api: document.name, maker: maker, keepsUploads: Self.takesFiles(document.root))
    self.collections = Dictionary(uniqueKeysWithValues: collections.map { ($0.resource.name, $0) })
    schema = [RecordCollection.schema(of: collections, api: document.name)]
    errors = ErrorResponses(document.root, maker)
    let told = ReportedOnce()
    self.report = { sentence in if told.isNew(sentence) { report(sentence) } }
  }

  /// Whether a request of any operation may hold a file: content that is neither JSON nor a plain form.
  private static func takesFiles(_ root: JSONValue) -> Bool {
    (root["paths"]?.object?.members ?? []).contains { path in
      (path.value.object?.members ?? []).contains { operation in
        var body = operation.value["requestBody"]
        if let target = body?["$ref"]?.string, let place = JSONPointer(parsing: String(target.dropFirst())) {
          body = root[place]
        }
        return (body?["content"]?.object?.keys ?? []).contains {
          !$0.contains("json") && !$0.contains("urlencoded") && !$0.contains("xml")
        }
      }
    }
  }

  /// What was understood, in a line.
  package var summary: String { Explanation(model).summary }

  package var endpoints: [Endpoint] {
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
    return order.compactMap { groups[$0] }.map { operations in
      let path = OperationChoice.path(of: operations[0].path)
      let choice = OperationChoice(path, operations.map { OperationHandler($0, of: self) })
      let plain = choice.plain.operation
      return Endpoint(
        HTTPMethod(rawValue: plain.method).routed, document.servers.first.map(\.path, or: "") + path,
        plain.operationID, .open
      ) { try choice.answer($0) }.slow { _, _ in choice.isSlow }
    }
  }

  /// The value that a member has when nobody sets it: the default of the schema at a place, or the one value that it
  /// allows, references followed; nil when there is none.
  func defaultValue(at place: JSONPointer) -> JSONValue? {
    guard let schema = resolved(place).flatMap({ document.root[$0] }) else { return nil }
    if let value = schema["default"] ?? schema["const"] { return value }
    return schema["enum"]?.array.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// What a new record has in a member that tells of its state: the first of the documented values, or one that says that
  /// it begins; false for what can only come later, such as `archived`. nil for other members.
  func firstState(of member: ValueGenerator.Member) -> JSONValue? {
    let name = member.name.lowercased().filter(\.isLetter)
    if member.types == ["boolean"], member.isRequired || member.isReadOnly {
      let later = ["archived", "deleted", "read", "completed", "done", "cancelled", "closed", "blocked", "trashed"]
      return later.contains(name.hasPrefix("is") ? String(name.dropFirst(2)) : name) ? .bool(false) : nil
    }
    guard ["status", "state", "stage"].contains(where: name.hasSuffix), member.types.contains("string"),
      let values = enumeration(of: member)
    else { return nil }
    let plain = { (text: String) in text.lowercased().filter(\.isLetter) }
    let beginnings: Set<String> = ["new", "draft", "pending", "open", "todo", "created", "requested", "placed"]
    if let first = values.first(where: { beginnings.contains(plain($0)) }) { return .string(first) }
    guard ["status", "state", "stage"].contains(name) else { return nil }
    return values.first { !plain($0).hasSuffix("unspecified") }.map(JSONValue.string)
  }

  /// The texts that a member may have; nil where the document names none.
  func enumeration(of member: ValueGenerator.Member?) -> [String]? {
    let schema = member.flatMap { resolved($0.place) }.flatMap { document.root[$0] }
    return schema?["enum"]?.array?.compactMap(\.string)
  }

  /// The members that the record in requests of an operation may have; none when it takes no object.
  func requestMembers(of operation: OperationDescription) -> [ValueGenerator.Member] {
    let path = JSONPointer(["paths", operation.path, operation.method.lowercased(), "requestBody"])
    guard let body = resolved(path), let contents = document.root[body.appending("content")]?.object?.members else {
      return []
    }
    return contents.flatMap { content -> [ValueGenerator.Member] in
      var place = body.appending("content").appending(content.key).appending("schema")
      for name in operation.requestEnvelope { place = maker.shape(of: place).members[name] ?? place }
      return maker.members(of: place)
    }
  }

  /// The place that a place leads to, references followed; nil for nothing.
  func resolved(_ place: JSONPointer) -> JSONPointer? {
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

  /// Replaces the records of each resource whose own records are others than they were; they are loaded when they are
  /// next asked for.
  ///
  /// - Throws: ``StoreError``.
  package func renewData(in worlds: [World], after old: CustomAPI) throws {
    _ = old.successor.storeIfNil(self)
    for world in worlds { try renewData(in: world, after: old) }
  }

  private func renewData(in world: World, after old: CustomAPI) throws {
    for collection in collections.values
    where suppliedRecords[collection.resource.name] != old.suppliedRecords[collection.resource.name] {
      try world.store.require(table: collection.table)
      try world.deferredSeeds.forget("\(name)/\(collection.resource.name)") { connection in
        try collection.deleteAll(connection)
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
  private let told = Mutex<Set<String>>([])

  /// Whether the sentence was not reported before.
  func isNew(_ sentence: String) -> Bool {
    told.withLock { $0.count < Self.capacity && $0.insert(sentence).inserted }
  }
}
