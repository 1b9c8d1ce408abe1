import CWebSockets
import HTTPCore

/// Writes messages through libwebsockets.
enum WebSocketWriter {
  /// Writes one message as one frame; libwebsockets keeps what the socket does not take at once.
  ///
  /// - Returns: false when the socket is gone.
  static func write(_ message: WebSocketMessage, to wire: OpaquePointer) -> Bool {
    let kind = if case .text = message { LWS_WRITE_TEXT } else { LWS_WRITE_BINARY }
    let payload = message.bytes
    let room = Int(mock_lws_pre)
    return withUnsafeTemporaryAllocation(byteCount: room + payload.count, alignment: 16) { buffer in
      guard let start = buffer.baseAddress else { return false }
      payload.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { (start + room).copyMemory(from: source, byteCount: bytes.count) }
      }
      let written = lws_write(
        wire, (start + room).assumingMemoryBound(to: UInt8.self), payload.count, kind)
      return written >= 0
    }
  }

  /// Sets the code and the reason that the close frame will carry (RFC 6455 §5.5.1: at most 123 octets).
  static func close(_ wire: OpaquePointer, code: UInt16, reason: String) {
    var bytes = Array(reason.utf8.prefix(123))
    lws_close_reason(wire, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
  }
}
