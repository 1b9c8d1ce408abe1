import CMicroHTTPD
import HTTPCore
import Logging
import Platform

/// One libmicrohttpd daemon, and the owner of the socket that it listens on, if it does.
///
/// `@unchecked Sendable` because the handle is set in `init`, used only by calls that the library allows from
/// any thread, and given up in `stop`, which its owner calls once.
final class HTTPDaemon: @unchecked Sendable {
  private let handle: OpaquePointer
  private let service: HTTPService

  /// Starts to answer.
  ///
  /// - Parameters:
  ///   - socket: The socket to accept on; nil for a daemon that gets its connections by ``take(_:)``.
  ///   - isDriven: Whether it has no threads, so that one of the caller's drives it by ``run()``.
  /// - Throws: ``ListeningSocket/Failure`` when the library cannot start its threads.
  init(_ socket: ListeningSocket.Bound?, service: HTTPService, isDriven: Bool = false) throws(ListeningSocket.Failure) {
    self.service = service
    let limits = service.limits
    var options = mock_daemon_options()
    options.listen_socket = socket?.descriptor ?? -1
    options.threads = isDriven ? 0 : UInt32(clamping: max(1, limits.workerThreads))
    // The watch counts the connections of all daemons and has requests beyond the limit answered, before the library
    // would close connections without an answer. Each thread of the library gets an equal part of the library's limit,
    // though all connections may be on one thread, so the limit is that of a thread for each.
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

  /// Takes over a connection that does not block; its descriptor is the library's to close, in any case.
  ///
  /// - Returns: Whether the library serves it.
  func take(_ descriptor: Int32) -> Bool {
    // The library wants an address; the real one is in the handover.
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNIX)
    return MHD_add_connection(handle, descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size)) == mock_yes()
  }

  /// Whether daemons without threads can be driven on this system.
  static var canBeDriven: Bool { mock_can_drive() }

  /// The descriptor that is readable when ``run()`` has something to do; nil for a daemon with threads.
  var readiness: Int32? {
    let descriptor = mock_daemon_epoll(handle)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Does what can be done now; for a daemon without threads, on the one thread that drives it.
  ///
  /// - Returns: The milliseconds until it must be called again, whatever happens; nil for no such time.
  func run() -> Int64? {
    let milliseconds = mock_run(handle)
    return milliseconds >= 0 ? milliseconds : nil
  }

  /// Ends the listening socket, all connections and threads. Every upgraded socket must have been closed before.
  func stop() {
    MHD_stop_daemon(handle)
  }
}

/// What one client may take up.
package struct HTTPLimits: Sendable, Equatable {
  /// The largest content of a request in bytes; beyond it the answer is 413.
  package var maximumBodyBytes = 1 << 20
  /// The largest header section in bytes; beyond it the answer is 431.
  package var maximumHeaderBytes = 8 << 10
  /// Connections open at once, of all listening sockets, upgraded ones included; beyond it requests are answered 503.
  package var maximumConnections = 4096
  /// Seconds that a connection may take to finish a request, idle or sending slowly.
  package var idleTimeoutSeconds = 60
  /// Seconds that a client may take for a handshake of TLS.
  package var handshakeTimeoutSeconds = 10
  /// Threads that answer requests, for each listening address; with a TLS port, for all addresses.
  package var workerThreads = 2

  /// The defaults.
  package init() {}

  /// The limits with another one for content, unless that is less.
  ///
  /// - Parameters:
  ///   - count: Bytes.
  func allowing(bodyBytes count: Int) -> HTTPLimits {
    var limits = self
    limits.maximumBodyBytes = max(maximumBodyBytes, count)
    return limits
  }

  /// How many bytes of content beyond the limit are read and thrown away, so that a client that sends all before it reads
  /// sees the 413.
  var maximumDiscardedBytes: Int { maximumBodyBytes.multipliedReportingOverflow(by: 8).partialValue }

  /// Bytes of memory for the request line, the header section and the buffers of one connection. libmicrohttpd clears it
  /// before each request and keeps it while a socket is upgraded, so it is no larger than necessary; but it is large
  /// enough that this server refuses too long a header, in the API's words, and not the library in its own. Only the
  /// longest target together with the longest header section in more than some thirty fields, or more than some hundred
  /// fields, do not fit.
  var connectionMemoryBytes: Int { maximumHeaderBytes + RequestTarget.maximumLength + (2 << 10) + 128 }
}
