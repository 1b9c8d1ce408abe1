import Foundation
import Server
import ServerTestSupport
import Testing
import World

@Suite("The control plane")
struct ControlPlaneTests {
  @Test("asks for its token, and leaves the rest open")
  func adminToken() throws {
    let server = try TestServer { $0.adminToken = "s3cret" }
    #expect(try server.send("POST", "/_mock/worlds", body: "{}").status == 401)
    #expect(try server.send("POST", "/_mock/reset", headers: [("X-Mock-Admin-Token", "wrong")]).status == 401)
    #expect(try server.send("GET", "/__admin/requests").status == 401)
    #expect(try server.send("POST", "/_mock/reset", headers: [("X-Mock-Admin-Token", "s3cret")]).status == 204)
    #expect(try server.send("GET", "/_mock/clock", token: "s3cret").status == 200)
    #expect(try server.send("GET", "/_mock/health").status == 200)
    #expect(try server.send("GET", "/users/1").status == 200)
    #expect(try server.send("GET", "/openapi").status == 200)
  }

  @Test("is not there when it was removed")
  func removed() throws {
    let server = try TestServer { $0.hasControlPlane = false }
    for path in ["/_mock/worlds", "/_mock/clock", "/_mock/requests", "/__admin/requests", "/_mock/metrics"] {
      #expect(try server.send("GET", path).status == 404, "\(path)")
    }
    #expect(try server.send("GET", "/_mock/health").status == 200)
  }

