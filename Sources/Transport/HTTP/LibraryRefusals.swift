import CGnuTLS
import CMicroHTTPD
import HTTPCore
import Platform
import World

/// Answers in place of libmicrohttpd where its own way is not clean (0.9.75): for a `Content-Length` that is no number
/// it sends two heads, the second of which a client reads as content; for a chunk's extension that no buffer holds, it
/// blames itself; and a request line without a blank it closes without a word.
///
/// It says which connection it is about in none of these cases, but it does speak before it acts, on the thread that
/// serves the connection. So the answer is written past it, and the sending half ended, which makes it give up.
extension HTTPService {
  /// Bytes of content that are thrown away before the connection is closed, since unread ones would have the system
  /// reset it, and the answer be lost.
  private static let maximumDrainedBytes = 256 << 10

  /// Looks at what libmicrohttpd says on one of its threads, and answers for it if that announces a refusal which it
  /// would garble.
  func libraryRefuses(_ text: String) {
    guard mock_misjudges_heads(), text.hasPrefix("Error processing request") else { return }
    let tickets = watch.requestsOfThisThread()
    for ticket in tickets {
      guard let (connection, exchange) = ticket.requestOfThisThread(), !exchange.isHeadRead else { continue }
      // Only one whose head is all there and not judged yet can be meant: no other is looked at in between.
      guard mock_head_size(connection) > 0 else { continue }
      return answer(ticket, exchange, with: Self.problem(with: exchange, text))
    }
    guard text.contains("chunk") || text.contains("code is 500") else { return }
    let reading = tickets.filter { ticket in
      ticket.requestOfThisThread().map { $0.exchange.isHeadRead && !$0.exchange.isAnswered } ?? false
    }
    // With several, it is not known which; then libmicrohttpd answers, in its own words.
    guard reading.count == 1, let ticket = reading.first, let (_, exchange) = ticket.requestOfThisThread() else {
      return
    }
    answer(
      ticket, exchange,
      with: Problem(
        .malformedRequest, "the chunked content cannot be read: a chunk's size or extension (RFC 9112 §7.1)",
        field: "body"))
  }

  /// Looks at a connection that is about to be closed, and answers if it has had no request although bytes came: the
  /// first line was none of a request. Then ends the sending half of one without TLS, which the daemon leaves to us.
  func connectionEnds(_ ticket: ConnectionWatch.Ticket) {
    guard ticket.handshake == nil else { return }
    answerUnreadable(ticket)
    Socket.endSending(ticket.socket)
  }

  /// Ends the sending half of a connection without TLS that the library is about to close, and may let lie for a while
  /// before it does.
  func endSending(on connection: OpaquePointer) {
    guard let ticket = ticket(of: connection), ticket.handshake == nil else { return }
    Socket.endSending(ticket.socket)
  }

  private func answerUnreadable(_ ticket: ConnectionWatch.Ticket) {
    guard mock_misjudges_heads(), ticket.isFresh, !isStopping.load(ordering: .relaxed), !watch.isOverdue(ticket),
      !Socket.peerHasEnded(ticket.socket), Socket.hasOnlyReceived(ticket.socket)
    else { return }
    tls.withLock { $0 }?.requestWasMalformed()
    let problem = Problem(
      .malformedRequest, "the first line must be a method, a target and a version with one blank between (RFC 9112 §3)")
    write(handler.refuse(problem, method: Self.unknownMethod, target: [UInt8(ascii: "/")], headers: [:]), to: ticket)
  }

  /// Stands for a method that libmicrohttpd has not told.
  private static let unknownMethod = HTTPMethod(rawValue: "-")

  private func answer(_ ticket: ConnectionWatch.Ticket, _ exchange: Exchange, with problem: Problem) {
    exchange.isAnswered = true
    let method = exchange.isHeadRead ? exchange.method : Self.unknownMethod
    write(handler.refuse(problem, method: method, target: exchange.target, headers: exchange.headers), to: ticket)
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

  /// Writes a whole answer past libmicrohttpd, and ends the sending half of the connection.
  private func write(_ response: Response, to ticket: ConnectionWatch.Ticket) {
    let reason = MHD_get_reason_phrase_for(UInt32(clamping: response.status)).map { String(cString: $0) } ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    for field in response.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    let content = response.content.bytes
    head += "Date: \(handler.dateHeader())\r\nConnection: close\r\nContent-Length: \(content.count)\r\n\r\n"
    let bytes = Array(head.utf8) + content
    // Nothing was sent for this request yet, so there is room for so little, unless the client reads nothing at all.
    bytes.withUnsafeBytes { bytes in
      if let session = ticket.handshake?.session {
        _ = gnutls_record_send(session, bytes.baseAddress, bytes.count)
        _ = gnutls_bye(session, GNUTLS_SHUT_WR)
      } else {
        _ = send(ticket.socket, bytes.baseAddress, bytes.count, Socket.sendFlags)
      }
    }
    Socket.endSending(ticket.socket)
    Socket.discardInput(ticket.socket, upTo: Self.maximumDrainedBytes)
  }
}
