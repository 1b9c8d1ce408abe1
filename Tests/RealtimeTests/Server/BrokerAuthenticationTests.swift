import Foundation
import ServerTestSupport
import Testing

/// The log-in of Invernaderos' document.
extension TestServer {
  /// The token of an account of Invernaderos.
  func signInToGreenhouse(_ username: String = "admin", password: String = "password123") throws -> String {
    let answer = try send(
      "POST", "/api/v1/auth/login", body: #"{"username":"\#(username)","password":"\#(password)"}"#)
    let object = try JSONSerialization.jsonObject(with: answer.data) as? [String: Any]
    guard let token = object?["token"] as? String else { throw UnexpectedResponse(answer: answer) }
    return token
  }
}

@Suite("A STOMP session's token (CONTRACT W4)")
struct BrokerAuthenticationTests {
  private static let alerts = "/topic/tenant/DEFAULT/alerts"

  private func server(required: Bool = false) throws -> TestServer {
    try TestServer { configuration in
      configuration.sensorInterval = 0
      configuration.messaging.tokens = required ? .required : .optional
    }
  }

  @Test(
    "may be missing, bad or spelt in any way: the session is anonymous then",
    arguments: ["", "authorization:Bearer nonsense\n", "Authorization:Bearer a.b.c\n", "authorization:\n"])
  func anonymous(line: String) throws {
    let server = try server()
    let client = try STOMPClient(server)
    try client.send(raw: "CONNECT\naccept-version:1.2\n\(line)\n\0")
    let answer = try client.receive()
    #expect(answer.command == "CONNECTED")
    #expect(answer["user-name"] == nil)
  }

  @Test("names the user when it is valid", arguments: ["authorization", "Authorization"])
  func valid(header: String) throws {
    let server = try server()
    let client = try STOMPClient(server)
    let answer = try client.ask("CONNECT\naccept-version:1.2\n\(header):Bearer \(try server.signInToGreenhouse())")
    #expect(answer.command == "CONNECTED")
    #expect(answer["user-name"]?.isEmpty == false)
  }

  @Test("of another API, or one that has expired, is of no use")
  func useless() throws {
    let server = try server(required: true)
    let foreign = try server.signIn()
    let expired = try server.signInToGreenhouse()
    server.clock.advance(nanoseconds: 3_601_000_000_000)
    for (token, reason) in [(foreign, "agrobridge"), (expired, "expired")] {
      let client = try STOMPClient(server)
      try client.send("CONNECT\naccept-version:1.2\nauthorization:Bearer \(token)")
      let (frames, code) = try client.receiveUntilClosed()
      #expect(frames.map(\.command) == ["ERROR"])
      #expect(frames.first?.body.contains(reason) == true)
      #expect(code == 1002)
    }
  }

  @Test("is insisted upon when the server was told to")
  func required() throws {
    let server = try server(required: true)
    let client = try STOMPClient(server)
    try client.send("CONNECT\naccept-version:1.2")
    let (frames, _) = try client.receiveUntilClosed()
    #expect(frames.map(\.command) == ["ERROR"])
    #expect(frames.first?["message"]?.contains("token") == true)
    let token = try server.signInToGreenhouse()
    _ = try STOMPClient(connectedTo: server, token: token)
  }

  @Test("may come with the handshake instead")
  func handshake() throws {
    let server = try server(required: true)
    let token = try server.signInToGreenhouse()
    let client = try STOMPClient(server, headers: [("Authorization", "Bearer \(token)")])
    #expect(try client.ask("CONNECT\naccept-version:1.2").command == "CONNECTED")
  }

  @Test("decides whose alerts are heard, also through a pattern")
  func tenants() throws {
    let server = try server()
    let registration =
      #"{"company_name":"Otra","tax_id":"B1","email":"o@example.com","password":"secret1","#
      + #""first_name":"O","last_name":"P"}"#
    #expect(try server.send("POST", "/api/v1/auth/register", body: registration).status == 200)
    let own = try STOMPClient(connectedTo: server, token: try server.signInToGreenhouse())
    let other = try STOMPClient(
      connectedTo: server, token: try server.signInToGreenhouse("o@example.com", password: "secret1"))
    let anonymous = try STOMPClient(connectedTo: server)
    for client in [own, other, anonymous] {
      try client.subscribe("exact", Self.alerts)
      try client.subscribe("pattern", "/topic/tenant/**")
    }
    try own.send("SEND\ndestination:\(Self.alerts)", body: "hot")
    #expect(try [own.receive(), own.receive()].map(\.body) == ["hot", "hot"])
    for client in [own, other, anonymous] { #expect(try client.isQuiet()) }
    // What others send there would look like the tenant's own.
    for client in [other, anonymous] {
      try client.send("SEND\ndestination:\(Self.alerts)", body: "false")
      #expect(try client.receive().command == "ERROR")
    }
    #expect(try own.isQuiet())
  }
}
