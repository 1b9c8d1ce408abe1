import CMicroHTTPD
import HTTPCore
import Logging
import Platform

/// One libmicrohttpd daemon, and the owner of its listening socket, if it has one.
///
/// `@unchecked Sendable` because the handle is set in `init`, used only by calls that the library allows from any
/// thread, and released in `stop`, which its owner calls once.
final class HTTPDaemon: @unchecked Sendable {
  private let handle: OpaquePointer
  private let service: HTTPService

  /// Starts the daemon.
  ///
  /// - Parameters:
  ///   - socket: The socket to accept on; nil for a daemon that gets its connections by ``take(_:)``.
  ///   - isDriven: Whether it has no threads, so that the caller's thread drives it by ``run()``.
  /// - Throws: ``ListeningSocket/Failure`` when the library cannot start its threads.
  init(_ socket: ListeningSocket.Bound?, service: HTTPService, isDriven: Bool = false) throws(ListeningSocket.Failure) {
    self.service = service
    let limits = service.limits
    var options = mock_daemon_options()
    options.listen_socket = socket?.descriptor ?? -1
    options.threads = isDriven ? 0 : UInt32(clamping: max(1, limits.workerThreads))
    // The watch counts the connections of all daemons and refuses requests beyond the limit, before the library would
    // close connections without a response. The library divides its limit equally among its threads, but all
    // connections may be on one thread, so this passes one thread's limit multiplied by their number.
    options.connection_limit = UInt32(clamping: service.watch.mostConnections * max(1, limits.workerThreads))
    options.idle_timeout_seconds = UInt32(clamping: limits.idleTimeoutSeconds)
    options.connection_memory = limits.connectionMemoryBytes
    if socket != nil { options.accept = { context, _, _ in HTTPCallbacks.accept(context) } }
    options.handle = { HTTPCallbacks.request($0, $1, $2, $3, $4, $5, $6, $7) }
    options.handle_context = Unmanaged.passUnretained(service).toOpaque()
    options.completed = { HTTPCallbacks.completed($0, $1, $2, $3) }
    options.connection_changed = { HTTPCallbacks.connectionChanged($0, $1, $2, $3) }
    options.uri_seen = { HTTPCallbacks.target($0, $1, $2) }
    options.log = { HTTPCallbacks.log($0, $1, $2) }
    guard let handle = mock_start_daemon(&options) else {
      throw .system("libmicrohttpd did not start on \(socket.map { "\($0.address) port \($0.port)" } ?? "no socket")")
    }
    self.handle = handle
  }

  /// Takes over a nonblocking connection; the library closes its descriptor in any case.
  ///
  /// - Returns: Whether the library serves it.
  func take(_ descriptor: Int32) -> Bool {
    // The library requires an address; the real one is in the handover.
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNIX)
    return MHD_add_connection(handle, descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size)) == mock_yes()
  }

  /// Whether the system supports daemons without threads.
  static var canBeDriven: Bool { mock_can_drive() }

  /// The descriptor that is readable when ``run()`` must be called; nil for a daemon with threads.
  var readiness: Int32? {
    let descriptor = mock_daemon_epoll(handle)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Does the pending work; for a daemon without threads, on the one thread that drives it.
  ///
  /// - Returns: The milliseconds until it must be called again in any case; nil for no such time.
  func run() -> Int64? {
    let milliseconds = mock_run(handle)
    return milliseconds >= 0 ? milliseconds : nil
  }

  /// Ends the listening socket, all connections and threads. Every upgraded socket must have been closed before.
  func stop() {
    MHD_stop_daemon(handle)
  }
}

/// The limits of one client.
package struct HTTPLimits: Sendable, Equatable {
  /// The largest body of a request in bytes; a longer one gets 413.
  package var maximumBodyBytes = 1 << 20
  /// The largest header section in bytes; a longer one gets 431.
  package var maximumHeaderBytes = 8 << 10
  /// The most open connections of all listening sockets, including upgraded ones; requests on further ones get 503.
  package var maximumConnections = 4096
  /// Seconds for a connection to finish a request, whether it is idle or sends slowly.
  package var idleTimeoutSeconds = 60
  /// Seconds for a TLS handshake.
  package var handshakeTimeoutSeconds = 10
  /// Threads that handle requests, for each listening address; with a TLS port, for all addresses.
  package var workerThreads = 2

  /// The defaults.
  package init() {}

  /// The limits with a larger limit for the body.
  ///
  /// - Parameters:
  ///   - count: Bytes.
  func allowing(bodyBytes count: Int) -> HTTPLimits {
    var limits = self
    limits.maximumBodyBytes = max(maximumBodyBytes, count)
    return limits
  }

  /// The number of bytes of the body beyond the limit that are read and discarded, so that a client that sends
  /// everything before it reads sees the 413.
  var maximumDiscardedBytes: Int { maximumBodyBytes.multipliedReportingOverflow(by: 8).partialValue }

  /// Bytes of memory for the request line, the header section and the buffers of one connection. libmicrohttpd clears
  /// it before each request and keeps it while a socket is upgraded, so it should be small. But it must be large enough
  /// that this server refuses too long a header section in the API's error shape before the library does in its own.
  /// Only the longest target together with the longest header section in more than about thirty fields, or more than
  /// about a hundred fields, do not fit.
  var connectionMemoryBytes: Int { maximumHeaderBytes + RequestTarget.maximumLength + (2 << 10) + 128 }
}
