import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Knows all connections: finds those that take too long to finish a request, those whose client has left, and those
/// that are too many.
///
/// libmicrohttpd's own timeout starts anew with every byte, so a client that drips its request one byte at a time
/// would never meet it. And after a short read it does not read again, so it misses an end that comes together with
/// the last bytes: such a connection would stay until the timeout. At its own limit it lets clients wait in silence.
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
    /// Whether there are more connections than there may be, so that requests are refused.
    let isSurplus: Bool
    /// The address of libmicrohttpd's connection.
    private let connection: UInt
    /// The thread that serves it, once a request has begun.
    private let thread = Atomic<UInt>(0)
    /// The address of the request's exchange while there is one.
    private let exchange = Atomic<UInt>(0)
    /// Whether the client had ended its half at the last sweep.
    fileprivate let hadEnded = Atomic(false)

    init(
      _ connection: OpaquePointer, socket: Int32, address: String, handshake: TLSHandshake?, isSurplus: Bool, now: Int64
    ) {
      (self.socket, self.address, self.handshake, self.isSurplus) = (socket, address, handshake, isSurplus)
      self.connection = UInt(bitPattern: connection)
      waitingSince = Mutex(now)
    }

    /// Notes which request is under way, nil for none. To be called by the thread that serves the connection, before
    /// the exchange is gone.
    func note(_ request: Unmanaged<Exchange>?) {
      exchange.store(request.map { UInt(bitPattern: $0.toOpaque()) } ?? 0, ordering: .relaxed)
      if request != nil { thread.store(CLibrary.currentThread, ordering: .relaxed) }
    }

    /// Whether no request has begun yet.
    var isFresh: Bool { thread.load(ordering: .relaxed) == 0 }

    /// The request under way, if this is the thread that serves the connection.
    func requestOfThisThread() -> (connection: OpaquePointer, exchange: Exchange)? {
      guard thread.load(ordering: .relaxed) == CLibrary.currentThread,
        let exchange = UnsafeRawPointer(bitPattern: exchange.load(ordering: .relaxed)),
        let connection = OpaquePointer(bitPattern: connection)
      else { return nil }
      return (connection, Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue())
    }
  }

  /// The log tells of the limit no more often.
  private static let repeatNanoseconds: Int64 = 60_000_000_000

  private struct State {
    var tickets: [ObjectIdentifier: Ticket] = [:]
    var surplus = 0
    /// When the log was last told that there is no room, in nanoseconds of ``SystemTime``.
    var toldAt: Int64?
  }

  private let state = Mutex(State())
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)
  private let timeoutNanoseconds: Int64
  private let maximumConnections: Int
  /// Connections beyond the limit that are answered, so that their clients learn why they are refused.
  private let maximumSurplus: Int
  private let descriptorLimit = ProcessLimits.descriptorLimit
  /// Descriptors that are left for files and for connections that are answered with a refusal.
  private let spareDescriptors: Int
  private let logger: Logger

  init(_ limits: HTTPLimits, logger: Logger) {
    timeoutNanoseconds = Int64(limits.idleTimeoutSeconds) * 1_000_000_000
    maximumConnections = limits.maximumConnections
    spareDescriptors = min(64, descriptorLimit / 8)
    maximumSurplus = max(1, spareDescriptors / 2)
    self.logger = logger
  }

  /// Begins to watch a connection; the caller ends it before the socket is closed.
  func begin(
    _ connection: OpaquePointer, socket: Int32, address: String, handshake: TLSHandshake?
  ) -> Ticket {
    let isShort = Int(socket) >= descriptorLimit - spareDescriptors
    let now = SystemTime.monotonicNanoseconds()
    let ticket = state.withLock { state in
      let isSurplus = isShort || state.tickets.count - state.surplus >= maximumConnections
      let ticket = Ticket(
        connection, socket: socket, address: address, handshake: handshake, isSurplus: isSurplus, now: now)
      state.tickets[ObjectIdentifier(ticket)] = ticket
      if isSurplus { state.surplus += 1 }
      return ticket
    }
    if ticket.isSurplus { tell(isShort ? shortage : limitReached) }
    arrival.withLock { $0 }?()
    return ticket
  }

  /// Whether there is no connection to watch.
  var isEmpty: Bool { state.withLock { $0.tickets.isEmpty } }

  /// Has somebody told of each connection that comes.
  func whenOneComes(_ tell: @escaping @Sendable () -> Void) { arrival.withLock { $0 = tell } }

  /// Ends the watch.
  func end(_ ticket: Ticket) {
    state.withLock { state in
      guard state.tickets.removeValue(forKey: ObjectIdentifier(ticket)) != nil, ticket.isSurplus else { return }
      state.surplus -= 1
    }
  }

  /// Whether a connection has taken too long.
  func isOverdue(_ ticket: Ticket) -> Bool {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    return ticket.waitingSince.withLock { $0 }.map { $0 <= limit } ?? false
  }

  /// Whether another connection may be answered, with a refusal at least.
  func hasRoom() -> Bool { state.withLock { $0.surplus < maximumSurplus } }

  /// The most connections at once, those included that are refused in words.
  var mostConnections: Int { maximumConnections + maximumSurplus }

  /// The refusal of a request on a connection that is one too many.
  var refusal: Problem {
    Problem(
      .unavailable, "this server has as many connections as it may; its log says how to allow more",
      headers: ["Retry-After": "1"])
  }

  /// Tells when libmicrohttpd says that it got no descriptor for a connection.
  func libraryIsShort(_ text: String) {
    if text.contains("system resource limit") { tell(shortage) }
  }

  /// The requests under way on connections that this thread serves.
  func requestsOfThisThread() -> [Ticket] {
    state.withLock { $0.tickets.values.filter { $0.requestOfThisThread() != nil } }
  }

  /// Shuts down every socket that has waited for longer than the timeout, or whose client's half was ended at the
  /// last sweep already and of which all was read, so that a whole request was taken from it by now; its worker then
  /// sees it end. Done under the lock, so a socket's number cannot have been given to another connection meanwhile.
  func sweep() {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    state.withLock { state in
      for ticket in state.tickets.values {
        guard let since = ticket.waitingSince.withLock({ $0 }) else {
          ticket.hadEnded.store(false, ordering: .relaxed)
          continue
        }
        // What lies there unread may be a whole request, whose answer the client waits for.
        let hasEnded = Socket.peerHasEnded(ticket.socket) && !Socket.hasInput(ticket.socket)
        let hadEnded = ticket.hadEnded.exchange(hasEnded, ordering: .relaxed)
        if since < limit || (hasEnded && hadEnded) { shutdown(ticket.socket, Int32(SHUT_RDWR)) }
      }
    }
  }

  /// Shuts down every connection that has no answer under way.
  func shutDownWaiting() {
    state.withLock { state in
      for ticket in state.tickets.values where ticket.waitingSince.withLock({ $0 }) != nil {
        shutdown(ticket.socket, Int32(SHUT_RDWR))
      }
    }
  }

  /// The number of connections with an answer under way.
  var answeringCount: Int {
    state.withLock { state in state.tickets.values.count { $0.waitingSince.withLock { $0 } == nil } }
  }

  private var limitReached: String {
    "\(maximumConnections) connections are open, which is the most there may be; until some close, others are"
      + " answered 503 or closed. --max-connections allows more"
  }

  private var shortage: String {
    "nearly all of the \(descriptorLimit) files and sockets are open that this process may have; until some"
      + " close, clients are answered 503 or wait. Raise the limit of open files (ulimit -n), or lower"
      + " --max-connections"
  }

  private func tell(_ text: String) {
    let now = SystemTime.monotonicNanoseconds()
    let isNews = state.withLock { state in
      if let last = state.toldAt, now - last < Self.repeatNanoseconds { return false }
      state.toldAt = now
      return true
    }
    if isNews { logger.warning("\(text)") }
  }
}
