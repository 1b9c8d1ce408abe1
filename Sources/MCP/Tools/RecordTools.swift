import JSON

/// Tools for the records of a world.
enum RecordTools {
  static let all = [read, change]

  /// The column in which tables of custom APIs have their records.
  private static let recordColumn = "record"
  private static let defaultLimit = 20
  /// The most rows of a custom API that are searched for a property, which is no column.
  private static let searchedRows = 2000

  private static let read = Tool(
    "read_records", "Read records", .reads,
    """
    The records of a world as they are stored, without the rules of the APIs. Without table: the tables, each named after \
    API and resource, such as agrobridge_lote, and their columns. With table: its records; where chooses them by equal \
    values. The records of a custom API are generated when its operations first use them.
    """,
    input: [
      "table": Schemas.text("The table.", upTo: 200),
      "where": Schemas.map(
        "Properties and the values that they must have.", types: ["string", "number", "boolean", "null"]),
      "limit": Schemas.integer("The most records. By default 20.", 1...200),
      "offset": Schemas.integer("How many records to skip.", 0...1_000_000), "world": Schemas.world,
    ],
    output: [
      "tables": Schemas.list("Tables: name, rows, columns."), "records": Schemas.list("The records."),
      "total": Schemas.integer("How many records match."),
    ]
  ) { call throws(ToolFailure) in
    guard let table = call.text("table") else {
      return [
        "tables": try call.control("GET", ["data"])["tables"] ?? .array([]),
        "hint": "Call read_records with table for its records.",
      ]
    }
    let (offset, limit) = (call.integer("offset") ?? 0, call.integer("limit") ?? defaultLimit)
    let found = try rows(table, call.object("where"), offset: offset, limit: limit, call)
    var result: JSONObject = ["records": .array(found.rows.map(shown)), "total": .count(found.total)]
    let end = offset + found.rows.count
    if end < found.total { result["hint"] = .string("Call again with offset \(end) for more records.") }
    return result
  }

  /// The rows of a table that have some values: of columns, or of properties of a custom API's records.
  private static func rows(
    _ table: String, _ filter: JSONObject?, offset: Int, limit: Int, _ call: ToolCall
  ) throws(ToolFailure) -> (rows: [JSONValue], total: Int) {
    func page(_ conditions: [JSONObject.Member], _ offset: Int, _ limit: Int) throws(ToolFailure) -> JSONValue {
      let query = conditions.map { (name: $0.key, value: RequestTools.text($0.value)) }
      return try call.control(
        "GET", ["data", table], query: query + [("_limit", "\(limit)"), ("_offset", "\(offset)")])
    }
    let conditions = filter?.members ?? []
    let first = try page([], 0, 1)
    guard let columns = first["rows"]?.array?.first?.object, columns.contains(recordColumn), !conditions.isEmpty else {
      let found = try page(conditions, offset, limit)
      return (found["rows"]?.array ?? [], found["total"]?.number?.integer ?? 0)
    }
    let matching = (try page([], 0, searchedRows)["rows"]?.array ?? []).filter { row in
      let record = shown(row)
      return conditions.allSatisfy { record[$0.key] == $0.value || row[$0.key] == $0.value }
    }
    return (Array(matching.dropFirst(offset).prefix(limit)), matching.count)
  }

  /// A row as its API shows it: that of a custom API is the record in it.
  private static func shown(_ row: JSONValue) -> JSONValue { record(of: row).map(JSONValue.object) ?? row }

  private static func record(of row: JSONValue) -> JSONObject? {
    row[recordColumn]?.string.flatMap { try? JSONParser.parse(Array($0.utf8)) }?.object
  }

  // MARK: Change

