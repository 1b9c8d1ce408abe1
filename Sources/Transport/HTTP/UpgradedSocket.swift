import CMicroHTTPD
import HTTPCore

/// A client's socket after the switch to another protocol. Whoever holds it must end it by ``close()``.
///
/// `@unchecked Sendable` because the handle is only passed back to libmicrohttpd, which allows that from any
/// thread.
struct UpgradedSocket: @unchecked Sendable {
  /// Who has the connection to the client.
  enum Owner {
    /// libmicrohttpd, which closes the descriptor itself.
    case library(OpaquePointer)
    /// A ``TLSTunnel``, which ends when the descriptor is closed; what it is told shows how soon.
    case tunnel(TLSTunnel.Patience)
  }

  /// The socket, or an end of a pair that stands for it; of use until ``close()``.
  let descriptor: Int32
  /// The socket to the client itself, which is another one when TLS is in between.
  let network: Int32
  /// What the client sent behind its handshake already.
  let earlyBytes: [UInt8]
  let owner: Owner

  /// Gives the connection back to its owner. Call it once.
  ///
  /// - Parameters:
  ///   - hasLingered: Whether the client has had its time to read what it was told last.
  func close(hasLingered: Bool = false) {
    switch owner {
    case .library(let handle): mock_close_upgraded(handle)
    case .tunnel(let patience):
      if hasLingered { patience.isOver.store(true, ordering: .releasing) }
      Platform.close(descriptor)
    }
  }
}

/// Carries the closure through libmicrohttpd's upgrade callback.
final class UpgradeContext {
  let ready: (UpgradedSocket) -> Void

  init(ready: @escaping (UpgradedSocket) -> Void) {
    self.ready = ready
  }
}
