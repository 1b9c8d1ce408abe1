import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Accepts all connections of a server that has a TLS port, on both ports, and passes them to libmicrohttpd when their
/// protocol is known. A connection of the plain port is passed on unchanged after its first byte; a connection of the
/// TLS port after its handshake, as one end of a socket pair whose other end belongs to a ``TLSConnection``. So HTTP
/// and WebSockets work over TLS as they do without, and a client that uses the wrong protocol on either port is
/// recognised reliably.
///
/// A server without a TLS port does not use it: libmicrohttpd accepts connections itself there.
final class TLSFront: Sendable {
  /// A connection that is being passed to libmicrohttpd, identified by its descriptor.
  struct Handover {
    /// The client's numeric address.
    let address: String
    let admission: ConnectionWatch.Admission
    /// The connection's TLS layer; nil for a connection of the plain port.
    let secured: TLSConnection?
    /// Wakes the daemon after a connection was resumed or ended; nil for one that notices by itself.
    let wakeServer: (@Sendable () -> Void)?
  }

  private struct Gate {
    /// Whether connections are still passed on.
    var isOpen = true
    var credentials: LoadedCredentials
  }

  let service: HTTPService
  private let gate: Mutex<Gate>
  /// By libmicrohttpd's descriptor.
  private let handovers = Mutex<[Int32: Handover]>([:])
  private let workers: [TLSWorker]
  /// The daemon for all connections where libmicrohttpd cannot be driven from outside; nil elsewhere.
  private let shared: HTTPDaemon?

  /// Creates a front that does not accept yet.
  ///
  /// Where libmicrohttpd can be driven from outside, each worker has its own daemon without threads. Then a request
  /// passes from the client's socket through the daemon and back without waking another thread, which saves about a
  /// fifth of the processor time of a short one over TLS.
  ///
  /// - listening: The sockets to accept on; the front closes them once it has started.
  ///   - listening: The sockets to accept on; the front's to close once it has begun.
  /// - Throws: ``ListeningSocket/Failure`` when GnuTLS cannot use the credentials, or no descriptors are left.
  init(
    _ listening: [ListeningSocket.Bound], credentials: TLSCredentials, service: HTTPService
  ) throws(ListeningSocket.Failure) {
    self.service = service
    gate = Mutex(Gate(credentials: try LoadedCredentials(credentials)))
    let isDriving = service.readinessMethod == .epoll
    shared = isDriving ? nil : try HTTPDaemon(nil, service: service)
    for socket in listening { Socket.prepare(socket.descriptor) }
    var workers: [TLSWorker] = []
    for index in 0..<max(1, service.limits.workerThreads) {
      let own = isDriving ? try HTTPDaemon(nil, service: service, isDriven: true) : nil
      let sockets = index == 0 ? listening : try Self.more(of: listening)
      guard let worker = TLSWorker(listening: sockets, service: service, daemon: own) else {
        throw .system("no descriptor is free for the TLS port")
      }
      workers.append(worker)
    }
    self.workers = workers
  }

  /// The same sockets with other descriptors.
  private static func more(
    of listening: [ListeningSocket.Bound]
  ) throws(ListeningSocket.Failure) -> [ListeningSocket.Bound] {
    var more: [ListeningSocket.Bound] = []
    for socket in listening {
      let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else {
        ListeningSocket.end(more)
        throw .system("no descriptor is free for the TLS port")
      }
      more.append(socket.with(descriptor))
    }
    return more
  }

  /// Begins to accept.
  func start() {
    for worker in workers { worker.start(self) }
  }

  /// Replaces the credentials for new connections; open connections keep theirs.
  func present(_ credentials: LoadedCredentials) { gate.withLock { $0.credentials = credentials } }

  /// The credentials for new connections.
  var credentials: LoadedCredentials { gate.withLock { $0.credentials } }

  /// Passes a connection to libmicrohttpd, which closes the descriptor in any case.
  ///
  /// - Parameters:
  ///   - own: The calling worker's own daemon; nil where the workers share one.
  /// - Returns: Whether the library accepted the connection.
  func handOver(_ descriptor: Int32, _ handover: Handover, to own: HTTPDaemon?) -> Bool {
    gate.withLock { gate in
      let stale = handovers.withLock { $0.updateValue(handover, forKey: descriptor) }
      // libmicrohttpd accepted it and could not begin with it; the descriptor is another connection's now.
      if let stale, stale.secured == nil { service.watch.dismiss(stale.admission) }
      if gate.isOpen, let daemon = own ?? shared {
        if daemon.take(descriptor) { return true }
      } else {
        close(descriptor)
      }
      handovers.withLock { handovers in
        // The descriptor may be another connection's already.
        if handovers[descriptor]?.admission.id == handover.admission.id { handovers[descriptor] = nil }
      }
      return false
    }
  }

  /// Whether libmicrohttpd has not begun with all connections.
  var isHandingOver: Bool { handovers.withLock { !$0.isEmpty } }

  /// The handover of a descriptor; called once, when libmicrohttpd begins with it.
  func taken(_ descriptor: Int32) -> Handover? { handovers.withLock { $0.removeValue(forKey: descriptor) } }

  /// Accepts and passes on no more connections.
  func stopAccepting() {
    gate.withLock { $0.isOpen = false }
    for worker in workers { worker.stopAccepting() }
  }

  /// Stops the daemons, sends remaining bytes for a limited time, ends all connections, and returns when the threads
  /// have ended. Call it after ``stopAccepting()``.
  func stop() {
    shared?.stop()
    for worker in workers { worker.beginStopping() }
    for worker in workers { worker.waitForEnd() }
  }
}
