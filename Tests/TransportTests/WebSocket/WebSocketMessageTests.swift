import ServerTestSupport
import Testing

@Suite("WebSocket messages")
struct WebSocketMessageTests {
  typealias Frame = RawWebSocket.Frame

  static let sizes = [0, 1, 2, 124, 125, 126, 127, 128, 4095, 4096, 4097, 65_535, 65_536, 65_537, 1_000_000, 1 << 20]

  @Test("of every size come back as they were, in one frame without a mask", arguments: sizes, [UInt8(1), 2])
  func size(count: Int, opcode: UInt8) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    let payload = Array(
      repeatElement(Array(0...126 as ClosedRange<UInt8>), count: count / 127 + 1).joined().prefix(count))
    for _ in 0..<2 {
      try socket.send(Frame(opcode: opcode, payload: payload))
      let isSame = try socket.receive() == Frame(opcode: opcode, payload: payload, isMasked: false)
      #expect(isSame)
    }
  }

  static let texts = ["é", "🍅👩🏽‍🌾", "\u{0}", "\u{FFFD}\u{FFFF}\u{10FFFF}", "{\"a\":1}", "\u{FEFF}bom"]

  @Test("may be any text", arguments: texts)
  func text(text: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    #expect(try RawWebSocket(port: server.port).isEchoing(text))
  }

  @Test("come back in their order")
  func order() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.client.write((0..<1000).flatMap { Frame.text("\($0)").bytes })
    for number in 0..<1000 { #expect(try socket.receive().payload == Array("\(number)".utf8)) }
  }

  @Test("are put together from their pieces, wherever these are empty")
  func pieces() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    for pieces in [
      ["a", "b"], ["", "b"], ["a", ""], ["", ""], ["", "", "a", "", "b", ""], Array("abcdefgh").map(String.init),
    ] {
      for (index, piece) in pieces.enumerated() {
        try socket.send(.piece(index == 0 ? 1 : 0, piece, isFinal: index == pieces.count - 1))
      }
      #expect(try socket.receive() == Frame(opcode: 1, payload: Array(pieces.joined().utf8), isMasked: false))
    }
  }

  @Test("may be cut in the middle of a character")
  func cutCharacter() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    let bytes = Array("🍅".utf8)
    for (index, byte) in bytes.enumerated() {
      try socket.send(Frame(opcode: index == 0 ? 1 : 0, payload: [byte], isFinal: index == bytes.count - 1))
    }
    #expect(try socket.receive().payload == bytes)
  }

  @Test("in ten thousand pieces come back whole")
  func manyPieces() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    var bytes: [UInt8] = []
    for index in 0..<10_000 { bytes += Frame.piece(index == 0 ? 1 : 0, "x", isFinal: index == 9999).bytes }
    try socket.client.write(bytes)
    #expect(try socket.receive().payload == [UInt8](repeating: 0x78, count: 10_000))
  }

  @Test("may have pings between their pieces, which are answered at once")
  func ping() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    try socket.send(.piece(1, "begin", isFinal: false), .ping("are you there?"))
    #expect(try socket.receive() == Frame(opcode: 10, payload: Array("are you there?".utf8), isMasked: false))
    try socket.send(.piece(0, "middle", isFinal: false), .ping(""), .pong("not asked for"))
    #expect(try socket.receive() == Frame(opcode: 10, isMasked: false))
    try socket.send(.piece(0, "end", isFinal: true))
    #expect(try socket.receive().payload == Array("beginmiddleend".utf8))
  }

  @Test("are answered when they come byte by byte")
  func bytes() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    let bare = try BareSocket(port: server.port)
    bare.write(RawWebSocket.request())
    #expect(try bare.readResponse().status == 101)
    let text = "z".times(130)
    for byte in Frame.text(text).bytes { bare.write([byte]) }
    var bytes: [UInt8] = []
    while bytes.count < 134, case .bytes(let piece) = bare.read() { bytes += piece }
    #expect(bytes == [0x81, 126, 0, 130] + Array(text.utf8))
    #expect(try socket.isEchoing())
  }

  @Test("over the limit close the socket with 1009, in one piece or many", arguments: [1, 2, 1001])
  func tooLarge(pieces: Int) throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.maximumBodyBytes = 1000
    }
    let socket = try RawWebSocket(port: server.port)
    #expect(try socket.isEchoing("x".times(1000)))
    let size = 1001 / pieces
    for index in 0..<pieces {
      let count = index == pieces - 1 ? 1001 - size * (pieces - 1) : size
      try socket.send(.piece(index == 0 ? 1 : 0, "x".times(count), isFinal: index == pieces - 1))
    }
    let (frames, code) = try socket.receiveUntilClosed()
    #expect(frames.isEmpty)
    #expect(code == 1009)
    #expect(try RawWebSocket(port: server.port).isEchoing())
  }

  @Test("that claim to be huge end the connection, even if the client goes on", arguments: [1 << 31, 1 << 40, Int.max])
  func claimed(length: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port, timeoutMilliseconds: 1000)
    socket.write(RawWebSocket.request())
    #expect(try socket.readResponse().status == 101)
    let head = [0x82, 0xFF] + stride(from: 56, through: 0, by: -8).map { UInt8(length >> $0 & 0xFF) }
    socket.write(head + [1, 2, 3, 4])
    let piece = [UInt8](repeating: 0, count: 1 << 16)
    #expect(holds(withinSeconds: 15) { socket.write(piece) == 0 }, "still taken after 15 s")
    #expect(try RawWebSocket(port: server.port).isEchoing())
  }
}
