import CGnuTLS
import Logging
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
