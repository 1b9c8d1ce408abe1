import Foundation
import ServerTestSupport
import Testing

@Suite("A path that two APIs have")
struct SharedPathTests {
  private static let appHeaders = [nil, ("X-Platform", "iOS"), ("X-App-Version", "1.0.0")]
  private static let password = #""password":"secure_password""#

  @Test(
    "is signed in on by what the body has (CONTRACT C1)",
    arguments: [
      (#"{"username":"admin","password":"password123"}"#, ["invernaderos", "invernaderos", "invernaderos"]),
      (#"{"email":"account@example.com",\#(password)}"#, ["interspace", "interspace", "interspace"]),
      (
        #"{"username":"admin","email":"account@example.com","password":"password123"}"#,
        ["invernaderos", "interspace refusal", "interspace refusal"]
      ),
      (
        #"{"username":"admin","email":"account@example.com",\#(password)}"#,
        ["invernaderos refusal", "interspace", "interspace"]
      ),
      (
        #"{"username":"account@example.com",\#(password)}"#,
        ["invernaderos refusal", "invernaderos refusal", "invernaderos refusal"]
      ),
      (#"{"username":null,"email":"account@example.com",\#(password)}"#, ["interspace", "interspace", "interspace"]),
      (
        #"{"username":"admin","email":null,"password":"password123"}"#,
        ["invernaderos", "invernaderos", "invernaderos"]
      ),
      (#"{"username":7,"password":"x"}"#, ["invernaderos refusal", "invernaderos refusal", "invernaderos refusal"]),
      (#"{"email":7,"password":"x"}"#, ["interspace refusal", "interspace refusal", "interspace refusal"]),
      ("{}", ["union", "union", "union"]), (#"{"password":"password123"}"#, ["union", "union", "union"]),
      (#"{"username":null,"email":null}"#, ["union", "union", "union"]), ("[]", ["union", "union", "union"]),
      ("{", ["union", "union", "union"]), ("", ["union", "union", "union"]),
    ])
  func login(body: String, shapes: [String]) throws {
    let server = try TestServer()
    for (header, shape) in zip(Self.appHeaders, shapes) {
      let response = try server.send("POST", "/api/v1/auth/login", headers: [header].compactMap { $0 }, body: body)
      #expect(response.shape == shape, "\(header?.0 ?? "no header")")
    }
  }

  @Test("belongs to whose host or name is in the request, whatever the body has")
  func hostAndAlias() throws {
    let server = try TestServer()
    let bodies = [InvernaderosBody.login, InterspaceBody.login, "{}"]
    let targets: [(path: String, host: String, shapes: [String])] = [
      (
        "/api/v1/auth/login", "api.invernaderos.example.com",
        ["invernaderos", "invernaderos refusal", "invernaderos refusal"]
      ),
      ("/api/v1/auth/login", "api.interspace.com", ["interspace refusal", "interspace", "interspace refusal"]),
      ("/api/v1/auth/login", "staging-api.interspace.com", ["interspace refusal", "interspace", "interspace refusal"]),
      (
        "/invernaderos/api/v1/auth/login", "localhost",
        ["invernaderos", "invernaderos refusal", "invernaderos refusal"]
      ),
      ("/interspace/api/v1/auth/login", "localhost", ["interspace refusal", "interspace", "interspace refusal"]),
    ]
    for target in targets {
      for (body, shape) in zip(bodies, target.shapes) {
        let client = try RawClient(port: server.port)
        try client.write(
          "POST \(target.path) HTTP/1.1\r\nHost: \(target.host)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.readResponse().shape == shape, "\(target.path) \(target.host) \(body)")
      }
    }
  }

  @Test("refuses nobody's sign-in in the words of both")
  func union() throws {
    let response = try TestServer().send("POST", "/api/v1/auth/login", body: #"{"password":"x"}"#)
    #expect(response.status == 400)
    #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    #expect(response.json["errorCode"] as? String == "VALIDATION_ERROR")
    #expect(response.json["errors"] as? [String: String] == ["username": "is required"])
    #expect(response.json["instance"] as? String == "/api/v1/auth/login")
    #expect(try response.interspaceError.code == "VALIDATION_ERROR")
    #expect(try response.interspaceError.details?["email"] == "is required")
  }

  @Test(
    "is registered on by what the body has (CONTRACT C35)",
    arguments: [
      (InvernaderosBody.company, ["invernaderos", "invernaderos", "invernaderos"]),
      (#"{"username":"ana","password":"secreto1"}"#, ["invernaderos", "interspace refusal", "interspace refusal"]),
      (#"{"email":"ana@x.org","password":"secreto1"}"#, ["interspace", "interspace", "interspace"]),
      (#"{"username":"ana","email":"ana@x.org","password":"secreto1"}"#, ["invernaderos", "interspace", "interspace"]),
      ("{}", ["invernaderos refusal", "interspace refusal", "interspace refusal"]),
      ("{", ["invernaderos refusal", "interspace refusal", "interspace refusal"]),
    ])
  func register(body: String, shapes: [String]) throws {
    for (header, shape) in zip(Self.appHeaders, shapes) {
      let response = try TestServer().send(
        "POST", "/api/v1/auth/register", headers: [header].compactMap { $0 }, body: body)
      #expect(response.shape == shape, "\(header?.0 ?? "no header")")
    }
  }

  @Test("sends and takes reset tokens of whoever has the account (CONTRACT C35)")
  func resets() throws {
    let server = try TestServer()
    func forget(_ email: String, _ headers: [(String, String)] = []) throws -> String? {
      try server.send(
        "POST", "/api/v1/auth/forgot-password", headers: headers, body: #"{"email":"\#(email)"}"#
      ).header("X-Mock-Reset-Token")
    }
    func reset(_ token: String) throws -> Int {
      let body = #"{"token":"\#(token)","newPassword":"secreto1"}"#
      return try server.send("POST", "/api/v1/auth/reset-password", body: body).status
    }
    for (email, login) in [("admin@example.com", "username"), ("account@example.com", "email")] {
      #expect(try reset(#require(try forget(email))) == 200)
      let body = #"{"\#(login)":"\#(email)","password":"secreto1"}"#
      #expect(try server.send("POST", "/api/v1/auth/login", body: body).status == 200)
    }
    #expect(try forget("admin@example.com", [("X-Platform", "iOS")]) == nil)
    #expect(try forget("nobody@example.com") == nil)
    #expect(try server.send("POST", "/api/v1/auth/forgot-password", body: "{}").shape == "invernaderos refusal")
  }

  @Test("renews the session of whoever issued the token (CONTRACT C2)")
  func refresh() throws {
    let server = try TestServer()
    let (greenhouses, identities) = (try InvernaderosClient(server), try InterspaceClient(server))
    let path = "/api/v1/auth/refresh"
    let ours = try server.send("POST", path, body: InvernaderosBody.refresh(greenhouses.refreshToken))
    #expect(ours.shape == "invernaderos")
    #expect(try ours.decoded(as: InvernaderosModels.JwtResponse.self).username == "admin@example.com")
    let token = try ours.decoded(as: InvernaderosModels.RefreshInfo.self).token
    #expect(try server.invernaderos("GET", "/sensors/latest", token: token).status == 200)
    #expect(
      try server.send("POST", path, body: InvernaderosBody.refresh(identities.login.refreshToken)).shape == "interspace"
    )
    for body in [InvernaderosBody.refresh("unknown"), "{}", ""] {
      #expect(try server.send("POST", path, body: body).shape == "interspace refusal", "\(body)")
    }
    // Once its successor was used the token is used: presenting it again ends the session.
    let next = try ours.decoded(as: InvernaderosModels.RefreshInfo.self).refreshToken
    #expect(try server.send("POST", path, body: InvernaderosBody.refresh(next)).shape == "invernaderos")
    let again = try server.send("POST", path, body: InvernaderosBody.refresh(greenhouses.refreshToken))
    #expect(try again.problemLine == "401 AUTHENTICATION_ERROR")
    #expect(try server.invernaderos("GET", "/sensors/latest", token: token).status == 401)
    let under = try server.send("POST", "/invernaderos" + path, body: InvernaderosBody.refresh("unknown"))
    #expect(try under.problemLine == "401 AUTHENTICATION_ERROR")
  }

  @Test("signs out whose token came, in the body or the header (CONTRACT C2)", arguments: [true, false])
  func logout(isInBody: Bool) throws {
    let server = try TestServer()
    let (greenhouses, identities) = (try InvernaderosClient(server), try InterspaceClient(server))
    let response = try server.send(
      "POST", "/api/v1/auth/logout", token: isInBody ? nil : greenhouses.token,
      body: isInBody ? InvernaderosBody.refresh(greenhouses.refreshToken) : nil)
    #expect(response.status == 204)
    #expect(try greenhouses.send("GET", "/sensors/latest").status == 401)
    #expect(try identities.send("GET", "/users/me").status == 200)
    _ = try identities.send("POST", "/auth/logout")
    #expect(try identities.send("GET", "/users/me").status == 401)
    for token in [nil, "garbage", greenhouses.token] {
      #expect(try server.send("POST", "/api/v1/auth/logout", token: token).status == 204)
    }
  }

  @Test("counts for the limit of the API that wins")
  func limits() throws {
    let server = try TestServer { $0.rateLimit = .documented }
    try server.freeze(at: "2026-11-28T14:00:00Z")
    for left in (0..<20).reversed() {
      let response = try server.send("POST", "/api/v1/auth/login", body: InvernaderosBody.login)
      #expect(response.status == 200)
      #expect(response.header("X-RateLimit-Remaining") == "\(left)")
    }
    let refused = try server.send("POST", "/api/v1/auth/login", body: InvernaderosBody.login)
    #expect(try refused.problemLine == "429 RATE_LIMIT_EXCEEDED")
    #expect(refused.header("Retry-After") == "60")
    let other = try server.send("POST", "/api/v1/auth/login", body: InterspaceBody.login)
    #expect(other.status == 200)
    #expect(other.header("X-RateLimit-Remaining") == "19")
  }

  @Test(
    "is refused in the shape of whose it looks (CONTRACT C7)",
    arguments: [
      ("GET", "/api/v1/greenhouse", "404 invernaderos"), ("GET", "/api/v1/greenhouse/nada", "404 invernaderos"),
      ("GET", "/api/v1/sensors/nada/x", "404 invernaderos"), ("GET", "/api/v1/statistics", "404 invernaderos"),
      ("POST", "/api/v1/sensors/latest", "405 invernaderos"), ("GET", "/api/v1/auth/register", "405 interspace"),
      ("DELETE", "/api/v1/health", "405 invernaderos"), ("GET", "/ws/greenhouse/nada", "404 invernaderos"),
      ("GET", "/invernaderos/nada", "404 invernaderos"), ("GET", "/api/v1/nada", "404 interspace"),
      ("GET", "/api/v1/greenhouses", "404 interspace"), ("GET", "/api/v1", "404 interspace"),
      ("PUT", "/api/v1/users/me", "405 interspace"), ("GET", "/api/v1/auth/login", "405 interspace"),
      ("GET", "/v1/greenhouse", "404 agrobridge"),
    ])
  func unknown(method: String, path: String, expected: String) throws {
    let response = try TestServer().send(method, path)
    let owner =
      switch response.shape {
      case "invernaderos refusal": "invernaderos"
      case "interspace refusal": response.errorCode == "RESOURCE_NOT_FOUND" ? "agrobridge" : "interspace"
      default: response.shape
      }
    #expect("\(response.status) \(owner)" == expected)
    if owner == "invernaderos" { #expect(try response.problem.instance == path) }
  }
}
