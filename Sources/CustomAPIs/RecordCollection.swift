import HTTPCore
import JSON
import Resources
import Store
import Synchronization
import Synthesis
import World

/// A record as it is kept.
struct StoredRecord: Sendable {
  /// The order of creation.
  let number: Int64
  let id: String
  /// The ids of its parents, by ``OperationDescription/Scope/key``.
  let scope: [String: String]
  /// Whether it was there from the beginning.
  let isSeed: Bool
  /// All that is known of it, whichever answers show it.
  var content: JSONObject
}

/// The records of a resource, in a table of their own: their order, id, parents, and all the rest as one JSON object.
final class RecordCollection: Sendable {
  let resource: ResourceDescription
  let api: String
  /// The table's name, as it stands in SQL.
  let table: String
  /// The parents by which its records can be reached, outermost first.
  let scopes: [OperationDescription.Scope]
  /// Whether an operation lists, makes or reads records without naming a parent.
  let isReachableWithoutParents: Bool
  /// Whether the API itself lists or makes records of it, so that only those are there.
  let isKnownToAPI: Bool
  /// Whether files may be kept with its records.
  let keepsUploads: Bool
  /// Members by which paths name its records beside the id, so that no two have the same: `key` for `{issueIdOrKey}`.
  let lookupMembers: [String]
  private let maker: ValueGenerator
  private let known = AtomicLazyReference<RecordMembers>()

  /// The members of a whole record, read from the schema when they are first asked for.
  private var all: RecordMembers {
    known.load() ?? known.storeIfNil(RecordMembers(of: resource, maker))
  }

