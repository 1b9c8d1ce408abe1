import ServerTestSupport
import Testing

@Suite("Hostile ids and queries")
struct HostileTargetTests {
  /// Ids as they stand in the path, and the status they must get.
  static let ids: [(String, Int)] = [
    ("a".times(4096), 404), ("%61".times(1300), 404), ("%00", 400), ("lote_1%00", 400), ("%00lote_1", 400),
    ("%FF", 400),
    ("%C0%AF", 400), ("%ED%A0%80", 400), ("%F4%90%80%80", 400), ("%E2%82", 400), ("..%2f..", 404),
    ("..%2F..%2F..%2Fetc%2Fpasswd", 404), ("%2e%2e", 404), ("..%5c..", 404), ("lote_1%2F", 404), ("%2Flote_1", 404),
    ("%27%20OR%20%271%27=%271", 404), ("lote_1';--", 404), ("%22", 404), ("lote_1%3B", 404), ("%25", 404), ("%", 404),
    ("%4", 404), ("%zz", 404), ("%u0041", 404), ("lote_%", 404), ("lote__", 404), ("*", 404), ("%F0%9F%8D%85", 404),
    ("🍅", 404), ("é", 404), ("LOTE_1", 404), ("lote_1%20", 404), ("%20lote_1", 404), ("+lote_1", 404), ("lote_01", 404),
    ("lote_1.0", 404), ("lote_1.json", 404), ("1", 404), ("0", 404), ("-1", 404), ("9223372036854775808", 404),
    ("null", 404), ("undefined", 404), ("NaN", 404), ("true", 404), ("[]", 404), ("%7B%7D", 404),
    ("%0d%0aX-Injected:1", 404),
    ("%0A", 404), ("%E2%80%8Blote_1", 404), ("lote_1%CC%81", 404), ("<script>", 404), ("lote_1%252F", 404),
  ]

  @Test("ids that name nothing are answered with 404, ids that are no text with 400", arguments: ids)
  func id(id: String, status: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    let token = try server.signIn()
    let before = try Census(client, token)
    let requests = [
      ("GET", "/v1/lotes", nil), ("PUT", "/v1/lotes", Draft.lote.text), ("DELETE", "/v1/lotes", nil),
      ("GET", "/v1/productores", nil), ("PUT", "/v1/productores", Draft.productor.text),
      ("DELETE", "/v1/productores", nil), ("GET", "/v1/bloques", nil),
    ]
    for (method, path, body) in requests {
      let response = try client.send(method, "\(path)/\(id)", token: token, body: body.map { Array($0.utf8) })
      #expect(response.status == status, "\(method) \(path): \(response.excerpt)")
      let error = try response.documentedError("\(method) \(path)")
      #expect(error.code == (status == 404 ? "RESOURCE_NOT_FOUND" : "VALIDATION_ERROR"))
      #expect(status != 404 || error.field == "id")
      #expect(response.header("X-Injected") == nil)
    }
    #expect(try Census(client, token) == before)
  }

  /// Queries of a list, and the parameter that the refusal must name.
  static let queries: [(String, String)] = [
    ("page=0", "page"), ("page=-1", "page"), ("page=1000000000", "page"), ("page=1e9", "page"), ("page=1.5", "page"),
    ("page=9223372036854775807", "page"), ("page=9223372036854775808", "page"), ("page=-9223372036854775809", "page"),
    ("page=abc", "page"), ("page=", "page"), ("page", "page"), ("page=%20", "page"), ("page=0x1", "page"),
    ("page=%D9%A1", "page"), ("page=1%00", "page"), ("page=NaN", "page"), ("page=1'--", "page"),
    ("page=" + "9".times(4000), "page"),
    ("limit=0", "limit"), ("limit=-1", "limit"), ("limit=101", "limit"), ("limit=1e2", "limit"), ("limit=abc", "limit"),
    ("limit=9223372036854775808", "limit"), ("limit=", "limit"), ("limit=all", "limit"), ("page=1&limit=0", "limit"),
    ("search=%FF", "search"), ("search=%C3", "search"), ("search=caf%E9", "search"), ("search=%00", "search"),
    ("search=a%00b", "search"),
    ("search=%ED%A0%80", "search"), ("other=%FF", "other"), ("%FF=1", "query"), ("a=1&b=2&%C0%80", "query"),
  ]

  @Test("unusable parameters are answered with 400 and named", arguments: queries)
  func query(query: String, field: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    for path in ["/v1/lotes", "/v1/productores", "/v1/bloques"] {
      let response = try server.send("GET", "\(path)?\(query)", token: token)
      #expect(response.status == 400, "\(path): \(response.excerpt)")
      let error = try response.documentedError(path)
      #expect(error.code == "VALIDATION_ERROR")
      #expect(error.field == field)
    }
  }

  /// Queries that mean nothing, but do no harm: unknown parameters are ignored (CONTRACT G5).
  static let harmless = [
    "&", "&".times(500), "=", "==", "a=b=c", "?", "??&?=?", "#", "search", "search=", "search=" + "a".times(8000),
    "search=" + "%F0%9F%8D%85".times(600), "unknown=1", "search[]=a", "search[$ne]=1", "page=1&page=zwei", "%",
    "%zz=%zz",
    "a=" + "%".times(4000), ";DROP TABLE x", "\u{E9}=1",
  ]

  @Test("meaningless parameters are ignored", arguments: harmless)
  func ignored(query: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let response = try server.send("GET", "/v1/lotes?\(query)", token: try server.signIn())
    #expect(response.status == 200, "\(response.excerpt)")
  }

  @Test("thousands of parameters within 8 KiB are answered", arguments: [400, 600, 1100, 2000, 4000])
  func manyParameters(count: Int) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let client = try RawClient(port: server.port, timeoutSeconds: 5)
    let response = try client.send("GET", "/v1/lotes?" + "a&".times(count), token: token)
    #expect(response.status == 200, "\(response.excerpt)")
    #expect(try client.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test(
    "targets over 8 KiB are answered with 414 in the documented shape",
    arguments: [8193, 8194, 8500])
  func tooLong(count: Int) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for start in ["/v1/lotes/", "/v1/lotes?search=", "/v1/productores/%41"] {
      let response = try client.send("GET", start + "a".times(count - start.utf8.count), token: token)
      #expect(response.status == 414, "\(response.excerpt)")
      #expect(try response.documentedError(start).code == "VALIDATION_ERROR")
    }
    let longest = "/v1/lotes?search=" + "a".times(8192 - 17)
    #expect(try client.send("GET", longest, token: token).status == 200)
    #expect(try client.send("GET", "/v1/lotes/" + "a".times(8192 - 10), token: token).status == 404)
  }

  @Test(
    "targets that no buffer holds are refused without harm",
    arguments: [10_000, 12_000, 16_000, 20_000, 20_400, 20_480, 30_000, 70_000, 1_000_000])
  func farTooLong(count: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for start in ["/v1/lotes/", "/v1/lotes?search=", "/v1/lotes?a&a&"] {
      let client = try RawClient(port: server.port)
      try client.write("GET \(start)\("a".times(count)) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      let isRefused = ["414", "431"].contains { text.hasPrefix("HTTP/1.1 \($0) ") }
      #expect(text.isEmpty || isRefused, "\(start): \(text.prefix(200))")
    }
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }
}
