import CGnuTLS
import Synchronization

/// One WebSocket over TLS: carries bytes between the client's TLS session and one end of a socket pair, at whose other
/// end libwebsockets works as if it were the client's socket.
///
/// Each direction holds what one read gave, and is read again when that is written, so who reads slowly slows the other
/// down, as one socket would.
///
/// `@unchecked Sendable` because once it is made, it is touched by the pump's thread only.
final class TLSTunnel: @unchecked Sendable {
  private struct Direction {
    var bytes: [UInt8] = []
    var written = 0

    var isEmpty: Bool { written == bytes.count }

    mutating func clear() { (bytes, written) = ([], 0) }
  }

  /// Whether a client still has time when the server has ended its half. Shared with those at the inner end.
  final class Patience: Sendable {
    let isOver = Atomic(false)
  }

  /// Rounds that one tunnel gets before others do.
  private static let maximumRounds = 8
  /// How long a client may take for what waits, once the server has ended its half.
  private static let flushNanoseconds: Int64 = 5_000_000_000
  /// How long a client may take then to end its own; what it sends meanwhile is thrown away.
  private static let lingerNanoseconds: Int64 = 2_000_000_000

  private let session: gnutls_session_t
  private let network: Int32
  private let inner: Int32
  /// Gives session and socket back; the tunnel does not use them any more.
  private let giveBack: () -> Void
  private let patience: Patience
  private var toClient = Direction()
  private var toServer = Direction()
  private var hasClientEnded = false
  private var hasServerEnded = false
  private var hasSaidBye = false
  private var isBroken = false
  /// When the server's half was ended, and when the client was told so.
  private var (endedAt, saidByeAt): (Int64, Int64) = (.max, .max)

  /// - Parameters:
  ///   - session: One that nobody else uses until `giveBack` is called.
  ///   - network: Its socket, which does not block.
  ///   - inner: An end of a socket pair, the tunnel's to close.
  ///   - greeting: What the client gets first.
  init(
    session: gnutls_session_t, network: Int32, inner: Int32, greeting: [UInt8], patience: Patience,
    giveBack: @escaping () -> Void
  ) {
    (self.session, self.network, self.inner, self.giveBack) = (session, network, inner, giveBack)
    self.patience = patience
    toClient.bytes = greeting
    _ = fcntl(inner, F_SETFL, fcntl(inner, F_GETFL) | O_NONBLOCK)
    Platform.disableNagle(network)
  }

  /// What to wait for, on the network's socket and on the inner one; a socket that is not waited for has number -1,
  /// since poll(2) always tells of an end.
  var interest: (network: pollfd, inner: pollfd) {
    let network = Self.interest(network, reads: canReadClient, writes: !toClient.isEmpty)
    return (network, Self.interest(inner, reads: canReadServer, writes: !toServer.isEmpty))
  }

  /// Whether it ends at a time rather than by an event.
  var isEnding: Bool { hasServerEnded }

  /// Whether nothing more will be carried.
  func isOver(at now: Int64) -> Bool {
    if isBroken || (hasSaidBye && (hasClientEnded || patience.isOver.load(ordering: .acquiring))) { return true }
    if hasSaidBye { return now - saidByeAt > Self.lingerNanoseconds }
    return hasServerEnded && now - endedAt > Self.flushNanoseconds
  }

  /// Carries what can be carried.
  ///
  /// - Returns: Whether there may be more already.
  func carry(now: Int64, scratch: UnsafeMutableRawBufferPointer) -> Bool {
    for _ in 0..<Self.maximumRounds {
      let isMoving = [writeServer(), readClient(scratch), writeClient(), readServer(scratch, now)].contains(true)
      sayBye(now)
      if isBroken || !isMoving { return false }
    }
    return true
  }

  /// Closes the inner end and gives the rest back.
  func end() {
    close(inner)
    giveBack()
  }

  private var canReadClient: Bool { !hasClientEnded && toServer.isEmpty }
  private var canReadServer: Bool { !hasServerEnded && toClient.isEmpty }

  private static func interest(_ socket: Int32, reads: Bool, writes: Bool) -> pollfd {
    let events = Int16(reads ? POLLIN : 0) | Int16(writes ? POLLOUT : 0)
    return pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0)
  }

  // MARK: From the client to the server

  private func readClient(_ scratch: UnsafeMutableRawBufferPointer) -> Bool {
    guard canReadClient, !isBroken else { return false }
    let count = gnutls_record_recv(session, scratch.baseAddress, scratch.count)
    if count > 0 {
      toServer.bytes = Array(scratch[..<count])
      _ = writeServer()
      return true
    }
    if count == 0 || count == Int(GNUTLS_E_PREMATURE_TERMINATION) {
      hasClientEnded = true
      Platform.endSending(inner)
      return true
    }
    return goesOn(after: count)
  }

  private func writeServer() -> Bool {
    guard !toServer.isEmpty else { return false }
    let count = toServer.bytes.withUnsafeBytes { buffer in
      send(
        inner, buffer.baseAddress?.advanced(by: toServer.written), buffer.count - toServer.written, Platform.sendFlags)
    }
    if count >= 0 {
      toServer.written += count
      if toServer.isEmpty { toServer.clear() }
      return count > 0
    }
    if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    // Nobody reads it any more.
    toServer.clear()
    return true
  }

  // MARK: From the server to the client

  private func readServer(_ scratch: UnsafeMutableRawBufferPointer, _ now: Int64) -> Bool {
    guard canReadServer, !isBroken else { return false }
    let count = recv(inner, scratch.baseAddress, scratch.count, Int32(Int(MSG_DONTWAIT)))
    if count > 0 {
      toClient.bytes = Array(scratch[..<count])
      _ = writeClient()
      return true
    }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return false }
    (hasServerEnded, endedAt) = (true, now)
    return true
  }

  /// GnuTLS wants the same bytes again when the socket took only some of a record, and gets them, since none are
  /// added before all are written.
  private func writeClient() -> Bool {
    var isMoving = false
    while !toClient.isEmpty, !isBroken {
      let count = toClient.bytes.withUnsafeBytes { buffer in
        gnutls_record_send(session, buffer.baseAddress?.advanced(by: toClient.written), buffer.count - toClient.written)
      }
      guard count > 0 else { return goesOn(after: count) || isMoving }
      toClient.written += count
      isMoving = true
    }
    if isMoving { toClient.clear() }
    return isMoving
  }

  /// Ends the server's half when all of it is written: close_notify (RFC 8446 §6.1), then the socket's half.
  private func sayBye(_ now: Int64) {
    guard hasServerEnded, toClient.isEmpty, !hasSaidBye, !isBroken else { return }
    (hasSaidBye, saidByeAt) = (true, now)
    _ = gnutls_bye(session, GNUTLS_SHUT_WR)
    Platform.endSending(network)
  }

  /// Whether a call that failed may be made again at once; breaks the tunnel when it may never be.
  private func goesOn(after code: Int) -> Bool {
    let code = Int32(clamping: code)
    if code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED { return false }
    if code == 0 || gnutls_error_is_fatal(code) != 0 { isBroken = true }
    return !isBroken
  }
}
