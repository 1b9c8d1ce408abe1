import HTTPCore
import JSON
import Locking
import Records
import Resources
import Store
import Synthesis
import World

/// The records of a resource, and what the document says about them.
final class RecordCollection: Sendable {
  let resource: ResourceDescription
  let api: String
  /// Where they are stored.
  let documents: DocumentCollection
  /// The parents by which its records can be reached, outermost first.
  let scopes: [OperationDescription.Scope]
  /// Other parents by which operations find its records, by a property that names them.
  let otherScopes: [OperationDescription.Scope]
  /// Whether an operation lists, makes or reads records without naming a parent.
  let isReachableWithoutParents: Bool
  /// Whether each account has records of its own.
  let isPrivate: Bool
  /// Whether the API itself lists or makes records of it, so that only those are there.
  let isKnownToAPI: Bool
  /// Whether its records have lists of lines that name other records.
  let hasLines: Bool
  /// Whether clients make its records: what they have made none of is not there.
  let isMadeByClients: Bool
  /// Whether files may be kept with its records.
  let keepsUploads: Bool
  /// Members by which paths name its records beside the id, so that no two have the same: `key` for `{issueIdOrKey}`.
  let lookupMembers: [String]
  /// Whether accounts mark its records.
  let hasMarks: Bool
  /// The flags of marks that records show, each by the name that marks have.
  let shownMarks: [String: String]
  /// The flags by which records are listed and which actions set: what is listed is what somebody marked.
  let markedFlags: Set<String>
  /// Whether no other operation lists its records, so that some must be marked for clients to find any.
  let areListedAsMarkedAlone: Bool
  /// The property that keeps when a record was made where records do not show it, and lists are filtered by it; nil for
  /// none.
  let unshownCreation: String?
  /// Whether an operation brings back what another one deletes.
  let isRestorable: Bool
  private let maker: ValueGenerator
  private let known = LazyReference<RecordMembers>()

  /// The members of a whole record, read from the schema when they are first asked for.
  private var all: RecordMembers {
    known.load() ?? known.storeIfNil(RecordMembers(of: resource, maker))
  }

  /// The members of a whole record, in the document's order.
  var orderedMembers: [ValueGenerator.Member] { all.ordered }
  /// The same by their names.
  var members: [String: ValueGenerator.Member] { all.byName }
  /// Whether a record is a line of a cart or an order.
  var isLine: Bool { all.isLine }
  /// The flags that one of several records has.
  var exclusiveFlags: [String] { all.exclusiveFlags }
  /// The properties that say which state a record is in.
  var states: [String] { all.states }
  /// The texts with the names of a record and of all above it.
  var treePaths: [ValueGenerator.Member] { all.treePaths }
  /// The numbers that count the elements of another property, with that: `track_count` and `tracks`.
  var listCounts: [(name: String, list: String)] { all.listCounts }
  /// The dates and times at which a flag was set.
  func moments(ofFlag name: String) -> [ValueGenerator.Member] { all.moments(ofFlag: name) }
  /// The lists of what records' texts say of themselves.
  var textTags: TextTags { all.textTags }
  /// Those inside of ``ResourceDescription/attributesMember``; none where there is none.
  var attributes: [String: ValueGenerator.Member] { all.attributes }

  /// The collections of a model, each with a table name of its own.
  ///
  /// - Parameters:
  ///   - operations: The operations of each resource.
  ///   - keepsUploads: Whether any operation takes files.
  static func all(
    of model: APIModel, _ operations: [String: [OperationDescription]], api: String, maker: ValueGenerator,
    keepsUploads: Bool
  ) -> [RecordCollection] {
    var taken: Set<String> = []
    return model.resources.map { resource in
      let plain = "\(api)_\(resource.name)".lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
      var table = String(plain)
      var count = 1
      while !taken.insert(table).inserted {
        count += 1
        table = "\(String(plain))_\(count)"
      }
      return RecordCollection(
        resource, api: api, table: table, operations[resource.name] ?? [], maker, keepsUploads: keepsUploads)
    }
  }

