import ServerTestSupport
import Testing

@Suite("A client that sends and never reads", .serialized)
struct WebSocketFloodTests {
  /// What the client sends without end.
  static let payloads = [0, 1000, 65_536]

  @Test("is not read from any more, and others are served", arguments: payloads)
  func flood(count: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(
      port: server.port, receiveBufferBytes: 4096, sendBufferBytes: 1 << 16, timeoutMilliseconds: 700)
    socket.write(RawWebSocket.request())
    #expect(try socket.readResponse().status == 101)
    let frame = RawWebSocket.Frame.binary([UInt8](repeating: 1, count: count)).bytes
    var block: [UInt8] = []
    while block.count < 1 << 16 { block += frame }
    let budget = 40 << 20
    var written = 0
    while written < budget {
      let taken = socket.write(block)
      written += taken
      if taken < block.count { break }
    }
    #expect(written < budget, "\(written) bytes were taken")
    let other = try RawWebSocket(port: server.port)
    #expect(try other.isEchoing())
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("gets everything in the end when it does read")
  func catchesUp() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port)
    let payload = [UInt8](repeating: 2, count: 100_000)
    let frame = RawWebSocket.Frame.binary(payload).bytes
    // More than the server keeps, less than the buffers of both directions and the server together.
    for _ in 0..<8 { try socket.client.write(frame) }
    for _ in 0..<8 {
      let isWhole = try socket.receive().payload == payload
      #expect(isWhole)
    }
    #expect(try socket.isEchoing())
  }

  @Test("may send pings, too")
  func pings() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port, receiveBufferBytes: 4096, timeoutMilliseconds: 1500)
    socket.write(RawWebSocket.request())
    #expect(try socket.readResponse().status == 101)
    let block = [[UInt8]](repeating: RawWebSocket.Frame.ping("x".times(100)).bytes, count: 500).flatMap { $0 }
    for _ in 0..<200 where socket.write(block) == block.count {}
    #expect(try RawWebSocket(port: server.port).isEchoing())
  }
}