  @Test("forgets worlds that nobody uses, but none with an open socket", .timeLimit(.minutes(1)))
  func expiry() throws {
    let server = try TestServer { $0.worlds.idleSeconds = 1 }
    func names() throws -> [String] {
      let worlds = try server.send("GET", "/_mock/worlds").json["worlds"] as? [[String: Any]] ?? []
      return worlds.compactMap { $0["id"] as? String }
    }
    try server.makeWorld("wired")
    let socket = try STOMPClient(server, path: "/_w/wired/ws/greenhouse")
    #expect(
      holds(withinSeconds: 5) {
        (try? server.send("GET", "/_w/wired/_mock/sockets").text.contains("greenhouse")) == true
      })
    try server.makeWorld("idle")
    #expect(try holds(withinSeconds: 20) { try !names().contains("idle") })
    #expect(try names() == ["default", "wired"])
    #expect(try WorldClient(port: server.port, world: "idle").send("GET", "/users/1").status == 400)
    withExtendedLifetime(socket) {}
  }

  @Test("refuses names that are taken and worlds that are too many")
  func conflicts() throws {
    let server = try TestServer { $0.worlds.count = 2 }
    #expect(try server.send("POST", "/_mock/worlds", body: #"{"id":"a"}"#).status == 201)
    #expect(try server.send("POST", "/_mock/worlds", body: #"{"id":"a"}"#).status == 409)
    #expect(try server.send("POST", "/_mock/worlds", body: #"{"id":"default"}"#).status == 409)
    #expect(try server.send("POST", "/_mock/worlds", body: #"{"id":"a/b"}"#).status == 422)
    #expect(try server.send("POST", "/_mock/worlds").status == 201)
    #expect(try server.send("POST", "/_mock/worlds").status == 409)
    #expect(try server.send("DELETE", "/_mock/worlds/default").status == 409)
  }

  @Test("mints, inspects and invalidates tokens")
  func tokens() throws {
    let server = try TestServer()
    let minted = try server.send(
      "POST", "/_mock/tokens",
      body: #"{"api":"agrobridge","account":"user_123","expiresIn":60,"claims":{"rol":"admin"}}"#)
    let token = try #require(minted.json["token"] as? String)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    let inspected = try server.send("POST", "/_mock/tokens/inspect", body: #"{"token":"\#(token)"}"#).json
    #expect(inspected["valid"] as? Bool == true && inspected["account"] as? String == "user_123")
    #expect((inspected["claims"] as? [String: Any])?["rol"] as? String == "admin")
    let old = try server.send(
      "POST", "/_mock/tokens", body: #"{"api":"agrobridge","account":"user_123","expiresIn":-60}"#)
    let expired = try server.send("GET", "/v1/lotes/lote_1", token: try #require(old.json["token"] as? String))
    #expect(expired.status == 401 && expired.error["code"] as? String == "TOKEN_EXPIRED")
    #expect(try server.send("POST", "/_mock/tokens/invalidate").status == 204)
    let refused = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(refused.status == 401)
    #expect(refused.error["message"] as? String == "the token was invalidated together with all others")
    let refresh = try #require(minted.json["refreshToken"] as? String)
    #expect(try server.send("POST", "/v1/auth/refresh", body: #"{"refreshToken":"\#(refresh)"}"#).status == 401)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: try server.signIn()).status == 200)
  }

  @Test("changes, uses up and resets limits")
  func limits() throws {
    let server = try TestServer()
    let path = "/_mock/rate-limits/agrobridge"
    #expect(try server.send("POST", "\(path)/exhaust", body: #"{"address":"127.0.0.1"}"#).status == 409)
    #expect(try server.send("PUT", path, body: #"{"authenticated":50,"anonymous":2}"#).status == 200)
    #expect(try server.send("GET", "/v1/lotes").header("X-RateLimit-Limit") == "2")
    #expect(try server.send("POST", "\(path)/exhaust", body: #"{"address":"127.0.0.1"}"#).status == 200)
    #expect(try server.send("GET", "/v1/lotes").status == 429)
    #expect(try server.send("POST", "\(path)/reset").status == 200)
    #expect(try server.send("GET", "/v1/lotes").status == 401)
    #expect(try server.send("PUT", path, body: #"{"off":true}"#).status == 200)
    #expect(try server.send("GET", "/v1/lotes").header("X-RateLimit-Limit") == nil)
  }

  @Test("counts in Prometheus' text format")
  func metrics() throws {
    let server = try TestServer()
    for _ in 0..<3 { _ = try server.send("GET", "/users/1") }
    let response = try server.send("GET", "/_mock/metrics")
    #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let lines = response.text.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"mock_api_requests_total{api="jsonplaceholder",operation="getUser",status="200"} 3"#))
    #expect(lines.contains("mock_api_request_duration_seconds_count 3"))
    #expect(lines.contains("mock_api_worlds 1"))
    let sample = /^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+$/
    for line in lines where !line.hasPrefix("#") { #expect(line.wholeMatch(of: sample) != nil, "\(line)") }
  }

  @Test("lists sockets and kicks them")
  func kicking() throws {
    let server = try TestServer()
    let socket = try STOMPClient(connectedTo: server)
    let sockets = try #require(try server.send("GET", "/_mock/sockets").json["sockets"] as? [[String: Any]])
    #expect(sockets.count == 1 && sockets[0]["api"] as? String == "invernaderos")
    let id = try #require(sockets[0]["id"] as? Int)
    #expect(try server.send("DELETE", "/_mock/sockets/\(id)", body: #"{"code":4001,"reason":"out"}"#).status == 204)
    #expect(try socket.socket.receiveUntilClosed().code == 4001)
    #expect(holds(withinSeconds: 5) { (try? server.send("GET", "/_mock/sockets").text) == #"{"sockets":[]}"# })
  }

  @Test("shows requests with their deviations from the contract")
  func deviations() throws {
    let server = try TestServer()
    let body =
      #"{"nombe":"A","nombre":"Lote","ubicacion":"Zona Sur","tipoCultivo":"Café","areaHectareas":1,"notas":""}"#
    let token = try server.signIn()
    _ = try server.send("POST", "/v1/lotes", token: token, headers: [("Content-Type", "application/json")], body: body)
    let found = holds(withinSeconds: 5) {
      (try? server.send("GET", "/_mock/requests?path=/v1/lotes&hasDeviations=true").text.contains("nombe")) == true
    }
    #expect(found)
    #expect(try !server.send("GET", "/_mock/requests").text.contains("password123"))
    let verify = try server.send(
      "POST", "/_mock/requests/verify", body: #"{"match":{"method":"POST","path":"/v1/lotes"},"exactly":1}"#)
    #expect(verify.json["satisfied"] as? Bool == true)
  }
}
