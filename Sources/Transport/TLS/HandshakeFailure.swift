import CGnuTLS
import Logging
import Synchronization
import World

/// Why a handshake failed, for the log.
package struct HandshakeFailure: Equatable {
  /// The text of the log line.
  package let text: String
  /// The level of the log line.
  package var level = Logger.Level.warning
  /// The metadata of the log line.
  package var metadata: Logger.Metadata = [:]

  /// Creates a failure with a known text.
  init(text: String) { self.text = text }

  /// The failure of a connection's handshake.
  init(_ connection: TLSConnection) {
    let alert = connection.alert
    let name = gnutls_alert_get_name(gnutls_alert_description_t(rawValue: UInt32(clamping: alert)))
    self.init(
      code: connection.failure, opening: connection.opening.first, alert: alert,
      alertName: name.map { String(cString: $0) } ?? "alert \(alert)",
      hasClientLeft: connection.opening.hasClientLeft, advice: connection.credentials.advice)
  }

  /// The failure for these observations.
  ///
  /// - Parameters:
  ///   - code: GnuTLS' error.
  ///   - opening: The client's first bytes.
  ///   - alert: The number of the client's last alert (RFC 8446 §6), 0 for none.
  ///   - advice: What to do about a client that refuses this server's certificate.
  package init(
    code: Int32, opening: [UInt8], alert: Int32, alertName: String, hasClientLeft: Bool, advice: String
  ) {
    switch alert {
    case 45:
      text = "the client takes our certificate for expired: does its clock go right?"
    case 42, 43, 44, 46, 48:
      text = advice
    case 70:
      text = "the client wants a version of TLS that is not offered: 1.2 and 1.3 are"
    case 1...:
      text = "the client broke the handshake off"
    default:
      text = Self.text(code: code, opening: opening, hasClientLeft: hasClientLeft)
      // Port scanners, health checks and browsers that connect in advance do this frequently.
      if hasClientLeft, opening.isEmpty { level = .debug }
      if !hasClientLeft, opening.first == TLSOpening.handshakeRecord, let error = gnutls_strerror(code) {
        metadata["error"] = "\(String(cString: error))"
      }
      return
    }
    metadata["alert"] = "\(alertName)"
  }

  private static func text(code: Int32, opening: [UInt8], hasClientLeft: Bool) -> String {
    guard let first = opening.first else { return "the client left before it said anything" }
    guard first == TLSOpening.handshakeRecord else {
      let isHTTP = opening.prefix(3).allSatisfy { (0x41...0x5A).contains($0) }
      return isHTTP
        ? "the client speaks plain HTTP to the TLS port: write https:// or wss://, or use the plain port"
        : "the client does not speak TLS to the TLS port"
    }
    // The version of a ClientHello (RFC 8446 §4.1.2); 1.3 also writes 1.2 there.
    let isOld = opening.count == 11 && opening[9] == 3 && opening[10] < 3
    switch code {
    case GNUTLS_E_UNSUPPORTED_VERSION_PACKET,
      _ where isOld:
      return "the client's TLS is too old: at least 1.2 is needed"
    case GNUTLS_E_NO_CIPHER_SUITES:
      return "the client has no cipher in common with ours"
    case GNUTLS_E_NO_COMMON_KEY_SHARE, GNUTLS_E_ECC_NO_SUPPORTED_CURVES:
      return "the client has no group for the exchange of keys in common with ours: X25519 and P-256, P-384, P-521"
    default:
      return hasClientLeft
        ? "the client left in the middle of the handshake; perhaps it does not trust our CA"
        : "the client's handshake cannot be understood"
    }
  }
}

/// Logs clients whose handshake fails; the same text at most once a minute.
final class HandshakeLog: Sendable {
  /// A retrying app causes the same log line at most this often.
  private static let repeatNanoseconds: Int64 = 60_000_000_000
  private static let maximumReported = 256

  private let logger: Logger
  /// When each text was last logged, in nanoseconds of ``SystemTime``.
  private let reported = Mutex<[String: Int64]>([:])

  init(logger: Logger) { self.logger = logger }

  func failed(_ connection: TLSConnection) { report(HandshakeFailure(connection), from: connection.address) }

  /// A connection has ended. In TLS 1.3 some clients check the certificate only after the server's handshake has ended,
  /// and send their alert then.
  func ended(_ connection: TLSConnection) {
    guard connection.failure == GNUTLS_E_FATAL_ALERT_RECEIVED, connection.isUnused else { return }
    failed(connection)
  }

  /// A client began a handshake on the port without TLS.
  func reportTLSOnPlainPort(_ address: String) {
    report(
      HandshakeFailure(text: "the port without TLS got a TLS handshake: was https:// or wss:// meant for it?"),
      from: address)
  }

  /// Data on the port without TLS is not an HTTP request, and its bytes are not available any more; the address is nil
  /// when unknown.
  func reportNoRequest(from address: String?) {
    report(
      HandshakeFailure(
        text: "the port without TLS got bytes that are not HTTP: was https:// or wss:// meant? --tls-port offers them"),
      from: address)
  }

  private func report(_ failure: HandshakeFailure, from address: String?) {
    let now = SystemTime.monotonicNanoseconds()
    let isNews = reported.withLock { reported in
      let key = "\(address ?? "-") \(failure.text)"
      if let last = reported[key], now - last < Self.repeatNanoseconds { return false }
      if reported.count >= Self.maximumReported { reported = [:] }
      reported[key] = now
      return true
    }
    logger.log(
      level: isNews ? failure.level : .debug, "TLS: \(failure.text)",
      metadata: (address.map { ["from": "\($0)"] } ?? [:]).merging(failure.metadata) { $1 })
  }
}

/// The data from a client before the end of its handshake, to explain a failure.
final class TLSOpening {
  /// The bytes that show how a client begins: the record's header, that of the message in it, and the client's version.
  private static let openingBytes = 11
  /// The size of a record with an unencrypted alert.
  private static let alertBytes = 7

  /// The client's first bytes.
  private(set) var first: [UInt8] = []
  /// The client's last bytes.
  private var last: [UInt8] = []
  /// Whether the client disconnected, cleanly or not.
  var hasClientLeft = false

  /// Adds received bytes.
  func note(_ bytes: UnsafeRawBufferPointer) {
    if first.count < Self.openingBytes { first += bytes.prefix(Self.openingBytes - first.count) }
    last = Array((last + bytes.suffix(Self.alertBytes)).suffix(Self.alertBytes))
  }

  /// Whether the client speaks TLS: its first record is a handshake record (RFC 8446 §5.1).
  var isTLS: Bool { first.first == TLSOpening.handshakeRecord }

  /// The first byte of a connection with TLS.
  static let handshakeRecord: UInt8 = 0x16

  /// The number of the unencrypted alert that the client sent last, 0 for none. OpenSSL sends one about the certificate
  /// unencrypted although it has the keys of TLS 1.3 by then (seen with 3.0), and GnuTLS does not recognise it.
  var clearAlert: Int32 {
    guard last.count == Self.alertBytes, last[0] == 21, last[1] == 3, last[3] == 0, last[4] == 2, last[5] == 2 else {
      return 0
    }
    return Int32(last[6])
  }
}
