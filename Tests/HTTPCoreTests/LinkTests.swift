import HTTPCore
import Testing

@Suite("Links to this server")
struct LinkTests {
  private func origin(_ host: String?, target: String = "/", proto: String? = nil) throws -> String {
    var headers = HeaderFields()
    if let host { headers.append("Host", host) }
    if let proto { headers.append("X-Forwarded-Proto", proto) }
    return Request(method: .get, target: try RequestTarget(Array(target.utf8)), headers: headers).origin
  }

  @Test(
    "begin with the host that the client used",
    arguments: ["localhost:3000", "10.0.2.2:3000", "[::1]:3000", "my-mac.local", "api.example.com:80"])
  func hosts(host: String) throws {
    #expect(try origin(host) == "http://\(host)")
    #expect(try origin(host, proto: "HTTPS") == "https://\(host)")
    #expect(try origin("else", target: "http://\(host)/users") == "http://\(host)")
  }

  @Test(
    "never carry what is no host",
    arguments: [nil, "", "a b", "a\"b", "a/b", "<script>", "host?x", "a#b", "é", String(repeating: "a", count: 300)])
  func noHosts(host: String?) throws {
    #expect(try origin(host) == "http://localhost")
  }

  @Test(
    "are expanded where a string begins with one",
    arguments: [
      ("{\"a\":\"media:/x.png\"}", "{\"a\":\"http://h/media/x.png\"}"), ("[]", "[]"), ("", ""),
      ("\"media:/\"", "\"http://h/media/\""),
      ("[\"media:/a\",\"media:/b\",1]", "[\"http://h/media/a\",\"http://h/media/b\",1]"),
      ("[\"see media:/a\",\"media:b\",\"mediA:/\"]", "[\"see media:/a\",\"media:b\",\"mediA:/\"]"),
      ("\"media:", "\"media:"),
    ])
  func expanded(json: String, expected: String) {
    #expect(String(decoding: LocalLink.expand(in: Array(json.utf8), origin: "http://h"), as: UTF8.self) == expected)
  }

  @Test(
    "are stored without the client's origin, and come back with anyone's",
    arguments: [
      "{\"a\":\"http://h:1/media/x.png\"}", "[]",
      "[\"http://h:1/media/\",\"http://h:1/mediax\",\"http://other/media/x\"]",
    ])
  func collapsed(json: String) {
    let stored = LocalLink.collapse(in: Array(json.utf8), origin: "http://h:1")
    #expect(!String(decoding: stored, as: UTF8.self).contains("\"http://h:1/media/"))
    #expect(LocalLink.expand(in: stored, origin: "http://h:1") == Array(json.utf8))
    #expect(LocalLink.collapse("http://h:1/media/a.png", origin: "http://h:1") == "media:/a.png")
    #expect(LocalLink.collapse("http://h:2/media/a.png", origin: "http://h:1") == "http://h:2/media/a.png")
  }
}
