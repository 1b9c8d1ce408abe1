import HTTPCore

/// A socket on its way from libmicrohttpd to libwebsockets.
///
/// libwebsockets wants to answer the handshake itself, but libmicrohttpd has answered it. So libwebsockets gets
/// one end of a socket pair and a handshake of ours, writes its answer there, and then has the client's socket
/// put under its descriptor.
final class Adoption {
  let socket: UpgradedSocket
  let makeSession: @Sendable () -> any WebSocketSession
  /// libwebsockets' end of the pair.
  let inner: Int32
  /// The end that swallows libwebsockets' answer.
  private let outer: Int32

  /// The handshake that libwebsockets sees: no extension, no subprotocol, nothing it could refuse.
  static let handshake = Array(
    ("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").utf8)

  /// Makes the pair; nil when the process has no descriptors left.
  init?(_ socket: UpgradedSocket, makeSession: @escaping @Sendable () -> any WebSocketSession) {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Platform.streamSocket, 0, &pair) == 0 else { return nil }
    (inner, outer) = (pair[0], pair[1])
    self.socket = socket
    self.makeSession = makeSession
  }

  /// Puts the client's socket under libwebsockets' descriptor.
  func complete() {
    dup2(socket.descriptor, inner)
    close(outer)
    _ = fcntl(inner, F_SETFL, fcntl(inner, F_GETFL) | O_NONBLOCK)
    Platform.disableNagle(inner)
  }

  /// Gives up; the inner end is libwebsockets' to close.
  func abandon() {
    close(outer)
    socket.close()
  }
}
