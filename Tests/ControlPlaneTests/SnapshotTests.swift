import Foundation
import ServerTestSupport
import Testing

@Suite("Snapshots and resets")
struct SnapshotTests {
  @Test("bring back rows, ids, tokens, chance, clock, limits and faults")
  func whole() throws {
    let server = try TestServer()
    var client = try server.makeWorld("kept")
    try client.signIn()
    _ = try client.control("POST", "/faults", #"{"match":{"path":"/users/1"},"fault":{"type":"status","status":503}}"#)
    #expect(try client.control("PUT", "/snapshots/here").status == 201)
    #expect(try client.control("PUT", "/snapshots/here").status == 200)
    let first = try client.send("POST", "/v1/lotes", AgroBridgeBody.coffeeLote("New"))
    let login = try client.send("POST", "/v1/auth/login", #"{"email":"usuario@example.com","password":"password123"}"#)
    _ = try client.control("PUT", "/clock", #"{"advance":"P2D"}"#)
    _ = try client.control("DELETE", "/faults")
    #expect(try client.send("GET", "/users/1").status == 200)
    #expect(try client.send("GET", "/v1/lotes").status == 401)

    #expect(try client.control("POST", "/snapshots/here/restore").status == 200)
    #expect(try client.control("GET", "/clock").text.contains("2026-01-01T00:00:00Z"))
    #expect(try client.send("GET", "/users/1").status == 503)
    let again = try client.send("POST", "/v1/lotes", AgroBridgeBody.coffeeLote("New"))
    #expect(again.text == first.text)
    let secondLogin = try client.send(
      "POST", "/v1/auth/login", #"{"email":"usuario@example.com","password":"password123"}"#)
    #expect(secondLogin.text == login.text)
  }

  @Test("are what new worlds can begin as")
  func forks() throws {
    let server = try TestServer()
    var client = try server.makeWorld("mother")
    try client.signIn()
    try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Inherited"))
    _ = try client.control("PUT", "/snapshots/s")
    let child = try client.control("POST", "/worlds", #"{"id":"child","from":"snapshot:s"}"#)
    #expect(child.status == 201)
    #expect(try client.control("POST", "/worlds", #"{"id":"twin","from":"world:mother"}"#).status == 201)
    try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Later"))
    for name in ["child", "twin"] {
      let other = WorldClient(port: server.port, world: name, token: client.token)
      #expect(try other.send("GET", "/v1/lotes/lote_1").json["nombre"] as? String == "Inherited")
      try other.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Own"))
      #expect(try other.control("POST", "/reset").status == 204)
      #expect(try other.send("GET", "/v1/lotes/lote_1").json["nombre"] as? String == "Inherited")
    }
    #expect(try client.send("GET", "/v1/lotes/lote_1").json["nombre"] as? String == "Later")
  }

  @Test("keep messages of queues that a client has and did not acknowledge, and so do new worlds")
  func queues() throws {
    let server = try TestServer()
    let mother = try server.makeWorld("mother")
    let consumer = try STOMPClient(connectedTo: server, path: "/_w/mother/ws/greenhouse")
    try consumer.subscribe("1", "/queue/work", ack: "client-individual")
    try consumer.send("SEND\ndestination:/queue/work", body: "first")
    let first = try consumer.receive()
    #expect((first.body, first["redelivered"]) == ("first", nil))
    _ = try mother.control("PUT", "/snapshots/s")
    #expect(try mother.control("POST", "/worlds", #"{"id":"twin","from":"world:mother"}"#).status == 201)
    #expect(try mother.control("POST", "/worlds", #"{"id":"child","from":"snapshot:s"}"#).status == 201)
    // Acknowledged since, which a snapshot does not know.
    #expect(try consumer.ask("ACK\nid:\(first["ack"] ?? "")\nreceipt:a").command == "RECEIPT")
    for world in ["twin", "child"] {
      let other = try STOMPClient(connectedTo: server, path: "/_w/\(world)/ws/greenhouse")
      try other.send("SUBSCRIBE\nid:1\ndestination:/queue/work\nack:client")
      let again = try other.receive()
      #expect((again.body, again["redelivered"]) == ("first", "true"))
    }
    #expect(try mother.control("POST", "/snapshots/s/restore").status < 300)
    let restored = try consumer.receive()
    #expect((restored.body, restored["redelivered"]) == ("first", "true"))
  }

  @Test("export and import a world as JSON")
  func state() throws {
    let server = try TestServer()
    var client = try server.makeWorld("exported")
    try client.signIn()
    try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Exported"))
    let state = try client.control("GET", "/state")
    try client.send("PUT", "/v1/lotes/lote_1", AgroBridgeBody.coffeeLote("Later"))
    #expect(try client.control("PUT", "/state", state.text).status == 204)
    #expect(try client.send("GET", "/v1/lotes/lote_1").json["nombre"] as? String == "Exported")
    #expect(try client.control("GET", "/state").text == state.text)
    let other = try server.makeWorld("imported")
    #expect(try other.control("PUT", "/state", state.text).status == 204)
    let tables = try other.control("GET", "/state").json["tables"] as? NSDictionary
    #expect(tables == state.json["tables"] as? NSDictionary)
  }

  @Test("leave rows to be edited directly")
  func data() throws {
    let server = try TestServer()
    var client = try server.makeWorld("edited")
    try client.signIn()
    let path = "/data/agrobridge_lote"
    let changed = try client.control("PATCH", path, #"{"where":{"id":"lote_1"},"set":{"nombre":"Direct"}}"#)
    #expect(changed.text == #"{"changed":1}"#)
    #expect(try client.send("GET", "/v1/lotes/lote_1").json["nombre"] as? String == "Direct")
    let rows = try client.control("GET", "\(path)?id=lote_1").json
    #expect(rows["total"] as? Int == 1)
    #expect(((rows["rows"] as? [[String: Any]])?.first)?["nombre"] as? String == "Direct")
    #expect(try client.control("DELETE", path, #"{"where":{"id":"lote_1"}}"#).status == 200)
    #expect(try client.send("GET", "/v1/lotes/lote_1").status == 404)
  }

  @Test(
    "take a name that can stand in a path", arguments: ["%20", "a%2Fb", "..%2F", String(repeating: "x", count: 65)])
  func names(_ name: String) throws {
    let server = try TestServer()
    #expect(try server.send("PUT", "/_mock/snapshots/\(name)").status == 422)
    #expect(try server.send("POST", "/_mock/snapshots/\(name)/restore").status == 404)
  }
}
