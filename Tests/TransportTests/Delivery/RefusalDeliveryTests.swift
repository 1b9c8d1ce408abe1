import HTTPCore
import Logging
import ServerTestSupport
import Testing
import Transport

@Suite("Refusals that do not simply go out")
struct RefusalDeliveryTests {
  /// What is refused as soon as its header section is there, the connection being closed after it, and what once its
  /// content is.
  static let requests = [
    "GET / HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nabcde",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n" + String(repeating: "x", count: 2_000_000),
    "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n",
  ]

  @Test("come late", arguments: requests.indices)
  func late(number: Int) throws {
    let request = Self.requests[number]
    let server = try start { $0.delayMilliseconds = 120 }
    defer { server.transport.stop() }
    let client = try RawClient(port: server.port)
    var status = 0
    let seconds = try secondsTaken {
      try client.write(request)
      status = try client.readResponse().status
    }
    #expect((400..<500).contains(status))
    #expect(seconds >= 0.12)
  }

  @Test("do not come at all", arguments: requests.indices)
  func absent(number: Int) throws {
    let request = Self.requests[number]
    let server = try start {
      $0.delayMilliseconds = 50
      $0.ending = .reset
    }
    defer { server.transport.stop() }
    let socket = try BareSocket(port: server.port)
    socket.write(request)
    let (bytes, end) = socket.readToEnd()
    #expect(bytes.isEmpty)
    #expect(end == .reset)
  }

  private func start(_ change: (inout ResponseDelivery) -> Void) throws -> (transport: TransportServer, port: Int) {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let handler = RefusingHandler(delivery: .with(change))
    let transport = try TransportServer(handler: handler, limits: HTTPLimits(), logger: logger)
    let bound = try ListeningSocket.open(hosts: ["127.0.0.1"], port: 0)
    try transport.start(bound)
    return (transport, bound[0].port)
  }
}

private struct RefusingHandler: RequestHandler {
  let delivery: ResponseDelivery

  func begin(_ request: Request) -> Handling { .done(.respond(Response(status: 200))) }

  func refuse(_ problem: Problem, method: HTTPMethod, target: [UInt8], headers: HeaderFields) -> Response {
    var response = Response(status: problem.kind.status)
    response.delivery = delivery
    return response
  }

  func dateHeader() -> String { "Thu, 01 Jan 1970 00:00:00 GMT" }
}
