import HTTPCore
import ServerTestSupport
import Testing

@Suite("Closing WebSockets")
struct WebSocketClosingTests {
  typealias Frame = RawWebSocket.Frame

  static let codes: [UInt16] = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]

  @Test(
    "is answered with the same code, and then the connection ends", arguments: codes,
    ["", "hasta luego", "x".times(123)])
  func code(code: UInt16, reason: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.send(.close(code, reason))
    let response = try socket.receive()
    #expect(response.opcode == 8)
    #expect(response.payload.prefix(2) == [UInt8(code >> 8), UInt8(code & 0xFF)])
    #expect(try socket.client.readToEnd().isEmpty)
  }

  @Test("is answered when it names no code")
  func noCode() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.send(Frame(opcode: 8))
    #expect(try socket.receive().opcode == 8)
    #expect(try socket.client.readToEnd().isEmpty)
  }

  @Test(
    "with a code that must not be sent is not echoed",
    arguments: [0, 999, 1004, 1005, 1006, 1015, 2999] as [UInt16])
  func forbidden(code: UInt16) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.send(.close(code))
    let (frames, response) = try socket.receiveUntilClosed()
    #expect(frames.isEmpty)
    #expect(response == nil || response == 1002, "\(response ?? 0)")
  }

  @Test("sends what waits before it, and nothing after it")
  func order() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.client.write(
      (0..<100).flatMap { Frame.text("\($0)").bytes } + Frame.close(1000).bytes + Frame.text("late").bytes)
    let (frames, code) = try socket.receiveUntilClosed()
    #expect(frames.map(\.payload) == Array((0..<100).map { Array("\($0)".utf8) }.prefix(frames.count)))
    #expect(code == 1000)
  }

  /// How a client goes away.
  enum Leaving: String, CaseIterable, Sendable {
    case handshakeOnly, end, reset, close, halfFrame, afterFlood
  }

  @Test("leaves no descriptor and no session behind, however the client goes", arguments: Leaving.allCases)
  func descriptors(_ leaving: Leaving) throws {
    let live = LiveObjectCount()
    let transport = try TestTransport { request in
      do throws(Problem) {
        let accept = try WebSocketHandshake.accept(request)
        let upgrade = live.object()
        return .upgrade(
          WebSocketUpgrade(headers: ["Sec-WebSocket-Accept": accept]) { Session(upgrade, live.object()) })
      } catch {
        return .respond(Response(status: error.kind.status))
      }
    }
    let pairs = OpenSockets.localCount
    for _ in 0..<500 { try leave(leaving, port: transport.port) }
    #expect(try RawWebSocket(port: transport.port).isEchoing())
    #expect(holds(withinSeconds: 20) { OpenSockets.count(port: transport.port) == 1 })
    #expect(holds(withinSeconds: 20) { live.value == 0 }, "\(live.value) sessions or upgrades are left")
    // Other tests of this process have pairs of their own.
    #expect(holds(withinSeconds: 20) { OpenSockets.localCount < pairs + 100 })
  }

  private func leave(_ leaving: Leaving, port: Int) throws {
    let socket = try BareSocket(port: port)
    socket.write(RawWebSocket.request())
    if leaving == .handshakeOnly { return }
    guard try socket.readResponse().status == 101 else { throw RawClient.Failure(what: "no upgrade") }
    switch leaving {
    case .handshakeOnly, .end: break
    case .reset: socket.reset()
    case .halfFrame: socket.write(Array(Frame.text("half").bytes.prefix(7)))
    case .afterFlood: for _ in 0..<50 { socket.write(Frame.text("x".times(1000)).bytes) }
    case .close:
      socket.write(Frame.close(1000).bytes)
      while case .bytes = socket.read() {}
    }
  }
}

/// Echoes, and shows by two objects that it and its upgrade are alive.
private final class Session: WebSocketSession {
  private let objects: [LiveObjectCount.Object]

  init(_ objects: LiveObjectCount.Object...) {
    self.objects = objects
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    guard case .message(let message) = event else { return [] }
    return [.send(message)]
  }
}
