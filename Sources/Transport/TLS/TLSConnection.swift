import CGnuTLS
import Platform
import Synchronization

/// One connection of the TLS port: it speaks TLS with the client and forwards the decrypted bytes to one end of a
/// socket pair, at whose other end libmicrohttpd, and libwebsockets after it, work as if it were the client's socket.
///
/// Each direction holds the bytes of one read, and reads again after they are written. So a client that reads slowly
/// slows the server down, and vice versa, as with one socket.
///
/// `@unchecked Sendable` because all mutable state except the atomic flags is used by the worker's thread only.
final class TLSConnection: @unchecked Sendable {
  /// The most rounds of one connection before other connections get their turn.
  private static let maximumRounds = 8
  /// How long a client may take to end its half after the server has; data from it is discarded meanwhile.
  private static let lingerNanoseconds: Int64 = 2_000_000_000

  /// Identifies the connection within its worker.
  let id: UInt64
  /// The client's numeric address.
  let address: String
  let admission: ConnectionWatch.Admission
  /// Presented to the client; GnuTLS needs it as long as the session.
  let credentials: LoadedCredentials
  let opening: TLSOpening
  private let session: gnutls_session_t
  private let buffers: TLSBuffers
  /// How long a client may take to read anything of the remaining bytes at the end.
  private let patienceNanoseconds: Int64

  private var network: TLSSide
  private var inner = TLSSide(descriptor: -1)
  /// Bytes from the client that GnuTLS has not read, kept between two calls of ``carry(now:)``.
  private var keptInput: [UInt8] = []
  private var toClient = Backlog()
  private var toServer = Backlog()
  private var hasClientEnded = false
  /// Whether the client has ended its half of the connection, with or without close_notify (RFC 8446 §6.1).
  private var hasReachedEnd = false
  private var hasServerEnded = false
  private var hasSaidBye = false
  private(set) var isBroken = false
  /// The GnuTLS error of the connection; 0 for none.
  private(set) var failure: Int32 = 0
  /// When the connection is ended in any case, in nanoseconds of ``SystemTime``; nil for never.
  private(set) var deadline: Int64?
  /// Whether its worker handles it in this turn.
  var isListed = false
  /// Whether it has forwarded something to the server since its worker last checked.
  private var hasForwarded = false
  /// The deadline in its worker's list; nil for none.
  var listedDeadline: Int64?

  private let isResetWanted = Atomic(false)
  private let isLingeringOver = Atomic(false)
  private let hasClientLeftFlag = Atomic(false)
  private let hasReceived = Atomic(false)
  private let hasSent = Atomic(false)
  let unsent: UnsentBytes

  /// Creates a connection whose handshake has not begun.
  ///
  /// - Parameters:
  ///   - socket: The client's nonblocking socket; the connection closes it.
  ///   - patienceNanoseconds: How long a client may take to read anything of the remaining bytes at the end.
  ///   - handshakeNanoseconds: How long a client may take for its handshake.
  /// - Returns: nil when GnuTLS has no memory; the caller keeps the socket then.
  init?(
    id: UInt64, socket: Int32, address: String, admission: ConnectionWatch.Admission, credentials: LoadedCredentials,
    buffers: TLSBuffers, patienceNanoseconds: Int64, handshakeNanoseconds: Int64
  ) {
    guard let session = mock_tls_session(credentials.handle, credentials.priorities, credentials.ticketKey) else {
      return nil
    }
    (self.id, self.address, self.admission, self.credentials) = (id, address, admission, credentials)
    (self.session, self.buffers, self.patienceNanoseconds) = (session, buffers, patienceNanoseconds)
    (network, unsent) = (TLSSide(descriptor: socket), UnsentBytes(socket))
    opening = TLSOpening()
    deadline = admission.since + handshakeNanoseconds
    mock_tls_read_through(session, socket, Unmanaged.passUnretained(self).toOpaque()) { context, buffer, count in
      guard let context, let buffer else { return -1 }
      return Unmanaged<TLSConnection>.fromOpaque(context).takeUnretainedValue().read(into: buffer, count)
    }
    Socket.disableNagle(socket)
  }

