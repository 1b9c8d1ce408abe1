import HTTPCore
import Synchronization

/// The handle through which any thread pushes to one socket.
final class SocketHandle: WebSocketHandle {
  /// What a look at the queue gave.
  struct Batch {
    /// The close that ends the socket once the bytes are sent.
    var closing: (code: UInt16, reason: String)?
    /// Whether more waits than was taken.
    var isPartial = false
  }

  /// What was asked for that does not go through the queue.
  struct Wishes {
    /// Whether the socket shall be closed behind what waits.
    var isClosing = false
    /// Whether the connection shall be dropped now.
    var isAborting = false
    /// Whether the client shall not be read from.
    var isReadingHeld = false
  }

  private struct State {
    var queue: OutgoingQueue
    var isAborting = false
    var isReadingHeld = false
    /// Whether the loop knows already that there is something to send.
    var isAnnounced = false
    /// Whether the session wants to know when the reader has caught up.
    var owesCaughtUp = false
  }

  /// The part of the queue that is taken when a considerate sender stops; it is told to go on at half of that.
  private static let congestion = 0.25

  private let state: Mutex<State>
  private let announce: @Sendable (SocketHandle) -> Void

  /// - Parameters:
  ///   - announce: Tells the loop that there is something to send; called once until the loop has looked.
  init(limits: WebSocketLimits, announce: @escaping @Sendable (SocketHandle) -> Void) {
    let queue = OutgoingQueue(maximumBytes: limits.maximumQueuedBytes, maximumCount: limits.maximumQueuedMessages)
    state = Mutex(State(queue: queue))
    self.announce = announce
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    change { $0.append(message, whenFull: policy) }
  }

  func close(code: UInt16, reason: String) {
    state.withLock { $0.queue.close(code: code, reason: reason) }
    // Even where the loop knows of something to send: it has more to do for a socket that closes.
    announce(self)
  }

  func abort() {
    state.withLock { $0.isAborting = true }
    announce(self)
  }

  func pauseReading(_ isPaused: Bool) {
    state.withLock { $0.isReadingHeld = isPaused }
    announce(self)
  }

  var isCongested: Bool {
    state.withLock { state in
      guard state.queue.isTaken(Self.congestion) else { return false }
      state.owesCaughtUp = true
      return true
    }
  }

  // MARK: The loop's half

  /// Asks whether the other end is still there (RFC 6455 §5.5.2).
  func ping() {
    change { $0.ping() }
  }

  /// Appends frames that are due, up to some bytes.
  func take(into buffer: inout [UInt8], upTo limit: Int) -> Batch {
    state.withLock { state in
      state.isAnnounced = false
      var batch = Batch()
      while buffer.count < limit {
        switch state.queue.next() {
        case .message(let message): WebSocketFrame.append(message, to: &buffer)
        case .ping: WebSocketFrame.appendPing(to: &buffer)
        case .close(let code, let reason):
          batch.closing = (code, reason)
          return batch
        case nil: return batch
        }
      }
      batch.isPartial = true
      return batch
    }
  }

  /// Whether the session waits to hear that its reader has caught up.
  var owesCaughtUp: Bool { state.withLock { $0.owesCaughtUp } }

  /// Whether the session waits to hear that its reader has caught up, which it has. Says so once.
  func takeCaughtUp() -> Bool {
    state.withLock { state in
      guard state.owesCaughtUp, !state.queue.isTaken(Self.congestion / 2) else { return false }
      state.owesCaughtUp = false
      return true
    }
  }

  /// Messages dropped since it was last asked.
  func takeDropped() -> Int { state.withLock { $0.queue.takeDropped() } }

  /// Bytes that wait.
  var queuedBytes: Int { state.withLock { $0.queue.byteCount } }

  /// Whether more than a part of the queue is taken.
  func isBehind(by part: Double) -> Bool { state.withLock { $0.queue.isTaken(part) } }

  /// What the loop shall do besides sending.
  var wishes: Wishes {
    state.withLock { state in
      Wishes(
        isClosing: state.queue.isClosing, isAborting: state.isAborting, isReadingHeld: state.isReadingHeld)
    }
  }

  /// Whether the socket shall be closed.
  var isClosing: Bool { state.withLock { $0.queue.isClosing } }

  private func change(_ body: (inout OutgoingQueue) -> Void) {
    let isNews = state.withLock { state in
      body(&state.queue)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isNews { announce(self) }
  }
}
