import Foundation

/// A WebSocket client that puts frames on the wire as it is told to, right or wrong (RFC 6455 §5.2).
package final class RawWebSocket {
  /// One frame.
  package struct Frame: Equatable {
    package var opcode: UInt8
    package var payload: [UInt8]
    package var isFinal: Bool
    /// The three reserved bits.
    package var reserved: UInt8
    package var isMasked: Bool

    package init(
      opcode: UInt8, payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0, isMasked: Bool = true
    ) {
      (self.opcode, self.payload, self.isFinal) = (opcode, payload, isFinal)
      (self.reserved, self.isMasked) = (reserved, isMasked)
    }

    package static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }
    package static func binary(_ bytes: [UInt8]) -> Frame { Frame(opcode: 2, payload: bytes) }
    package static func ping(_ text: String) -> Frame { Frame(opcode: 9, payload: Array(text.utf8)) }
    package static func pong(_ text: String) -> Frame { Frame(opcode: 10, payload: Array(text.utf8)) }

    package static func close(_ code: UInt16, _ reason: String = "") -> Frame {
      Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// A piece of a message: `opcode` 0 continues the one before.
    package static func piece(_ opcode: UInt8, _ text: String, isFinal: Bool) -> Frame {
      Frame(opcode: opcode, payload: Array(text.utf8), isFinal: isFinal)
    }

    /// The frame as it goes over the wire.
    package var bytes: [UInt8] {
      let final: UInt8 = isFinal ? 0x80 : 0
      var bytes: [UInt8] = [final | reserved << 4 | opcode]
      let mask: UInt8 = isMasked ? 0x80 : 0
      switch payload.count {
      case ..<126: bytes.append(mask | UInt8(payload.count))
      case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
      default:
        bytes.append(mask | 127)
        bytes += (0..<8).map { (index: Int) -> UInt8 in UInt8(payload.count >> (56 - 8 * index) & 0xFF) }
      }
      guard isMasked else { return bytes + payload }
      let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
      var masked = payload
      masked.withUnsafeMutableBufferPointer { buffer in
        for index in buffer.indices { buffer[index] ^= key[index & 3] }
      }
      return bytes + key + masked
    }
  }

  package let client: RawClient
  /// The answer to the handshake.
  package let handshake: RawResponse

  /// The handshake's sample key (RFC 6455 §1.3), for which `s3pPLMBiTxaQ9kYGzzhZRbK+xOo=` is to be answered.
  package static let sampleKey = "dGhlIHNhbXBsZSBub25jZQ=="

  /// Connects and asks for the upgrade; `early` is sent in the handshake's own packet.
  package convenience init(
    port: Int, path: String = "/_mock/echo", headers: [(String, String)] = [], early: [UInt8] = []
  ) throws {
    try self.init(on: RawClient(port: port), path: path, headers: headers, early: early)
  }

  /// Asks for the upgrade on a connection that exists.
  package init(
    on client: RawClient, path: String = "/_mock/echo", headers: [(String, String)] = [], early: [UInt8] = []
  ) throws {
    self.client = client
    try client.write(Self.request(path: path, headers: headers) + early)
    handshake = try client.readResponse()
    guard handshake.status == 101 else { throw UnexpectedResponse(answer: handshake) }
  }

  /// A correct request for an upgrade.
  package static func request(path: String = "/_mock/echo", headers: [(String, String)] = []) -> [UInt8] {
    let lines =
      [
        "GET \(path) HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: \(sampleKey)", "Sec-WebSocket-Version: 13",
      ] + headers.map { "\($0.0): \($0.1)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  package func send(_ frames: Frame...) throws {
    try client.write(frames.flatMap(\.bytes))
  }

  /// The next frame; throws at the end of the connection. A ping is answered and skipped, as every client does (RFC 6455
  /// §5.5.2): the server may send one whenever a socket was quiet for long, which is any time on a busy machine.
  package func receive() throws -> Frame {
    while true {
      let frame = try receiveFrame()
      guard frame.opcode == 9 else { return frame }
      try send(Frame(opcode: 10, payload: frame.payload))
    }
  }

  /// The next frame, whatever it is.
  package func receiveFrame() throws -> Frame {
    let head = try client.read(count: 2)
    let width = [126: 2, 127: 8][head[1] & 0x7F] ?? 0
    let extended = try client.read(count: width).reduce(0) { $0 << 8 | Int($1) }
    let length = width == 0 ? Int(head[1] & 0x7F) : extended
    let payload = try client.read(count: length)
    return Frame(
      opcode: head[0] & 0xF, payload: payload, isFinal: head[0] & 0x80 != 0, reserved: head[0] >> 4 & 7,
      isMasked: head[1] & 0x80 != 0)
  }

  /// Everything that comes until the server closes, and the code of its close frame if it sent one. The close is
  /// answered as RFC 6455 §5.5.1 wants.
  package func receiveUntilClosed() throws -> (frames: [Frame], code: UInt16?) {
    var frames: [Frame] = []
    while let frame = try? receive() {
      if frame.opcode == 8 {
        try send(Frame(opcode: 8, payload: Array(frame.payload.prefix(2))))
        return (frames, frame.payload.count < 2 ? nil : UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1]))
      }
      frames.append(frame)
    }
    _ = try client.readToEnd()
    return (frames, nil)
  }

  /// Sends a text message and waits for the same to come back.
  package func isEchoing(_ text: String = "still here?") throws -> Bool {
    try send(.text(text))
    return try receive() == Frame(opcode: 1, payload: Array(text.utf8), isMasked: false)
  }
}
