import APISupport
import Interspace
import Invernaderos
import Server

/// The options of APIs that many tests set.
extension ServerConfiguration {
  /// Nanoseconds between two readings of the sensors; 0 for never, nil for the default.
  package var sensorInterval: Int64? {
    get { apis.invernaderos.sensorInterval }
    set { apis.invernaderos.sensorInterval = newValue ?? InvernaderosOptions().sensorInterval }
  }

  /// Nanoseconds between two moves of wallet balances; 0 for never, nil for the default.
  package var walletInterval: Int64? {
    get { apis.interspace.walletInterval }
    set { apis.interspace.walletInterval = newValue ?? InterspaceOptions().walletInterval }
  }

  /// Whether a refresh token works only once.
  package var acceptsRefreshTokensOnce: Bool {
    get { apis.sessionRenewal.rotation == .immediate }
    set { apis.sessionRenewal.rotation = newValue ? .immediate : .whenSuccessorIsUsed }
  }
}
