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
  private let maker: ValueMaker
  private let known = AtomicLazyReference<RecordMembers>()

  /// The members of a whole record, read from the schema when they are first asked for.
  private var all: RecordMembers {
    known.load() ?? known.storeIfNil(RecordMembers(maker.members(of: resource.schema)))
  }

  /// The members of a whole record, in the document's order.
  var orderedMembers: [ValueMaker.Member] { all.ordered }
  /// The same by their names.
  var members: [String: ValueMaker.Member] { all.byName }

  /// The collections of a model, each with a table name of its own.
  ///
  /// - Parameters:
  ///   - operations: The operations of each resource.
  ///   - keepsUploads: Whether any operation takes files.
  static func all(
    of model: APIModel, _ operations: [String: [OperationDescription]], api: String, maker: ValueMaker,
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
    _ maker: ValueMaker, keepsUploads: Bool
  ) {
    (self.resource, self.api, self.table, self.maker) = (resource, api, table, maker)
    self.keepsUploads = keepsUploads
    let operations = all.filter { $0.kind != .call }
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
    """
    CREATE TABLE IF NOT EXISTS "\(table)" (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      scope TEXT NOT NULL DEFAULT '{}',
      is_seed INTEGER NOT NULL DEFAULT 0,
      record TEXT NOT NULL,
      UNIQUE (id, number),
      \(ColumnRule.jsonObject(table, "scope").constraint),
      \(ColumnRule.jsonObject(table, "record").constraint)
    ) STRICT;
    """
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

  /// A condition that only records of these parents fulfil, with its arguments.
  private func condition(_ scope: [String: String]) -> (sql: String, arguments: [SQLValue]) {
    let parents = scope.sorted { $0.key < $1.key }
    return (
      parents.map { _ in " AND json_extract(scope, ?) = ?" }.joined(),
      parents.flatMap { [.text(Self.path($0.key)), .text($0.value)] }
    )
  }

  /// A member's path as SQLite's JSON functions take it.
  static func path(_ member: String) -> String { "$.\"\(member.replacing("\"", with: ""))\"" }

  /// The record of an id below its parents.
  func record(_ connection: Connection, id: String, scope: [String: String]) throws -> StoredRecord? {
    let condition = condition(scope)
    let row = try connection.row(
      "SELECT \(Self.columns) FROM \"\(table)\" WHERE id = ?\(condition.sql) LIMIT 1",
      [.text(id)] + condition.arguments)
    return row.flatMap(Self.record)
  }

  /// Whether there is a record of an id below its parents.
  func contains(_ connection: Connection, id: String, scope: [String: String]) throws -> Bool {
    let condition = condition(scope)
    return try connection.value(
      "SELECT 1 FROM \"\(table)\" WHERE id = ?\(condition.sql) LIMIT 1", [.text(id)] + condition.arguments) != nil
  }

  /// The id of the first record one of whose members is a text; nil for none.
  func id(
    _ connection: Connection, where members: [String], is text: String, scope: [String: String]
  ) throws -> String? {
    let condition = condition(scope)
    let choices = members.map { _ in "CAST(json_extract(record, ?) AS TEXT) = ?" }.joined(separator: " OR ")
    return try connection.value(
      "SELECT id FROM \"\(table)\" WHERE (\(choices))\(condition.sql) ORDER BY number LIMIT 1",
      members.flatMap { [.text(Self.path($0)), .text(text)] } + condition.arguments)?.text
  }

  /// The records that a query asks for, in its order.
  func records(_ connection: Connection, _ query: RecordQuery) throws -> [StoredRecord] {
    let condition = condition(query.scope)
    let order = query.order.map { "\($0.sql), " } ?? ""
    return try connection.rows(
      """
      SELECT \(Self.columns) FROM "\(table)" WHERE 1\(condition.sql)\(query.conditions.map(\.sql).joined())
      ORDER BY \(order)number LIMIT ? OFFSET ?
      """,
      condition.arguments + query.conditions.flatMap(\.arguments) + (query.order?.arguments ?? [])
        + [.integer(Int64(query.limit)), .integer(Int64(query.offset))]
    ).compactMap(Self.record)
  }

  /// How many records a query asks for in all.
  func count(_ connection: Connection, _ query: RecordQuery) throws -> Int {
    let condition = condition(query.scope)
    let value = try connection.value(
      "SELECT count(*) FROM \"\(table)\" WHERE 1\(condition.sql)\(query.conditions.map(\.sql).joined())",
      condition.arguments + query.conditions.flatMap(\.arguments))
    return value?.integer.map { Int(clamping: $0) } ?? 0
  }

  /// How many records stand before one in the order of a query; nil when it is none of them.
  func position(_ connection: Connection, id: String, _ query: RecordQuery) throws -> Int? {
    let condition = condition(query.scope)
    let order = query.order.map { "\($0.sql), " } ?? ""
    let value = try connection.value(
      """
      SELECT place FROM (
        SELECT id, row_number() OVER (ORDER BY \(order)number) - 1 AS place FROM "\(table)"
        WHERE 1\(condition.sql)\(query.conditions.map(\.sql).joined()))
      WHERE id = ? LIMIT 1
      """,
      (query.order?.arguments ?? []) + condition.arguments + query.conditions.flatMap(\.arguments) + [.text(id)])
    return value?.integer.map { Int(clamping: $0) }
  }

  /// Keeps a new record; it comes after all others.
  func insert(
    _ connection: Connection, id: String, scope: [String: String], _ content: JSONObject, isSeed: Bool = false
  ) throws {
    try connection.execute(
      "INSERT INTO \"\(table)\" (id, scope, is_seed, record) VALUES (?, ?, ?, ?)",
      [.text(id), .text(Self.json(scope)), .integer(isSeed ? 1 : 0), .text(Self.json(content))])
  }

  /// Puts a record in the place of one that is there.
  func update(
    _ connection: Connection, number: Int64, id: String, scope: [String: String], _ content: JSONObject
  ) throws {
    try connection.execute(
      "UPDATE \"\(table)\" SET id = ?, scope = ?, record = ? WHERE number = ?",
      [.text(id), .text(Self.json(scope)), .text(Self.json(content)), .integer(number)])
  }

  /// Removes a record.
  func delete(_ connection: Connection, number: Int64) throws {
    try connection.execute("DELETE FROM \"\(table)\" WHERE number = ?", [.integer(number)])
  }

  /// Removes every record.
  func deleteAll(_ connection: Connection) throws {
    try connection.execute("DELETE FROM \"\(table)\"")
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
  let ordered: [ValueMaker.Member]
  let byName: [String: ValueMaker.Member]
  /// Their names by what is left without case and separators.
  let plainNames: [String: String]

  init(_ ordered: [ValueMaker.Member]) {
    self.ordered = ordered
    byName = Dictionary(ordered.map { ($0.name, $0) }) { first, _ in first }
    plainNames = Dictionary(ordered.map { (Self.plain($0.name), $0.name) }) { first, _ in first }
  }

  /// A name without case and separators.
  static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}