  private init(
    _ resource: ResourceDescription, api: String, table: String, _ all: [OperationDescription],
    _ maker: ValueGenerator, keepsUploads: Bool
  ) {
    (self.resource, self.api, self.maker) = (resource, api, maker)
    documents = DocumentCollection(table)
    self.keepsUploads = keepsUploads
    let operations = all.filter { $0.kind != .call }
    hasMarks = operations.contains { $0.isRelationship }
    let marks = Set(operations.filter { $0.isRelationship && $0.kind == .action }.compactMap(\.change?.member))
    shownMarks = marks.isEmpty ? [:] : Self.shownMarks(marks, resource, maker)
    let listed = operations.compactMap(\.listed).filter { $0.value == "true" }.flatMap(\.members)
    let flags = Set(listed).intersection(operations.compactMap(\.change?.member))
    markedFlags = flags
    areListedAsMarkedAlone = operations.filter { $0.kind == .list || $0.kind == .search }.allSatisfy { operation in
      operation.listed.map { !flags.isDisjoint(with: $0.members) } ?? false
    }
    // What refers to others need not differ.
    lookupMembers = Array(Set(operations.flatMap(\.lookupMembers))).filter { resource.references[$0] == nil }.sorted()
    let chain = operations.map(\.scopes).max { $0.count < $1.count } ?? []
    scopes = chain
    let others = operations.flatMap(\.scopes).filter { one in
      one.parent != nil && !chain.contains { $0.key == one.key }
    }
    otherScopes = Dictionary(others.map { ($0.key, $0) }) { first, second in first.member == nil ? second : first }
      .values.sorted { $0.key < $1.key }
    // What paths assign to the acting account is reached without it where another path leads there.
    let isPrivate =
      !operations.isEmpty
      && operations.allSatisfy { $0.scopes.contains { $0.parameter == AccountUse.parameter } }
    self.isPrivate = isPrivate
    isReachableWithoutParents = operations.contains { operation in
      operation.scopes.allSatisfy { !isPrivate && $0.parameter == AccountUse.parameter }
    }
    hasLines = resource.references.keys.contains { $0.contains("[].") }
    isMadeByClients =
      resource.chosenFrom != nil || operations.contains { $0.kind == .create || $0.produced == resource.name }
    unshownCreation =
      resource.createdAtMember == nil
      ? operations.flatMap(\.filters.values).filter { Words.key($0) == "createdat" }.min() : nil
    isKnownToAPI = operations.contains { [.list, .create, .search].contains($0.kind) }
    isRestorable = operations.contains(where: Self.isRestoring) && operations.contains { $0.kind == .delete }
  }

  /// The flags of records that show marks: `isFollowing` the mark `following`.
  private static func shownMarks(
    _ marks: Set<String>, _ resource: ResourceDescription, _ maker: ValueGenerator
  ) -> [String: String] {
    let words = Dictionary(marks.sorted().map { (Words.split($0).last ?? "", $0) }) { first, _ in first }
    let flags = maker.members(of: resource.schema).filter { $0.types.contains("boolean") }
    return Dictionary(
      flags.compactMap { flag in
        (marks.contains(flag.name) ? flag.name : Words.split(flag.name).last.flatMap { words[$0] }).map {
          (flag.name, $0)
        }
      }
    ) { first, _ in first }
  }

  /// The step that has the tables of an API made, each when it is first needed: a document may have thousands of
  /// resources.
  static func schema(
    of collections: [RecordCollection], accounts: RecordCollection?, api: String, beside tables: [DeferredTable]
  ) -> SchemaStep {
    SchemaStep(
      "\(api)/tables",
      deferring: tables
        + collections.flatMap { one in
          [DeferredTable(one.documents.name) { one.documents.creation }]
            + (one.keepsUploads ? [DeferredTable(one.uploadsTable) { one.uploadsCreation }] : [])
            + (one.hasMarks ? [DeferredTable(one.marksTable) { one.marksCreation }] : [])
            + (one === accounts ? [DeferredTable(one.passwordsTable) { one.passwordsCreation }] : [])
        })
  }

  /// The record's name for a member of a request: the same, or one that differs in case and separators only.
  func memberName(like name: String) -> String {
    all.byName.keys.contains(name)
      ? name : all.plainNames[RecordMembers.plain(name)] ?? all.text(like: name) ?? all.reference(like: name) ?? name
  }

  // MARK: Ids

  /// The members that lead to a record's id; none when records do not show it.
  var idPath: [String] { resource.idMember.map { [$0] } ?? resource.nestedIDMember }

