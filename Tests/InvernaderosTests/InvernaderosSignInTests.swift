import Foundation
import ServerTestSupport
import Testing

@Suite("Signing in to Invernaderos")
struct InvernaderosSignInTests {
  @Test("answers with the documented JwtResponse", arguments: ["admin", "ADMIN", "admin@example.com"])
  func answer(username: String) throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let body = #"{"username":"\#(username)","password":"password123"}"#
    let answer = try server.invernaderos("POST", "/auth/login", body: body)
    let jwt = try answer.decoded(as: InvernaderosModels.JwtResponse.self)
    #expect(jwt.type == "Bearer")
    #expect(jwt.username == "admin@example.com")
    #expect(jwt.roles == ["ROLE_ADMIN"])
    let info = try answer.decoded(as: InvernaderosModels.RefreshInfo.self)
    #expect(info.expiresIn == 3600)
    #expect(info.refreshExpiresIn == 2_592_000)
    let claims = jwt.claims
    #expect(claims["sub"] as? String == "admin@example.com")
    #expect(claims["tenantId"] as? String == "DEFAULT")
    #expect(claims["role"] as? String == "ADMIN")
    #expect(claims["iss"] as? String == "invernaderos")
    // 2026-11-28T15:00:00Z.
    #expect(claims["exp"] as? Int == 1_795_878_000)
  }

  @Test(
    "refuses what is wrong",
    arguments: [
      (#"{"username":"admin","password":"wrong"}"#, "401 AUTHENTICATION_ERROR"),
      (#"{"username":"nobody","password":"password123"}"#, "401 AUTHENTICATION_ERROR"),
      (#"{"username":"admin"}"#, "400 VALIDATION_ERROR password"),
      (#"{"username":"","password":"x"}"#, "400 VALIDATION_ERROR username"),
      (#"{"username":1,"password":2}"#, "400 VALIDATION_ERROR password,username"),
      (#"{"username":"admin","password":"x\u0000"}"#, "400 VALIDATION_ERROR password"),
    ])
  func refused(body: String, line: String) throws {
    let answer = try TestServer().invernaderos("POST", "/auth/login", body: body)
    #expect(try answer.problemLine == line)
    #expect(answer.header("WWW-Authenticate") == (answer.status == 401 ? "Bearer" : nil))
  }

  @Test("ignores a token that is no good (CONTRACT G4)", arguments: ["garbage", "expired", "foreign"])
  func staleToken(token: String) throws {
    let server = try TestServer()
    var stale = token
    if token == "expired" {
      stale = try InvernaderosClient(server).token
      server.advance(seconds: 3601)
      #expect(try server.invernaderos("GET", "/sensors/latest", token: stale).problemLine == "401 AUTHENTICATION_ERROR")
    }
    if token == "foreign" { stale = try InterspaceClient(server).login.accessToken }
    #expect(try server.invernaderos("POST", "/auth/login", token: stale, body: InvernaderosBody.login).status == 200)
    #expect(
      try server.invernaderos("POST", "/auth/register", token: stale, body: InvernaderosBody.company).status == 200)
  }

  @Test("is needed for every read (CONTRACT C15)", arguments: [nil, "garbage", "foreign"])
  func withoutToken(token: String?) throws {
    let server = try TestServer()
    let given = token == "foreign" ? try InterspaceClient(server).login.accessToken : token
    let paths = [
      "/greenhouse/messages/recent", "/greenhouse/messages/range", "/greenhouse/messages/latest",
      "/greenhouse/cache/info", "/sensors/latest", "/sensors/by-greenhouse/001", "/sensors/by-sensor/RESERVA",
      "/sensors/current", "/sensors/stats/RESERVA", "/sensors/stats/RESERVA/trend", "/greenhouse/statistics/RESERVA",
      "/greenhouse/statistics/summary", "/statistics/historical-data", "/statistics/hourly", "/statistics/daily",
      "/statistics/summary",
    ]
    for path in paths {
      let answer = try server.invernaderos("GET", path, token: given)
      #expect(try answer.problemLine == "401 AUTHENTICATION_ERROR", "\(path)")
      #expect(answer.header("WWW-Authenticate") == "Bearer")
    }
    for path in ["/health", "/greenhouse/health"] {
      let answer = try server.invernaderos("GET", path, token: given)
      #expect(answer.status == 200)
      #expect(answer.json["status"] as? String == "UP")
    }
  }

  @Test("is not signing in to the other APIs")
  func otherAPIs() throws {
    let client = try InvernaderosClient()
    #expect(try client.send("GET", "/users/me").refusal == "401 UNAUTHORIZED")
    #expect(try client.server.send("GET", "/v1/lotes", token: client.token).status == 401)
  }
}
