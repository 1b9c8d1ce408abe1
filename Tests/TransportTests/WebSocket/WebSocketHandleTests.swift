import HTTPCore
import ServerTestSupport
import Testing

@Suite("A WebSocket's handle")
struct WebSocketHandleTests {
  @Test("sends from any thread, in the order of each")
  func threads() throws {
    let transport = try HandleTransport()
    let socket = try RawWebSocket(port: transport.port)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    let threads = (0..<4).map { thread in
      Background { for number in 0..<250 { handle.send(.text(Array("\(thread) \(number)".utf8))) } }
    }
    var next = [0, 0, 0, 0]
    for _ in 0..<1000 {
      let parts = String(decoding: try socket.receive().payload, as: UTF8.self).split(separator: " ").compactMap {
        Int($0)
      }
      try #require(parts.count == 2)
      #expect(parts[1] == next[parts[0]])
      next[parts[0]] = parts[1] + 1
    }
    for thread in threads { #expect(thread.wait(seconds: 5)) }
  }

  @Test("closes from any thread, behind what was sent before")
  func close() throws {
    let transport = try HandleTransport()
    let socket = try RawWebSocket(port: transport.port)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    for handle in transport.handles {
      handle.send(.text(Array("last".utf8)))
      handle.close(code: 4001, reason: "enough")
      handle.send(.text(Array("too late".utf8)))
      handle.close(code: 4002, reason: "again")
    }
    let (frames, code) = try socket.receiveUntilClosed()
    #expect(frames.map(\.payload) == [Array("last".utf8)])
    #expect(code == 4001)
  }

  @Test("may be used when its socket is gone")
  func goneSocket() throws {
    let transport = try HandleTransport()
    for _ in 0..<50 { try BareSocket(port: transport.port).write(RawWebSocket.request()) }
    // Those that the server has not accepted yet would have the last handle below.
    #expect(holds(withinSeconds: 10) { transport.handles.count == 50 })
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
    for handle in transport.handles {
      for _ in 0..<10 { handle.send(.binary([1, 2, 3])) }
      handle.close(code: 1000, reason: "")
    }
    let socket = try RawWebSocket(port: transport.port)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 51 })
    transport.handles.last?.send(.text([0x61]))
    #expect(try socket.receive().payload == [0x61])
  }

  @Test("may be used while and after the server stops")
  func stoppedServer() throws {
    for _ in 0..<20 {
      let transport = try HandleTransport()
      let sockets = try (0..<10).map { _ in try RawWebSocket(port: transport.port) }
      #expect(holds(withinSeconds: 5) { transport.handles.count == 10 })
      let kept = transport.handles
      let sending = (0..<2).map { _ in
        Background { for number in 0..<2000 { kept[number % 10].send(.text([0x61])) } }
      }
      transport.transport.server.stop()
      for thread in sending { #expect(thread.wait(seconds: 5)) }
      for handle in kept {
        handle.send(.text([0x62]))
        handle.close(code: 1000, reason: "")
      }
      for socket in sockets { #expect(try socket.receiveUntilClosed().frames.allSatisfy { $0.payload == [0x61] }) }
    }
  }
}
