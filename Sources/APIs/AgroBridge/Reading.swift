import HTTPCore
import JSON
import Store
import World

/// What AgroBridge's reads have in common: content is rendered once for each state of its tables, carries an
/// `ETag`, and clients ask again each time (`no-cache`), so that they see their own writes.
enum Reading {
  /// Answers with content made from tables.
  ///
  /// - Parameters:
  ///   - key: Names the content among AgroBridge's.
  ///   - tables: Everything the content is made from.
  ///   - render: Makes the JSON, or nil when there is no such record.
  static func answer(
    _ call: Call, key: String, tables: [String], render: (Connection) throws -> [UInt8]?
  ) throws -> Response? {
    try CachedAnswer.answer(call, key: "agrobridge/\(key)", tables: tables, cacheControl: "private, no-cache") {
      try render($0).map { RenderedContent($0) }
    }
  }

  /// Answers with one record.
  ///
  /// - Throws: ``Problem`` of kind `notFound` that names the id.
  static func record(
    _ call: Call, kind: String, tables: [String], read: (Connection, String) throws -> [UInt8]?
  ) throws -> Response {
    let id = call.parameters["id"]
    if let response = try answer(call, key: "\(kind)/\(id)", tables: tables, render: { try read($0, id) }) {
      return response
    }
    throw missing(kind, id)
  }

  /// Answers with a list.
  static func list(
    _ call: Call, name: String, tables: [String], filter: (QueryParameters) throws -> ListFilter,
    read: (Connection, ListFilter) throws -> ListPage
  ) throws -> Response {
    let filter = try filter(try call.request.query())
    let key = name + "?" + String(decoding: call.request.target.rawQuery, as: UTF8.self)
    let response = try answer(call, key: key, tables: tables) { connection in
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
