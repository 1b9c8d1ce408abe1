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

  /// Opens connections until one gets no answer.
  private func fill(_ server: TestServer) throws -> (served: [BareSocket], refused: BareSocket) {
    var served: [BareSocket] = []
    while served.count <= 4 * Self.limit {
      let socket = try BareSocket(port: server.port)
      socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n\r\n")
      guard socket.hasArrival(withinMilliseconds: 500), let answer = try? socket.readResponse() else {
        return (served, socket)
      }
      #expect(answer.status == 401)
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
      let (served, refused) = try fill(server)
      #expect((1...Self.limit).contains(served.count), "\(served.count) were served")
      withExtendedLifetime((served, refused)) {}
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
    #expect(sockets.count >= 1)
    #expect(!isServing(server))
    for socket in sockets { #expect(try socket.isEchoing()) }
    for socket in sockets {
      try socket.send(.close(1000))
      _ = try socket.receiveUntilClosed()
    }
    #expect(holds(withinSeconds: 10) { isServing(server) })
  }
}
