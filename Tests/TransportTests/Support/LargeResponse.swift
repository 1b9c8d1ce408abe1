import HTTPCore
import ServerTestSupport
import Transport

/// A transport that answers `GET` with many megabytes, more than all buffers on the way hold, and everything else
/// with a word.
struct LargeResponse {
  static let count = 400 * 65_521

  let transport: TestTransport
  /// What the large answers carry.
  let bytes: [UInt8]

  init(_ limits: HTTPLimits = HTTPLimits()) throws {
    // A length that is no multiple of any buffer's, so that a piece out of place shows.
    let piece = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var bytes: [UInt8] = []
    while bytes.count < Self.count { bytes += piece }
    self.bytes = bytes
    let content = BodyBuffer(bytes)
    transport = try TestTransport(limits) { request in
      guard request.method == .get else { return .respond(Response(status: 200, content: .bytes([0x6F, 0x6B]))) }
      return .respond(Response(status: 200, content: .shared(content)))
    }
  }

  static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// Whether another client is served at once.
  func servesOthers() throws -> Bool {
    try RawClient(port: transport.port).send("POST", "/").status == 200
  }
}
