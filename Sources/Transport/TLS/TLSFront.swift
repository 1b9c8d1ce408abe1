import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// Accepts all connections of a server that has a TLS port, on both ports, and hands them to libmicrohttpd when it is
/// known what they are: one of the plain port as it is when its first byte has come, one of the TLS port after its
/// handshake, as one end of a socket pair whose other end a ``TLSConnection`` looks after. So HTTP and WebSockets work
/// over TLS as they do without, and a client that speaks TLS to the plain port, or does not to the other, is distinguished
/// for certain.
///
/// A server without a TLS port has none of this: libmicrohttpd accepts for itself there.
final class TLSFront: Sendable {
  /// A connection on its way to libmicrohttpd, found again by its descriptor.
  struct Handover {
    /// The client's numeric address.
    let address: String
    let admission: ConnectionWatch.Admission
    /// What speaks TLS with the client; nil for a connection of the plain port.
    let secured: TLSConnection?
    /// Has the daemon look at what was resumed or ended; nil for one that notices by itself.
    let wakeServer: (@Sendable () -> Void)?
  }

  private struct Gate {
    /// Whether connections are still handed over.
    var isOpen = true
    var credentials: LoadedCredentials
  }

  let service: HTTPService
  private let gate: Mutex<Gate>
  /// By the descriptor that libmicrohttpd has.
  private let handovers = Mutex<[Int32: Handover]>([:])
  private let workers: [TLSWorker]
  /// Takes the connections where libmicrohttpd cannot be driven from outside; nil elsewhere.
  private let shared: HTTPDaemon?

  /// A front that accepts nothing yet.
  ///
  /// Where libmicrohttpd can be driven from outside, each worker has a daemon of its own without threads: then a request goes
  /// from the client's socket through the daemon and back without another thread to wake, which saves about a fifth of the
  /// processor time of a short one over TLS.
  ///
  /// - Parameters:
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

  /// The same sockets by other descriptors.
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

  /// Presents other credentials from now on; connections that are open keep theirs.
  func present(_ credentials: LoadedCredentials) { gate.withLock { $0.credentials = credentials } }

  /// What a connection that comes now is presented.
  var credentials: LoadedCredentials { gate.withLock { $0.credentials } }

  /// Hands a connection to libmicrohttpd, which closes the descriptor in any case.
  ///
  /// - Parameters:
  ///   - own: The calling worker's own daemon; nil where the workers share one.
  /// - Returns: Whether it took the connection.
  func handOver(_ descriptor: Int32, _ handover: Handover, to own: HTTPDaemon?) -> Bool {
    gate.withLock { gate in
      let stale = handovers.withLock { $0.updateValue(handover, forKey: descriptor) }
      // libmicrohttpd took it and could not begin with it; the number is another connection's now.
      if let stale, stale.secured == nil { service.watch.dismiss(stale.admission) }
      if gate.isOpen, let daemon = own ?? shared {
        if daemon.take(descriptor) { return true }
      } else {
        close(descriptor)
      }
      handovers.withLock { handovers in
        // The number may be another connection's already.
        if handovers[descriptor]?.admission.id == handover.admission.id { handovers[descriptor] = nil }
      }
      return false
    }
  }

  /// Whether libmicrohttpd has not begun with all that was handed over.
  var isHandingOver: Bool { handovers.withLock { !$0.isEmpty } }

  /// What was handed over by a descriptor; asked once, when libmicrohttpd begins with it.
  func taken(_ descriptor: Int32) -> Handover? { handovers.withLock { $0.removeValue(forKey: descriptor) } }

  /// Accepts nothing more and hands nothing over any more.
  func stopAccepting() {
    gate.withLock { $0.isOpen = false }
    for worker in workers { worker.stopAccepting() }
  }

  /// Stops the daemons, sends what the server has said, for a while at most, ends all connections, and returns when the
  /// threads have ended. To be called after ``stopAccepting()``.
  func stop() {
    shared?.stop()
    for worker in workers { worker.beginStopping() }
    for worker in workers { worker.waitForEnd() }
  }
}
