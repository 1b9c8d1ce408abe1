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

/// The functions that libmicrohttpd calls: each finds its service through the context pointer.
enum HTTPCallbacks {
  /// A connection has come.
  static func accept(_ context: UnsafeMutableRawPointer?) -> MHD_Result {
    guard let service = service(context) else { return mock_no() }
    // Counted first: whoever stops the server asks for the count after it has set the flag.
    service.arriving.add(1, ordering: .sequentiallyConsistent)
    if !service.isStopping.load(ordering: .sequentiallyConsistent), service.watch.hasRoom() { return mock_yes() }
    service.arriving.subtract(1, ordering: .sequentiallyConsistent)
    return mock_no()
  }

  /// The request line was read: begins an exchange, which ``completed`` releases.
  static func target(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
  ) -> UnsafeMutableRawPointer? {
    let bytes = target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    if let target { mock_hide_query(target) }
    let exchange = Unmanaged.passRetained(
      Exchange(target: bytes, at: target, hidesCookies: connection.map(mock_hide_cookies) ?? false))
    if let connection { service(context)?.began(exchange, on: connection) }
    return exchange.toOpaque()
  }

  /// The header section, or a piece of content, was read, or the request is complete.
  static func request(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ content: UnsafePointer<CChar>?,
    _ contentSize: UnsafeMutablePointer<Int>?, _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let connection, let method, let version, let contentSize, let exchange = exchange?.pointee,
      let service = service(context)
    else { return mock_no() }
    let result = service.advance(
      Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(), connection, method: method, version: version,
      content: UnsafeRawBufferPointer(start: content, count: contentSize.pointee))
    contentSize.pointee = 0
    return result
  }

  /// The request is over, answered or not.
  static func completed(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
  ) {
    // While its exchange exists.
    if let connection { service(context)?.finished(connection) }
    if let pointer = exchange?.pointee {
      let retained = Unmanaged<Exchange>.fromOpaque(pointer)
      let ended = retained.takeUnretainedValue()
      let isClosing = !mock_is_complete(reason) || ended.endsWithConnection
      service(context)?.finished(ended, isComplete: mock_is_complete(reason), connection)
      if let connection, isClosing { service(context)?.endSending(on: connection) }
      retained.release()
      exchange?.pointee = nil
    }
  }

  /// A connection began or ended.
  static func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ client: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
  ) {
    guard let connection, let client, let service = service(context) else { return }
    if mock_is_start(change) {
      let socket = mock_connection_socket(connection)
      let begun: ClientConnection
      let front = service.front.withLock { $0 }
      if let handover = front?.taken(socket) {
        begun = service.watch.begin(
          connection, socket: socket, address: handover.address, admission: handover.admission,
          secured: handover.secured, wakeServer: handover.wakeServer)
      } else {
        begun = service.watch.begin(
          connection, socket: socket, address: Socket.numericHost(mock_client_address(connection)),
          admission: service.watch.admit(socket), secured: nil, wakeServer: nil)
        if front == nil { service.arriving.subtract(1, ordering: .sequentiallyConsistent) }
      }
      client.pointee = Unmanaged.passRetained(begun).toOpaque()
    } else if let pointer = client.pointee {
      let retained = Unmanaged<ClientConnection>.fromOpaque(pointer)
      let ended = retained.takeUnretainedValue()
      service.connectionEnds(ended)
      service.watch.end(ended)
      retained.release()
      client.pointee = nil
    }
  }

  /// The library logs something; mostly about clients that misbehave, but for each answer, too, that the socket pair of a
  /// connection with TLS has no options of TCP.
  static func log(
    _ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
  ) {
    guard let format, let arguments, let service = service(context) else { return }
    guard mock_log_matters(format) || service.logger.logLevel <= .debug else { return }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      buffer.initialize(repeating: 0)
      vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    service.logger.debug("\(text.split(separator: "\n").joined(separator: " "))")
    service.libraryRefuses(text)
    service.watch.libraryIsShort(text)
  }

  private static func service(_ context: UnsafeMutableRawPointer?) -> HTTPService? {
    context.map { Unmanaged<HTTPService>.fromOpaque($0).takeUnretainedValue() }
  }
}
