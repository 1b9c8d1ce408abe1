import ServerTestSupport
import Testing

@Suite("The limit of connections")
struct ConnectionLimitTests {
  private static let limit = 8

  private func server(idleTimeoutSeconds: Int = 60) throws -> TestServer {
    try TestServer {
      $0.dataset = .minimal
      $0.limits.maximumConnections = Self.limit
      $0.limits.idleTimeoutSeconds = idleTimeoutSeconds
    }
  }

  /// Opens connections until one is refused.
  private func fill(_ server: TestServer) throws -> (served: [BareSocket], refused: BareSocket) {
    var served: [BareSocket] = []
    while served.count <= 4 * Self.limit {
      let socket = try BareSocket(port: server.port)
      socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let response = try socket.readResponse()
      if response.status == 503 {
        #expect(response.header("Retry-After") == "1")
        #expect(response.header("Connection") == "close")
        #expect(socket.read() == .end)
        return (served, socket)
      }
      #expect(response.status == 401)
      served.append(socket)
    }
    throw RawClient.Failure(what: "\(served.count) connections are served")
  }

  private func isServing(_ server: TestServer) -> Bool {
    guard let client = try? RawClient(port: server.port, timeoutSeconds: 1) else { return false }
    return (try? client.send("GET", "/v1/lotes"))?.status == 401
  }

  @Test("is kept, and the server recovers when clients leave")
  func recovers() throws {
    let server = try server()
    for _ in 0..<3 {
      try {
        let (served, refused) = try fill(server)
        #expect(served.count == Self.limit)
        #expect(!isServing(server))
        withExtendedLifetime((served, refused)) {}
      }()
      #expect(holds(withinSeconds: 10) { OpenSockets.count(port: server.port) == 1 })
    }
    #expect(holds(withinSeconds: 10) { isServing(server) })
  }

  @Test("does not let idle clients keep others out for longer than the timeout")
  func idleClients() throws {
    let server = try server(idleTimeoutSeconds: 1)
    let (served, refused) = try fill(server)
    #expect(holds(withinSeconds: 10) { isServing(server) })
    withExtendedLifetime((served, refused)) {}
  }

  @Test("counts WebSockets, and the server recovers when they close")
  func webSockets() throws {
    let server = try server()
    var sockets: [RawWebSocket] = []
    while sockets.count < Self.limit {
      let client = try RawClient(port: server.port, timeoutSeconds: 1)
      guard let socket = try? RawWebSocket(on: client) else { break }
      sockets.append(socket)
    }
    #expect(sockets.count == Self.limit)
    #expect(!isServing(server))
    for socket in sockets { #expect(try socket.isEchoing()) }
    for socket in sockets {
      try socket.send(.close(1000))
      _ = try socket.receiveUntilClosed()
    }
    #expect(holds(withinSeconds: 10) { isServing(server) })
  }
}
