import HTTPCore
import Store
import World

/// What Interspace's reads have in common.
enum InterspaceReading {
  private static let defaultLimit = 20
  private static let maximumLimit = 100

  /// The account of a call to an endpoint with bearer access.
  static func account(_ call: Call) throws(Problem) -> String {
    guard let principal = call.principal else { throw Problem(.unauthenticated, "a bearer token is needed") }
    return principal.account
  }

  /// Answers with content of the caller's account, cacheable by the app for as long as documented (CONTRACT §6.4).
  static func answer(
    _ call: Call, key: String, tables: [String], render: (Connection) throws -> RenderedContent?
  ) throws -> Response? {
    let account = try account(call)
    let origin = call.request.origin
    var response = try CachedAnswer.answer(
      call, key: "\(account) \(origin) \(key)", tables: tables, cacheControl: call.world.cacheControl
    ) { try render($0)?.linked(to: origin) }
    response?.headers.append("Vary", "Authorization")
    return response
  }

  /// Answers with a page of a list.
  ///
  /// - Parameters:
  ///   - read: Reads a page, or nil when what the list belongs to does not exist.
  static func list(
    _ call: Call, name: String, tables: [String], read: (Connection, Paging) throws -> PageOfRecords?
  ) throws -> Response? {
    let query = try call.request.query()
    let paging =
      try Paging.read(query, defaultLimit: defaultLimit, maximumLimit: maximumLimit)
      ?? Paging(page: 1, limit: defaultLimit)
    let target = call.request.target
    let page = target.rawQuery.isEmpty ? "" : "?\(paging.page)/\(paging.limit)"
    return try answer(call, key: target.rawPath + page, tables: tables) { connection in
      let path = "/" + target.segments.joined(separator: "/")
      return try read(connection, paging).map { $0.rendered(name, path: path, paging) }
    }
  }

  /// The refusal for a record that is not there, or that belongs to somebody else.
  static func missing(_ kind: String, _ id: String) -> Problem {
    Problem(.notFound, "there is no \(kind) \"\(id.clipped(to: 60))\"", field: "id", value: id)
  }
}
