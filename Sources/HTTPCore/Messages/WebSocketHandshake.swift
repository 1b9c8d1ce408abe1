import Crypto

/// The server's half of the opening handshake (RFC 6455 §4.2).
package enum WebSocketHandshake {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Checks that a request asks for an upgrade to WebSocket version 13.
  ///
  /// - Returns: The value of `Sec-WebSocket-Accept`.
  /// - Throws: ``Problem`` of kind `upgradeRequired` for an ordinary request or another version,
  ///   `malformedRequest` for a bad key.
  package static func accept(_ request: Request) throws(Problem) -> String {
    let headers = request.headers
    guard headers.contains(token: "websocket", in: "Upgrade"), headers.contains(token: "Upgrade", in: "Connection")
    else {
      throw Problem(
        .upgradeRequired, "this path speaks WebSocket: connect with ws:// instead of http://",
        headers: ["Upgrade": "websocket"])
    }
    guard headers["Sec-WebSocket-Version"]?.trimmingBlanks() == "13" else {
      throw Problem(
        .upgradeRequired, "WebSocket version 13 is spoken here (RFC 6455)", field: "Sec-WebSocket-Version",
        value: headers["Sec-WebSocket-Version"]
      ).with(header: "Sec-WebSocket-Version", "13").with(header: "Upgrade", "websocket")
    }
    guard let key = headers["Sec-WebSocket-Key"]?.trimmingBlanks(), isKey(key) else {
      throw Problem(
        .malformedRequest, "Sec-WebSocket-Key must be 16 bytes in base64", field: "Sec-WebSocket-Key",
        value: headers["Sec-WebSocket-Key"])
    }
    return Base64.encode(Array(Insecure.SHA1.hash(data: Array((key + suffix).utf8))))
  }

  /// The first of the subprotocols that the client offered and the server knows, in the server's order of
  /// preference; nil when there is none.
  package static func subprotocol(_ request: Request, among known: [String]) -> String? {
    known.first { request.headers.contains(token: $0, in: "Sec-WebSocket-Protocol") }
  }

  /// 16 bytes are 22 characters and two of padding.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes.suffix(2) == ArraySlice("==".utf8) else { return false }
    return bytes.dropLast(2).allSatisfy { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "/"): true
      default: false
      }
    }
  }
}
