import Foundation
import ServerTestSupport
import Testing

@Suite("STOMP heart-beats that follow the world's clock")
struct BrokerTimeTests {
  private let server: TestServer

  init() throws {
    server = try TestServer { ($0.sensorInterval, $0.messaging.overridesHeartbeats) = (0, true) }
    server.clock.freeze(true)
  }

  private func advance(milliseconds: Int64) {
    server.clock.advance(nanoseconds: milliseconds * 1_000_000)
  }

  /// A connected client that agreed on heart-beats, and what CONNECTED said about them.
  private func client(heartbeat: String) throws -> (STOMPClient, String?) {
    let client = try STOMPClient(server)
    let connected = try client.ask("CONNECT\naccept-version:1.2\nheart-beat:\(heartbeat)")
    return (client, connected["heart-beat"])
  }

  @Test("are offered to clients that ask for them, and not to others")
  func offer() throws {
    #expect(try client(heartbeat: "5000,5000").1 == "10000,10000")
    let plain = try STOMPClient(server)
    #expect(try plain.ask("CONNECT\naccept-version:1.2")["heart-beat"] == "0,0")
  }

  @Test("come by the world's clock, one in each interval")
  func outgoing() throws {
    let (client, _) = try client(heartbeat: "0,20000")
    for _ in 0..<3 {
      advance(milliseconds: 20_000)
      #expect(try client.socket.receive().payload == [0x0A])
    }
    #expect(try client.isQuiet())
  }

  @Test("do not come when the client wants none")
  func none() throws {
    let (client, _) = try client(heartbeat: "0,0")
    advance(milliseconds: 3_600_000)
    #expect(try client.isQuiet())
  }

  @Test("that do not come end the session after three intervals, with an ERROR that says so", .timeLimit(.minutes(1)))
  func silence() throws {
    let (client, _) = try client(heartbeat: "10000,0")
    advance(milliseconds: 29_000)
    #expect(try client.isQuiet())
    advance(milliseconds: 29_000)
    try client.send(raw: "\n")
    #expect(try client.isQuiet())
    advance(milliseconds: 31_000)
    let (frames, code) = try client.receiveUntilClosed()
    #expect(frames.map(\.command) == ["ERROR"])
    #expect(frames.first?["message"]?.isEmpty == false)
    #expect(code == 1002)
  }
}

@Suite("STOMP heart-beats by real time, as they are unless told otherwise")
struct RealHeartbeatTests {
  @Test("let a client be that beats by its own clock, however the world's is bent", .timeLimit(.minutes(1)))
  func bent() throws {
    let server = try TestServer()
    let client = try STOMPClient(server)
    let connected = try client.ask("CONNECT\naccept-version:1.2\nheart-beat:10000,10000")
    #expect(connected["heart-beat"] == "10000,10000")
    // What is due has happened when a change is answered.
    for change in [
      #"{"advance":"PT31S"}"#, #"{"rate":60,"advance":"P1D"}"#, #"{"rate":100000}"#,
      #"{"freeze":true,"set":"2000-01-01T00:00:00Z"}"#,
    ] {
      let json = [("Content-Type", "application/json")]
      #expect(try server.send("PUT", "/_mock/clock", headers: json, body: change).status == 200)
      #expect(try client.isQuiet())
    }
    #expect(try client.socket.isAlive())
  }

  @Test("come while the world's clock stands still", .timeLimit(.minutes(1)))
  func frozen() throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let client = try STOMPClient(server, timeoutSeconds: 40)
    let connected = try client.ask("CONNECT\naccept-version:1.2\nheart-beat:0,10000")
    #expect(connected["heart-beat"]?.hasPrefix("10000,") == true)
    #expect(try client.socket.receive().payload == [0x0A])
  }
}

@Suite("A SEND that never ends")
struct UnfinishedFrameTests {
  @Test("is explained after two seconds", .timeLimit(.minutes(1)))
  func missingNUL() throws {
    let server = try TestServer { ($0.sensorInterval, $0.messaging.overridesHeartbeats) = (0, true) }
    server.clock.freeze(true)
    let client = try STOMPClient(connectedTo: server)
    try client.send(raw: "SEND\ndestination:/topic/a\n\nhello\\u0000")
    #expect(try client.socket.isAlive())
    server.clock.advance(nanoseconds: 2_100_000_000)
    let (frames, code) = try client.receiveUntilClosed()
    #expect(frames.map(\.command) == ["ERROR"])
    #expect(frames.first?.body.contains("\\u0000") == true)
    #expect(code == 1002)
  }
}

extension RawWebSocket {
  /// Whether the server answers a ping.
  func isAlive() throws -> Bool {
    try send(.ping("there?"))
    return try receive().opcode == 10
  }
}
