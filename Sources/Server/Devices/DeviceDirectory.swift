import Devices
import Synchronization
import Transport

/// Knows by which addresses devices reach the server, from the moment it listens.
final class DeviceDirectory: Sendable {
  private let listening = Mutex(ConnectAddresses.Listening(hosts: [], port: 0))

  /// Remembers where the server listens.
  ///
  /// - Parameters:
  ///   - tls: How it speaks TLS on the same addresses; nil when it does not.
  func note(_ bound: [ListeningSocket.Bound], tls: ConnectAddresses.TLS? = nil) {
    let found = ConnectAddresses.Listening(hosts: bound.map(\.address), port: bound.first?.port ?? 0, tls: tls)
    listening.withLock { $0 = found }
  }

  /// The addresses at this moment; none before it listens.
  var addresses: ConnectAddresses { .current(listening.withLock { $0 }) }
}
