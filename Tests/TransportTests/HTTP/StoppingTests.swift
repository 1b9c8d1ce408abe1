import Foundation
import HTTPCore
import ServerTestSupport
import Synchronization
import Testing

@Suite("Stopping")
struct StoppingTests {
  @Test("finishes the request under way")
  func inFlight() throws {
    let entered = DispatchSemaphore(value: 0)
    let allowed = DispatchSemaphore(value: 0)
    let transport = try TestTransport { _ in
      entered.signal()
      _ = allowed.wait(timeout: .now() + 5)
      return .respond(Response(status: 200, content: .bytes(Array("finished".utf8))))
    }
    let client = try RawClient(port: transport.port)
    try client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(entered.wait(timeout: .now() + 5) == .success)
    let server = transport.server
    let stopping = Background { server.stop() }
    #expect(!stopping.wait(seconds: 0.2), "did not wait for the answer")
    allowed.signal()
    let response = try client.readResponse()
    #expect(response.status == 200)
    #expect(response.text == "finished")
    #expect(stopping.wait(seconds: 2))
  }

  /// What a client has sent when the server stops.
  static let halves = [
    "", "GET /v1/lo", "GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n",
    "GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n",
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ]

  @Test("takes no longer than two seconds, whatever is open")
  func openConnections() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let clients = try (Self.halves + Self.halves).map { half in
      let client = try RawClient(port: server.port)
      try client.write(half)
      return client
    }
    for client in clients.suffix(Self.halves.count) { client.finishWriting() }
    let sockets = try (0..<5).map { _ in try RawWebSocket(port: server.port) }
    // The upgrade is answered a moment before the socket is taken over.
    for socket in sockets { #expect(try socket.isEchoing()) }
    let seconds = secondsTaken { server.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
    for client in clients { _ = try client.readToEnd() }
    for socket in sockets { #expect(try socket.receive() == closeFrame) }
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  private var closeFrame: RawWebSocket.Frame {
    RawWebSocket.Frame(
      opcode: 8, payload: [0x03, 0xE9] + Array("the server stops".utf8), isMasked: false)
  }

  @Test("takes no longer than two seconds while an answer is not read")
  func stuckResponse() throws {
    let large = try LargeResponse()
    let socket = try BareSocket(port: large.transport.port, receiveBufferBytes: 4096)
    socket.write(LargeResponse.request)
    #expect(socket.hasArrival(withinMilliseconds: 5000))
    let seconds = secondsTaken { large.transport.server.stop() }
    #expect(seconds < 2, "took \(seconds) s")
  }

  @Test("closes WebSockets with 1001, those that answer and those that do not", arguments: [false, true])
  func webSockets(responding: Bool) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let sockets = try (0..<20).map { _ in try RawWebSocket(port: server.port) }
    for socket in sockets { #expect(try socket.isEchoing()) }
    let mock = server.server
    let started = ContinuousClock.now
    let stopping = Background { mock.stop() }
    for socket in sockets {
      #expect(try socket.receive() == closeFrame)
      if responding { try socket.send(.close(1001)) }
    }
    #expect(stopping.wait(seconds: 2))
    #expect(started.duration(to: .now) < .seconds(2))
    for socket in sockets { #expect(try socket.client.readToEnd().isEmpty) }
  }

  @Test("may happen twice, and frees the port")
  func twice() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let port = server.port
    server.server.stop()
    server.server.stop()
    let other = try TestServer {
      $0.dataset = .minimal
      $0.port = port
    }
    #expect(try other.send("GET", "/v1/lotes").status == 401)
  }

  @Test("while clients come, ask and upgrade does no harm")
  func underLoad() throws {
    for _ in 0..<30 {
      let server = try TestServer { $0.dataset = .minimal }
      let port = server.port
      let isOver = Flag()
      let clients = (0..<4).map { number in
        Background {
          while !isOver.isSet {
            guard let client = try? RawClient(port: port, timeoutSeconds: 2) else { return }
            if number % 2 == 0 {
              while !isOver.isSet, (try? client.send("GET", "/v1/lotes"))?.status == 401 {}
            } else {
              _ = try? RawWebSocket(on: client)
            }
          }
        }
      }
      #expect(holds(withinSeconds: 5) { OpenSockets.count(port: port) > 2 })
      let seconds = secondsTaken { server.server.stop() }
      #expect(seconds < 2, "took \(seconds) s")
      isOver.set()
      for client in clients { #expect(client.wait(seconds: 10)) }
    }
  }

  @Test("while clients come to a server that is full does no harm")
  func full() throws {
    for _ in 0..<60 {
      let server = try TestServer {
        $0.dataset = .minimal
        $0.limits.maximumConnections = 4
      }
      let port = server.port
      let isOver = Flag()
      let clients = (0..<6).map { _ in
        Background {
          while !isOver.isSet, let socket = try? BareSocket(port: port, timeoutMilliseconds: 50) {
            socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
          }
        }
      }
      #expect(holds(withinSeconds: 5) { OpenSockets.count(port: port) > 2 })
      let seconds = secondsTaken { server.server.stop() }
      #expect(seconds < 2, "took \(seconds) s")
      isOver.set()
      for client in clients { #expect(client.wait(seconds: 10)) }
    }
  }

  /// The library would end the process if it stopped while it makes such an answer.
  @Test("while requests come that the HTTP library refuses by itself does no harm")
  func misjudged() throws {
    for _ in 0..<200 {
      let transport = try TestTransport { _ in .respond(Response(status: 200)) }
      let port = transport.port
      let isOver = Flag()
      let hasAnswer = DispatchSemaphore(value: 0)
      let clients = (0..<6).map { _ in
        Background {
          while !isOver.isSet, let socket = try? BareSocket(port: port, timeoutMilliseconds: 500) {
            socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}")
            if case .bytes = socket.read() { hasAnswer.signal() }
          }
        }
      }
      #expect(hasAnswer.wait(timeout: .now() + 5) == .success)
      transport.server.stop()
      isOver.set()
      for client in clients { #expect(client.wait(seconds: 10)) }
    }
  }
}

/// A flag that threads share.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

  func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