extension JSONObject {
  /// The value that members lead to, each inside the one before; setting makes the objects on the way.
  subscript(path: [String]) -> JSONValue? {
    get { path.dropFirst().reduce(path.first.flatMap { self[$0] }) { $0?[$1] } }
    set {
      guard let first = path.first else { return }
      guard path.count > 1 else {
        self[first] = newValue
        return
      }
      var inner = self[first]?.object ?? JSONObject()
      inner[Array(path.dropFirst())] = newValue
      self[first] = .object(inner)
    }
  }
}

/// Which records of a collection are asked for.
struct RecordQuery: Sendable {
  /// SQL with its arguments.
  struct Part: Sendable {
    let sql: String
    let arguments: [SQLValue]
  }

  var scope: [String: String] = [:]
  /// Each begins with `AND`.
  var conditions: [Part] = []
  var order: Part?
  var limit = Int(Int32.max)
  var offset = 0

  /// Only records in whose member one of the values stands, alone or in an array.
  mutating func require(_ member: String, in values: [String]) {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let sql = """
       AND EXISTS (SELECT 1 FROM json_each(record, ?) WHERE
        CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(atom AS TEXT) END IN (\(marks)))
      """
    conditions.append(
      Part(sql: sql, arguments: [.text(RecordCollection.path(member))] + values.map(SQLValue.text)))
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
  mutating func require(_ member: String, _ order: Order, _ bound: String) {
    let number = Double(bound).flatMap { $0.isFinite ? SQLValue.real($0) : nil }
    conditions.append(
      Part(
        sql: " AND json_extract(record, ?) \(order.sign) ?",
        arguments: [.text(RecordCollection.path(member)), number ?? .text(bound)]))
  }

  /// Only records in one of whose texts this one stands, in whatever case.
  mutating func require(text: String) {
    let pattern = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    let sql = """
       AND EXISTS (SELECT 1 FROM json_tree(record) WHERE type = 'text' AND fold(atom) LIKE fold(?) ESCAPE '\\')
      """
    conditions.append(Part(sql: sql, arguments: [.text("%\(pattern)%")]))
  }

  /// In the order of a member's values.
  mutating func sort(by member: String, isFalling: Bool) {
    order = Part(
      sql: "json_extract(record, ?)\(isFalling ? " DESC" : "")", arguments: [.text(RecordCollection.path(member))])
  }
}
