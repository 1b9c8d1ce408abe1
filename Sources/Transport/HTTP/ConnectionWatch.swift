import Synchronization
import World

/// Finds connections that take too long to finish a request, and those whose client has left.
///
/// libmicrohttpd's own timeout starts anew with every octet, so a client that drips its request one octet at a time
/// would never meet it. And after a short read it does not read again, so it misses an end that comes together with
/// the last octets: such a connection would stay until the timeout.
final class ConnectionWatch: Sendable {
  /// One connection; its identity is the key.
  final class Ticket: Sendable {
    let socket: Int32
    /// The client's numeric address.
    let address: String
    /// How the connection speaks TLS; nil for one that does not.
    let handshake: TLSHandshake?
    /// When the connection last had nothing unfinished; nil while an answer is being sent or after an upgrade.
    let waitingSince: Mutex<Int64?>
    /// Whether the client had ended its half at the last sweep.
    fileprivate let hadEnded = Atomic(false)

    init(socket: Int32, address: String, handshake: TLSHandshake?, now: Int64) {
      (self.socket, self.address, self.handshake) = (socket, address, handshake)
      waitingSince = Mutex(now)
    }
  }

  private let tickets = Mutex<[ObjectIdentifier: Ticket]>([:])
  private let timeoutNanoseconds: Int64

  init(timeoutSeconds: Int) {
    timeoutNanoseconds = Int64(timeoutSeconds) * 1_000_000_000
  }

  /// Begins to watch a socket; the caller ends it before the socket is closed.
  func begin(_ socket: Int32, address: String, handshake: TLSHandshake?) -> Ticket {
    let ticket = Ticket(
      socket: socket, address: address, handshake: handshake, now: SystemTime.monotonicNanoseconds())
    tickets.withLock { $0[ObjectIdentifier(ticket)] = ticket }
    return ticket
  }

  /// Ends the watch.
  func end(_ ticket: Ticket) {
    tickets.withLock { $0[ObjectIdentifier(ticket)] = nil }
  }

  /// Shuts down every socket that has waited for longer than the timeout, or whose client's half was ended at the
  /// last sweep already, so that a whole request was taken from it by now; its worker then sees it end. Done under
  /// the lock, so a socket's number cannot have been given to another connection meanwhile.
  func sweep() {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    tickets.withLock { tickets in
      for ticket in tickets.values {
        guard let since = ticket.waitingSince.withLock({ $0 }) else {
          ticket.hadEnded.store(false, ordering: .relaxed)
          continue
        }
        let hasEnded = Platform.peerHasEnded(ticket.socket)
        let hadEnded = ticket.hadEnded.exchange(hasEnded, ordering: .relaxed)
        if since < limit || (hasEnded && hadEnded) { shutdown(ticket.socket, Int32(SHUT_RDWR)) }
      }
    }
  }

  /// Shuts down every connection that has no answer under way.
  func shutDownWaiting() {
    tickets.withLock { tickets in
      for ticket in tickets.values where ticket.waitingSince.withLock({ $0 }) != nil {
        shutdown(ticket.socket, Int32(SHUT_RDWR))
      }
    }
  }

  /// The number of connections with an answer under way.
  var answeringCount: Int {
    tickets.withLock { tickets in tickets.values.count { $0.waitingSince.withLock { $0 } == nil } }
  }
}
