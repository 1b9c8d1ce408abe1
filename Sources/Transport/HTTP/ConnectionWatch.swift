import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Tracks all connections, and finds those that take too long to finish a request, those whose client has disconnected,
/// and those beyond the limit of connections.
///
/// libmicrohttpd's own timeout restarts with every byte, so a client that sends its request one byte at a time would
/// never reach it. After a short read it does not read again, so it misses the end of a connection that arrives
/// together with the last bytes, and would keep the connection until the timeout. At its own limit of connections it
/// lets clients wait without a response.
final class ConnectionWatch: Sendable {
  /// An accepted connection, which is counted until ``dismiss(_:)``.
  struct Admission: Sendable {
    let id: UInt64
    /// Whether it is beyond the limit of connections, so that its requests are refused.
    let isSurplus: Bool
    /// When it was accepted, in nanoseconds of ``SystemTime``.
    let since: Int64
  }

  /// The shortest time between two log lines about the limit.
  private static let repeatNanoseconds: Int64 = 60_000_000_000

  private struct State {
    /// The connections of libmicrohttpd.
    var connections: [ObjectIdentifier: ClientConnection] = [:]
    /// Accepted connections by their admission: whether each is beyond the limit.
    var admitted: [UInt64: Bool] = [:]
    /// The number of connections beyond the limit.
    var surplus = 0
    var nextID: UInt64 = 1
    /// When the limit was last logged, in nanoseconds of ``SystemTime``.
    var reportedAt: Int64?
  }

  private let state = Mutex(State())
  private let arrival = Mutex<(@Sendable () -> Void)?>(nil)
  /// The longest time for a connection to finish a request.
  let timeoutNanoseconds: Int64
  private let maximumConnections: Int
  /// The number of connections beyond the limit that get a response, so that their clients learn why they are refused.
  private let maximumSurplus: Int
  private let descriptorLimit = ProcessLimits.descriptorLimit
  /// Descriptors reserved for files, and for connections whose requests are refused.
  private let spareDescriptors: Int
  private let logger: Logger

  init(_ limits: HTTPLimits, logger: Logger) {
    timeoutNanoseconds = Int64(limits.idleTimeoutSeconds) * 1_000_000_000
    maximumConnections = limits.maximumConnections
    spareDescriptors = min(64, descriptorLimit / 8)
    maximumSurplus = max(1, spareDescriptors / 2)
    self.logger = logger
  }

  /// Counts an accepted connection.
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
    if admission.isSurplus { warn(isShort ? shortage : limitReached) }
    return admission
  }

  /// Stops counting a connection; has no effect the second time.
  func dismiss(_ admission: Admission) {
    state.withLock { state in
      if state.admitted.removeValue(forKey: admission.id) == true { state.surplus -= 1 }
    }
  }

  /// Begins to watch a connection of libmicrohttpd; the caller ends that before the socket is closed.
  ///
  /// - Parameters:
  ///   - secured: The connection's TLS layer; nil without TLS. The ``TLSFront`` dismisses the admission of a connection
  ///     with TLS when the client's socket is closed; ``end(_:)`` dismisses any other.
  ///   - wakeServer: Wakes the connection's daemon after a connection was resumed or ended; nil for one that notices by
  ///     itself.
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

  /// Whether there are no connections.
  var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }

  /// Sets the closure that is called for each new connection.
  func whenOneComes(_ report: @escaping @Sendable () -> Void) { arrival.withLock { $0 = report } }

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

  /// Whether another connection may get a response, at least a refusal.
  func hasRoom() -> Bool { state.withLock { $0.surplus < maximumSurplus } }

  /// The most open connections, including those whose requests are refused.
  var mostConnections: Int { maximumConnections + maximumSurplus }

  /// The response to a request on a connection beyond the limit.
  var refusal: Problem {
    Problem(
      .unavailable, "this server has as many connections as it may; its log says how to allow more",
      headers: ["Retry-After": "1"])
  }

  /// Reports that libmicrohttpd got no descriptor for a connection.
  func libraryIsShort(_ text: String) {
    if text.contains("system resource limit") { reportShortage() }
  }

  /// Reports that there is no descriptor for a connection.
  func reportShortage() { warn(shortage) }

  /// The connections with a running request that this thread serves.
  func requestsOfThisThread() -> [ClientConnection] {
    state.withLock { $0.connections.values.filter { $0.requestOfThisThread() != nil } }
  }

  /// The connections on which no request has begun yet.
  func freshConnections() -> [ClientConnection] { state.withLock { $0.connections.values.filter(\.isFresh) } }

  /// Shuts down the sockets of connections that exceeded the timeout, and of those whose client had already ended its
  /// half at the last sweep and has no unread bytes; libmicrohttpd's thread then sees their end. The lock is held, so
  /// the descriptor cannot belong to another connection by now.
  func sweep() {
    let limit = SystemTime.monotonicNanoseconds() - timeoutNanoseconds
    state.withLock { state in
      for client in state.connections.values {
        guard let since = client.waitingSince else {
          client.hadEnded.store(false, ordering: .relaxed)
          continue
        }
        // Unread bytes may be a complete request, whose response the client waits for.
        let hasEnded = Socket.peerHasEnded(client.socket) && !Socket.hasInput(client.socket)
        let hadEnded = client.hadEnded.exchange(hasEnded, ordering: .relaxed)
        if since < limit || (hasEnded && hadEnded) { shutdown(client.socket, Int32(SHUT_RDWR)) }
      }
    }
  }

  /// Shuts down every connection without a running response.
  ///
  /// - Parameters:
  ///   - responding: Whether to shut down those with a running response, too.
  func shutDown(responding: Bool) {
    state.withLock { state in
      for client in state.connections.values where responding || client.waitingSince != nil {
        shutdown(client.socket, Int32(SHUT_RDWR))
      }
    }
  }

  /// Whether a connection has no running response.
  var isAnyWaiting: Bool { state.withLock { $0.connections.values.contains { $0.waitingSince != nil } } }

  /// The number of connections with a running response.
  var respondingCount: Int {
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

  private func warn(_ text: String) {
    let now = SystemTime.monotonicNanoseconds()
    let isNews = state.withLock { state in
      if let last = state.reportedAt, now - last < Self.repeatNanoseconds { return false }
      state.reportedAt = now
      return true
    }
    if isNews { logger.warning("\(text)") }
  }
}
