import HTTPCore
import ServerTestSupport
import Testing
import Transport

@Suite("Delayed answers")
struct DelayTests {
  /// Delays by as many milliseconds as the path says, and answers the path.
  private func transport(_ limits: HTTPLimits = HTTPLimits()) throws -> TestTransport {
    try TestTransport(limits) { request in
      let path = request.target.segments.first ?? ""
      return .answer(.bytes(Array(path.utf8)), .with { $0.delayMilliseconds = Int(path) ?? 0 })
    }
  }

  @Test("come late, and the connection serves on", arguments: ["GET", "HEAD", "POST"])
  func keepAlive(method: String) throws {
    let transport = try transport()
    let client = try RawClient(port: transport.port)
    for delay in [80, 0, 1, 120] {
      let body: [UInt8]? = method == "POST" ? Pattern.bytes(30_000) : nil
      var answer: RawResponse?
      let seconds = try secondsTaken { answer = try client.send(method, "/\(delay)", body: body) }
      #expect(answer?.status == 200)
      #expect(answer?.text == (method == "HEAD" ? "" : "\(delay)"))
      #expect((Double(delay) / 1000...5).contains(seconds), "\(seconds) s")
    }
  }

  @Test("hold up what the client asked behind them, in order")
  func pipelined() throws {
    let transport = try transport()
    let client = try RawClient(port: transport.port)
    let delays = [150, 0, 50, 0]
    try client.write(delays.map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    let seconds = try secondsTaken {
      for delay in delays {
        let text = try client.readResponse().text
        #expect(text == "\(delay)")
      }
    }
    #expect(seconds >= 0.2)
  }

  @Test("of many clients pass at the same time, and take no worker from others")
  func many() throws {
    let transport = try transport()
    let sockets = try (0..<500).map { number in
      let socket = try BareSocket(port: transport.port)
      socket.write("GET /\(1000 + number % 7) HTTP/1.1\r\nHost: a\r\n\r\n")
      return socket
    }
    let other = try RawClient(port: transport.port)
    var status = 0
    let seconds = try secondsTaken { status = try other.send("GET", "/0").status }
    #expect(status == 200)
    #expect(seconds < 0.9)
    for (number, socket) in sockets.enumerated() {
      #expect(try socket.readResponse().text == "\(1000 + number % 7)")
    }
  }

  @Test("outlast the idle time-out")
  func idleTimeout() throws {
    let transport = try transport(.with { $0.idleTimeoutSeconds = 1 })
    let client = try RawClient(port: transport.port)
    #expect(try client.send("GET", "/2600").text == "2600")
    #expect(try client.send("GET", "/0").text == "0")
  }

  @Test("are given up when their client breaks off, and end when it has closed", arguments: [false, true])
  func leaving(isReset: Bool) throws {
    let transport = try transport()
    for _ in 0..<200 {
      let socket = try BareSocket(port: transport.port)
      // Who closes may have ended only its half, and wait for the answer.
      socket.write("GET /\(isReset ? 60_000 : 2000) HTTP/1.1\r\nHost: a\r\n\r\n")
      if isReset { socket.reset() }
    }
    #expect(try RawClient(port: transport.port).send("GET", "/0").status == 200)
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("go out at once when the server stops, and do not hold it up")
  func stopping() throws {
    let transport = try transport()
    let sockets = try (0..<300).map { _ in
      let socket = try BareSocket(port: transport.port)
      socket.write("GET /60000 HTTP/1.1\r\nHost: a\r\n\r\n")
      return socket
    }
    #expect(holds(withinSeconds: 5) { transport.server.waitingCount == 300 })
    let seconds = secondsTaken { transport.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
    for socket in sockets { #expect(try socket.readResponse().text == "60000") }
  }

  @Test("may be those of a handshake")
  func upgrade() throws {
    let transport = try TestTransport { request in
      do throws(Problem) {
        var upgrade = WebSocketUpgrade(headers: ["Sec-WebSocket-Accept": try WebSocketHandshake.accept(request)]) {
          SilentSession()
        }
        upgrade.delivery = .with { $0.delayMilliseconds = 120 }
        upgrade.date = "Sat, 21 Nov 2026 02:19:56 GMT"
        return .upgrade(upgrade)
      } catch {
        return .answer(.empty, .with { $0.delayMilliseconds = 120 }, status: error.kind.status)
      }
    }
    var status = 0
    var seconds = try secondsTaken { status = try RawClient(port: transport.port).send("GET", "/").status }
    #expect(status == 426)
    #expect(seconds >= 0.12)
    var socket: RawWebSocket?
    seconds = try secondsTaken { socket = try RawWebSocket(port: transport.port) }
    #expect(seconds >= 0.12)
    #expect(socket?.handshake.header("Date") == "Sat, 21 Nov 2026 02:19:56 GMT")
    try socket?.send(.ping("there?"))
    #expect(try socket?.receive().opcode == 10)
  }

  @Test("of any length that is none are none", arguments: [0, -1, Int.min])
  func none(delay: Int) throws {
    let transport = try TestTransport { _ in
      .answer(.empty, .with { $0.delayMilliseconds = delay }, status: 204)
    }
    #expect(try RawClient(port: transport.port).send("GET", "/").status == 204)
  }

  @Test("and others have the date that they are given")
  func date() throws {
    let transport = try TestTransport { request in
      var response = Response(status: 200)
      if !request.target.segments.isEmpty { response.date = "Sat, 21 Nov 2026 02:19:56 GMT" }
      return .respond(response)
    }
    let client = try RawClient(port: transport.port)
    #expect(try client.send("GET", "/own").header("Date") == "Sat, 21 Nov 2026 02:19:56 GMT")
    #expect(try client.send("GET", "/").header("Date") == "Thu, 01 Jan 1970 00:00:00 GMT")
  }
}

private final class SilentSession: WebSocketSession {
  func receive(_ event: WebSocketEvent) -> [WebSocketAction] { [] }
}