  deinit {
    gnutls_deinit(session)
  }

  // MARK: From any thread

  /// Resets the connection (RFC 9293 §3.5.2) when the server's end of the pair is ended.
  func resetAtEnd() { isResetWanted.store(true, ordering: .releasing) }

  /// Notes that the client has had time to read the last messages.
  func endLingering() { isLingeringOver.store(true, ordering: .releasing) }

  /// Whether the client has ended at least its half of the connection.
  var hasClientLeft: Bool { hasClientLeftFlag.load(ordering: .acquiring) }

  /// Whether bytes arrived on the connection and none were sent.
  var hasOnlyReceived: Bool { hasReceived.load(ordering: .acquiring) && !hasSent.load(ordering: .acquiring) }

  // MARK: On the worker's thread

  /// Whether the handshake has ended and the connection has its pair.
  var isOpen: Bool { inner.descriptor >= 0 }

  /// Updates the watched events of the sockets: the client's, and the inner end once there is one.
  func watch(_ readiness: any Readiness) {
    let isShaking = !isOpen
    var wanted = ReadinessInterest(
      reads: !network.isReadable && (isShaking || canReadClient),
      writes: !network.isWritable && (isShaking || hasServerEnded || !toClient.isEmpty))
    readiness.change(network.descriptor, token: id << 1, from: network.interest, to: wanted)
    network.interest = wanted
    guard isOpen else { return }
    wanted = ReadinessInterest(
      reads: !inner.isReadable && canReadServer, writes: !inner.isWritable && !toServer.isEmpty)
    readiness.change(inner.descriptor, token: id << 1 | 1, from: inner.interest, to: wanted)
    inner.interest = wanted
  }

  /// Begins to watch the client's socket.
  ///
  /// - Returns: Whether the system supports it.
  func join(_ readiness: any Readiness) -> Bool { readiness.add(network.descriptor, token: id << 1, .once) }

  /// Handles the events of one of the sockets.
  func note(_ news: ReadinessNews) {
    guard news.token & 1 == 0 else {
      inner.note(news)
      // Bytes that were sent before and not read yet are lost, as with a reset without TLS.
      if news.hasEnded, isResetWanted.load(ordering: .acquiring) { (hasServerEnded, isBroken) = (true, true) }
      return
    }
    network.note(news)
    if news.hasEnded { hasClientLeftFlag.store(true, ordering: .releasing) }
    // Bytes that the client has not read by then, or has sent before, are lost, as without TLS.
    if news.hasFailed, isOpen { isBroken = true }
  }

  /// Continues the handshake.
  ///
  /// - Returns: Whether it has ended; ``failure`` shows whether it has failed.
  func shakeHands() -> Bool {
    restoreInput()
    defer { keepInput() }
    while true {
      let code = gnutls_handshake(session)
      if code == GNUTLS_E_SUCCESS { return true }
      if code == GNUTLS_E_AGAIN, hasReachedEnd {
        failure = GNUTLS_E_PREMATURE_TERMINATION
        return true
      }
      if code == GNUTLS_E_AGAIN {
        if gnutls_record_get_direction(session) != 0 { network.isWritable = false }
        return false
      }
      guard code == GNUTLS_E_INTERRUPTED || gnutls_error_is_fatal(code) == 0 else {
        failure = code
        return true
      }
    }
  }

  /// Sends the client the reason why its handshake failed, if it speaks TLS.
  func sendAlert() {
    if opening.isTLS { _ = gnutls_alert_send_appropriate(session, failure) }
  }

  /// The client's last alert (RFC 8446 §6), 0 for none.
  var alert: Int32 {
    let alert = mock_tls_alert(session)
    return alert != 0 ? alert : opening.clearAlert
  }

  /// Begins to forward bytes between the client and the server.
  ///
  /// - Parameters:
  ///   - inner: A nonblocking end of a socket pair; the connection closes it.
  /// - Returns: Whether the system can watch it.
  func open(_ inner: Int32, _ readiness: any Readiness) -> Bool {
    self.inner.descriptor = inner
    deadline = nil
    return readiness.add(inner, token: id << 1 | 1, .once)
  }

