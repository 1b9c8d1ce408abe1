import CMicroHTTPD
import HTTPCore

/// The functions that libmicrohttpd calls: each finds its service through the context pointer.
enum HTTPCallbacks {
  /// A connection has come.
  static func accept(_ context: UnsafeMutableRawPointer?) -> MHD_Result {
    guard let service = service(context), !service.isStopping.load(ordering: .relaxed), service.watch.hasRoom() else {
      return mock_no()
    }
    return mock_yes()
  }

  /// The request line was read: begins an exchange, which ``completed`` releases.
  static func target(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
  ) -> UnsafeMutableRawPointer? {
    let bytes = target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    if let target { mock_hide_query(target) }
    let exchange = Unmanaged.passRetained(
      Exchange(target: bytes, hidesCookies: connection.map(mock_hide_cookies) ?? false))
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
      Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(), connection,
      HeadReader.Line(method: method, version: version),
      content: UnsafeRawBufferPointer(start: content, count: contentSize.pointee))
    contentSize.pointee = 0
    return result
  }

  /// The request is over, answered or not.
  static func completed(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
  ) {
    // Before its exchange is gone.
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
    _ ticket: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
  ) {
    guard let connection, let ticket, let service = service(context) else { return }
    if mock_is_start(change) {
      let socket = mock_connection_socket(connection)
      let address = Platform.numericHost(mock_client_address(connection))
      let handshake = mock_connection_tls(connection).flatMap { session in
        service.tls.withLock { $0 }?.begin(OpaquePointer(session), socket: socket, address: address)
      }
      let begun = service.watch.begin(connection, socket: socket, address: address, handshake: handshake)
      ticket.pointee = Unmanaged.passRetained(begun).toOpaque()
    } else if let pointer = ticket.pointee {
      let retained = Unmanaged<ConnectionWatch.Ticket>.fromOpaque(pointer)
      let ended = retained.takeUnretainedValue()
      service.connectionEnds(ended)
      service.watch.end(ended)
      ended.handshake?.end()
      retained.release()
      ticket.pointee = nil
    }
  }

  /// The library has something to say; mostly about clients that misbehave.
  static func log(
    _ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
  ) {
    guard let format, let arguments, let service = service(context) else { return }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      buffer.initialize(repeating: 0)
      vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    service.logger.debug("\(text.split(separator: "\n").joined(separator: " "))")
    // "Error: received handshake message out of context." is all that it has to say about any failure.
    if text.contains("handshake") { service.tls.withLock { $0 }?.handshakeFailed() }
    service.libraryRefuses(text)
    service.watch.libraryIsShort(text)
    if text.contains("malformed") { service.tls.withLock { $0 }?.requestWasMalformed() }
  }

  private static func service(_ context: UnsafeMutableRawPointer?) -> HTTPService? {
    context.map { Unmanaged<HTTPService>.fromOpaque($0).takeUnretainedValue() }
  }
}
