import HTTPCore
import ServerTestSupport
import Synchronization
import Testing

@Suite("Streamed answers")
struct StreamTests {
  /// A transport that streams, and what became of its streams.
  private final class Streams: Sendable {
    let open = Mutex<[BodyStream]>([])
    let abandoned = Mutex(0)

    func transport(delivery: ResponseDelivery? = nil, status: Int = 200) throws -> TestTransport {
      try TestTransport(.with { $0.idleTimeoutSeconds = 1 }) { _ in
        let stream = BodyStream()
        stream.onAbandoned { self.abandoned.withLock { $0 += 1 } }
        self.open.withLock { $0.append(stream) }
        return .answer(.stream(stream), delivery, status: status)
      }
    }

    func push(_ text: String) { for stream in open.withLock({ $0 }) { stream.push(Array(text.utf8)) } }
    func finish() { for stream in open.withLock({ $0 }) { stream.finish() } }
    var abandonedCount: Int { abandoned.withLock { $0 } }
  }

  @Test("come as they are pushed, longer than the idle time-out, and the connection serves on")
  func pieces() throws {
    let streams = Streams()
    let transport = try streams.transport()
    let socket = try BareSocket(port: transport.port)
    for round in 1...2 {
      socket.write(plainRequest)
      let head = socket.read(until: "\r\n\r\n")
      #expect(head.contains("Transfer-Encoding: chunked\r\n"), "the header section comes before the first piece")
      for number in 0..<10 {
        streams.push("piece\(number)")
        #expect(socket.read(until: "piece\(number)\r\n") == "6\r\npiece\(number)\r\n")
      }
      if round == 1 {
        #expect(!socket.hasArrival(withinMilliseconds: 2500))
        streams.push("later!")
        #expect(socket.read(until: "later!\r\n") == "6\r\nlater!\r\n")
      }
      streams.finish()
      #expect(socket.read(until: "0\r\n\r\n") == "0\r\n\r\n")
      #expect(holds(withinSeconds: 5) { streams.abandonedCount == round })
    }
  }

  @Test("have all pieces in order when several threads push while they go out")
  func order() throws {
    let streams = Streams()
    let transport = try streams.transport()
    let socket = try BareSocket(port: transport.port)
    socket.write("GET / HTTP/1.0\r\n\r\n")
    #expect(holds(withinSeconds: 5) { streams.open.withLock { $0.count } == 1 })
    let threads = (0..<4).map { thread in
      Background { for number in 0..<3000 { streams.push("\(thread) \(number)\n") } }
    }
    for thread in threads { #expect(thread.wait(seconds: 20)) }
    streams.finish()
    let (bytes, end) = socket.readToEnd()
    #expect(end == .closed)
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.range(of: "\r\n\r\n")?.upperBound ?? text.startIndex
    let lines = text[start...].split(separator: "\n")
    #expect(lines.count == 12_000)
    for thread in 0..<4 {
      let mine = lines.filter { $0.hasPrefix("\(thread) ") }
      let pushed = (0..<3000).map { Substring("\(thread) \($0)") }
      #expect(mine == pushed)
    }
  }

  @Test(
    "have no content where the method or the status allows none",
    arguments: [("HEAD", 200), ("HEAD", 304), ("GET", 204), ("GET", 304)])
  func bodiless(method: String, status: Int) throws {
    let streams = Streams()
    let transport = try streams.transport(status: status)
    for round in 1...2 {
      let client = try RawClient(port: transport.port)
      let answer = try client.send(method, "/")
      #expect(answer.status == status)
      #expect(answer.header("Content-Length") == nil)
      #expect(answer.header("Transfer-Encoding") == nil)
      #expect(try client.readToEnd().isEmpty)
      #expect(holds(withinSeconds: 5) { streams.abandonedCount == round })
    }
  }

  @Test("are abandoned once when their client leaves, whether something is pushed or not", arguments: [false, true])
  func leaving(isReset: Bool) throws {
    let streams = Streams()
    let transport = try streams.transport()
    for _ in 0..<100 {
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      _ = socket.read(until: "\r\n\r\n")
      if isReset { socket.reset() }
    }
    if isReset { for _ in 0..<100 { streams.push("news") } }
    #expect(holds(withinSeconds: 10) { streams.abandonedCount == 100 }, "\(streams.abandonedCount)")
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
    streams.push("too late")
    streams.finish()
    #expect(streams.abandonedCount == 100)
  }

  @Test("end, with what waits for them, when the server stops")
  func stopping() throws {
    let streams = Streams()
    let transport = try streams.transport()
    let sockets = try (0..<300).map { _ in
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      return socket
    }
    #expect(holds(withinSeconds: 5) { transport.server.waitingCount == 300 })
    let pushing = Background { for _ in 0..<50 { streams.push("x") } }
    let seconds = secondsTaken { transport.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
    #expect(streams.abandonedCount == 300)
    #expect(pushing.wait(seconds: 5))
    let areEnded = sockets.allSatisfy { $0.readToEnd().bytes.suffix(5) == Array("0\r\n\r\n".utf8) }
    #expect(areEnded)
  }

  @Test("break off when the server stops before the end of a document, so that their client sees it")
  func stoppingWithinDocument() throws {
    let stream = BodyStream(isOneDocument: true)
    stream.push(Array("[1,".utf8))
    let transport = try TestTransport(.with { $0.idleTimeoutSeconds = 1 }) { _ in
      .answer(.stream(stream), nil, status: 200)
    }
    let socket = try BareSocket(port: transport.port)
    socket.write(plainRequest)
    #expect(socket.read(until: "[1,\r\n").hasSuffix("[1,\r\n"))
    #expect(holds(withinSeconds: 5) { transport.server.waitingCount == 1 })
    transport.server.stop()
    #expect(!socket.readToEnd().bytes.contains(UInt8(ascii: "0")))
  }

  @Test("are abandoned when the answer never goes out", arguments: [ResponseDelivery.Ending.empty, .reset, .never])
  func neverSent(ending: ResponseDelivery.Ending) throws {
    let streams = Streams()
    let transport = try streams.transport(delivery: .with { $0.ending = ending })
    try {
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      #expect(socket.hasArrival(withinMilliseconds: 100) == (ending != .never))
    }()
    #expect(holds(withinSeconds: 5) { streams.abandonedCount == 1 })
  }

  @Test("may be late, slow and broken off")
  func deliveries() throws {
    let streams = Streams()
    let transport = try streams.transport(
      delivery: .with {
        $0.delayMilliseconds = 100
        $0.bytesPerSecond = 1000
        $0.ending = .truncated(after: 300)
      })
    let socket = try BareSocket(port: transport.port)
    socket.write(plainRequest)
    #expect(holds(withinSeconds: 5) { streams.open.withLock { $0.count } == 1 })
    for _ in 0..<100 { streams.push("12345") }
    var result: (bytes: [UInt8], end: ConnectionEnd) = ([], .silence)
    let seconds = secondsTaken { result = socket.readToEnd() }
    #expect(seconds >= 0.3, "took \(seconds) s")
    #expect(result.end == .closed)
    #expect(result.bytes.suffix(5) != Array("0\r\n\r\n".utf8))
    #expect(holds(withinSeconds: 5) { streams.abandonedCount == 1 })
  }
}