  /// Forwards the available bytes.
  ///
  /// - Returns: Whether there may be more already.
  func carry(now: Int64) -> Bool {
    restoreInput()
    defer { keepInput() }
    defer { unsent.areHeld(!toClient.isEmpty) }
    for _ in 0..<Self.maximumRounds {
      guard !isBroken else { return false }
      let hasWritten = writeServer()
      let hasRead = readClient()
      let hasSent = writeClient(now)
      let hasReceived = readServer(now)
      sayBye(now)
      guard hasWritten || hasRead || hasSent || hasReceived else { return false }
    }
    return true
  }

  /// Whether it has forwarded something to the server since the last call. Then there may be a response after the
  /// server has run, so the inner end is read without waiting for an event.
  func takeForwarded() -> Bool {
    defer { hasForwarded = false }
    if hasForwarded { inner.isReadable = true }
    return hasForwarded
  }

  /// Whether nothing more will be forwarded.
  var isOver: Bool { isBroken || (hasSaidBye && (hasClientEnded || isLingeringOver.load(ordering: .acquiring))) }

  /// Whether the client has received everything that it will get.
  var isFlushed: Bool { hasSaidBye || isBroken }

  /// Whether the client has sent nothing since its handshake.
  var isUnused: Bool { !hasReceived.load(ordering: .acquiring) }

  /// Closes both sockets.
  func end(_ readiness: any Readiness) {
    unsent.end()
    if hasServerEnded, isResetWanted.load(ordering: .acquiring) { Socket.reset([network.descriptor]) }
    for side in [network, inner] where side.descriptor >= 0 {
      readiness.remove(side.descriptor)
      close(side.descriptor)
    }
  }

  private var canReadClient: Bool { !hasClientEnded && toServer.isEmpty }
  private var canReadServer: Bool { !hasServerEnded && toClient.isEmpty }

  // MARK: Input of GnuTLS