  /// The members of a whole record, in the document's order.
  var orderedMembers: [ValueGenerator.Member] { all.ordered }
  /// The same by their names.
  var members: [String: ValueGenerator.Member] { all.byName }
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
    (self.resource, self.api, self.table, self.maker) = (resource, api, table, maker)
    self.keepsUploads = keepsUploads
    let operations = all.filter { $0.kind != .call }
    lookupMembers = Array(Set(operations.flatMap(\.lookupMembers))).sorted()
    scopes = operations.map(\.scopes).max { $0.count < $1.count } ?? []
    isReachableWithoutParents = operations.contains { $0.scopes.isEmpty }
    isKnownToAPI = operations.contains { [.list, .create, .search].contains($0.kind) }
  }

  /// The step that has the tables of an API made, each when it is first needed: a document may have thousands of
  /// resources.
  static func schema(of collections: [RecordCollection], api: String) -> SchemaStep {
    SchemaStep(
      "\(api)/tables",
      deferring: collections.flatMap { one in
        [DeferredTable(one.table) { one.creation }]
          + (one.keepsUploads ? [DeferredTable(one.uploadsTable) { one.uploadsCreation }] : [])
      })
  }

  /// One statement makes the table with its index and its rules, since SQLite looks through the whole schema at the end
  /// of each that changes it.
  var creation: String {
    let columns = [
      Table.Column("scope", .text, "DEFAULT '{}'", rule: ColumnRule.jsonObject),
      Table.Column("is_seed", .integer, "DEFAULT 0"), Table.Column("record", .text, rule: ColumnRule.jsonObject),
    ]
    return Table(table, columns, hasUniqueIDs: false).creationWithRules
  }

  /// The record's name for a member of a request: the same, or one that differs in case and separators only.
  func memberName(like name: String) -> String {
    all.byName.keys.contains(name) ? name : all.plainNames[RecordMembers.plain(name)] ?? name
  }

  // MARK: Ids

  /// The members that lead to a record's id; none when records do not show it.
  var idPath: [String] { resource.idMember.map { [$0] } ?? resource.nestedIDMember }

  /// An id as it stands in a record: a number where the schema has numbers, else a text.
  func idValue(_ id: String) -> JSONValue {
    guard let member = resource.idMember.flatMap({ members[$0] }), !member.types.isEmpty,
      !member.types.contains("string"), let number = JSONNumber(literal: id)
    else { return .string(id) }
    return .number(number)
  }

  /// The text of an id in a record; nil when there is none that a path could hold.
  func idText(_ content: JSONObject) -> String? {
    let path = idPath
    guard !path.isEmpty, let value = content[path] else { return nil }
    return Self.text(value)
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
    for scope in scopes where result[scope.key] == nil {
      guard let member = scope.member, let value = content[member].flatMap(Self.text) else { continue }
      result[scope.key] = value
    }
    return result
  }

  // MARK: Rows

  private static let columns = "number, id, scope, is_seed, record"

  private static func record(_ row: [SQLValue]) -> StoredRecord? {
    guard row.count == 5, let number = row[0].integer, let id = row[1].text, let scope = row[2].text,
      let record = row[4].text
    else { return nil }
    let limits = JSONLimits(maximumDepth: JSONLimits.greatestDepth)
    guard let content = (try? JSONParser.parse(Array(record.utf8), limits: limits))?.object else { return nil }
    let members = scope == "{}" ? [] : (try? JSONParser.parse(Array(scope.utf8)))?.object?.members ?? []
    let parents = Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    return StoredRecord(number: number, id: id, scope: parents, isSeed: row[3].integer == 1, content: content)
  }

  /// A query for the records below parents; with an id, for the first one that has it.
  func query(_ scope: [String: String], id: String? = nil) -> RowQuery {
    var query = RowQuery()
    if let id {
      query.require(RowQuery.Part("id = ?", [.text(id)]))
      query.limit = 1
    }
    for (name, id) in scope.sorted(by: { $0.key < $1.key }) {
      let path = SQLValue.text(Self.path(name))
      // A parent that the API does not keep may be missing from a record that was made elsewhere: `POST /user/repos`.
      let isKept = !isReachableWithoutParents || scopes.contains { $0.key == name && $0.parent != nil }
      query.require(
        isKept
          ? RowQuery.Part("json_extract(scope, ?) = ?", [path, .text(id)])
          : RowQuery.Part("coalesce(json_extract(scope, ?), ?) = ?", [path, .text(id), .text(id)]))
    }
    return query
  }

  /// A member's path as SQLite's JSON functions take it.
  static func path(_ member: String) -> String { "$.\"\(member.replacing("\"", with: ""))\"" }

  /// The same for a member of a record, or of its attributes (JSON:API).
  func path(to member: String) -> String {
    guard members[member] == nil, attributes[member] != nil, let name = resource.attributesMember else {
      return Self.path(member)
    }
    return Self.path(name) + Self.path(member).dropFirst()
  }

  /// The record of an id below its parents.
  func record(_ connection: Connection, id: String, scope: [String: String]) throws -> StoredRecord? {
    try records(connection, query(scope, id: id)).first
  }

  /// Whether there is a record of an id below its parents.
  func contains(_ connection: Connection, id: String, scope: [String: String]) throws -> Bool {
    try !connection.rows("1", query(scope, id: id), of: "\"\(table)\"").isEmpty
  }

  /// The id of the first record one of whose members is a text; nil for none.
  func id(
    _ connection: Connection, where members: [String], is text: String, scope: [String: String]
  ) throws -> String? {
    let choices = members.map { _ in "CAST(json_extract(record, ?) AS TEXT) = ?" }.joined(separator: " OR ")
    var query = query(scope)
    query.require(RowQuery.Part("(\(choices))", members.flatMap { [.text(Self.path($0)), .text(text)] }))
    query.limit = 1
    return try connection.rows("id", query, of: "\"\(table)\"").first?.first?.text
  }

  /// Has the members by which paths name records say something that no other record says: a number at the end counts
  /// on, as in `PROJ-12`. What a client sent stays.
  func tellApart(
    _ connection: Connection, _ content: inout JSONObject, sent: JSONObject = JSONObject(), scope: [String: String],
    make: (ValueGenerator.Member) -> JSONValue?
  ) throws {
    for name in lookupMembers where !sent.contains(name) {
      guard let member = members[name], member.types.contains("string"),
        let text = (content[name] ?? make(member))?.string
      else { continue }
      content[name] = .string(text)
      guard try id(connection, where: [name], is: text, scope: scope) != nil else { continue }
      let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(9)
      let (stem, last) =
        digits.isEmpty ? (text + "-", 1) : (String(text.dropLast(digits.count)), Int(String(digits.reversed())) ?? 0)
      let count = try count(connection, RowQuery())
      for step in 0..<Self.maximumSteps {
        let next = stem + String(last + count + step)
        guard try id(connection, where: [name], is: next, scope: scope) == nil else { continue }
        content[name] = .string(next)
        break
      }
    }
  }

  private static let maximumSteps = 100

  /// The records that a query asks for, in its order.
  func records(_ connection: Connection, _ query: RowQuery) throws -> [StoredRecord] {
    try connection.rows(Self.columns, query, of: "\"\(table)\"").compactMap(Self.record)
  }

  /// How many records a query asks for in all.
  func count(_ connection: Connection, _ query: RowQuery) throws -> Int {
    try connection.count(query, of: "\"\(table)\"")
  }

  /// How many records stand before one in the order of a query; nil when it is none of them.
  func position(_ connection: Connection, id: String, _ query: RowQuery) throws -> Int? {
    let (rows, sorting) = (query.rows(of: "\"\(table)\""), query.sorting)
    let value = try connection.value(
      """
      SELECT place FROM (SELECT id, row_number() OVER (ORDER BY \(sorting.sql)) - 1 AS place FROM \(rows.sql))
      WHERE id = ? LIMIT 1
      """, sorting.arguments + rows.arguments + [.text(id)])
    return value?.integer.map { Int(clamping: $0) }
  }

  /// Keeps a new record; it comes after all others.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  func insert(
    _ connection: Connection, id: String, scope: [String: String], _ content: JSONObject, isSeed: Bool = false
  ) throws {
    try connection.execute(
      "INSERT INTO \"\(table)\" (id, scope, is_seed, record) VALUES (?, ?, ?, ?)",
      [.text(id), .text(Self.json(scope)), .integer(isSeed ? 1 : 0), .text(try Self.text(of: content))])
  }

  /// Puts a record in the place of one that is there.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  func update(
    _ connection: Connection, number: Int64, id: String, scope: [String: String], _ content: JSONObject
  ) throws {
    try connection.execute(
      "UPDATE \"\(table)\" SET id = ?, scope = ?, record = ? WHERE number = ?",
      [.text(id), .text(Self.json(scope)), .text(try Self.text(of: content)), .integer(number)])
  }

  /// Removes a record.
  func delete(_ connection: Connection, number: Int64) throws {
    try connection.execute("DELETE FROM \"\(table)\" WHERE number = ?", [.integer(number)])
  }

  /// Removes every record.
  func deleteAll(_ connection: Connection) throws {
    try connection.execute("DELETE FROM \"\(table)\"")
  }

  /// A record as it is stored.
  private static func text(of content: JSONObject) throws(Problem) -> String {
    let text = json(content)
    try RecordLimit.require(text.utf8.count)
    return text
  }

  private static func json(_ scope: [String: String]) -> String {
    if scope.isEmpty { return "{}" }
    return json(JSONObject(scope.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  private static func json(_ object: JSONObject) -> String {
    let bytes = JSONWriter.serialize(.object(object), sortedKeys: false)
    return String(decoding: LocalLink.collapse(in: bytes, origin: RecordSeeds.origin), as: UTF8.self)
  }
}

/// The members of the records of a resource.
private final class RecordMembers: Sendable {
  let ordered: [ValueGenerator.Member]
  let byName: [String: ValueGenerator.Member]
  /// Those inside of the member that holds the record's own; none where there is none.
  let attributes: [String: ValueGenerator.Member]
  /// Their names by what is left without case and separators.
  let plainNames: [String: String]

  init(of resource: ResourceDescription, _ maker: ValueGenerator) {
    ordered = maker.members(of: resource.schema)
    let byName = Dictionary(ordered.map { ($0.name, $0) }) { first, _ in first }
    self.byName = byName
    let inner = resource.attributesMember.flatMap { byName[$0] }.map { maker.members(of: $0.place) } ?? []
    attributes = Dictionary(inner.map { ($0.name, $0) }) { first, _ in first }
    plainNames = Dictionary(ordered.map { (Self.plain($0.name), $0.name) }) { first, _ in first }
  }

  /// A name without case and separators.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}

extension RowQuery {
  /// Only records in whose member one of the values stands, alone or in an array.
  ///
  /// - Parameters:
  ///   - path: The member as ``RecordCollection/path(to:)`` has it.
  mutating func require(_ path: String, in values: [String]) {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let sql = """
      EXISTS (SELECT 1 FROM json_each(record, ?) WHERE
        CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(atom AS TEXT) END IN (\(marks)))
      """
    require(Part(sql, [.text(path)] + values.map(SQLValue.text)))
  }

  /// How a value is compared with a bound.
  enum Order: String {
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"

    fileprivate var sign: String {
      switch self {
      case .greater: ">"
      case .greaterOrEqual: ">="
      case .less: "<"
      case .lessOrEqual: "<="
      }
    }
  }

  /// Only records whose member stands on one side of a bound; numbers are compared as such.
  ///
  /// - Parameters:
  ///   - path: The member as ``RecordCollection/path(to:)`` has it.
  mutating func require(_ path: String, _ order: Order, _ bound: String) {
    let number = Double(bound).flatMap { $0.isFinite ? SQLValue.real($0) : nil }
    require(Part("json_extract(record, ?) \(order.sign) ?", [.text(path), number ?? .text(bound)]))
  }

  /// Only records in one of whose texts this one stands, in whatever case.
  mutating func require(text: String) {
    let pattern = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    let sql = """
      EXISTS (SELECT 1 FROM json_tree(record) WHERE type = 'text' AND fold(atom) LIKE fold(?) ESCAPE '\\')
      """
    require(Part(sql, [.text("%\(pattern)%")]))
  }

  /// In the order of a member's values.
  ///
  /// - Parameters:
  ///   - path: The member as ``RecordCollection/path(to:)`` has it.
  mutating func sort(by path: String, isFalling: Bool) {
    order = Part("json_extract(record, ?)\(isFalling ? " DESC" : "")", [.text(path)])
  }
}
