import HTTPCore
import JSON
import Records
import Store
import World

/// What Interspace's reads have in common.
enum Reads {
  private static let defaultLimit = 20
  private static let maximumLimit = 100

  /// The account of a call to an endpoint with bearer access.
  static func account(_ call: Call) throws(Problem) -> String {
    guard let principal = call.principal else { throw Problem(.unauthenticated, "a bearer token is needed") }
    return principal.account
  }

  /// Reads with content of the caller's account, cacheable by the app for as long as documented (CONTRACT §6.4).
  static func respond(
    _ call: Call, key: String, render: (Connection) throws -> RenderedBody?
  ) throws -> Response? {
    let account = try account(call)
    let origin = call.request.origin
    var response = try CachedResponse.answer(
      call, key: "\(account) \(origin) \(key)", cacheControl: call.world.options.interspace.cacheControl
    ) { try render($0)?.linked(to: origin) }
    response?.headers.append("Vary", "Authorization")
    return response
  }

  /// Reads with a page of a list.
  ///
  /// - Parameters:
  ///   - read: Reads a page, or nil when what the list belongs to does not exist.
  static func list(
    _ call: Call, name: String, read: (Connection, PageRequest) throws -> RecordPage?
  ) throws -> Response? {
    let query = try call.request.query()
    let paging =
      try PageRequest.read(query, defaultLimit: defaultLimit, maximumLimit: maximumLimit)
      ?? PageRequest(page: 1, limit: defaultLimit)
    let target = call.request.target
    let page = target.rawQuery.isEmpty ? "" : "?\(paging.page)/\(paging.limit)"
    return try respond(call, key: target.rawPath + page) { connection in
      let path = "/" + target.segments.joined(separator: "/")
      return try read(connection, paging).map { $0.rendered(name, path: path, paging) }
    }
  }
}

extension RecordPage {
  /// The list's body with `pagination` (CONTRACT §6.4), and its `Link` (RFC 8288).
  ///
  /// - Parameters:
  ///   - name: The member that holds the records.
  ///   - path: The path of the list, for links.
  func rendered(_ name: String, path: String, _ paging: PageRequest) -> RenderedBody {
    let pages = paging.pageCount(total: total)
    let pagination: JSONValue = [
      "page": .number(JSONNumber(paging.page)), "limit": .number(JSONNumber(paging.limit)),
      "total": .number(JSONNumber(total)), "totalPages": .number(JSONNumber(pages)),
      "hasNext": .bool(paging.page < pages), "hasPrev": .bool(paging.page > 1),
    ]
    // Keys sorted, as everywhere: "pagination" comes before "profiles" and "wallets", after "apps" and "accounts".
    let members = [(name, records), ("pagination", JSONWriter.serialize(pagination))].sorted { $0.0 < $1.0 }
    var body: [UInt8] = []
    for (key, value) in members {
      body.append(UInt8(ascii: body.isEmpty ? "{" : ","))
      body.append(contentsOf: "\"\(key)\":".utf8)
      body.append(contentsOf: value)
    }
    body.append(UInt8(ascii: "}"))
    return RenderedBody(body, headers: ["Link": link(path, paging, pages: pages)])
  }

  private func link(_ path: String, _ paging: PageRequest, pages: Int) -> String {
    var relations = [("first", 1), ("last", pages)]
    if paging.page > 1 { relations.append(("prev", min(paging.page - 1, pages))) }
    if paging.page < pages { relations.append(("next", paging.page + 1)) }
    return relations.map { "<\(path)?page=\($0.1)&limit=\(paging.limit)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
  }
}

/// SQL that several of Interspace's parts need; the SQL of each part stands in its own `…SQL` file beside it.
enum SharedSQL {
  /// The sequences that give ids, and their tables.
  static let sequences = [
    ("account", Schema.account), ("profile", Schema.profile), ("social", Schema.social),
    ("wallet", Schema.wallet), ("app", Schema.app),
  ]
}
