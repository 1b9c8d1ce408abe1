import Foundation
import ServerTestSupport
import Testing

@Suite("Registering with Invernaderos (CONTRACT C17)")
struct RegistrationTests {
  @Test(
    "takes a company or a user name, and signs in at once",
    arguments: [
      (InvernaderosBody.company, "ana@delsur.example.com", "ana@delsur.example.com", "secreto1"),
      (#"{"username":"ana","password":"secreto1"}"#, "ana", "ana@example.com", "secreto1"),
      (#"{"username":"ana","email":"ana@x.org","password":"secreto1"}"#, "ana", "ana@x.org", "secreto1"),
      (#"{"username":"ana@x.org","password":"secreto1"}"#, "ana@x.org", "ana@x.org", "secreto1"),
    ])
  func forms(body: String, login: String, email: String, password: String) throws {
    let server = try TestServer()
    let response = try server.invernaderos("POST", "/auth/register", body: body)
    #expect(response.status == 200)
    let jwt = try response.decoded(as: InvernaderosModels.JwtResponse.self)
    #expect(jwt.username == email)
    #expect(try server.invernaderos("GET", "/sensors/latest", token: jwt.token).status == 200)
    for name in [login, email] {
      let again = #"{"username":"\#(name)","password":"\#(password)"}"#
      #expect(
        try server.invernaderos("POST", "/auth/login", body: again).decoded(as: InvernaderosModels.JwtResponse.self)
          .username
          == email)
    }
    #expect(try server.invernaderos("POST", "/auth/register", body: body).problemLine == "409 CONFLICT_ERROR")
  }

  @Test("gives each company a tenant of its own")
  func tenants() throws {
    let server = try TestServer()
    let tenants = try ["a", "b"].map { name in
      let body = InvernaderosBody.company.replacing("ana@", with: "\(name)@")
      let jwt = try server.invernaderos("POST", "/auth/register", body: body).decoded(
        as: InvernaderosModels.JwtResponse.self)
      #expect(jwt.roles == ["ROLE_ADMIN"])
      return try #require(jwt.claims["tenantId"] as? String)
    }
    #expect(tenants == ["tenant_2", "tenant_3"])
  }

  @Test(
    "refuses what is taken or wrong",
    arguments: [
      (#"{"username":"admin","password":"secreto1"}"#, "409 CONFLICT_ERROR"),
      (#"{"username":"x","email":"ADMIN@example.com","password":"secreto1"}"#, "409 CONFLICT_ERROR"),
      (#"{"username":"x","password":"short"}"#, "400 VALIDATION_ERROR password"),
      (#"{"username":"x","email":"x","password":"secreto1"}"#, "400 VALIDATION_ERROR email"),
      (
        #"{"email":"a@x.org","password":"1"}"#, "400 VALIDATION_ERROR company_name,first_name,last_name,password,tax_id"
      ),
      (#"{"company_name":"A"}"#, "400 VALIDATION_ERROR company_name,email,first_name,last_name,password,tax_id"),
      ("{}", "400 VALIDATION_ERROR password,username"), ("{", "400 BAD_REQUEST"), ("[]", "400 BAD_REQUEST"),
      ("", "400 BAD_REQUEST"),
    ])
  func refused(body: String, line: String) throws {
    // Below its own name, since an address without a user name is Interspace's otherwise (CONTRACT C35).
    let response = try TestServer().send("POST", "/invernaderos/api/v1/auth/register", body: body)
    #expect(try response.problemLine == line)
  }
}

@Suite("A forgotten password")
struct ForgottenPasswordTests {
  private static func forget(_ server: TestServer, _ email: String) throws -> RawResponse {
    try server.invernaderos("POST", "/auth/forgot-password", body: #"{"email":"\#(email)"}"#)
  }

  private static func reset(_ server: TestServer, _ token: String, _ password: String) throws -> RawResponse {
    let body = #"{"token":"\#(token)","newPassword":"\#(password)"}"#
    return try server.invernaderos("POST", "/auth/reset-password", body: body)
  }

  @Test("is replaced with the token that would be in the mail, once")
  func reset() throws {
    let server = try TestServer()
    let token = try #require(try Self.forget(server, "admin@example.com").header("X-Mock-Reset-Token"))
    #expect(try Self.reset(server, token, "short").problemLine == "400 VALIDATION_ERROR newPassword")
    #expect(try Self.reset(server, token, "nuevo-secreto").status == 200)
    #expect(try Self.reset(server, token, "otro-secreto").problemLine == "400 VALIDATION_ERROR token")
    #expect(try server.invernaderos("POST", "/auth/login", body: InvernaderosBody.login).status == 401)
    let body = #"{"username":"admin","password":"nuevo-secreto"}"#
    #expect(try server.invernaderos("POST", "/auth/login", body: body).status == 200)
  }

  @Test("is not told from an account that does not exist, but for the token")
  func unknown() throws {
    let server = try TestServer()
    let responses = try ["admin@example.com", "nobody@example.com"].map { try Self.forget(server, $0) }
    #expect(responses.map(\.status) == [200, 200])
    #expect(responses[0].text == responses[1].text)
    #expect(responses[1].header("X-Mock-Reset-Token") == nil)
    #expect(try Self.forget(server, "x").problemLine == "400 VALIDATION_ERROR email")
  }

  @Test("can be replaced for an hour", arguments: [(Int64(3599), 200), (3600, 400)])
  func lifetime(seconds: Int64, status: Int) throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let token = try #require(try Self.forget(server, "admin@example.com").header("X-Mock-Reset-Token"))
    server.advance(seconds: seconds)
    #expect(try Self.reset(server, token, "nuevo-secreto").status == status)
  }
}
