import HTTPCore
import ServerTestSupport
import Testing

@Suite("Answers that end badly")
struct ResponseEndingTests {
  @Test("come with no byte, by an end or by a reset, at once or later", arguments: [0, 150], [false, true])
  func nothing(delay: Int, isReset: Bool) throws {
    let transport = try TestTransport { _ in
      .answer(
        .bytes(Pattern.bytes(100)),
        .with {
          $0.delayMilliseconds = delay
          $0.ending = isReset ? .reset : .empty
        })
    }
    for request in [plainRequest, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"] {
      let socket = try BareSocket(port: transport.port)
      var result: (bytes: [UInt8], end: ConnectionEnd) = ([], .silence)
      let seconds = secondsTaken {
        socket.write(request)
        result = socket.readToEnd()
      }
      #expect(result.bytes.isEmpty)
      #expect(result.end == (isReset ? .reset : .closed))
      #expect(seconds >= Double(delay) / 1000)
    }
    #expect(holds(withinSeconds: 5) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test(
    "are cut after so many bytes, and promise all of them", arguments: [0, 1, 99, 16_384, 99_999], [false, true])
  func truncated(count: Int, isShared: Bool) throws {
    let bytes = Pattern.bytes(100_000)
    let content: Response.Content = isShared ? .shared(BodyBuffer(bytes)) : .bytes(bytes)
    let transport = try TestTransport { _ in .answer(content, .with { $0.ending = .truncated(after: count) }) }
    let socket = try BareSocket(port: transport.port)
    socket.write(plainRequest)
    let head = socket.read(until: "\r\n\r\n")
    #expect(head.contains("Content-Length: 100000\r\n"))
    let (rest, end) = socket.readToEnd()
    let isPrefix = rest == Array(bytes.prefix(count))
    #expect(isPrefix, "\(rest.count) bytes")
    #expect(end == .closed)
  }

  @Test("are whole when there is not so much to cut", arguments: [3, 4, Int.max], ["GET", "HEAD"])
  func notCut(count: Int, method: String) throws {
    let transport = try TestTransport { _ in
      .answer(.bytes([1, 2, 3]), .with { $0.ending = .truncated(after: count) })
    }
    let client = try RawClient(port: transport.port)
    for _ in 0..<3 {
      let answer = try client.send(method, "/")
      #expect(answer.header("Content-Length") == "3")
      #expect(answer.body == (method == "HEAD" ? [] : [1, 2, 3]))
    }
  }

  @Test("never come, and the connection is given up when the client is gone", arguments: [false, true])
  func never(isReset: Bool) throws {
    let transport = try TestTransport(.with { $0.idleTimeoutSeconds = 1 }) { _ in
      .answer(.bytes([1]), .with { $0.ending = .never })
    }
    var sockets = try (0..<50).map { _ in
      let socket = try BareSocket(port: transport.port)
      socket.write(plainRequest)
      return socket
    }
    #expect(!sockets[0].hasArrival(withinMilliseconds: 2500), "the idle time-out is not for who waits")
    #expect(OpenSockets.count(port: transport.port) == 51)
    if isReset { for socket in sockets { socket.reset() } }
    sockets = []
    #expect(holds(withinSeconds: 5) { OpenSockets.count(port: transport.port) == 1 })
  }
}
