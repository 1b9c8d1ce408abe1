import Foundation
import HTTPCore
import ServerTestSupport
import Testing
import Transport

/// Clients that send a whole request, end their half of the connection and wait for the answer, as `nc -N` does.
@Suite("A client that has ended its half")
struct HalfClosedClientTests {
  private func halfClosed(_ transport: TestTransport, _ request: String) throws -> RawClient {
    let client = try RawClient(port: transport.port, timeoutSeconds: 20)
    try client.write(request)
    client.finishWriting()
    return client
  }

  @Test("gets an answer that is delayed")
  func delayed() throws {
    let transport = try TestTransport { _ in
      .answer(.bytes([0x61]), .with { $0.delayMilliseconds = 2200 })
    }
    let clients = try (0..<64).map { _ in try halfClosed(transport, plainRequest) }
    for client in clients { #expect(try client.readResponse().text == "a") }
    #expect(holds(withinSeconds: 10) { OpenSockets.count(port: transport.port) == 1 })
  }

  @Test("gets its answer, and those to requests behind it, although the workers are busy")
  func busy() throws {
    let (isBusy, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let transport = try TestTransport(.with { $0.workerThreads = 1 }) { request in
      if request.target.segments == ["slow"] {
        isBusy.signal()
        mayGoOn.wait()
      }
      return .answer(.bytes(Array(request.target.rawPath.utf8)), nil)
    }
    let slow = try RawClient(port: transport.port)
    // Accepted before the worker gets busy.
    let others = try (0..<8).map { _ in try RawClient(port: transport.port, timeoutSeconds: 20) }
    for other in others { #expect(try other.send("GET", "/").status == 200) }
    try slow.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    // Lets it go on in any case, so that the transport can end.
    defer { mayGoOn.signal() }
    #expect(isBusy.wait(timeout: .now() + 20) == .success)
    for other in others {
      try other.write("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      other.finishWriting()
    }
    mayGoOn.signal()
    for other in others {
      #expect(try other.readResponse().text == "/1")
      #expect(try other.readResponse().text == "/2")
    }
    #expect(try slow.readResponse().text == "/slow")
  }

  @Test("without having sent a whole request is let go")
  func incomplete() throws {
    let transport = try TestTransport { _ in .answer(.empty, nil) }
    let client = try halfClosed(transport, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
    #expect(try client.readToEnd().isEmpty)
  }
}
