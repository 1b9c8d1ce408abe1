import CMicroHTTPD
import HTTPCore

/// A client's socket after the switch to another protocol. Whoever holds it must end it by ``close()``.
///
/// `@unchecked Sendable` because the handle is only passed back to libmicrohttpd, which allows that from any
/// thread.
struct UpgradedSocket: @unchecked Sendable {
  /// The socket; libmicrohttpd owns the descriptor and closes it after ``close()``.
  let descriptor: Int32
  /// The socket to the client itself, which is another one when libmicrohttpd speaks TLS in between.
  let network: Int32
  /// What the client sent behind its handshake already.
  let earlyBytes: [UInt8]
  let handle: OpaquePointer

  /// Gives the connection back to libmicrohttpd, which closes the socket. Call it once.
  func close() {
    mock_close_upgraded(handle)
  }
}

/// Carries the closure through libmicrohttpd's upgrade callback.
final class UpgradeContext {
  let ready: (UpgradedSocket) -> Void

  init(ready: @escaping (UpgradedSocket) -> Void) {
    self.ready = ready
  }
}
