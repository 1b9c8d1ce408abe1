import HTTPCore
import ServerTestSupport
import Testing
import Transport

@Suite("Slow clients")
struct SlowClientTests {
  private func server() throws -> TestServer {
    try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
  }

  static let drips = [
    "GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\nX: ",
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3E8\r\n", "GET /", "",
  ]

  @Test("that drip a request byte by byte are cut off although they go on, but not before the timeout")
  func dripping() throws {
    let server = try server()
    var open = try Self.drips.map { start in
      let socket = try BareSocket(port: server.port)
      socket.write(start)
      return socket
    }
    var seconds = 0.0
    while seconds < 10, let first = open.first {
      seconds += secondsTaken { _ = first.hasArrival(withinMilliseconds: 20) }
      let count = open.count
      open.removeAll { $0.hasArrival(withinMilliseconds: 0) || $0.write([0x61]) != 1 }
      #expect(open.count == count || seconds > 0.8, "cut off after \(seconds) s already")
    }
    #expect(open.isEmpty, "\(open.count) are still open after \(seconds) s")
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("that drip on a connection they used before are cut off too")
  func drippingLater() throws {
    let server = try server()
    let socket = try BareSocket(port: server.port)
    socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try socket.readResponse().status == 401)
    var drips = 0
    while drips < 400, !socket.hasArrival(withinMilliseconds: 20), socket.write([0x61]) == 1 { drips += 1 }
    #expect(drips < 400)
  }

  @Test(
    "that say nothing are cut off after the timeout, not before",
    arguments: ["", "GET /v1/lotes HTTP/1.1\r\nHost: a\r\n\r\n"])
  func idle(request: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    try client.write(request)
    if !request.isEmpty { #expect(try client.readResponse().status == 401) }
    var rest: [UInt8] = []
    let seconds = try secondsTaken { rest = try client.readToEnd() }
    #expect(rest.isEmpty)
    #expect((0.8...6).contains(seconds), "after \(seconds) s")
  }

  @Test("have the whole time for a request although they were idle before it")
  func idleBeforeRequest() throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 3
    }
    let socket = try BareSocket(port: server.port)
    socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try socket.readResponse().status == 401)
    #expect(!socket.hasArrival(withinMilliseconds: 1800), "cut off while idle")
    socket.write("PUT /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
    #expect(!socket.hasArrival(withinMilliseconds: 1800), "cut off in the middle of a request")
    socket.write("}")
    #expect(try socket.readResponse().status == 401)
  }

  @Test("that keep asking are not cut off")
  func busy() throws {
    let server = try server()
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    var count = 0
    var seconds = 0.0
    while seconds < 1.7 {
      var status = 0
      seconds += try secondsTaken { status = try client.send("GET", "/v1/lotes", token: token).status }
      #expect(status == 200)
      count += 1
    }
    #expect(count > 10)
  }

  @Test("with a tiny receive buffer get a large answer whole")
  func slowReader() throws {
    let large = try LargeResponse(.with { $0.idleTimeoutSeconds = 2 })
    let socket = try BareSocket(port: large.transport.port, receiveBufferBytes: 4096)
    socket.write(LargeResponse.request)
    let response = try socket.readResponse()
    #expect(response.status == 200)
    let isWhole = response.body == large.bytes
    #expect(isWhole, "\(response.body.count) bytes")
    #expect(try large.servesOthers())
  }

  @Test("that stop reading an answer are cut off, and others are served meanwhile")
  func stoppedReading() throws {
    let large = try LargeResponse(.with { $0.idleTimeoutSeconds = 1 })
    let port = large.transport.port
    let sockets = try (0..<10).map { _ in
      let socket = try BareSocket(port: port, receiveBufferBytes: 4096)
      socket.write(LargeResponse.request)
      return socket
    }
    #expect(sockets.allSatisfy { $0.hasArrival(withinMilliseconds: 5000) })
    #expect(try large.servesOthers())
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: port) == 1 }, "\(OpenSockets.count(port: port))")
  }
}
