import HTTPCore
import ServerTestSupport
import Testing

@Suite("Clients that disappear")
struct DisappearingClientTests {
  /// How far a client gets with its request, and whether it says farewell.
  static let requests = [
    "", "G", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc",
    LargeResponse.request,
  ]

  @Test("in the middle of anything leave no descriptor behind", arguments: requests, [false, true])
  func descriptors(request: String, isReset: Bool) throws {
    let large = try LargeResponse()
    let port = large.transport.port
    for _ in 0..<500 {
      let socket = try BareSocket(port: port, receiveBufferBytes: 4096)
      socket.write(request)
      if isReset { socket.reset() }
    }
    #expect(try large.servesOthers())
    // One is the socket that listens.
    #expect(
      holds(withinSeconds: 20) { OpenSockets.count(port: port) == 1 }, "\(OpenSockets.count(port: port)) are left")
  }

  @Test("in the middle of an answer release it", arguments: [false, true])
  func releasesResponses(isReset: Bool) throws {
    weak var released: BodyBuffer?
    try {
      let content = BodyBuffer([UInt8](repeating: 1, count: LargeResponse.count))
      released = content
      let offered = SingleUseContent(content)
      let transport = try TestTransport { _ in .respond(Response(status: 200, content: offered.take())) }
      let socket = try BareSocket(port: transport.port, receiveBufferBytes: 4096)
      socket.write(LargeResponse.request)
      guard case .bytes = socket.read(atMost: 1000) else { throw RawClient.Failure(what: "no answer") }
      if isReset { socket.reset() }
    }()
    #expect(released == nil)
  }

  @Test("between the request and its answer do no harm")
  func beforeTheResponse() throws {
    let server = try TestServer()
    let token = try server.signIn()
    for number in 0..<200 {
      let socket = try BareSocket(port: server.port)
      socket.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n")
      if number % 2 == 0 { socket.reset() }
    }
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
    // The addresses of IPv4 and of IPv6 listen on the port; only the first is counted.
    #expect(holds(withinSeconds: 20) { OpenSockets.count(port: server.port) == 1 })
  }
}
