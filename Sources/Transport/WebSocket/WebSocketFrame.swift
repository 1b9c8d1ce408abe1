import HTTPCore

/// What the server puts on a WebSocket, one frame each (RFC 6455 §5.2). A close is left to libwebsockets, which
/// must know of it.
enum WebSocketFrame: Equatable {
  case message(WebSocketMessage)
  case ping
  case close(code: UInt16, reason: String)

  /// Bytes that a header takes at most.
  static let maximumHeaderBytes = 10

  /// Appends a message as one final frame without a mask.
  static func append(_ message: WebSocketMessage, to buffer: inout [UInt8]) {
    let opcode: UInt8 = if case .text = message { 0x81 } else { 0x82 }
    let payload = message.bytes
    buffer.append(opcode)
    switch payload.count {
    case ..<126:
      buffer.append(UInt8(payload.count))
    case ..<65536:
      buffer.append(126)
      buffer.append(UInt8(payload.count >> 8))
      buffer.append(UInt8(payload.count & 0xFF))
    default:
      buffer.append(127)
      for shift in stride(from: 56, through: 0, by: -8) { buffer.append(UInt8((payload.count >> shift) & 0xFF)) }
    }
    buffer.append(contentsOf: payload)
  }

  /// Appends a ping. It has a payload, since libwebsockets does not tell of the pong that answers an empty one.
  static func appendPing(to buffer: inout [UInt8]) {
    buffer.append(0x89)
    buffer.append(1)
    buffer.append(UInt8(ascii: "?"))
  }
}
