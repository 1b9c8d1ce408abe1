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

  /// Starts to answer on a socket that listens.
  ///
  /// - Parameters:
  ///   - tls: What to present to clients, by the versions and ciphers of the shim; nil to speak without TLS.
  /// - Throws: ``ListeningSocket/Failure`` when the library cannot start its threads.
  init(_ socket: ListeningSocket.Bound, service: HTTPService, tls: TLSCredentials? = nil)
    throws(ListeningSocket.Failure)
  {
    self.service = service
    let limits = service.limits
    var options = mock_daemon_options()
    options.listen_socket = socket.descriptor
    options.threads = UInt32(clamping: limits.workerThreads)
    // The watch counts all connections, of all daemons, and refuses in words before the library does so in silence; a
    // thread of the library takes an equal part of the limit, and the connections may all be on one.
    options.connection_limit = UInt32(clamping: service.watch.mostConnections * max(1, limits.workerThreads))
    options.closes_at_once = true
    options.idle_timeout_seconds = UInt32(clamping: limits.idleTimeoutSeconds)
    options.connection_memory = limits.connectionMemoryBytes
    options.accept = { context, _, _ in HTTPCallbacks.accept(context) }
    options.handle = { HTTPCallbacks.request($0, $1, $2, $3, $4, $5, $6, $7) }
    options.handle_context = Unmanaged.passUnretained(service).toOpaque()
    options.completed = { HTTPCallbacks.completed($0, $1, $2, $3) }
    options.connection_changed = { HTTPCallbacks.connectionChanged($0, $1, $2, $3) }
    options.uri_seen = { HTTPCallbacks.target($0, $1, $2) }
    options.log = { HTTPCallbacks.log($0, $1, $2) }
    guard let handle = Self.start(options, tls) else {
      throw .system("libmicrohttpd did not start on \(socket.address) port \(socket.port)")
    }
    self.handle = handle
  }

  private static func start(_ options: mock_daemon_options, _ tls: TLSCredentials?) -> OpaquePointer? {
    var options = options
    guard let tls else { return mock_start_daemon(&options) }
    return tls.certificate.withCString { certificate in
      tls.key.withCString { key in
        (options.certificate, options.key) = (certificate, key)
        return mock_start_daemon(&options)
      }
    }
  }

  /// Ends the listening socket, all connections and threads. Every upgraded socket must have been closed before.
  func stop() {
    MHD_stop_daemon(handle)
  }
}
