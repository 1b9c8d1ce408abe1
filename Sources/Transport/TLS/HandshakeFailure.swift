import CGnuTLS
import Logging
import Synchronization
import World

/// Why a handshake failed, for the person who reads the log.
package struct HandshakeFailure: Equatable {
  /// What the log says.
  package let text: String
  /// How much it matters.
  package var level = Logger.Level.warning
  /// What stands beside the text.
  package var metadata: Logger.Metadata = [:]

  /// A failure that is known.
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

  /// The failure that these tell of.
  ///
  /// - Parameters:
  ///   - code: GnuTLS' error.
  ///   - opening: The client's first bytes.
  ///   - alert: The number of the client's last alert (RFC 8446 §6), 0 for none.
  ///   - advice: What to do about a client that refuses our certificate.
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
      // Port scanners, health checks and browsers that connect in advance do this all day long.
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
    // The version of a ClientHello (RFC 8446 §4.1.2); 1.3 writes 1.2 there.
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

/// Tells the log about clients that do not come through; the same no more than once a minute.
final class HandshakeLog: Sendable {
  /// An app that tries again and again fills the log no more than this often with the same.
  private static let repeatNanoseconds: Int64 = 60_000_000_000
  private static let maximumReported = 256

  private let logger: Logger
  /// When each explanation was last told, in nanoseconds of ``SystemTime``.
  private let told = Mutex<[String: Int64]>([:])

  init(logger: Logger) { self.logger = logger }

  /// A handshake has failed.
  func failed(_ connection: TLSConnection) { tell(HandshakeFailure(connection), from: connection.address) }

  /// A connection is over. In TLS 1.3 some clients look at the certificate only when the handshake is over for the
  /// server, and say then what they think of it.
  func ended(_ connection: TLSConnection) {
    guard connection.failure == GNUTLS_E_FATAL_ALERT_RECEIVED, connection.isUnused else { return }
    failed(connection)
  }

  /// A client began a handshake on the port without TLS.
  func reportTLSOnPlainPort(_ address: String) {
    tell(
      HandshakeFailure(text: "the port without TLS got a TLS handshake: was https:// or wss:// meant for it?"),
      from: address)
  }

  /// What came on the port without TLS cannot be read as an HTTP request, and its bytes are gone; nil for an address
  /// that is not known.
  func reportNoRequest(from address: String?) {
    tell(
      HandshakeFailure(
        text: "the port without TLS got what is no HTTP request: was https:// or wss:// meant? --tls-port offers them"),
      from: address)
  }

  private func tell(_ failure: HandshakeFailure, from address: String?) {
    let now = SystemTime.monotonicNanoseconds()
    let isNews = told.withLock { told in
      let key = "\(address ?? "-") \(failure.text)"
      if let last = told[key], now - last < Self.repeatNanoseconds { return false }
      if told.count >= Self.maximumReported { told = [:] }
      told[key] = now
      return true
    }
    logger.log(
      level: isNews ? failure.level : .debug, "TLS: \(failure.text)",
      metadata: (address.map { ["from": "\($0)"] } ?? [:]).merging(failure.metadata) { $1 })
  }
}

/// What came from a client before its handshake was over, so that a failure can be explained.
final class TLSOpening {
  /// Bytes that tell how a client begins: the record's head, that of the message in it, and the client's version.
  private static let openingBytes = 11
  /// Bytes of a record with an alert that is not encrypted.
  private static let alertBytes = 7

  /// The client's first bytes.
  private(set) var first: [UInt8] = []
  /// The client's last bytes.
  private var last: [UInt8] = []
  /// Whether the client went away, in order or not.
  var hasClientLeft = false

  /// Adds what came.
  func note(_ bytes: UnsafeRawBufferPointer) {
    if first.count < Self.openingBytes { first += bytes.prefix(Self.openingBytes - first.count) }
    last = Array((last + bytes.suffix(Self.alertBytes)).suffix(Self.alertBytes))
  }

  /// Whether the client speaks TLS: its first record is one of a handshake (RFC 8446 §5.1).
  var isTLS: Bool { first.first == TLSOpening.handshakeRecord }

  /// The first byte of a connection with TLS.
  static let handshakeRecord: UInt8 = 0x16

  /// The number of an alert that the client sent last and in the clear, 0 for none. OpenSSL sends one about the
  /// certificate so, though it has the keys of TLS 1.3 by then (seen with 3.0), and GnuTLS does not take it for one.
  var clearAlert: Int32 {
    guard last.count == Self.alertBytes, last[0] == 21, last[1] == 3, last[3] == 0, last[4] == 2, last[5] == 2 else {
      return 0
    }
    return Int32(last[6])
  }
}