  /// An id as it stands in a record: a number where the schema has numbers, a resource name where records have those,
  /// else a text.
  ///
  /// - Parameters:
  ///   - scope: The parents that a resource name has.
  func idValue(_ id: String, below scope: [String: String] = [:]) -> JSONValue {
    if let template = resource.nameTemplate { return .string(name(id, below: scope, template)) }
    let inner = resource.viewMember.flatMap { _ in resource.nestedIDMember.last }.flatMap { attributes[$0] }
    guard let member = resource.idMember.flatMap({ members[$0] }) ?? inner, !member.types.isEmpty,
      !member.types.contains("string"), let number = JSONNumber(literal: id)
    else { return .string(id) }
    return .number(number)
  }

  /// The resource name of an id: `users/1/webhooks/5` of `users/{user}/webhooks/{webhook}`.
  private func name(_ id: String, below scope: [String: String], _ template: String) -> String {
    let parts = template.split(separator: "/")
    var parents = scopes.map { scope[$0.key] }[...]
    return parts.enumerated().map { number, part in
      guard part.hasPrefix("{") else { return String(part) }
      if number == parts.count - 1 { return id }
      // As the guidelines write a parent that is not known.
      return parents.popFirst().flatMap(\.self) ?? "-"
    }.joined(separator: "/")
  }

  /// The text of an id in a record; nil when there is none that a path could hold.
  func idText(_ content: JSONObject) -> String? {
    let path = idPath
    guard !path.isEmpty, let value = content[path] else { return nil }
    return resource.nameTemplate == nil ? Self.text(value) : Self.lastPart(of: value)
  }

  /// What names a parent in a record that has no property for it: the `restaurantId` that was sent, or the object that
  /// shows it.
  private static func named(_ scope: OperationDescription.Scope, in content: JSONObject) -> JSONValue? {
    guard let parent = scope.parent, scope.parameter != AccountUse.parameter else { return nil }
    let key = Words.singularKey(parent)
    if let own = content.members.first(where: { [key + "id", key + "uuid", key].contains(Words.key($0.key)) }) {
      return own.value
    }
    // Whom a record is for: the `toUserId` of a review.
    return content.members.first { member in
      let words = Words.split(member.key)
      return words.count == 3 && recipients.contains(words[0]) && words[1] == key && ["id", "uuid"].contains(words[2])
    }?.value
  }

  private static let recipients: Set<String> = [
    "to", "target", "for", "recipient", "receiver", "reviewed", "rated", "about",
  ]

  private static func id(of object: JSONObject) -> String? {
    ["id", "_id", "uuid", "pk"].lazy.compactMap { object[$0].flatMap(text) }.first
  }

  /// The id in the value of a reference, which may be a resource name.
  static func lastPart(of value: JSONValue) -> String? {
    guard let name = value.string, let last = name.split(separator: "/").last else { return text(value) }
    return text(.string(String(last)))
  }

  /// The text of a value that can stand in a path; nil for one that can't.
  static func text(_ value: JSONValue) -> String? {
    let text = value.string ?? value.number?.literal
    guard let text, !text.isEmpty, !text.contains("/"), text != ".", text != ".." else { return nil }
    return text
  }

  /// What ties a record to its parents: what the path says, else what its own members say.
  func scope(of content: JSONObject, path: [String: String]) -> [String: String] {
    var result = path
    for scope in scopes + otherScopes where result[scope.key] == nil {
      let value = scope.member.map { content[$0] } ?? Self.named(scope, in: content)
      guard let value, let id = value.object.flatMap(Self.id) ?? Self.lastPart(of: value) else { continue }
      result[scope.key] = id
    }
    return result
  }

  /// What ties a record to its parents after a change: what its content says now, else what held before.
  func scope(of record: StoredRecord, changedTo content: JSONObject, path: [String: String] = [:]) -> [String: String] {
    scope(of: content, path: path).merging(record.scope) { now, _ in now }
  }

  // MARK: Records

  /// Holds for records in which a property names a record of another collection, by its id or as an object with it.
  func names(_ id: String, of owner: RecordCollection, in member: String) -> RowQuery.Part {
    let isObject = members[member]?.types.contains("object") == true
    let place = path(to: member) + (isObject ? "." + (owner.idPath.last ?? "id") : "")
    return documents.records.condition(anyOf: [place], is: id)
  }

