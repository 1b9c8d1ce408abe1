import CGnuTLS
import Logging

/// Why a handshake failed, for the person who reads the log.
struct HandshakeFailure: Equatable {
  let text: String
  var level = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  /// A failure that is known.
  init(text: String) { self.text = text }

  /// Tells from what came of a client why its handshake fails. To be called while it does.
  init(_ handshake: TLSHandshake) {
    let alert = handshake.alert
    let name = gnutls_alert_get_name(gnutls_alert_description_t(rawValue: UInt32(clamping: alert)))
    self.init(
      opening: handshake.opening, alert: alert, alertName: name.map { String(cString: $0) } ?? "alert \(alert)",
      hasClientLeft: handshake.hasClientLeft, advice: handshake.advice)
  }

  /// - Parameters:
  ///   - opening: The client's first bytes.
  ///   - alert: The number of the client's last alert (RFC 8446 §6), 0 for none.
  ///   - advice: What to do about a client that refuses our certificate.
  init(opening: [UInt8], alert: Int32, alertName: String, hasClientLeft: Bool, advice: String) {
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
      text = Self.text(opening: opening, hasClientLeft: hasClientLeft)
      // Port scanners, health checks and browsers that connect in advance do this all day long.
      if hasClientLeft, opening.isEmpty { level = .debug }
      return
    }
    metadata["alert"] = "\(alertName)"
  }

  private static func text(opening: [UInt8], hasClientLeft: Bool) -> String {
    guard let first = opening.first else { return "the client left before it said anything" }
    guard first == 0x16 else {
      let isHTTP = opening.prefix(3).allSatisfy { (0x41...0x5A).contains($0) }
      return isHTTP
        ? "the client speaks plain HTTP to the TLS port: write https:// or wss://, or use the plain port"
        : "the client does not speak TLS to the TLS port"
    }
    // The version of a ClientHello (RFC 8446 §4.1.2); 1.3 writes 1.2 there.
    if opening.count == 11, opening[9] == 3, opening[10] < 3 {
      return "the client's TLS is too old: at least 1.2 is needed"
    }
    return hasClientLeft
      ? "the client left in the middle of the handshake; perhaps it does not trust our CA"
      : "the client's handshake cannot be understood, or has no cipher in common with ours"
  }
}
