import APISupport
import HTTPCore
import JSON
import Store
import World

/// What AgroBridge's reads have in common: content is rendered once for each state of its tables, carries an
/// `ETag`, and clients ask again each time (`no-cache`), so that they see their own writes.
enum Answers {
  /// Answers with content made from tables.
  ///
  /// - Parameters:
  ///   - key: Names the content among AgroBridge's.
  ///   - render: Makes the JSON, or nil when there is no such record.
  static func answer(
    _ call: Call, key: String, render: (Connection) throws -> [UInt8]?
  ) throws -> Response? {
    try CachedAnswer.answer(call, key: "agrobridge/" + key, cacheControl: "private, no-cache") {
      try render($0).map { RenderedContent($0) }
    }
  }

  /// Answers with one record.
  ///
  /// - Throws: ``Problem`` of kind `notFound` that names the id.
  static func record(
    _ call: Call, kind: String, read: (Connection, String) throws -> [UInt8]?
  ) throws -> Response {
    let id = call.parameters["id"]
    if let response = try answer(call, key: kind + "/" + id, render: { try read($0, id) }) {
      return response
    }
    throw missing(kind, id)
  }

  /// Answers with a list.
  static func list(
    _ call: Call, name: String, filter: (QueryParameters) throws -> ListFilter,
    read: (Connection, ListFilter) throws -> ListPage
  ) throws -> Response {
    let filter = try filter(try call.request.query())
    let key = name + "?" + String(decoding: call.request.target.rawQuery, as: UTF8.self)
    let response = try answer(call, key: key) { connection in
      try read(connection, filter).body(name, filter.paging)
    }
    return response ?? .noContent
  }

  /// The refusal for a record that is not there.
  static func missing(_ kind: String, _ id: String) -> Problem {
    Problem(.notFound, "there is no \(kind) \"\(id.clipped(to: 60))\"", field: "id", value: id)
  }

  /// 201 with the record and where it is now.
  static func created(_ call: Call, _ record: [UInt8]?) throws -> Response {
    guard let record, let id = (try? JSONParser.parse(record))?.object?["id"]?.string else {
      throw Problem(.internalError, "the created record could not be read back")
    }
    var response = Response.json(record, status: 201)
    response.headers.append("Location", "/" + (call.request.target.segments + [id]).joined(separator: "/"))
    return response
  }
}

/// Which records of a table a list request wants: conditions in SQL, joined by AND, and a page.
struct ListFilter {
  private(set) var conditions: [String] = []
  private(set) var arguments: [SQLValue] = []
  let paging: Paging?

  init(_ query: QueryParameters) throws {
    paging = try Paging.read(query, defaultLimit: 20, maximumLimit: 100)
  }

  /// Keeps records with the text in one of the columns, whatever the case and the accents.
  mutating func search(_ text: String?, in columns: [String]) {
    guard let text, !text.isEmpty else { return }
    conditions.append("(" + columns.map { "instr(fold(\($0)), fold(?)) > 0" }.joined(separator: " OR ") + ")")
    arguments.append(contentsOf: columns.map { _ in .text(text) })
  }

  /// Keeps records whose column is that text, whatever the case and the accents.
  mutating func match(_ text: String?, column: String) {
    guard let text, !text.isEmpty else { return }
    conditions.append("fold(\(column)) = fold(?)")
    arguments.append(.text(text))
  }

  /// Keeps records whose column is one of a fixed set of values.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for a value outside the set.
  mutating func choose(
    _ parameter: String, in query: QueryParameters, of choices: [String], column: String
  ) throws {
    guard let text = query[parameter], !text.isEmpty else { return }
    guard choices.contains(text) else {
      throw Problem(
        .invalidParameter,
        "the query parameter \"\(parameter)\" must be one of \(choices.joined(separator: ", "))",
        field: parameter, value: text)
    }
    conditions.append("\(column) = ?")
    arguments.append(.text(text))
  }
}

/// The records of a list request, and how many there are beyond the page.
struct ListPage {
  /// A JSON array.
  let records: [UInt8]
  let total: Int

  /// The documented list body; `page` and `totalPages` only when paging was asked for (CONTRACT C9).
  func body(_ name: String, _ paging: Paging?) -> [UInt8] {
    var body = Array("{\"\(name)\":".utf8)
    body.append(contentsOf: records)
    if let paging { body.append(contentsOf: ",\"page\":\(paging.page)".utf8) }
    body.append(contentsOf: ",\"total\":\(total)".utf8)
    if let paging { body.append(contentsOf: ",\"totalPages\":\(paging.pageCount(total: total))".utf8) }
    body.append(UInt8(ascii: "}"))
    return body
  }

  /// Reads a page of a table's records, in the order of their creation.
  ///
  /// - Parameters:
  ///   - json: The SQL expression of a record.
  static func read(
    _ connection: Connection, table: String, json: String, _ filter: ListFilter
  ) throws -> ListPage {
    let condition = filter.conditions.isEmpty ? "" : " WHERE " + filter.conditions.joined(separator: " AND ")
    let total =
      try connection.value("SELECT count(*) FROM \(table)\(condition)", filter.arguments)?.integer ?? 0
    let records = try connection.bytes(
      """
      SELECT '[' || coalesce(group_concat(record, ','), '') || ']' FROM
        (SELECT \(json) AS record FROM \(table)\(condition) ORDER BY number LIMIT ? OFFSET ?)
      """,
      filter.arguments + [
        .integer(Int64(filter.paging?.limit ?? -1)), .integer(Int64(filter.paging?.offset ?? 0)),
      ])
    return ListPage(records: records ?? Array("[]".utf8), total: Int(total))
  }
}

/// Who may write: every role but the buyer's, who only reads (CONTRACT §3.3).
enum Roles {
  private static let readers: Set<String> = ["comprador", "buyer"]

  /// Refuses a call whose role may not change records.
  ///
  /// - Throws: ``Problem`` of kind `forbidden` that names the role.
  static func requireWriter(_ call: Call) throws(Problem) {
    let rol = call.principal?.claims["rol"]?.string ?? ""
    guard !readers.contains(rol) else {
      throw Problem(.forbidden, "the role \"\(rol)\" may read but not write", field: "rol", value: rol)
    }
  }
}
