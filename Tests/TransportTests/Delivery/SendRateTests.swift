import HTTPCore
import ServerTestSupport
import Testing

@Suite("Slow answers")
struct SendRateTests {
  /// Content of one length in each of its forms.
  static func content(_ bytes: [UInt8], isShared: Bool) -> Response.Content {
    isShared ? .shared(BodyBuffer(bytes)) : .bytes(bytes)
  }

  @Test("come at their pace and whole, and the connection serves on", arguments: [false, true])
  func whole(isShared: Bool) throws {
    let bytes = Pattern.bytes(30_000)
    let content = Self.content(bytes, isShared: isShared)
    let transport = try TestTransport { _ in .answer(content, .with { $0.bytesPerSecond = 50_000 }) }
    let client = try RawClient(port: transport.port)
    for _ in 0..<2 {
      var isSame = false
      let seconds = try secondsTaken { isSame = try client.send("GET", "/").body == bytes }
      #expect(isSame)
      #expect((0.5...3).contains(seconds), "\(seconds) s")
    }
  }

  @Test("come evenly")
  func even() throws {
    let transport = try TestTransport { _ in .answer(.bytes(Pattern.bytes(400)), .with { $0.bytesPerSecond = 400 }) }
    let socket = try BareSocket(port: transport.port)
    socket.write(plainRequest)
    _ = socket.read(until: "\r\n\r\n")
    var pieces: [Int] = []
    while pieces.reduce(0, +) < 400, case .bytes(let piece) = socket.read() { pieces.append(piece.count) }
    #expect(pieces.count >= 8, "\(pieces)")
    #expect(pieces.reduce(0, +) == 400)
  }

  @Test("may be late, too, and break off")
  func delayedAndTruncated() throws {
    let bytes = Pattern.bytes(10_000)
    let delivery = ResponseDelivery.with {
      $0.delayMilliseconds = 200
      $0.bytesPerSecond = 20_000
      $0.ending = .truncated(after: 6000)
    }
    let transport = try TestTransport { _ in .answer(.bytes(bytes), delivery) }
    let socket = try BareSocket(port: transport.port)
    socket.write(plainRequest)
    #expect(!socket.hasArrival(withinMilliseconds: 150))
    var result: (bytes: [UInt8], end: ConnectionEnd) = ([], .silence)
    let seconds = secondsTaken { result = socket.readToEnd() }
    #expect(result.end == .closed)
    #expect(result.bytes.suffix(6000) == bytes.prefix(6000))
    #expect(seconds >= 0.2)
  }

  @Test("of any pace and length are complete", arguments: [Int.min, 0, 1, 1_000_000_000, Int.max], [0, 1, 2])
  func extremes(pace: Int, count: Int) throws {
    let transport = try TestTransport { _ in .answer(.bytes(Pattern.bytes(count)), .with { $0.bytesPerSecond = pace }) }
    let client = try RawClient(port: transport.port)
    #expect(try client.send("GET", "/").body == Pattern.bytes(count))
    #expect(try client.send("HEAD", "/").header("Content-Length") == "\(count)")
  }

  @Test("that are fast are not held up")
  func fast() throws {
    let bytes = Pattern.bytes(5_000_000)
    let transport = try TestTransport { _ in .answer(.bytes(bytes), .with { $0.bytesPerSecond = 20_000_000 }) }
    var isSame = false
    let seconds = try secondsTaken { isSame = try RawClient(port: transport.port).send("GET", "/").body == bytes }
    #expect(isSame)
    #expect((0.2...4).contains(seconds), "\(seconds) s")
  }

  @Test("are given up when their client leaves, and go out at once when the server stops")
  func endings() throws {
    let bytes = Pattern.bytes(20_000)
    let transport = try TestTransport { _ in .answer(.bytes(bytes), .with { $0.bytesPerSecond = 100 }) }
    for number in 0..<100 {
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      if number % 2 == 0 { socket.reset() }
    }
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
    let sockets = try (0..<100).map { _ in
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      return socket
    }
    #expect(holds(withinSeconds: 5) { transport.server.waitingCount == 100 })
    let seconds = secondsTaken { transport.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
    let areWhole = try sockets.allSatisfy { try $0.readResponse().body == bytes }
    #expect(areWhole)
  }
}
