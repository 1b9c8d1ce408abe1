import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Knows all connections, and finds those that take too long to finish a request, those whose client has left, and those
/// beyond the limit of connections.
///
/// libmicrohttpd's own timeout starts again with every byte, so a client that sends its request one byte at a time would
/// never meet it. After a short read it does not read again, so it misses the end of a connection that comes together
/// with the last bytes, and would keep the connection until the timeout. At its own limit of connections it lets clients
/// wait without an answer.
final class ConnectionWatch: Sendable {
  /// A connection that was accepted, and is counted until ``dismiss(_:)``.
  struct Admission: Sendable {
    let id: UInt64
    /// Whether it is beyond the limit of connections, so that its requests are refused.
    let isSurplus: Bool
    /// When it was accepted, in nanoseconds of ``SystemTime``.
    let since: Int64
  }

  /// How often the log tells of the limit at most.
  private static let repeatNanoseconds: Int64 = 60_000_000_000

  private struct State {
    /// The connections that libmicrohttpd has.
    var connections: [ObjectIdentifier: ClientConnection] = [:]
    /// Whether each connection that was accepted is a surplus one, by its admission.
    var admitted: [UInt64: Bool] = [:]
    /// How many of them are.
    var surplus = 0
    var nextID: UInt64 = 1
    /// When the log last told of the limit, in nanoseconds of ``SystemTime``.
    var reportedAt: Int64?
  }

  private let state = Mutex(State())
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)
  /// How long a connection may take to finish a request.
  let timeoutNanoseconds: Int64
  private let maximumConnections: Int
  /// Connections beyond the limit that are answered, so that their clients learn why they are refused.
  private let maximumSurplus: Int
  private let descriptorLimit = ProcessLimits.descriptorLimit
  /// Descriptors that are kept for files, and for connections whose requests are refused.
  private let spareDescriptors: Int
  private let logger: Logger

  init(_ limits: HTTPLimits, logger: Logger) {
    timeoutNanoseconds = Int64(limits.idleTimeoutSeconds) * 1_000_000_000
    maximumConnections = limits.maximumConnections
    spareDescriptors = min(64, descriptorLimit / 8)
    maximumSurplus = max(1, spareDescriptors / 2)
    self.logger = logger
  }

  /// Counts a connection that was accepted.
  func admit(_ socket: Int32) -> Admission {
    let isShort = Int(socket) >= descriptorLimit - spareDescriptors
    let now = SystemTime.monotonicNanoseconds()
    let admission = state.withLock { state in
      defer { state.nextID += 1 }
      let isSurplus = isShort || state.admitted.count - state.surplus >= maximumConnections
      state.admitted[state.nextID] = isSurplus
      if isSurplus { state.surplus += 1 }
      return Admission(id: state.nextID, isSurplus: isSurplus, since: now)
    }
    if admission.isSurplus { tell(isShort ? shortage : limitReached) }
    return admission
  }

  /// Counts a connection no more; does nothing the second time.
  func dismiss(_ admission: Admission) {
    state.withLock { state in
      if state.admitted.removeValue(forKey: admission.id) == true { state.surplus -= 1 }
    }
  }

  /// Begins to watch a connection that libmicrohttpd has; the caller ends that before the socket is closed.
  ///
  /// - Parameters:
  ///   - secured: What speaks TLS with the client; nil for a connection without it. The admission of a connection with
  ///     TLS is dismissed by the ``TLSFront``, when the client's socket is closed; that of another one by ``end(_:)``.
  ///   - wakeServer: Has the connection's daemon look at what was resumed or ended; nil for one that notices by itself.
  func begin(
    _ connection: OpaquePointer, socket: Int32, address: String, admission: Admission, secured: TLSConnection?,
    wakeServer: (@Sendable () -> Void)?
  ) -> ClientConnection {
    let client = ClientConnection(
      connection, socket: socket, address: address, admission: admission, secured: secured, wakeServer: wakeServer)
    state.withLock { $0.connections[ObjectIdentifier(client)] = client }
    arrival.withLock { $0 }?()
    return client
  }

  /// Whether there is no connection to watch.
  var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }

  /// Sets what is called for each connection that begins.
  func whenOneComes(_ tell: @escaping @Sendable () -> Void) { arrival.withLock { $0 = tell } }

  /// Ends the watch.
  func end(_ client: ClientConnection) {
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(client)) }
    if client.secured == nil { dismiss(client.admission) }
  }

  /// Whether a connection has taken too long.
  func isOverdue(_ client: ClientConnection) -> Bool {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    return client.waitingSince.map { $0 <= limit } ?? false
  }

  /// Whether another connection may be answered, with a refusal at least.
  func hasRoom() -> Bool { state.withLock { $0.surplus < maximumSurplus } }

  /// The most connections at once, those included whose requests are refused.
  var mostConnections: Int { maximumConnections + maximumSurplus }

  /// The answer to a request on a connection beyond the limit.
  var refusal: Problem {
    Problem(
      .unavailable, "this server has as many connections as it may; its log says how to allow more",
      headers: ["Retry-After": "1"])
  }

  /// Tells when libmicrohttpd says that it got no descriptor for a connection.
  func libraryIsShort(_ text: String) {
    if text.contains("system resource limit") { reportShortage() }
  }

  /// Tells that there is no descriptor for a connection.
  func reportShortage() { tell(shortage) }

  /// The requests under way on connections that this thread serves.
  func requestsOfThisThread() -> [ClientConnection] {
    state.withLock { $0.connections.values.filter { $0.requestOfThisThread() != nil } }
  }

  /// The connections on which no request has begun yet.
  func freshConnections() -> [ClientConnection] { state.withLock { $0.connections.values.filter(\.isFresh) } }

  /// Shuts down the sockets of connections that have taken longer than the timeout, and of those whose client had ended
  /// its half at the last sweep already and sent nothing that is still unread; the thread of libmicrohttpd then sees them
  /// end. It holds the lock, so the number of a socket cannot be another connection's by now.
  func sweep() {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    state.withLock { state in
      for client in state.connections.values {
        guard let since = client.waitingSince else {
          client.hadEnded.store(false, ordering: .relaxed)
          continue
        }
        // Unread bytes may be a whole request, whose answer the client waits for.
        let hasEnded = Socket.peerHasEnded(client.socket) && !Socket.hasInput(client.socket)
        let hadEnded = client.hadEnded.exchange(hasEnded, ordering: .relaxed)
        if since < limit || (hasEnded && hadEnded) { shutdown(client.socket, Int32(SHUT_RDWR)) }
      }
    }
  }

  /// Shuts down every connection that has no answer under way.
  ///
  /// - Parameters:
  ///   - answering: Whether those that have one are shut down, too.
  func shutDown(answering: Bool) {
    state.withLock { state in
      for client in state.connections.values where answering || client.waitingSince != nil {
        shutdown(client.socket, Int32(SHUT_RDWR))
      }
    }
  }

  /// Whether a connection has no answer under way.
  var isAnyWaiting: Bool { state.withLock { $0.connections.values.contains { $0.waitingSince != nil } } }

  /// The number of connections with an answer under way.
  var answeringCount: Int {
    state.withLock { state in state.connections.values.count { $0.waitingSince == nil } }
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
      if let last = state.reportedAt, now - last < Self.repeatNanoseconds { return false }
      state.reportedAt = now
      return true
    }
    if isNews { logger.warning("\(text)") }
  }
}
