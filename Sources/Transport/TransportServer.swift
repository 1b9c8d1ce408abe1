import Dispatch
import HTTPCore
import Logging
import Platform
import Synchronization
import World

/// The network side of the server: HTTP and WebSocket on the same sockets.
package final class TransportServer: Sendable {
  private struct Running {
    var daemons: [HTTPDaemon]
    var sweeper: RealTimer
    var socketSweeper: RealTimer
  }

  /// The interval of the search for connections that take too long.
  private static let sweepMilliseconds = 500
  /// The interval of the search for silent WebSockets; the loop counts seconds by it.
  private static let socketSweepMilliseconds = 1000

  /// How long connections with a running response may take to end after everything is sent, and how long others.
  private static let endingNanoseconds: Int64 = 500_000_000
  private static let longestEndingNanoseconds: Int64 = 5_000_000_000

  private let service: HTTPService
  private let sockets: WebSocketLoop
  private let running = Mutex<Running?>(nil)

  /// Creates a server that is not started yet.
  ///
  /// - Parameters:
  ///   - socketLimits: The limits of one WebSocket; nil to derive them from `limits`.
  ///   - readinessMethod: How a server with a TLS port waits for its sockets.
  /// - Throws: ``WebSocketLoop/Failure`` when libwebsockets cannot be set up.
  package init(
    handler: any RequestHandler, limits: HTTPLimits, socketLimits: WebSocketLimits? = nil,
    readinessMethod: ReadinessMethod = .ofSystem, logger: Logger
  ) throws {
    sockets = try WebSocketLoop(
      limits: socketLimits ?? WebSocketLimits(maximumMessageBytes: limits.maximumBodyBytes), logger: logger)
    service = HTTPService(
      handler: handler, limits: limits, sockets: sockets, readinessMethod: readinessMethod, logger: logger)
  }

  /// Serves these sockets from the moment it returns.
  ///
  /// - Parameters:
  ///   - tls: The credentials of the TLS port; required when one of the sockets is secure.
  /// - Throws: ``ListeningSocket/Failure``.
  package func start(_ bound: [ListeningSocket.Bound], tls: TLSCredentials? = nil) throws(ListeningSocket.Failure) {
    sockets.start()
    var daemons: [HTTPDaemon] = []
    do {
      if let tls {
        let front = try TLSFront(bound, credentials: tls, service: service)
        service.front.withLock { $0 = front }
        front.start()
      } else {
        for socket in bound { daemons.append(try HTTPDaemon(socket, service: service)) }
      }
    } catch {
      for daemon in daemons { daemon.stop() }
      sockets.stop()
      throw error
    }
    let (watch, suspended) = (service.watch, service.suspended)
    let sweeper = RealTimer(
      everyMilliseconds: Self.sweepMilliseconds, while: { !watch.isEmpty },
      do: {
        watch.sweep()
        suspended.sweep()
      })
    watch.whenOneComes { sweeper.wake() }
    let sockets = self.sockets
    let socketSweeper = RealTimer(
      everyMilliseconds: Self.socketSweepMilliseconds, while: { !sockets.isEmpty }, do: { sockets.sweep() })
    sockets.whenOneComes { socketSweeper.wake() }
    running.withLock { $0 = Running(daemons: daemons, sweeper: sweeper, socketSweeper: socketSweeper) }
  }

  /// Replaces the credentials for new connections; has no effect without a TLS port.
  ///
  /// - Throws: ``ListeningSocket/Failure`` when GnuTLS cannot use them; the previous ones stay.
  package func present(_ tls: TLSCredentials) throws(ListeningSocket.Failure) {
    let credentials = try LoadedCredentials(tls)
    front?.present(credentials)
  }

  /// The number of connections whose response waits, for its time or for a stream.
  package var waitingCount: Int { service.suspended.suspendedCount }

  /// Accepts no more connections, lets running responses finish (waiting ones are sent now, and streams end), closes
  /// WebSockets with 1001 and returns when everything has ended. Further calls have no effect.
  ///
  /// - graceMilliseconds: How long running responses may take.
  ///   - graceMilliseconds: How long running responses may take.
  package func stop(graceMilliseconds: Int = 1200) {
    guard let stopped = running.withLock({ running in running.take() }) else { return }
    service.isStopping.store(true, ordering: .sequentiallyConsistent)
    front?.stopAccepting()
    stopped.sweeper.stop()
    stopped.socketSweeper.stop()
    service.slowRequests.stop(until: .now() + .milliseconds(graceMilliseconds / 2))
    service.suspended.stop()
    sockets.stop()
    let deadline = SystemTime.monotonicNanoseconds() + Int64(graceMilliseconds) * 1_000_000
    while service.watch.respondingCount > 0, SystemTime.monotonicNanoseconds() < deadline { usleep(2000) }
    endConnections()
    for daemon in stopped.daemons { daemon.stop() }
    front?.stop()
    service.front.withLock { $0 = nil }
  }

  /// Ends all connections, and waits until libmicrohttpd has released them: if it were stopped while it creates a
  /// response of its own, such as 400, it would release the response and then read it, which ends the process (seen
  /// with 0.9.75).
  private func endConnections() {
    let isLate = service.watch.respondingCount > 0
    let begin = SystemTime.monotonicNanoseconds()
    while true {
      let passed = SystemTime.monotonicNanoseconds() - begin
      // Those that wait for a request end as soon as the library handles them; a handler may never release one.
      guard passed < (isAwaitingEnds ? Self.longestEndingNanoseconds : Self.endingNanoseconds) else { return }
      guard isAwaitingEnds || !service.watch.isEmpty else { return }
      service.watch.shutDown(responding: isLate)
      usleep(500)
    }
  }

  /// Whether libmicrohttpd is about to begin with a connection, or has one without a running response.
  private var isAwaitingEnds: Bool {
    service.arriving.load(ordering: .sequentiallyConsistent) > 0 || front?.isHandingOver == true
      || service.watch.isAnyWaiting
  }

  private var front: TLSFront? { service.front.withLock { $0 } }
}