  /// A query for the records below parents; with an id, for the first one that has it.
  ///
  /// - Parameters:
  ///   - trash: Whether deleted records that can be brought back are among them.
  func query(_ scope: [String: String], id: String? = nil, trash: OperationHandler.Trash = .left) -> RowQuery {
    var query = id.map { RowQuery(["id": .text($0)]) } ?? RowQuery()
    if id != nil { query.limit = 1 }
    for (name, id) in scope.sorted(by: { $0.key < $1.key }) {
      // A parent that the API does not keep may be missing from a record that was made elsewhere: `POST /user/repos`.
      let isKept = !isReachableWithoutParents || (scopes + otherScopes).contains { $0.key == name && $0.parent != nil }
      query.require(documents.parent(name, is: id, mayBeMissing: !isKept))
    }
    if trash == .left { withoutDeleted(&query) }
    if trash == .alone { onlyDeleted(&query) }
    return query
  }

  /// The path of a member of a record, or of its attributes (JSON:API), as SQLite's JSON functions take it.
  func path(to member: String) -> String {
    if let dot = member.firstIndex(of: "."), members[member] == nil, members[String(member[..<dot])] != nil {
      let first = String(member[..<dot])
      if first == "relationships", resource.resourceObject != nil {
        return "$" + member.split(separator: ".").map { RecordTable.path(String($0)).dropFirst() }.joined()
      }
      return RecordTable.path(first) + RecordTable.path(String(member[member.index(after: dot)...])).dropFirst()
    }
    guard members[member] == nil, attributes[member] != nil, let name = resource.attributesMember else {
      return RecordTable.path(member)
    }
    return RecordTable.path(name) + RecordTable.path(member).dropFirst()
  }

  /// The record of an id below its parents.
  ///
  /// - Parameters:
  ///   - trash: Whether it may be deleted, or must be.
  func record(
    _ connection: Connection, id: String, scope: [String: String], trash: OperationHandler.Trash = .left
  ) throws -> StoredRecord? {
    try documents.records(connection, query(scope, id: id, trash: trash)).first
  }

  /// Whether there is a record of an id below its parents.
  func contains(_ connection: Connection, id: String, scope: [String: String]) throws -> Bool {
    try documents.records.contains(connection, query(scope, id: id))
  }

  /// The id of the first record one of whose members is a text; nil for none.
  func id(
    _ connection: Connection, where members: [String], is text: String, scope: [String: String]
  ) throws -> String? {
    var query = query(scope)
    query.require(documents.records.condition(anyOf: members.map(RecordTable.path), is: text))
    return try documents.records.first(connection, "id", query)?.text
  }

  /// The id of the record that a path names by its id or by one of some members; nil for none.
  func id(
    _ connection: Connection, named text: String, by members: [String], scope: [String: String]
  ) throws -> String? {
    if try contains(connection, id: text, scope: scope) { return text }
    return try id(connection, where: members, is: text, scope: scope)
  }

  /// Has the members by which paths name records say something that no other record says: a number at the end counts
  /// on, as in `PROJ-12`. What a client sent stays.
  func tellApart(
    _ connection: Connection, _ content: inout JSONObject, sent: JSONObject = JSONObject(), scope: [String: String],
    make: (ValueGenerator.Member) -> JSONValue?
  ) throws {
    for name in lookupMembers where !sent.contains(name) {
      if members[name]?.types.contains("integer") == true, members[name]?.types.contains("string") != true {
        // The numbers of a repository's issues count on.
        content[name] = .number(JSONNumber(try nextNumber(connection, name, scope: scope)))
        continue
      }
      guard let member = members[name], member.types.contains("string"),
        let text = (content[name] ?? make(member))?.string
      else { continue }
      content[name] = .string(text)
      guard try id(connection, where: [name], is: text, scope: scope) != nil else { continue }
      let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(9)
      let (stem, last) =
        digits.isEmpty ? (text + "-", 1) : (String(text.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0)
      let count = try documents.records.count(connection)
      for step in 0..<Self.maximumSteps {
        let next = stem + String(last + count + step)
        guard try id(connection, where: [name], is: next, scope: scope) == nil else { continue }
        content[name] = .string(next)
        break
      }
    }
  }

  /// The number after those that records below the same parents have in a property.
  private func nextNumber(_ connection: Connection, _ name: String, scope: [String: String]) throws -> Int {
    var query = query(scope)
    query.order = documents.records.sorting(by: RecordTable.path(name), isFalling: true)
    query.limit = 1
    let last = try documents.records(connection, query).first?.content[name]?.number?.integer ?? 0
    return min(max(last, 0), Int(Int32.max) - 1) + 1
  }

  private static let maximumSteps = 100
}
