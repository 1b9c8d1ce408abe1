import Platform
import Server
import ServerTestSupport
import Testing

@Suite("A socket handed over to WebSocket")
struct WebSocketHandOverTests {
  typealias Frame = RawWebSocket.Frame

  @Test("keeps a frame that came in the handshake's own packet")
  func early() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port, early: Frame.text("early").bytes)
    #expect(try socket.receive().payload == Array("early".utf8))
    #expect(try socket.isEchoing())
  }

  @Test("keeps several such frames in their order, a ping among them")
  func several() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let frames: [Frame] = [
      .text("one"), .ping("two"), .piece(1, "th", isFinal: false), .piece(0, "ree", isFinal: true), .binary([4]),
    ]
    let socket = try RawWebSocket(port: server.port, early: frames.flatMap(\.bytes))
    var messages: [[UInt8]] = []
    var pongs: [[UInt8]] = []
    for _ in 0..<4 {
      let frame = try socket.receive()
      if frame.opcode == 10 { pongs.append(frame.payload) } else { messages.append(frame.payload) }
    }
    #expect(messages == [Array("one".utf8), Array("three".utf8), [4]])
    #expect(pongs == [Array("two".utf8)])
  }

  @Test("puts a frame together that was cut anywhere behind the handshake")
  func cut() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let text = "a text that needs a length of two bytes, ".times(5)
    let bytes = Frame.text(text).bytes
    for cut in Array(0...20) + [100, bytes.count - 1, bytes.count] {
      let socket = try RawWebSocket(port: server.port, early: Array(bytes[..<cut]))
      try socket.client.write(Array(bytes[cut...]))
      #expect(try socket.receive().payload == Array(text.utf8), "cut at \(cut)")
      #expect(try socket.isEchoing())
    }
  }

  @Test("keeps large messages that came early", arguments: [4000, 30_000, 100_000, 1 << 20])
  func large(count: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let payload = [UInt8](repeating: 7, count: count)
    let socket = try RawWebSocket(port: server.port, early: Frame.binary(payload).bytes)
    let isWhole = try socket.receive().payload == payload
    #expect(isWhole)
    #expect(try socket.isEchoing())
  }

  @Test("works when the handshake came byte by byte")
  func bytes() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port)
    for byte in RawWebSocket.request() + Frame.text("slow").bytes { socket.write([byte]) }
    var bytes: [UInt8] = []
    while !bytes.suffix(6).elementsEqual([0x81, 4] + Array("slow".utf8)), case .bytes(let piece) = socket.read() {
      bytes += piece
    }
    #expect(bytes.suffix(6).elementsEqual([0x81, 4] + Array("slow".utf8)))
  }

  @Test("works on a connection that was used for requests before")
  func keptAlive() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for _ in 0..<3 { #expect(try client.send("GET", "/v1/lotes", token: token).status == 200) }
    #expect(try client.send("POST", "/v1/lotes", token: token, body: Array("{".utf8)).status == 400)
    #expect(try RawWebSocket(on: client, early: Frame.text("a").bytes).receive().payload == Array("a".utf8))
  }

  @Test("works behind a request that was sent together with the handshake")
  func pipelined() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    try client.write(
      Array("GET /v1/lotes HTTP/1.1\r\nHost: a\r\n\r\n".utf8) + RawWebSocket.request() + Frame.text("b").bytes)
    #expect(try client.readResponse().status == 401)
    #expect(try client.readResponse().status == 101)
    #expect(try client.read(count: 3) == [0x81, 1, 0x62])
  }

  @Test("is served beside three hundred others")
  func many() throws {
    ProcessLimits.adjustDescriptors()
    let server = try TestServer { $0.dataset = .minimal }
    let sockets = try (0..<300).map { _ in try RawWebSocket(port: server.port) }
    for (number, socket) in sockets.enumerated() { try socket.send(.text("number \(number)")) }
    for (number, socket) in sockets.enumerated().reversed() {
      #expect(try socket.receive().payload == Array("number \(number)".utf8))
    }
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("is not cut off for being idle, as a request would be")
  func idle() throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
    let socket = try BareSocket(port: server.port)
    socket.write(RawWebSocket.request())
    #expect(try socket.readResponse().status == 101)
    #expect(!socket.hasArrival(withinMilliseconds: 3000))
    socket.write(Frame.text("c").bytes)
    #expect(socket.read() == .bytes([0x81, 1, 0x63]))
  }
}
