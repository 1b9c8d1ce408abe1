import CGnuTLS
import Logging
import Platform
import Synchronization
import World

/// What the connections of the TLS port have in common: the credentials, and who is read by which thread.
final class TLSDesk: Sendable {
  /// A thread, and the handshake that it has read for last.
  ///
  /// `@unchecked Sendable` because the thread's name, a pointer on some systems, is only compared.
  private struct Reader: @unchecked Sendable {
    let thread: pthread_t
    let handshake: TLSHandshake
  }

  private struct State {
    var credentials: LoadedCredentials
    var readers: [Reader] = []
    /// When each explanation was last told, in nanoseconds of ``SystemTime``.
    var told: [String: Int64] = [:]
  }

  /// An app that tries again and again fills the log no more than this often with the same.
  private static let repeatNanoseconds: Int64 = 60_000_000_000
  private static let maximumTold = 256

  private let state: Mutex<State>
  private let logger: Logger

  init(_ credentials: LoadedCredentials, logger: Logger) {
    state = Mutex(State(credentials: credentials))
    self.logger = logger
  }

  /// Presents other credentials from now on; connections that are open keep theirs.
  func present(_ credentials: LoadedCredentials) {
    state.withLock { $0.credentials = credentials }
  }

  /// Begins to watch a session.
  func begin(_ session: gnutls_session_t, socket: Int32, address: String) -> TLSHandshake {
    TLSHandshake(
      session, socket: socket, address: address, credentials: state.withLock { $0.credentials }, desk: self)
  }

  /// Notes that this thread has read for a handshake.
  func isReading(_ handshake: TLSHandshake) {
    let thread = pthread_self()
    state.withLock { state in
      if let last = state.readers.last(where: { pthread_equal($0.thread, thread) != 0 }), last.handshake === handshake {
        return
      }
      state.readers.removeAll { pthread_equal($0.thread, thread) != 0 }
      state.readers.append(Reader(thread: thread, handshake: handshake))
    }
  }

  /// Forgets a handshake that waits or is over.
  func forget(_ handshake: TLSHandshake) {
    state.withLock { state in state.readers.removeAll { $0.handshake === handshake } }
  }

  /// Explains the failure that libmicrohttpd has just told of, on the thread that met it.
  func handshakeFailed() {
    let thread = pthread_self()
    let handshake = state.withLock { state in
      state.readers.last { pthread_equal($0.thread, thread) != 0 }?.handshake
    }
    guard let handshake else { return }
    forget(handshake)
    tell(HandshakeFailure(handshake), from: handshake.address)
  }

  /// Tells what may be behind a request line that is none: libmicrohttpd says neither whose it was nor what it was, but
  /// now that there is a TLS port, it is most likely meant for that.
  func requestWasMalformed() {
    tell(
      HandshakeFailure(text: "the port without TLS got what is no HTTP; was https:// or wss:// meant for it?"),
      from: "-")
  }

  private func tell(_ failure: HandshakeFailure, from address: String) {
    let now = SystemTime.monotonicNanoseconds()
    let isNews = state.withLock { state in
      let key = "\(address) \(failure.text)"
      if let last = state.told[key], now - last < Self.repeatNanoseconds { return false }
      if state.told.count >= Self.maximumTold { state.told = [:] }
      state.told[key] = now
      return true
    }
    logger.log(
      level: isNews ? failure.level : .debug, "TLS: \(failure.text)",
      metadata: ["from": "\(address)"].merging(failure.metadata) { $1 })
  }
}

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

/// Why a handshake failed, for the person who reads the log.
struct HandshakeFailure: Equatable {
  let text: String
  var level = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  /// A failure that is known.
  init(text: String) { self.text = text }

  /// Tells from what came of a client why its handshake fails. To be called while it does.
  init(_ handshake: TLSHandshake) {
    let alert = handshake.alert
    let name = gnutls_alert_get_name(gnutls_alert_description_t(rawValue: UInt32(clamping: alert)))
    self.init(
      opening: handshake.opening, alert: alert, alertName: name.map { String(cString: $0) } ?? "alert \(alert)",
      hasClientLeft: handshake.hasClientLeft, advice: handshake.advice)
  }

