import Foundation
import ServerTestSupport
import Testing

@Suite("An account of AgroBridge (CONTRACT C36)")
struct AgroBridgeAccountTests {
  private static let ana = #"{"nombre":"Ana Ruiz","email":"ana@example.com","password":"cosecha1"}"#

  private static func status(_ server: TestServer, _ email: String, _ password: String) throws -> Int {
    try server.send("POST", "/v1/auth/login", body: #"{"email":"\#(email)","password":"\#(password)"}"#).status
  }

  @Test("is made by registering, and writes unless it is a buyer's", arguments: [(nil, 201), ("comprador", 403)])
  func register(rol: String?, writing: Int) throws {
    let server = try TestServer()
    let body = rol.map { Self.ana.dropLast() + #","rol":"\#($0)"}"# } ?? Self.ana
    let response = try server.send("POST", "/v1/auth/register", body: body)
    #expect(response.status == 201)
    let user = try #require(response.json["user"] as? [String: String])
    #expect(user == ["id": "user_1", "nombre": "Ana Ruiz", "email": "ana@example.com", "rol": rol ?? "admin"])
    let token = try #require(response.json["token"] as? String)
    #expect(try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote).status == writing)
    #expect(try Self.status(server, "ANA@example.com", "cosecha1") == 200)
    let again = try server.send("POST", "/v1/auth/register", body: Self.ana)
    #expect((again.status, again.errorCode) == (409, "DUPLICATE_ENTRY"))
  }

  @Test("names what is wrong with a registration")
  func refused() throws {
    let response = try TestServer().send(
      "POST", "/v1/auth/register", body: #"{"nombre":"A","email":"x","password":"1","rol":"x"}"#)
    #expect(response.status == 422)
    #expect(Set(response.errorDetails.keys).isSuperset(of: ["nombre", "email", "password", "rol"]))
  }

  @Test("shows itself and is changed")
  func change() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let path = "/v1/usuarios/me"
    #expect(try server.send("GET", path, token: token).json["id"] as? String == "user_123")
    let body = #"{"nombre":"Juan Soto","email":"juan@example.com"}"#
    let changed = try server.send("PUT", path, token: token, body: body)
    #expect(changed.status == 200)
    #expect(try server.send("GET", path, token: token).json as NSDictionary == changed.json as NSDictionary)
    #expect(try Self.status(server, "juan@example.com", "password123") == 200)
    #expect(try Self.status(server, "usuario@example.com", "password123") == 401)
    let taken = body.replacing("juan@", with: "comprador@")
    #expect(try server.send("PUT", path, token: token, body: taken).status == 409)
    #expect(try server.send("PUT", path, token: token, body: "{}").status == 422)
  }

  @Test("gets another password, with the old one or with a token")
  func password() throws {
    let server = try TestServer()
    let (token, other) = (try server.signIn(), try server.signIn())
    func change(_ current: String) throws -> Int {
      let body = #"{"currentPassword":"\#(current)","newPassword":"cosecha2"}"#
      return try server.send("POST", "/v1/auth/change-password", token: token, body: body).status
    }
    #expect(try change("wrong") == 422)
    #expect(try change("password123") == 204)
    #expect(try [token, other].map { try server.send("GET", "/v1/lotes", token: $0).status } == [200, 401])
    #expect(try Self.status(server, "usuario@example.com", "cosecha2") == 200)
    let sent = try server.send("POST", "/v1/auth/forgot-password", body: #"{"email":"usuario@example.com"}"#)
    let reset = try #require(sent.header("X-Mock-Reset-Token"))
    let body = #"{"token":"\#(reset)","password":"cosecha3"}"#
    #expect(try server.send("POST", "/v1/auth/reset-password", body: body).status == 200)
    #expect(try server.send("POST", "/v1/auth/reset-password", body: body).status == 422)
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 401)
    #expect(try Self.status(server, "usuario@example.com", "cosecha2") == 401)
    #expect(try Self.status(server, "usuario@example.com", "cosecha3") == 200)
  }

  @Test("is gone when it is deleted, and its sessions with it")
  func delete() throws {
    let server = try TestServer()
    let login = try server.login("comprador@example.com")
    let token = try #require(login["token"] as? String)
    let refreshToken = try #require(login["refreshToken"] as? String)
    #expect(try server.send("DELETE", "/v1/usuarios/me", token: token).status == 204)
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 401)
    #expect(try server.refresh(refreshToken).status == 401)
    #expect(try Self.status(server, "comprador@example.com", "password123") == 401)
    #expect(try server.send("GET", "/v1/lotes", token: try server.signIn()).total == 164)
  }
}
