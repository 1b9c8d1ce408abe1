import HTTPCore
import ServerTestSupport
import Synchronization
import Testing
import Transport

/// Keeps what it is told.
private final class NotedReport: MessageReport {
  private let state = Mutex((ending: Transmission.Ending?.none, writes: 0))

  var ending: Transmission.Ending? { state.withLock { $0.ending } }
  var isBalanced: Bool { state.withLock { $0.writes == 0 } }

  func beginWriting() { state.withLock { $0.writes += 1 } }
  func endWriting() { state.withLock { $0.writes -= 1 } }
  func settle(_ ending: Transmission.Ending) { state.withLock { $0.ending = $0.ending ?? ending } }
}

@Suite("Faults of sockets")
struct SocketFaultTests {
  @Test("drop the connection by a reset, whatever waits, from any thread and more than once")
  func abort() throws {
    let transport = try HandleTransport()
    for round in 1...20 {
      let socket = try BareSocket(port: transport.port)
      socket.write(RawWebSocket.request())
      _ = socket.read(until: "\r\n\r\n")
      #expect(holds(withinSeconds: 5) { transport.handles.count == round })
      let handle = try #require(transport.handles.last)
      if round % 2 == 0 { handle.send(.binary([UInt8](repeating: 7, count: 500_000))) }
      handle.abort()
      handle.abort()
      handle.send(.text([0x61]))
      #expect(socket.readToEnd().end == .reset)
      #expect(holds(withinSeconds: 5) { transport.closedCount == round })
      handle.abort()
    }
    #expect(holds(withinSeconds: 5) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("drop the connection behind what waits, however much that is and however slowly it is read")
  func abortInTurn() throws {
    let transport = try HandleTransport()
    for round in 1...10 {
      let socket = try BareSocket(port: transport.port)
      socket.write(RawWebSocket.request())
      _ = socket.read(until: "\r\n\r\n")
      #expect(holds(withinSeconds: 5) { transport.handles.count == round })
      let handle = try #require(transport.handles.last)
      let reports = (0..<5).map { _ in NotedReport() }
      for report in reports.prefix(4) {
        handle.send(.binary([UInt8](repeating: 7, count: round * 30_000)), whenFull: .close, report: report)
      }
      handle.abortInTurn()
      handle.send(.text([0x61]), whenFull: .close, report: reports[4])
      let (bytes, end) = socket.readToEnd()
      // A header of four bytes for up to 65,535, else of ten (RFC 6455 §5.2).
      #expect(bytes.count == 4 * (round * 30_000 + (round > 2 ? 10 : 4)))
      #expect(end == .reset)
      #expect(reports.map(\.ending) == [.whole, .whole, .whole, .whole, .aborted])
    }
    #expect(holds(withinSeconds: 5) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("report what a reset loses, and what is sent when the socket is gone")
  func lostMessages() throws {
    let transport = try HandleTransport()
    let socket = try BareSocket(port: transport.port)
    socket.write(RawWebSocket.request())
    _ = socket.read(until: "\r\n\r\n")
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    let reports = (0..<8).map { _ in NotedReport() }
    // More than the system's buffers hold while the client reads nothing.
    for report in reports.prefix(7) {
      handle.send(.binary([UInt8](repeating: 7, count: 1_000_000)), whenFull: .dropOldest, report: report)
    }
    handle.abort()
    #expect(holds(withinSeconds: 5) { transport.closedCount == 1 })
    handle.send(.text([0x61]), whenFull: .close, report: reports[7])
    #expect(reports.allSatisfy { $0.ending != nil })
    #expect(reports[6].ending == .reset)
    #expect(reports[7].ending == .reset)
    #expect(reports.allSatisfy { $0.isBalanced })
  }

  @Test("leave the client unread and unasked until reading goes on")
  func pauseReading() throws {
    let limits = {
      var limits = WebSocketLimits(maximumMessageBytes: 1 << 20)
      (limits.pingAfterSeconds, limits.dropAfterSeconds) = (1, 2)
      return limits
    }()
    let transport = try HandleTransport(sockets: limits)
    let socket = try RawWebSocket(port: transport.port)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    handle.pauseReading(true)
    handle.send(.text([0x61]))
    #expect(try afterPings(socket).payload == [0x61], "it still hears")
    try socket.send(.ping("unread"))
    #expect(!holds(withinSeconds: 4) { transport.closedCount == 1 }, "dropped for a silence that was asked for")
    handle.pauseReading(false)
    let pong = RawWebSocket.Frame(opcode: 10, payload: Array("unread".utf8), isMasked: false)
    #expect(try afterPings(socket) == pong)
  }

  /// The next frame that is no ping: on a machine that is busy, the server may ask for a sign of life at any time when it
  /// reads.
  private func afterPings(_ socket: RawWebSocket) throws -> RawWebSocket.Frame {
    var observed = try socket.receiveFrame()
    while observed.opcode == 9 { observed = try socket.receiveFrame() }
    return observed
  }

  @Test("let a client that is not read from leave")
  func leaving() throws {
    let transport = try HandleTransport()
    try {
      let socket = try RawWebSocket(port: transport.port)
      #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
      transport.handles.first?.pauseReading(true)
      try socket.send(.text("unread"))
    }()
    #expect(holds(withinSeconds: 10) { transport.closedCount == 1 })
    #expect(holds(withinSeconds: 5) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("do not hold the server up when it stops")
  func stopping() throws {
    let transport = try HandleTransport()
    let sockets = try (0..<20).map { _ in try RawWebSocket(port: transport.port) }
    #expect(holds(withinSeconds: 5) { transport.handles.count == 20 })
    for handle in transport.handles { handle.pauseReading(true) }
    let seconds = secondsTaken { transport.transport.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
    for socket in sockets { #expect(try socket.receiveUntilClosed().code == 1001) }
    for handle in transport.handles {
      handle.abort()
      handle.pauseReading(false)
    }
  }
}
