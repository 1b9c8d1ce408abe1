import Foundation
import ServerTestSupport
import Testing

/// What clients see that go on sending while the server closes: all that was said before the close frame, and its code.
@Suite("Closing a WebSocket whose client still sends")
struct WebSocketLingeringTests {
  typealias Frame = RawWebSocket.Frame

  /// A client that is strict about writing: each byte must be taken.
  private struct Sender {
    let socket: BareSocket

    init(port: Int, path: String = "/_mock/echo") throws {
      socket = try BareSocket(port: port)
      socket.write(RawWebSocket.request(path: path))
      guard try socket.readResponse().status == 101 else { throw RawClient.Failure(what: "no upgrade") }
    }

    func send(_ frames: Frame...) throws {
      let bytes = frames.flatMap(\.bytes)
      guard socket.write(bytes) == bytes.count else { throw RawClient.Failure(what: "a write failed") }
    }

    /// Sends and waits for an answer of at least so many bytes.
    func ask(_ frame: Frame, answer count: Int = 1) throws {
      try send(frame)
      var received = 0
      while received < count {
        guard case .bytes(let bytes) = socket.read() else { throw RawClient.Failure(what: "no answer") }
        received += bytes.count
      }
    }

    /// Everything until the server ends the connection; its close frame is answered.
    func readToEnd() throws -> [UInt8] {
      var all: [UInt8] = []
      var hasAnswered = false
      while case .bytes(let bytes) = socket.read() {
        all += bytes
        if !hasAnswered, all.contains(0x88) {
          hasAnswered = true
          try send(.close(1000))
        }
      }
      return all
    }

    /// Whether a close frame with that code is the last that came.
    static func ends(_ bytes: [UInt8], with code: UInt16) -> Bool {
      let head = [UInt8(code >> 8), UInt8(code & 0xFF)]
      guard let start = bytes.indices.last(where: { bytes[$0] == 0x88 && bytes[($0 + 2)...].starts(with: head) }) else {
        return false
      }
      return bytes.count - start - 2 == Int(bytes[start + 1])
    }
  }

  private static let connect = Frame.text("CONNECT\naccept-version:1.2\nhost:localhost\n\n\0")
  private static let message = Frame.text("SEND\ndestination:/topic/x\n\n\("x".times(200))\0")

  @Test("tells it the ERROR and the code in every run, with pings among what follows or not", arguments: [false, true])
  func refusedFrame(withPings: Bool) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for _ in 0..<20 {
      let sender = try Sender(port: server.port, path: "/ws/greenhouse")
      try sender.ask(Self.connect)
      try sender.send(.text("BOGUS\n\n\0"))
      for _ in 0..<60 {
        if withPings { try sender.send(.ping("there?")) }
        try sender.send(Self.message)
      }
      let bytes = try sender.readToEnd()
      #expect(bytes.firstRange(of: Array("ERROR\n".utf8)) != nil)
      #expect(Sender.ends(bytes, with: 1002))
    }
  }

  @Test("tells it the code that a test chose")
  func chosenCode() throws {
    let server = try TestServer { $0.dataset = .minimal }
    for _ in 0..<20 {
      let sender = try Sender(port: server.port)
      try sender.ask(.text("here"))
      for _ in 0..<20 { try sender.send(.text("x".times(100))) }
      let answer = try server.send(
        "DELETE", "/_mock/sockets", headers: [("Content-Type", "application/json")],
        body: #"{"code":4321,"reason":"\#("ñ".times(50))"}"#)
      #expect(answer.status == 204)
      for _ in 0..<20 { try sender.send(.text("x".times(100))) }
      #expect(Sender.ends(try sender.readToEnd(), with: 4321))
    }
  }

  @Test("tells it the code of a fault")
  func fault() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let answer = try server.send(
      "POST", "/_mock/faults", headers: [("Content-Type", "application/json")],
      body: #"{"match":{"path":"/ws/greenhouse"},"fault":{"type":"close","code":4444,"afterMessages":1}}"#)
    guard answer.status == 201 else { throw UnexpectedResponse(answer: answer) }
    for _ in 0..<20 {
      let sender = try Sender(port: server.port, path: "/ws/greenhouse")
      try sender.ask(Self.connect)
      try sender.send(.text("SUBSCRIBE\nid:1\ndestination:/topic/x\n\n\0"))
      for _ in 0..<40 { try sender.send(Self.message) }
      #expect(Sender.ends(try sender.readToEnd(), with: 4444))
    }
  }

  @Test("tells it that the server stops")
  func stopping() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let sender = try Sender(port: server.port)
    try sender.ask(.text("here"))
    let mock = server.server
    let stopping = Background { mock.stop() }
    // Until the goodbye comes, and a little beyond it.
    var bytes: [UInt8] = []
    while !bytes.contains(0x88) {
      try sender.send(.text("x"))
      guard case .bytes(let piece) = sender.socket.read() else { break }
      bytes += piece
    }
    try sender.send(.text("late"), .text("later"))
    bytes += try sender.readToEnd()
    #expect(Sender.ends(bytes, with: 1001))
    #expect(stopping.wait(seconds: 20))
  }

  @Test("tells a client that breaks the protocol why, and reads on what it cannot understand any more")
  func violation() throws {
    let server = try TestServer { $0.dataset = .minimal }
    for _ in 0..<20 {
      let sender = try Sender(port: server.port)
      try sender.ask(.text("here"))
      try sender.send(Frame(opcode: 3, payload: [1]))
      guard case .bytes(let bytes) = sender.socket.read() else { throw RawClient.Failure(what: "no close frame") }
      for _ in 0..<40 { try sender.send(Frame(opcode: 3, payload: [2])) }
      #expect(Sender.ends(bytes, with: 1002))
      _ = try sender.readToEnd()
    }
  }

  @Test("lets go of one that never closes, and keeps no descriptor of it")
  func neverCloses() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let senders = try (0..<30).map { index in
      let sender = try Sender(port: server.port, path: index < 15 ? "/ws/greenhouse" : "/_mock/echo")
      if index < 15 {
        try sender.ask(Self.connect)
        try sender.send(.text("BOGUS\n\n\0"))
      } else {
        try sender.ask(.text("here"))
        try sender.send(Frame(opcode: 1, payload: [0xFF]))
      }
      return sender
    }
    for sender in senders {
      guard case .bytes(var bytes) = sender.socket.read() else { throw RawClient.Failure(what: "no close frame") }
      while case .bytes(let piece) = sender.socket.read() { bytes += piece }
      #expect(Sender.ends(bytes, with: 1002) || Sender.ends(bytes, with: 1007))
    }
    #expect(holds(withinSeconds: 20) { OpenSockets.count(port: server.port) == 1 })
  }
}
