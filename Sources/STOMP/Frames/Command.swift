/// The commands of STOMP 1.0 to 1.2. Their case matters (checklist row 1).
package enum Command: String, Sendable, CaseIterable {
  case send = "SEND"
  case subscribe = "SUBSCRIBE"
  case ack = "ACK"
  case connect = "CONNECT"
  case stomp = "STOMP"
  case unsubscribe = "UNSUBSCRIBE"
  case nack = "NACK"
  case begin = "BEGIN"
  case commit = "COMMIT"
  case abort = "ABORT"
  case disconnect = "DISCONNECT"
  case connected = "CONNECTED"
  case message = "MESSAGE"
  case receipt = "RECEIPT"
  case error = "ERROR"

  /// Whether only a server sends it.
  package var isServers: Bool {
    switch self {
    case .connected, .message, .receipt, .error: true
    default: false
    }
  }

  /// Whether its frames may have a body (checklist row 19).
  package var hasBody: Bool { self == .send || self == .message || self == .error }

  /// Whether it opens a session; `STOMP` behaves as `CONNECT` (checklist row 2).
  package var opensSession: Bool { self == .connect || self == .stomp }

  /// Whether its headers are escaped (checklist row 12).
  package var escapesHeaders: Bool { !opensSession && self != .connected }
}
