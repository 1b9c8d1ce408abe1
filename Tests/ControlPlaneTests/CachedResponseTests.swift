import Foundation
import HTTPCore
import ServerTestSupport
import Store
import Testing
import World

/// Content is kept until something is written that it was made from. Here whatever can write does, and each answer that
/// comes next is compared with the one of a world that has kept nothing.
@Suite("Cached responses")
struct CachedResponseTests {
  /// The routes whose content is kept, with the API whose token they want.
  private static let routes: [(api: String?, path: String)] =
    [
      "/v1/dashboard/stats", "/v1/lotes", "/v1/lotes?page=1&limit=3", "/v1/lotes/lote_2", "/v1/productores",
      "/v1/productores/prod_1", "/v1/bloques", "/v1/bloques/bloque_1",
    ].map { ("agrobridge", $0) }
    + ["/users/me", "/profiles", "/wallets"].map { ("interspace", "/api/v1\($0)") }
    + [
      "/greenhouse/messages/recent?limit=20", "/greenhouse/messages/latest", "/sensors/latest",
      "/sensors/current?greenhouseId=1",
    ].map { ("invernaderos", "/api/v1\($0)") }
    + [
      "/posts", "/posts?_embed=comments", "/comments?_expand=post&_limit=5", "/posts/1/comments", "/users", "/albums",
      "/todos?_limit=9", "/photos?_limit=9", "/db", "/posts/1", "/posts/2?_embed=comments", "/comments/2?_expand=post",
      "/users/1", "/photos/3", "/todos/2?callback=shown",
    ].map { (nil, $0) }
    + [
      "/v2/sources?apiKey=k", "/v2/top-headlines?country=us&apiKey=k", "/v2/everything?q=the&apiKey=k",
    ].map { (nil, $0) }

  private let server: TestServer
  private let tokens: [String: String]
  private let paths: [(api: String?, path: String)]

  init() throws {
    server = try TestServer { $0.sensorInterval = nil }
    server.clock.freeze(true)
    let world = server.server.world
    let accounts = try world.store.read { connection in
      try [
        "agrobridge": "SELECT id FROM agrobridge_usuario ORDER BY id",
        "interspace": "SELECT id FROM interspace_account ORDER BY number",
        "invernaderos": "SELECT email FROM invernaderos_account ORDER BY number",
      ].mapValues { try connection.value($0)?.text ?? "" }
    }
    tokens = Dictionary(
      uniqueKeysWithValues: accounts.map { api, account in
        (api, world.accessTokens.issue(api: api, account: account, session: "s", lifetime: 86_400))
      })
    let profile = try world.store.read { connection in
      try connection.value(
        "SELECT id FROM interspace_profile WHERE account_id = ? ORDER BY number",
        [.text(accounts["interspace"] ?? "")])?.text ?? ""
    }
    paths =
      Self.routes
      + ["", "/apps", "/social-accounts"].map { ("interspace", "/api/v1/profiles/\(profile)\($0)") }
  }

  private func answers() throws -> [String] {
    let client = try RawClient(port: server.port)
    return try paths.map { route in
      let response = try client.send("GET", route.path, token: route.api.flatMap { tokens[$0] })
      return "\(response.status) \(response.text)"
    }
  }

  /// Forgets all that is kept, and nothing else: the content is replaced by the same.
  private func forget() throws {
    let world = server.server.world
    try world.restore(try Snapshot(of: world))
  }

  /// Makes sure that the answers after a write are those of a world that has kept nothing.
  ///
  /// - Returns: Whether any answer is another one than before.
  private func check(_ write: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void)
    throws -> Bool
  {
    let before = try answers()
    try body()
    let after = try answers()
    try forget()
    let fresh = try answers()
    for (index, route) in paths.enumerated() {
      #expect(after[index] == fresh[index], "\(route.path) after \(write)", sourceLocation: sourceLocation)
    }
    return before != after
  }

  @Test("are there at all")
  func warm() throws {
    for (route, response) in zip(paths, try answers()) {
      #expect(response.hasPrefix("200 "), "\(route.path): \(response.prefix(200))")
    }
    #expect(try answers() == answers())
  }

