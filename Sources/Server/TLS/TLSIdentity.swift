import Certificates
import Logging
import Synchronization
import Transport

/// What the TLS port of a server presents, renewed while the server runs: before it ends, when the machine gets another
/// address, and when files of the user's change.
final class TLSIdentity: Sendable {
  private struct State {
    var identity: ServerIdentity
    /// The last failure, which is told once.
    var failure: CertificateFailure?
  }

  /// How often it is looked at.
  static let refreshMilliseconds = 60_000

  private let port: TLSPort
  private let logger: Logger
  private let state: Mutex<State>

  /// - Throws: ``CertificateFailure`` when there is nothing to present.
  init(_ port: TLSPort, logger: Logger) throws(CertificateFailure) {
    (self.port, self.logger) = (port, logger)
    let identity = try port.identity()
    state = Mutex(State(identity: identity))
    for remark in identity.remarks { logger.warning("TLS: \(remark)") }
  }

  var current: ServerIdentity { state.withLock { $0.identity } }

  /// Looks again, and presents what is new.
  func refresh(_ transport: TransportServer) {
    do {
      let identity = try port.identity()
      let (isNew, hadFailed) = state.withLock { state in
        defer { (state.identity, state.failure) = (identity, nil) }
        return (state.identity.certificate != identity.certificate || state.identity.key != identity.key, state.failure)
      }
      guard isNew || hadFailed != nil else { return }
      for remark in identity.remarks { logger.warning("TLS: \(remark)") }
      try transport.present(identity.credentials)
      logger.notice("TLS: another certificate is presented from now on")
    } catch let failure as CertificateFailure {
      let isNews = state.withLock { state in
        defer { state.failure = failure }
        return state.failure != failure
      }
      if isNews { logger.warning("TLS: the certificate stays as it is: \(failure)") }
    } catch {
      logger.warning("TLS: the certificate stays as it is: \(error)")
    }
  }
}
