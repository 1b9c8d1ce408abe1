import HTTPCore
import ServerTestSupport
import Testing
import Transport

@Suite("The queue of a reader that is too slow")
struct WebSocketQueueTests {
  /// A client that does not read, with little room on its way.
  private func stuckClient(_ transport: HandleTransport) throws -> RawWebSocket {
    try RawWebSocket(on: RawClient(port: transport.port, receiveBufferBytes: 4096))
  }

  private func limits(bytes: Int = 1 << 20, messages: Int = 4096) -> WebSocketLimits {
    var limits = WebSocketLimits(maximumMessageBytes: 1 << 16)
    (limits.maximumQueuedBytes, limits.maximumQueuedMessages) = (bytes, messages)
    return limits
  }

  /// A message of many bytes that begins with its number.
  private func numbered(_ number: Int, bytes: Int) -> WebSocketMessage {
    let text = "\(number) "
    return .text(Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: bytes - text.utf8.count))
  }

  private func number(of frame: RawWebSocket.Frame) -> Int? {
    Int(String(decoding: frame.payload.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
  }

  @Test("loses the oldest of what may be lost, and says how many", .timeLimit(.minutes(1)))
  func dropOldest() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    let (count, size) = (12_000, 4000)
    for number in 0..<count { handle.send(numbered(number, bytes: size), whenFull: .dropOldest) }
    #expect(holds(withinSeconds: 5) { transport.droppedCount > 0 })
    var received: [Int] = []
    while received.last != count - 1 {
      let frame = try client.receive()
      #expect(frame.payload.count == size && frame.isFinal && !frame.isMasked)
      received.append(try #require(number(of: frame)))
    }
    #expect(received == received.sorted())
    #expect(Set(received).count == received.count)
    #expect(holds(withinSeconds: 5) { transport.droppedCount == count - received.count })
  }

  @Test("is bounded in number, too", .timeLimit(.minutes(1)))
  func manySmall() throws {
    // So much room in bytes that only the number can be what is full.
    let transport = try HandleTransport(sockets: limits(bytes: 1 << 28, messages: 100))
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    // Room on the way is taken by large ones first, until none of what waits goes away any more.
    repeat {
      for number in 0..<50 { handle.send(numbered(number, bytes: 9000), whenFull: .dropOldest) }
    } while holds(withinSeconds: 0.3) { !handle.isCongested }
    let before = transport.droppedCount
    let numbers = 2000..<102_000
    for number in numbers { handle.send(numbered(number, bytes: 8), whenFull: .dropOldest) }
    var received: [Int] = []
    while received.last != numbers.last { received.append(try #require(number(of: try client.receive()))) }
    // The system may have taken any number meanwhile, but by far not all.
    let small = received.filter { $0 >= 2000 }
    #expect(small.count < numbers.count)
    #expect(holds(withinSeconds: 5) { transport.droppedCount - before >= numbers.count - small.count })
    let isInOrder = zip(small, small.dropFirst()).allSatisfy { $0 < $1 }
    #expect(isInOrder)
    #expect(received.suffix(50).elementsEqual(numbers.suffix(50)))
  }

  @Test("keeps what must arrive while what may be lost is dropped", .timeLimit(.minutes(1)))
  func mixed() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    let count = 6000
    for number in 0..<count {
      if number % 100 == 50 {
        handle.send(numbered(number, bytes: 100))
      } else {
        handle.send(numbered(number, bytes: 4000), whenFull: .dropOldest)
      }
    }
    var received: [Int] = []
    while received.last != count - 1 { received.append(try #require(number(of: try client.receive()))) }
    #expect(received.count < count)
    #expect(received.filter { $0 % 100 == 50 } == stride(from: 50, to: count, by: 100).map { $0 })
    #expect(received == received.sorted())
  }

  @Test("closes the socket when something that must arrive does not fit", .timeLimit(.minutes(1)))
  func overflow() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    for number in 0..<12_000 { handle.send(numbered(number, bytes: 4000)) }
    let (frames, code) = try client.receiveUntilClosed()
    #expect(frames.compactMap(number) == Array(0..<frames.count))
    #expect(frames.count < 12_000)
    #expect(code == 1013 || code == nil)
    #expect(holds(withinSeconds: 10) { transport.closedCount == 1 })
  }

  @Test("tells the session when the reader has caught up, if it asked", .timeLimit(.minutes(1)))
  func caughtUp() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    #expect(!handle.isCongested)
    var sent = 0
    // Until none of what waits goes away any more.
    repeat {
      for _ in 0..<20 {
        handle.send(numbered(sent, bytes: 4000))
        sent += 1
      }
    } while holds(withinSeconds: 0.3) { !handle.isCongested }
    let before = transport.caughtUpCount
    for expected in 0..<sent { #expect(number(of: try client.receive()) == expected) }
    #expect(holds(withinSeconds: 5) { transport.caughtUpCount == before + 1 })
    #expect(!handle.isCongested)
  }

  @Test("never cuts a frame by a pong, however slowly the client reads while it pings", .timeLimit(.minutes(1)))
  func pingsWhileSlow() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try stuckClient(transport)
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    let handle = try #require(transport.handles.first)
    let sending = Background {
      for number in 0..<3000 {
        handle.send(.text(Array("\(number) ".utf8) + [UInt8](repeating: 0x78, count: 7000)), whenFull: .dropOldest)
      }
      handle.send(.text(Array("end".utf8)))
    }
    var (numbers, pongs, asked): ([Int], Int, Int) = ([], 0, 0)
    while true {
      if asked < 200 {
        try client.send(.ping("\(asked)"))
        asked += 1
      }
      let frame = try client.receive()
      if frame.opcode == 10 {
        #expect(Int(String(decoding: frame.payload, as: UTF8.self)) != nil)
        pongs += 1
        continue
      }
      try #require(frame.opcode == 1 && frame.isFinal && frame.reserved == 0)
      if frame.payload == Array("end".utf8) { break }
      numbers.append(try #require(number(of: frame)))
    }
    #expect(sending.wait(seconds: 5))
    #expect(numbers == numbers.sorted())
    #expect(pongs > 0)
  }
}

@Suite("A client that has fallen silent")
struct WebSocketSilenceTests {
  private func limits() -> WebSocketLimits {
    var limits = WebSocketLimits(maximumMessageBytes: 1 << 16)
    (limits.pingAfterSeconds, limits.dropAfterSeconds) = (1, 4)
    return limits
  }

  @Test("is pinged, and stays when it answers", .timeLimit(.minutes(1)))
  func answering() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try RawWebSocket(port: transport.port)
    for _ in 0..<6 {
      let ping = try client.receiveFrame()
      #expect(ping.opcode == 9)
      try client.send(RawWebSocket.Frame(opcode: 10, payload: ping.payload))
    }
    #expect(transport.closedCount == 0)
  }

  @Test("is dropped when it answers no ping", .timeLimit(.minutes(1)))
  func dropped() throws {
    let transport = try HandleTransport(sockets: limits())
    let client = try RawWebSocket(port: transport.port)
    #expect(try client.receiveFrame().opcode == 9)
    #expect(holds(withinSeconds: 10) { transport.closedCount == 1 })
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("is dropped also when messages wait for it that it does not read", .timeLimit(.minutes(1)))
  func stuck() throws {
    let transport = try HandleTransport(sockets: limits())
    let socket = try BareSocket(port: transport.port, receiveBufferBytes: 4096)
    socket.write(RawWebSocket.request())
    #expect(holds(withinSeconds: 5) { transport.handles.count == 1 })
    for handle in transport.handles {
      for _ in 0..<2000 { handle.send(.binary([UInt8](repeating: 7, count: 4000)), whenFull: .dropOldest) }
    }
    #expect(holds(withinSeconds: 15) { transport.closedCount == 1 })
  }
}