  /// Like recv(2).
  private func read(into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if buffers.inputRange.isEmpty {
      let received = receive()
      guard received > 0 else { return received }
      buffers.inputRange = 0..<received
      if !isOpen { opening.note(UnsafeRawBufferPointer(rebasing: buffers.input[..<received])) }
    }
    let taken = buffers.inputRange.prefix(count)
    UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: buffers.input[taken])
    buffers.inputRange = taken.endIndex..<buffers.inputRange.upperBound
    return taken.count
  }

  private func receive() -> Int {
    guard network.isReadable else {
      errno = EAGAIN
      return -1
    }
    while true {
      let received = recv(network.descriptor, buffers.input.baseAddress, buffers.input.count, 0)
      if received < 0, errno == EINTR { continue }
      let code = errno
      if received == 0 {
        // GnuTLS would not send any more if it knew; but a client may end its half without close_notify and still read.
        (hasReachedEnd, opening.hasClientLeft, network.isReadable) = (true, true, false)
        errno = EAGAIN
        return -1
      }
      if received < 0, code == EAGAIN || code == EWOULDBLOCK {
        network.isReadable = false
      } else if received < 0 {
        opening.hasClientLeft = true
      } else if received < buffers.input.count, !network.hasEnded {
        network.isReadable = false
      }
      errno = code
      return received
    }
  }

  private func restoreInput() {
    guard !keptInput.isEmpty else { return }
    buffers.input.copyBytes(from: keptInput)
    buffers.inputRange = 0..<keptInput.count
    keptInput = []
  }

  private func keepInput() {
    guard !buffers.inputRange.isEmpty else { return }
    keptInput = Array(buffers.input[buffers.inputRange])
    buffers.inputRange = 0..<0
  }

  // MARK: From the client to the server

  private func readClient() -> Bool {
    let mayRead = network.isReadable || hasReachedEnd || !buffers.inputRange.isEmpty
    guard canReadClient, mayRead || gnutls_record_check_pending(session) > 0 else { return false }
    let count = gnutls_record_recv(session, buffers.plain.baseAddress, buffers.plain.count)
    if count > 0 {
      if !hasReceived.load(ordering: .relaxed) { hasReceived.store(true, ordering: .releasing) }
      let bytes = UnsafeRawBufferPointer(rebasing: buffers.plain[..<count])
      let taken = inner.send(bytes)
      hasForwarded = true
      if taken < count { toServer.keep(UnsafeRawBufferPointer(rebasing: bytes[taken...])) }
      return true
    }
    if count == 0 || (count == Int(GNUTLS_E_AGAIN) && hasReachedEnd) {
      hasClientEnded = true
      hasClientLeftFlag.store(true, ordering: .releasing)
      hasForwarded = true
      Socket.endSending(inner.descriptor)
      return true
    }
    return goesOn(after: count)
  }

  private func writeServer() -> Bool {
    guard !toServer.isEmpty, inner.isWritable else { return false }
    let taken = toServer.withRest { inner.send($0) }
    toServer.drop(taken)
    hasForwarded = hasForwarded || taken > 0
    return taken > 0
  }

  // MARK: From the server to the client

  private func readServer(_ now: Int64) -> Bool {
    guard canReadServer, inner.isReadable else { return false }
    unsent.areHeld(true)
    let count = recv(inner.descriptor, buffers.plain.baseAddress, buffers.plain.count, 0)
    if count > 0 {
      if count < buffers.plain.count, !inner.hasEnded { inner.isReadable = false }
      if !hasSent.load(ordering: .relaxed) { hasSent.store(true, ordering: .releasing) }
      let bytes = UnsafeRawBufferPointer(rebasing: buffers.plain[..<count])
      let taken = sendToClient(bytes)
      if taken < count { toClient.keep(UnsafeRawBufferPointer(rebasing: bytes[taken...])) }
      return true
    }
    if count < 0, errno == EINTR { return true }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
      inner.isReadable = false
      return false
    }
    hasServerEnded = true
    if isResetWanted.load(ordering: .acquiring) { isBroken = true }
    deadline = now + patienceNanoseconds
    return true
  }

  private func writeClient(_ now: Int64) -> Bool {
    guard !toClient.isEmpty, network.isWritable else { return false }
    let taken = toClient.withRest { sendToClient($0) }
    toClient.drop(taken)
    if taken > 0, hasServerEnded { deadline = now + patienceNanoseconds }
    return taken > 0
  }

  /// GnuTLS requires the same bytes again when the socket accepted only a part of a record. It gets them, because none
  /// are read before all are written.
  ///
  /// - Returns: The number of accepted bytes.
  private func sendToClient(_ bytes: UnsafeRawBufferPointer) -> Int {
    var taken = 0
    while taken < bytes.count {
      let count = gnutls_record_send(session, bytes.baseAddress?.advanced(by: taken), bytes.count - taken)
      if count > 0 {
        taken += count
      } else if count == Int(GNUTLS_E_AGAIN) {
        network.isWritable = false
        return taken
      } else if !goesOn(after: count), isBroken {
        return taken
      }
    }
    return taken
  }

  /// Ends the server's half after everything is written: close_notify (RFC 8446 §6.1), then the socket's half.
  private func sayBye(_ now: Int64) {
    guard hasServerEnded, toClient.isEmpty, !hasSaidBye, !isBroken, network.isWritable else { return }
    guard gnutls_bye(session, GNUTLS_SHUT_WR) != GNUTLS_E_AGAIN else {
      network.isWritable = false
      return
    }
    hasSaidBye = true
    deadline = now + Self.lingerNanoseconds
    Socket.endSending(network.descriptor)
  }

  /// Whether a failed call may be repeated immediately; breaks the connection when it can never succeed.
  private func goesOn(after code: Int) -> Bool {
    let code = Int32(clamping: code)
    if code == GNUTLS_E_AGAIN { return false }
    if code == GNUTLS_E_INTERRUPTED { return true }
    if code == 0 || gnutls_error_is_fatal(code) != 0 { (isBroken, failure) = (true, code) }
    return !isBroken
  }
}
