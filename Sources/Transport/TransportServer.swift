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

  /// How often the server looks for connections that take too long.
  private static let sweepMilliseconds = 500
  /// How often the server looks for WebSockets that are silent; the loop counts seconds by it.
  private static let socketSweepMilliseconds = 1000

  /// How long connections with an answer under way may take to end after all is said, and how long others.
  private static let endingNanoseconds: Int64 = 500_000_000
  private static let longestEndingNanoseconds: Int64 = 5_000_000_000

  private let service: HTTPService
  private let sockets: WebSocketLoop
  private let running = Mutex<Running?>(nil)

  /// A server that is not started yet.
  ///
  /// - Parameters:
  ///   - socketLimits: What one WebSocket may take up; nil for what follows from `limits`.
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

  /// Answers on these sockets from the moment it returns.
  ///
  /// - Parameters:
  ///   - tls: What the TLS port presents; needed when one of the sockets is secure.
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

  /// Presents other credentials to connections that come from now on; does nothing without a TLS port.
  ///
  /// - Throws: ``ListeningSocket/Failure`` when GnuTLS cannot use them; the ones before stay.
  package func present(_ tls: TLSCredentials) throws(ListeningSocket.Failure) {
    let credentials = try LoadedCredentials(tls)
    front?.present(credentials)
  }

  /// The number of connections whose answer waits at this moment, for its time or for content that streams.
  package var waitingCount: Int { service.suspended.suspendedCount }

  /// Accepts nothing more, lets answers under way finish (those that wait go out now, and streams end), closes WebSockets
  /// with 1001 and returns when everything has ended. Further calls do nothing.
  ///
  /// - Parameters:
  ///   - graceMilliseconds: How long answers under way may take.
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
    while service.watch.answeringCount > 0, SystemTime.monotonicNanoseconds() < deadline { usleep(2000) }
    endConnections()
    for daemon in stopped.daemons { daemon.stop() }
    front?.stop()
    service.front.withLock { $0 = nil }
  }

  /// Ends all connections, and waits until libmicrohttpd has let go of them: if it were stopped while it makes an answer of
  /// its own, such as 400, it would drop the answer and read it all the same, which ends the process (seen with 0.9.75).
  private func endConnections() {
    let isLate = service.watch.answeringCount > 0
    let begin = SystemTime.monotonicNanoseconds()
    while true {
      let passed = SystemTime.monotonicNanoseconds() - begin
      // Those that wait for a request end as soon as the library gets to them; a handler may never let go of one.
      guard passed < (isAwaitingEnds ? Self.longestEndingNanoseconds : Self.endingNanoseconds) else { return }
      guard isAwaitingEnds || !service.watch.isEmpty else { return }
      service.watch.shutDown(answering: isLate)
      usleep(500)
    }
  }

  /// Whether libmicrohttpd is about to begin with a connection, or has one without an answer under way.
  private var isAwaitingEnds: Bool {
    service.arriving.load(ordering: .sequentiallyConsistent) > 0 || front?.isHandingOver == true
      || service.watch.isAnyWaiting
  }

  private var front: TLSFront? { service.front.withLock { $0 } }
}
