import CMicroHTTPD
import HTTPCore
import Logging

/// One libmicrohttpd daemon on one listening socket; the owner of both.
///
/// `@unchecked Sendable` because the handle is set in `init`, used only by calls that the library allows from
/// any thread, and given up in `stop`, which its owner calls once.
final class HTTPDaemon: @unchecked Sendable {
  private let handle: OpaquePointer
  private let service: HTTPService
  private let socket: ListeningSocket.Bound

  /// Starts to answer on a socket that listens.
  ///
  /// - Throws: ``ListeningSocket/Failure`` when the library cannot start its threads.
  init(_ socket: ListeningSocket.Bound, service: HTTPService) throws(ListeningSocket.Failure) {
    self.service = service
    self.socket = socket
    let limits = service.limits
    var options = mock_daemon_options()
    options.listen_socket = socket.descriptor
    options.threads = UInt32(clamping: limits.workerThreads)
    options.connection_limit = UInt32(clamping: limits.maximumConnections)
    options.idle_timeout_seconds = UInt32(clamping: limits.idleTimeoutSeconds)
    options.connection_memory = limits.connectionMemoryBytes
    options.handle = { HTTPCallbacks.request($0, $1, $2, $3, $4, $5, $6, $7) }
    options.handle_context = Unmanaged.passUnretained(service).toOpaque()
    options.completed = { HTTPCallbacks.completed($0, $1, $2, $3) }
    options.connection_changed = { HTTPCallbacks.connectionChanged($0, $1, $2, $3) }
    options.uri_seen = { HTTPCallbacks.target($0, $1, $2) }
    options.log = { HTTPCallbacks.log($0, $1, $2) }
    guard let handle = mock_start_daemon(&options) else {
      throw .system("libmicrohttpd did not start on \(socket.address) port \(socket.port)")
    }
    self.handle = handle
  }

  /// Accepts no further connections; those that exist go on.
  ///
  /// Not by `MHD_quiesce_daemon`: it takes the socket out of the workers' epoll sets while a worker that happens to
  /// wake up does the same, and whichever comes second ends the process. Instead the descriptor is given to a socket
  /// that nobody knows, which closes the one that clients know, and with it its places in the epoll sets.
  func quiesce() {
    guard let idle = try? ListeningSocket.open(hosts: [socket.address], port: 0).first else { return }
    // A worker that was just told of a client must not wait for one here.
    _ = fcntl(idle.descriptor, F_SETFL, fcntl(idle.descriptor, F_GETFL) | O_NONBLOCK)
    dup2(idle.descriptor, socket.descriptor)
    close(idle.descriptor)
  }

  /// Ends all connections and threads. Every upgraded socket must have been closed before.
  func stop() {
    MHD_stop_daemon(handle)
  }
}
