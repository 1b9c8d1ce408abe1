import CGnuTLS

/// One connection of the TLS port, watched until its handshake is over, so that a failure can be explained.
///
/// libmicrohttpd tells neither who failed nor why, and has freed the session when it says that a connection is over.
/// So the session reads through a function of ours, which sees how a client begins.
///
/// `@unchecked Sendable` because all that changes is touched only by the worker thread that serves the connection.
final class TLSHandshake: @unchecked Sendable {
  /// Bytes that tell how a client begins: the record's head, that of the message in it, and the client's version.
  private static let openingBytes = 11
  /// Bytes of a record with an alert that is not encrypted.
  private static let alertBytes = 7

  private let socket: Int32
  /// GnuTLS' session; freed by libmicrohttpd before the connection's end is told.
  let session: gnutls_session_t
  /// What the session presents; it must not be freed before the session.
  private let credentials: LoadedCredentials
  private let desk: TLSDesk
  let address: String
  private(set) var opening: [UInt8] = []
  /// The client's last bytes.
  private var ending: [UInt8] = []
  /// Whether the client went away, in order or not.
  private(set) var hasClientLeft = false
  private var isOver = false
  private var readAhead = ReadAhead()

  /// Begins to watch a session that has not begun. This object must outlive it.
  init(
    _ session: gnutls_session_t, socket: Int32, address: String, credentials: LoadedCredentials, desk: TLSDesk
  ) {
    (self.session, self.socket, self.address) = (session, socket, address)
    (self.credentials, self.desk) = (credentials, desk)
    mock_tls_present(session, credentials.handle)
    mock_tls_resume(session, credentials.ticketKey)
    mock_tls_read_through(session, socket, Unmanaged.passUnretained(self).toOpaque()) { context, buffer, count in
      guard let context else { return -1 }
      return Unmanaged<TLSHandshake>.fromOpaque(context).takeUnretainedValue().read(into: buffer, count)
    }
  }

  /// Looks no longer: a request came, so the handshake has succeeded.
  func succeeded() {
    guard !isOver else { return }
    end()
  }

  /// Looks no longer: the connection is over.
  func end() {
    isOver = true
    desk.forget(self)
  }

  /// What the client's last alert was, 0 for none. To be asked only while a handshake fails.
  ///
  /// OpenSSL sends one about the certificate in the clear, though it has the keys of TLS 1.3 by then (seen with 3.0),
  /// and GnuTLS does not take it for an alert.
  var alert: Int32 {
    let alert = mock_tls_alert(session)
    guard alert == 0, ending.count == Self.alertBytes, ending[0] == 21, ending[1] == 3, ending[3] == 0, ending[4] == 2,
      ending[5] == 2
    else { return alert }
    return Int32(ending[6])
  }

  var advice: String { credentials.advice }

  private func read(into buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if os(Linux)
      if isOver, let buffer { return readAhead.read(from: socket, into: buffer, count) }
    #endif
    let received = recv(socket, buffer, count, 0)
    if isOver { return received }
    let code = errno
    if received > 0 { note(UnsafeRawBufferPointer(start: buffer, count: received)) }
    let mayFail = received >= 0 || (code != EAGAIN && code != EWOULDBLOCK && code != EINTR)
    hasClientLeft = mayFail && received <= 0
    // With nothing to read, nothing that comes next on this thread is about this connection.
    if mayFail { desk.isReading(self) } else { desk.forget(self) }
    errno = code
    return received
  }

  private func note(_ bytes: UnsafeRawBufferPointer) {
    if opening.count < Self.openingBytes { opening += bytes.prefix(Self.openingBytes - opening.count) }
    ending = Array((ending + bytes.suffix(Self.alertBytes)).suffix(Self.alertBytes))
  }
}
