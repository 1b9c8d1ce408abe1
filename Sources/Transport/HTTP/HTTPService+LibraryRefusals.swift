import CMicroHTTPD
import HTTPCore
import Platform
import World

/// Answers in place of libmicrohttpd where its own answer is wrong (0.9.75): for a `Content-Length` that is no number it
/// sends two heads, the second of which a client reads as content; for a chunk's extension that no buffer holds, it
/// answers 500; after a request line without a blank it closes the connection without an answer; and for a head that does
/// not fit into the connection's memory it sends a page of HTML.
///
/// Its log does not say which connection it is about, but it logs before it acts, on the thread that serves the
/// connection. So the answer is written to the socket directly, and the sending half of the connection is ended, after
/// which libmicrohttpd cannot send its own.
extension HTTPService {
  /// Bytes of content that are thrown away before the connection is closed: if some were unread, the system would reset
  /// the connection, and the client could lose the answer.
  private static let maximumDrainedBytes = 256 << 10

  /// Looks at what libmicrohttpd logs on one of its threads, and answers in its place if it is about to send a wrong
  /// answer.
  func libraryRefuses(_ text: String) {
    guard mock_misjudges_heads(), text.hasPrefix("Error processing request") else { return }
    let clients = watch.requestsOfThisThread()
    for client in clients {
      guard let (connection, exchange) = client.requestOfThisThread(), !exchange.isHeadRead else { continue }
      // The log is about the one connection whose head is complete and not checked yet: the library looks at one at a time.
      guard mock_head_size(connection) > 0 else { continue }
      return answer(client, exchange, with: Self.problem(with: exchange, text))
    }
    if text.contains("code is 431") || text.contains("code is 414") { return refuseLongHead(clients, text) }
    guard text.contains("chunk") || text.contains("code is 500") else {
      // No request had begun: the first line cannot be read, as where a client speaks TLS. Whose it is is not said.
      if text.contains("code is 400") { handshakes.reportNoRequest(from: nil) }
      return
    }
    let reading = clients.filter { client in
      client.requestOfThisThread()?.exchange.isReceiving ?? false
    }
    // With several it is not known which one the log is about; then libmicrohttpd answers in its own words.
    guard reading.count == 1, let client = reading.first, let (_, exchange) = client.requestOfThisThread() else {
      return
    }
    answer(
      client, exchange,
      with: Problem(
        .malformedRequest, "the chunked content cannot be read: a chunk's size or extension (RFC 9112 §7.1)",
        field: "body"))
  }

  /// Looks at a connection that is about to be closed, and answers if bytes came by it but no request: then its first
  /// line was no request line. Then it ends the sending half, which the daemon does not do itself.
  func connectionEnds(_ client: ClientConnection) {
    answerUnreadable(client)
    Socket.endSending(client.socket)
  }

  /// Ends the sending half of a connection that the library is going to close, perhaps only after a while.
  func endSending(on connection: OpaquePointer) {
    if let client = client(of: connection) { Socket.endSending(client.socket) }
  }

  /// Bytes by which the library has seen that no line of a request ends in its memory.
  private static let unreadLineBytes: UInt64 = 16 << 10

  /// Answers a request whose head does not fit into the connection's memory. Where it is not certain which of several
  /// connections it came by, the library answers.
  private func refuseLongHead(_ clients: [ClientConnection], _ text: String) {
    guard text.contains("code is 431") else { return refuseLongTarget() }
    let begun = clients.compactMap { client in client.requestOfThisThread().map { (client, $0.exchange) } }
    // Content may have a section of fields behind it, which can be too long as well.
    guard !begun.contains(where: { $0.1.isReceiving }) else { return }
    let reading = begun.filter { !$0.1.isHeadRead }
    guard reading.count == 1, let (client, exchange) = reading.first else { return }
    let problem = Problem(
      .headerFieldsTooLarge,
      "the header fields have more bytes than this server reads; the limit is \(limits.maximumHeaderBytes)")
    answer(client, exchange, with: problem)
  }

  /// There is no exchange before the whole request line has come, and what came of it is not shown. So it is only known of
  /// a connection's first request, and not for which API it was.
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

  /// Answers a handshake of TLS on the port without TLS, in plain HTTP, which TLS libraries recognise and report. The
  /// caller closes the socket.
  func refuseTLS(on socket: Int32) {
    let problem = Problem(
      .malformedRequest, "this port does not speak TLS: write http:// or ws://, or use the TLS port with https://")
    write(
      handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: socket)
  }

  private func answerUnreadable(_ client: ClientConnection) {
    guard mock_misjudges_heads(), client.isFresh, !isStopping.load(ordering: .relaxed), !watch.isOverdue(client),
      !Socket.peerHasEnded(client.socket), client.hasOnlyReceived
    else { return }
    handshakes.reportNoRequest(from: client.address)
    let problem = Problem(
      .malformedRequest, "the first line must be a method, a target and a version with one blank between (RFC 9112 §3)")
    write(
      handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: client.socket)
  }

  /// Stands for a method that is not known.
  private static let unknownMethod = HTTPMethod(rawValue: "-")

  private func answer(_ client: ClientConnection, _ exchange: Exchange, with problem: Problem) {
    let isHeadRead = exchange.isHeadRead
    exchange.state = .answered
    // The first bytes of TLS are taken for a request line now and then, but hardly for one with a target.
    let start = Character(Unicode.Scalar(exchange.target.first ?? 0))
    if !isHeadRead, !(start.isASCII && start.isLetter), start != "/", start != "*" {
      handshakes.reportNoRequest(from: client.address)
    }
    let method = isHeadRead ? exchange.method : Self.unknownMethod
    write(
      handler.refuse(problem, method: method, target: exchange.target, headers: exchange.headers), to: client.socket)
  }

  /// What is wrong with a head that libmicrohttpd refuses after it has read all of it.
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

  /// Writes a whole answer to the socket directly, and ends the sending half of the connection.
  private func write(_ response: Response, to socket: Int32) {
    let reason = MHD_get_reason_phrase_for(UInt32(clamping: response.status)).map { String(cString: $0) } ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    for field in response.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    let content = response.content.bytes
    head += "Date: \(handler.dateHeader())\r\nConnection: close\r\nContent-Length: \(content.count)\r\n\r\n"
    let bytes = Array(head.utf8) + content
    // Nothing was sent for this request yet, so the system takes so little at once, unless the client reads nothing.
    bytes.withUnsafeBytes { bytes in
      _ = send(socket, bytes.baseAddress, bytes.count, Socket.sendFlags)
    }
    Socket.endSending(socket)
    Socket.discardInput(socket, upTo: Self.maximumDrainedBytes)
  }
}