  /// Tables with rows from the beginning that some route shows.
  private static let shown: Set = [
    "agrobridge_lote", "agrobridge_productor", "agrobridge_bloque", "interspace_profile", "invernaderos_message",
    "newsapi_source",
  ]

  @Test("are made anew when a row of a table is deleted past the API")
  func rows() throws {
    try checkDeletes(of: Self.shown.sorted())
  }

  @Test(
    "are made anew when a row of any table is deleted past the API",
    .enabled(
      if: ProcessInfo.processInfo.environment["MOCK_API_THOROUGH"] == "1",
      "script/test --thorough tries all tables; which one it is makes no difference to SQLite, which tells of changes"))
  func rowsOfAnyTable() throws {
    try checkDeletes(of: try server.server.world.store.read { try WorldTables.names($0) })
  }

  private func checkDeletes(of tables: [String]) throws {
    _ = try answers()
    let world = server.server.world
    let start = try Snapshot(of: world)
    var changing: Set<String> = []
    for table in tables {
      try world.restore(start)
      let key = try world.store.read { connection in
        try connection.value("SELECT name FROM pragma_table_info(?) ORDER BY pk DESC LIMIT 1", [.text(table)])?.text
      }
      guard let key else { continue }
      let isChanged = try check("DELETE FROM \(table)") {
        try world.edit { connection in
          // The first row, and the last but one: a world fills in a last message that it lacks. What others need stays.
          for row in ["\"\(key)\" LIMIT 1", "\"\(key)\" DESC LIMIT 1 OFFSET 1"] {
            _ = try? connection.execute(
              "DELETE FROM \(table) WHERE \"\(key)\" = (SELECT \"\(key)\" FROM \(table) ORDER BY \(row))")
          }
        }
      }
      if isChanged { changing.insert(table) }
    }
    let unseen = Self.shown.subtracting(changing)
    #expect(unseen.isEmpty, "no answer shows \(unseen)")
  }

  @Test("are made anew when a client writes, a state is imported or restored, readings come, and the world is reset")
  func writes() throws {
    let json = [("Content-Type", "application/json")]
    let send = { (method: String, path: String, api: String?, body: String?) in
      let response = try server.send(
        method, path, token: api.flatMap { tokens[$0] }, headers: body == nil ? [] : json, body: body)
      #expect((200..<300).contains(response.status), "\(method) \(path): \(response.text.prefix(300))")
    }
    let state = try server.send("GET", "/_mock/state").text
    try send("PUT", "/_mock/snapshots/before", nil, nil)
    #expect(
      try check("a POST") { try send("POST", "/v1/lotes", "agrobridge", AgroBridgeBody.coffeeLote("Nuevo")) })
    #expect(try check("a DELETE") { try send("DELETE", "/v1/lotes/lote_2", "agrobridge", nil) })
    #expect(try check("a PATCH") { try send("PATCH", "/posts/1", nil, #"{"title":"new"}"#) })
    #expect(
      try check("rows that are changed") {
        try send("PATCH", "/_mock/data/agrobridge_productor", nil, #"{"set":{"nombre":"Otro"}}"#)
      })
    #expect(try check("readings") { try send("PUT", "/_mock/clock", nil, #"{"advance":"PT10S"}"#) })
    #expect(try check("a snapshot") { try send("POST", "/_mock/snapshots/before/restore", nil, nil) })
    #expect(try check("a POST of a post") { try send("POST", "/posts", nil, #"{"title":"one more"}"#) })
    #expect(try check("an import") { try send("PUT", "/_mock/state", nil, state) })
    #expect(
      try check("one more POST") { try send("POST", "/v1/lotes", "agrobridge", AgroBridgeBody.coffeeLote("Nuevo")) })
    #expect(
      try check("a reset") {
        try send("POST", "/_mock/reset", nil, nil)
        // It has the clock run again, and what is answered next is compared with what is answered later.
        server.clock.freeze(true)
      })
  }
}
