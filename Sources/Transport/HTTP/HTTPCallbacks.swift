import CMicroHTTPD
import HTTPCore
import Logging
import Platform

/// The functions that libmicrohttpd calls; each finds its service through the context pointer.
enum HTTPCallbacks {
  /// A connection arrived.
  static func accept(_ context: UnsafeMutableRawPointer?) -> MHD_Result {
    guard let service = service(context) else { return mock_no() }
    // Counted first: the thread that stops the server reads the count after it has set the flag.
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

  /// The header section, or a piece of body, was read, or the request is complete.
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

  /// The request has ended, with or without a response.
  static func completed(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
  ) {
    // Before the exchange is released.
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

  /// The library logs a message; mostly about misbehaving clients, but also, for each response, that the socket pair of
  /// a connection with TLS has no TCP options.
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
