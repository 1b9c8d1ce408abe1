import Foundation
import ServerTestSupport
import Synchronization
import Testing

@Suite("The name of a world")
struct WorldNameTests {
  @Test("is shown by the world, its journal and its HAR file, and no other's")
  func shown() throws {
    let server = try TestServer()
    let named = try server.makeWorld("a", #""name":"Checkout shows the total""#)
    let other = try server.makeWorld("b", #""name":null"#)
    #expect(try server.send("GET", "/_mock/worlds/a").json["name"] as? String == "Checkout shows the total")
    #expect(try server.send("GET", "/_mock/worlds/b").json["name"] == nil)
    let journal = try named.control("GET", "/requests").json["world"] as? [String: String]
    #expect(journal == ["id": "a", "name": "Checkout shows the total"])
    #expect(try other.control("GET", "/requests").json["world"] as? [String: String] == ["id": "b"])
    let har = try named.control("GET", "/har").json["log"] as? [String: Any]
    #expect(har?["comment"] as? String == "world a: Checkout shows the total")
    let copy = try server.makeWorld("c", #""from":"world:a""#)
    #expect(try copy.control("GET", "/worlds/c").json["name"] == nil)
  }

  @Test(
    "is text of 1 to 200 characters", arguments: ["\"\"", "7", "[]", "\"" + String(repeating: "a", count: 201) + "\""])
  func wrong(name: String) throws {
    let server = try TestServer()
    let answer = try server.send("POST", "/_mock/worlds", body: #"{"id":"a","name":\#(name)}"#)
    #expect(answer.status == 422)
    #expect(answer.text.contains("name"))
    #expect(try server.send("GET", "/_mock/worlds/a").status == 404)
  }
}

@Suite("Worlds side by side")
struct WorldIsolationTests {
  /// What an app does, with names that are others' too, and everything it got to see.
  private func script(_ client: WorldClient, _ number: Int) throws -> String {
    var client = client
    var transcript = ""
    func note(_ answer: RawResponse) {
      let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      transcript += "\(answer.status)\n\(head)\n\(answer.text)\n"
    }
    note(try client.send("POST", "/v1/auth/login", #"{"email":"usuario@example.com","password":"password123"}"#))
    try client.signIn()
    for round in 0..<4 {
      let created = try client.send("POST", "/v1/lotes", AgroBridgeBody.coffeeLote("Lote \(number)-\(round)"))
      note(created)
      let id = created.json["id"] as? String ?? ""
      note(try client.send("PUT", "/v1/lotes/\(id)", AgroBridgeBody.coffeeLote("Changed \(number)")))
      note(try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Lote \(number)")))
      note(try client.send("GET", "/v1/lotes?limit=3&page=2"))
      note(try client.send("POST", "/posts", #"{"title":"\#(number)","userId":1,"body":"b"}"#))
      note(try client.send("PUT", "/posts/1", #"{"id":1,"title":"\#(number) \#(round)","userId":1,"body":"b"}"#))
      note(try client.send("GET", "/posts?userId=1"))
      if round == 2 { note(try client.send("DELETE", "/v1/lotes/\(id)")) }
    }
    note(try client.control("PUT", "/clock", #"{"advance":"PT2H"}"#))
    note(try client.send("GET", "/v1/lotes/lote_1"))
    note(try client.send("GET", "/v2/top-headlines?country=us&apiKey=k&pageSize=2"))
    return transcript
  }

  @Test("give each of 64 that run at once just what it gets alone, byte for byte", .timeLimit(.minutes(5)))
  func sideBySide() throws {
    let count = 64
    let together = try TestServer()
    let clients = try (0..<count).map { number in
      var client = try together.makeWorld("world-\(number)")
      client.naming = number.isMultiple(of: 2) ? .header : .prefix
      return client
    }
    let crowded = Mutex([Int: String]())
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let transcript = try? script(clients[number], number)
      crowded.withLock { $0[number] = transcript }
    }
    let alone = try TestServer()
    for number in stride(from: 0, to: count, by: 7) {
      var client = try alone.makeWorld("world-\(number)")
      client.naming = clients[number].naming
      let expected = try script(client, number)
      let found = crowded.withLock { $0[number] }
      #expect(found?.utf8.elementsEqual(expected.utf8) == true, "world \(number)")
      #expect(try alone.send("DELETE", "/_mock/worlds/world-\(number)").status == 204)
    }
    // All scripts but for their number are the same, so all have gone as far.
    #expect(crowded.withLock { $0.count } == count)
    let lines = Set(crowded.withLock { $0.values.map { $0.split(separator: "\n").count } })
    #expect(lines.count == 1)
    // And the default world has seen nothing of it.
    let token = try together.signIn()
    #expect(try together.send("GET", "/v1/lotes/lote_1", token: token).json["nombre"] as? String == "Lote Norte")
    #expect(try together.send("GET", "/posts?userId=1").text.contains("sunt aut facere"))
  }

  @Test("are found by the token that was issued there, also when it has expired and by a refresh token")
  func byToken() throws {
    let server = try TestServer()
    var client = try server.makeWorld("mine")
    let login = try client.send("POST", "/v1/auth/login", #"{"email":"usuario@example.com","password":"password123"}"#)
    client.token = login.json["token"] as? String
    try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Mine"))
    let token = try #require(client.token)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).json["nombre"] as? String == "Mine")
    _ = try client.control("PUT", "/clock", #"{"advance":"PT2H"}"#)
    let expired = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(expired.status == 401)
    #expect(expired.error["message"] as? String == "the token expired at 2026-01-01T01:00:00Z")
    let refresh = try #require(login.json["refreshToken"] as? String)
    let renewed = try server.send("POST", "/v1/auth/refresh", body: #"{"refreshToken":"\#(refresh)"}"#)
    #expect(renewed.status == 200)
    let next = try #require(renewed.json["token"] as? String)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: next).json["nombre"] as? String == "Mine")
  }

  @Test("refuse the tokens of others, and say whose they are")
  func foreignToken() throws {
    let server = try TestServer()
    var (one, other) = (try server.makeWorld("one"), try server.makeWorld("other"))
    try one.signIn()
    other.token = one.token
    let answer = try other.send("GET", "/v1/lotes")
    #expect(answer.status == 401)
    #expect(
      answer.error["message"] as? String
        == "the token was issued in the world \"one\", and this request is of another;"
        + " a path in that world begins with /_w/one")
  }

  @Test("keep links in answers below their prefix")
  func links() throws {
    let server = try TestServer()
    var client = try server.makeWorld("linked")
    client.naming = .prefix
    let base = "http://localhost/_w/linked"
    let photo = try client.send("GET", "/photos/1")
    let url = try #require(photo.json["url"] as? String)
    #expect(url.contains("/_w/linked/media/"))
    let path = try #require(URLComponents(string: url)?.path)
    #expect(try server.send("GET", path).header("Content-Type") == "image/png")
    try client.signIn()
    let lote = try client.send(
      "POST", "/v1/lotes", AgroBridgeBody.coffeeLote("New"))
    let location = try #require(lote.header("Location"))
    #expect(location.hasPrefix("/_w/linked/v1/lotes/"))
    #expect(try server.send("GET", location, token: client.token).status == 200)
    let page = try client.send("GET", "/posts?_page=1&_limit=2")
    #expect(page.header("Link")?.contains("/_w/linked/posts?_page=2") == true, "\(base)")
  }

  @Test("that are not there are refused by name", arguments: WorldClient.Naming.allCases)
  func missing(_ naming: WorldClient.Naming) throws {
    let server = try TestServer()
    let client = WorldClient(port: server.port, world: "nobody", naming: naming)
    let answer = try client.send("GET", "/v1/lotes")
    #expect(answer.status == 400)
    #expect((answer.error["message"] as? String)?.contains("\"nobody\"") == true)
  }

  @Test("have sockets of their own, which end with them", arguments: WorldClient.Naming.allCases)
  func sockets(_ naming: WorldClient.Naming) throws {
    let server = try TestServer()
    let client = try server.makeWorld("wired")
    let (path, headers) =
      naming == .header ? ("/ws/greenhouse", [("X-Mock-World", "wired")]) : ("/_w/wired/ws/greenhouse", [])
    let socket = try STOMPClient(server, path: path, headers: headers)
    try socket.send("CONNECT\naccept-version:1.2")
    #expect(try socket.receive().command == "CONNECTED")
    try socket.send("SUBSCRIBE\nid:0\ndestination:/topic/news\nreceipt:r")
    #expect(try socket.receive().command == "RECEIPT")
    // A message in another world does not arrive, one in this world does.
    let message = #"{"destination":"/topic/news","body":"WORLD"}"#
    #expect(try server.send("POST", "/_mock/messages", body: message.replacing("WORLD", with: "there")).status == 202)
    #expect(try client.control("POST", "/messages", message.replacing("WORLD", with: "here")).status == 202)
    #expect(try socket.receive().body == "here")
    let listed = try client.control("GET", "/sockets").json["sockets"] as? [[String: Any]]
    #expect(listed?.count == 1)
    #expect(try server.send("GET", "/_mock/sockets").text == #"{"sockets":[]}"#)
    #expect(try server.send("DELETE", "/_mock/worlds/wired").status == 204)
    #expect(try socket.socket.receiveUntilClosed().code == 1001)
  }
}