  /// - Parameters:
  ///   - opening: The client's first bytes.
  ///   - alert: The number of the client's last alert (RFC 8446 §6), 0 for none.
  ///   - advice: What to do about a client that refuses our certificate.
  init(opening: [UInt8], alert: Int32, alertName: String, hasClientLeft: Bool, advice: String) {
    switch alert {
    case 45:
      text = "the client takes our certificate for expired: does its clock go right?"
    case 42, 43, 44, 46, 48:
      text = advice
    case 70:
      text = "the client wants a version of TLS that is not offered: 1.2 and 1.3 are"
    case 1...:
      text = "the client broke the handshake off"
    default:
      text = Self.text(opening: opening, hasClientLeft: hasClientLeft)
      // Port scanners, health checks and browsers that connect in advance do this all day long.
      if hasClientLeft, opening.isEmpty { level = .debug }
      return
    }
    metadata["alert"] = "\(alertName)"
  }

  private static func text(opening: [UInt8], hasClientLeft: Bool) -> String {
    guard let first = opening.first else { return "the client left before it said anything" }
    guard first == 0x16 else {
      let isHTTP = opening.prefix(3).allSatisfy { (0x41...0x5A).contains($0) }
      return isHTTP
        ? "the client speaks plain HTTP to the TLS port: write https:// or wss://, or use the plain port"
        : "the client does not speak TLS to the TLS port"
    }
    // The version of a ClientHello (RFC 8446 §4.1.2); 1.3 writes 1.2 there.
    if opening.count == 11, opening[9] == 3, opening[10] < 3 {
      return "the client's TLS is too old: at least 1.2 is needed"
    }
    return hasClientLeft
      ? "the client left in the middle of the handshake; perhaps it does not trust our CA"
      : "the client's handshake cannot be understood, or has no cipher in common with ours"
  }
}

/// What the TLS port presents: a certificate with the ones that vouch for it, and its private key, both in PEM.
package struct TLSCredentials: Sendable, Equatable {
  /// The server's certificate first, then those between it and the root (RFC 8446 §4.4.2).
  let certificate: String
  let key: String
  /// What a person whose client refuses the certificate is told to do.
  let advice: String

  /// Credentials that nobody has looked at yet; ``TransportServer`` refuses those that GnuTLS cannot use.
  package init(certificate: String, key: String, advice: String) {
    (self.certificate, self.key, self.advice) = (certificate, key, advice)
  }
}

/// Credentials as GnuTLS has them; freed with the last handshake that may need them.
///
/// `@unchecked Sendable` because the handle is never changed once it is made, and GnuTLS reads it from any thread.
final class LoadedCredentials: @unchecked Sendable {
  let handle: gnutls_certificate_credentials_t
  /// Encrypts the tickets by which clients resume their sessions; with other credentials, they begin anew.
  let ticketKey: gnutls_datum_t
  let advice: String

  /// - Throws: ``ListeningSocket/Failure`` with GnuTLS' words when it cannot use them.
  init(_ credentials: TLSCredentials) throws(ListeningSocket.Failure) {
    var (certificate, key) = (credentials.certificate, credentials.key)
    var code: Int32 = 0
    let handle = certificate.withUTF8 { chain in
      key.withUTF8 { key in
        mock_tls_credentials(
          chain.baseAddress, UInt32(clamping: chain.count), key.baseAddress, UInt32(clamping: key.count), &code)
      }
    }
    guard let handle else {
      throw .system("the certificate cannot be used for TLS: \(String(cString: gnutls_strerror(code)))")
    }
    (self.handle, ticketKey, advice) = (handle, mock_tls_ticket_key(), credentials.advice)
  }

  deinit {
    gnutls_certificate_free_credentials(handle)
    mock_tls_free(ticketKey)
  }
}

/// Reads a socket in fewer system calls than GnuTLS would, which asks for the head of a record and for its content one
/// by one.
///
/// Only where the reader waits for changes of a socket, or always reads until nothing is left, since what was read ahead
/// does not show on the socket: libmicrohttpd does so with epoll(7), and the pump always.
struct ReadAhead {
  private static let capacity = 4096

  private var bytes: [UInt8] = []
  private var start = 0

  /// As recv(2).
  mutating func read(from socket: Int32, into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if start == bytes.count {
      if count >= Self.capacity { return recv(socket, buffer, count, 0) }
      let received = fill(from: socket)
      guard received > 0 else { return received }
    }
    let taken = min(count, bytes.count - start)
    bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      buffer.copyMemory(from: first + start, byteCount: taken)
    }
    start += taken
    return taken
  }

  private mutating func fill(from socket: Int32) -> Int {
    var received = 0
    bytes.removeAll(keepingCapacity: true)
    start = 0
    withUnsafeTemporaryAllocation(byteCount: Self.capacity, alignment: 1) { bytes in
      received = recv(socket, bytes.baseAddress, bytes.count, 0)
      if received > 0 { self.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<received])) }
    }
    return received
  }
}