  private static let change = Tool(
    "change_records", "Change records", .deletes(isIdempotent: false),
    """
    Create, update or delete records of a world directly in their table, as a precondition of a test. The rules of the \
    APIs do not apply, only those of the table; to test an API itself, use send_request. read_records shows tables and \
    columns. update and delete need where; where {} means all records.
    """,
    input: [
      "action": Schemas.choice(["create", "update", "delete"], "What to do."),
      "table": Schemas.text("The table.", upTo: 200),
      "records": [
        "type": "array", "items": ["type": "object"], "minItems": 1, "maxItems": 100,
        "description": "For create: the new records.",
      ],
      "where": Schemas.map(
        "For update and delete: properties and the values that they must have.",
        types: ["string", "number", "boolean", "null"]),
      "set": Schemas.object("For update: properties and their new values."), "world": Schemas.world,
    ],
    required: ["action", "table"], output: ["changed": Schemas.integer("How many records were changed.")],
    always: ["changed"]
  ) { call throws(ToolFailure) in
    let table = call.text("table") ?? ""
    switch call.text("action") {
    case "create":
      guard let records = call.arguments["records"]?.array else { throw ToolFailure("create needs records") }
      return ["changed": .count(try create(records.compactMap(\.object), table, call))]
    case "update":
      guard let filter = call.object("where"), let set = call.object("set"), !set.isEmpty else {
        throw ToolFailure("update needs where and set")
      }
      return ["changed": .count(try update(filter, set, table, call))]
    default:
      guard let filter = call.object("where") else { throw ToolFailure("delete needs where; {} means all records") }
      return ["changed": .count(try delete(filter, table, call))]
    }
  }

  /// Whether the table is one of a custom API's resources.
  private static func holdsRecords(_ table: String, _ call: ToolCall) throws(ToolFailure) -> Bool {
    let tables = try call.control("GET", ["data"])["tables"]?.array ?? []
    let columns = tables.first { $0["name"]?.string == table }?["columns"]?.array ?? []
    return columns.contains(.string(recordColumn)) && columns.contains("scope")
  }

  private static func create(_ records: [JSONObject], _ table: String, _ call: ToolCall) throws(ToolFailure) -> Int {
    var rows = records
    if try holdsRecords(table, call) {
      rows = try records.map { record throws(ToolFailure) in
        guard let id = record["id"] else { throw ToolFailure("a record of \(table) needs its id") }
        return ["id": .string(RequestTools.text(id)), "scope": "{}", recordColumn: text(record)]
      }
    }
    let added = try call.control("POST", ["data", table], body: .array(rows.map(JSONValue.object)))
    return added["added"]?.number?.integer ?? 0
  }

  private static func update(
    _ filter: JSONObject, _ set: JSONObject, _ table: String, _ call: ToolCall
  ) throws(ToolFailure) -> Int {
    guard try holdsRecords(table, call) else {
      let body: JSONValue = ["where": .object(filter), "set": .object(set)]
      return try call.control("PATCH", ["data", table], body: body)["changed"]?.number?.integer ?? 0
    }
    var count = 0
    for row in try rows(table, filter, offset: 0, limit: searchedRows, call).rows {
      guard var record = record(of: row), let number = row["number"] else { continue }
      for member in set.members { record[member.key] = member.value }
      let body: JSONValue = ["where": ["number": number], "set": [recordColumn: text(record)]]
      count += try call.control("PATCH", ["data", table], body: body)["changed"]?.number?.integer ?? 0
    }
    return count
  }

  private static func delete(_ filter: JSONObject, _ table: String, _ call: ToolCall) throws(ToolFailure) -> Int {
    let isChoice = !filter.isEmpty
    guard isChoice, try holdsRecords(table, call) else {
      let deleted = try call.control("DELETE", ["data", table], body: ["where": .object(filter)])
      return deleted["deleted"]?.number?.integer ?? 0
    }
    var count = 0
    for row in try rows(table, filter, offset: 0, limit: searchedRows, call).rows {
      guard let number = row["number"] else { continue }
      let deleted = try call.control("DELETE", ["data", table], body: ["where": ["number": number]])
      count += deleted["deleted"]?.number?.integer ?? 0
    }
    return count
  }

  private static func text(_ record: JSONObject) -> JSONValue {
    .string(String(decoding: JSONWriter.serialize(.object(record), sortedKeys: false), as: UTF8.self))
  }
}
