import CMicroHTTPD
import HTTPCore
import Platform
import World

/// Responds instead of libmicrohttpd where the library's own response is wrong (0.9.75). For a `Content-Length` that is
/// not a number, it sends two header sections, the second of which a client reads as the body. For a chunk extension
/// that does not fit into a buffer, it sends 500. After a request line without a space, it closes the connection
/// without a response. For a header section that does not fit into the connection's memory, it sends an HTML page.
///
/// Its log does not identify the connection, but it logs before it acts, on the thread that serves the connection. So
/// the response is written to the socket directly, and the sending half of the connection is ended, after which
/// libmicrohttpd cannot send its own.
extension HTTPService {
  /// The number of bytes of the body that are discarded before the connection is closed: if some were unread, the
  /// system would reset the connection, and the client could lose the response.
  private static let maximumDrainedBytes = 256 << 10

  /// Handles a log message of libmicrohttpd on one of its threads, and responds instead of the library if that is about
  /// to send a wrong response.
  func libraryRefuses(_ text: String) {
    guard mock_misjudges_heads(), text.hasPrefix("Error processing request") else { return }
    let clients = watch.requestsOfThisThread()
    for client in clients {
      guard let (connection, exchange) = client.requestOfThisThread(), !exchange.isHeadRead else { continue }
      // The log is about the one connection whose header section is complete and not checked yet: the library handles
      // one at a time.
      guard mock_head_size(connection) > 0 else { continue }
      return respond(to: client, exchange, with: Self.problem(with: exchange, text))
    }
    if text.contains("code is 431") || text.contains("code is 414") { return refuseLongHead(clients, text) }
    guard text.contains("chunk") || text.contains("code is 500") else {
      // No request had begun: the first line cannot be read, for example because a client speaks TLS. The log does not
      // identify the client.
      if text.contains("code is 400") { handshakes.reportNoRequest(from: nil) }
      return
    }
    let reading = clients.filter { client in
      client.requestOfThisThread()?.exchange.isReceiving ?? false
    }
    // With several it is unknown which one the log is about; then libmicrohttpd sends its own response.
    guard reading.count == 1, let client = reading.first, let (_, exchange) = client.requestOfThisThread() else {
      return
    }
    respond(
      to: client, exchange,
      with: Problem(
        .malformedRequest, "the chunked content cannot be read: a chunk's size or extension (RFC 9112 §7.1)",
        field: "body"))
  }

  /// Handles a connection that is about to be closed, and responds if bytes arrived on it but no request: then its
  /// first line was not a request line. Then it ends the sending half, which the daemon does not do itself.
  func connectionEnds(_ client: ClientConnection) {
    respondToUnreadable(client)
    Socket.endSending(client.socket)
  }

  /// Ends the sending half of a connection that the library will close, perhaps later.
  func endSending(on connection: OpaquePointer) {
    if let client = client(of: connection) { Socket.endSending(client.socket) }
  }

  /// The number of bytes after which the library reports that no line of a request ends in its memory.
  private static let unreadLineBytes: UInt64 = 16 << 10

  /// Refuses a request whose header section does not fit into the connection's memory. If it is not certain which of
  /// several connections it belongs to, the library responds.
  private func refuseLongHead(_ clients: [ClientConnection], _ text: String) {
    guard text.contains("code is 431") else { return refuseLongTarget() }
    let begun = clients.compactMap { client in client.requestOfThisThread().map { (client, $0.exchange) } }
    // A chunked body may end with a section of fields, which can be too long as well.
    guard !begun.contains(where: { $0.1.isReceiving }) else { return }
    let reading = begun.filter { !$0.1.isHeadRead }
    guard reading.count == 1, let (client, exchange) = reading.first else { return }
    let problem = Problem(
      .headerFieldsTooLarge,
      "the header fields have more bytes than this server reads; the limit is \(limits.maximumHeaderBytes)")
    respond(to: client, exchange, with: problem)
  }

  /// There is no exchange before the complete request line has arrived, and its beginning is not accessible. So only
  /// the first request of a connection can be recognised, and its API is unknown.
  private func refuseLongTarget() {
    let arriving = watch.freshConnections().filter {
      $0.secured == nil && Socket.hasOnlyReceived($0.socket, atLeast: Self.unreadLineBytes)
    }
    guard arriving.count == 1, let client = arriving.first else { return }
    let problem = Problem(
      .uriTooLong,
      "the request target has more bytes than this server reads; the limit is \(RequestTarget.maximumLength)")
    write(
      handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: client.socket)
  }

  /// Responds to a TLS handshake on the port without TLS in plain HTTP, which TLS libraries recognise and report. The
  /// caller closes the socket.
  func refuseTLS(on socket: Int32) {
    let problem = Problem(
      .malformedRequest, "this port does not speak TLS: write http:// or ws://, or use the TLS port with https://")
    write(
      handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: socket)
  }

  private func respondToUnreadable(_ client: ClientConnection) {
    guard mock_misjudges_heads(), client.isFresh, !isStopping.load(ordering: .relaxed), !watch.isOverdue(client),
      !Socket.peerHasEnded(client.socket), client.hasOnlyReceived
    else { return }
    handshakes.reportNoRequest(from: client.address)
    let problem = Problem(
      .malformedRequest, "the first line must be a method, a target and a version with one blank between (RFC 9112 §3)")
    write(
      handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: client.socket)
  }

  /// Stands for an unknown method.
  private static let unknownMethod = HTTPMethod(rawValue: "-")

  private func respond(to client: ClientConnection, _ exchange: Exchange, with problem: Problem) {
    let isHeadRead = exchange.isHeadRead
    exchange.state = .responded
    // The first bytes of TLS are sometimes parsed as a request line, but rarely as one with a target.
    let start = Character(Unicode.Scalar(exchange.target.first ?? 0))
    if !isHeadRead, !(start.isASCII && start.isLetter), start != "/", start != "*" {
      handshakes.reportNoRequest(from: client.address)
    }
    let method = isHeadRead ? exchange.method : Self.unknownMethod
    write(
      handler.refuse(problem, method: method, target: exchange.target, headers: exchange.headers), to: client.socket)
  }

  /// The error in a header section that libmicrohttpd refuses after reading all of it.
  private static func problem(with exchange: Exchange, _ text: String) -> Problem {
    if text.contains("code is 413") {
      return Problem(.contentTooLarge, "Content-Length is larger than any body may be", field: "Content-Length")
    }
    if text.contains("code is 431") {
      return Problem(.headerFieldsTooLarge, "the header fields do not fit into this server's memory for them")
    }
    return Problem(
      .malformedRequest, "Content-Length must be one decimal number with nothing behind it (RFC 9110 §8.6)",
      field: "Content-Length")
  }

  /// Writes a complete response to the socket directly, and ends the sending half of the connection.
  private func write(_ response: Response, to socket: Int32) {
    let reason = MHD_get_reason_phrase_for(UInt32(clamping: response.status)).map { String(cString: $0) } ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    for field in response.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    let content = response.content.bytes
    head += "Date: \(handler.dateHeader())\r\nConnection: close\r\nContent-Length: \(content.count)\r\n\r\n"
    let bytes = Array(head.utf8) + content
    // Nothing was sent for this request yet, so the system accepts this little immediately, unless the client reads
    // nothing.
    bytes.withUnsafeBytes { bytes in
      _ = send(socket, bytes.baseAddress, bytes.count, Socket.sendFlags)
    }
    Socket.endSending(socket)
    Socket.discardInput(socket, upTo: Self.maximumDrainedBytes)
  }
}
