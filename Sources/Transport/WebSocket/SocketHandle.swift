import HTTPCore
import Platform
import Synchronization

/// The handle through which any thread sends to one socket.
final class SocketHandle: WebSocketHandle {
  /// The result of reading the queue.
  struct Batch {
    /// How the socket ends after the bytes are sent.
    var end: SocketEnd?
    /// Reports of messages in the buffer, each with the end of its last byte.
    var reports: [(end: Int, report: any MessageReport)] = []
    /// Whether more waits.
    var isPartial = false
  }

  /// Requests that bypass the queue.
  struct WriterRequests {
    /// Whether to close the socket after the waiting messages.
    var isClosing = false
    /// Whether to reset the connection after the waiting messages.
    var isResetting = false
    /// Whether to drop the connection now.
    var isAborting = false
    /// Whether not to read from the client.
    var isReadingHeld = false
  }

  private struct State {
    var queue: OutgoingQueue
    var isAborting = false
    /// How messages are lost that are sent after the socket's end; nil while it is open.
    var loss: Transmission.Ending?
    var isReadingHeld = false
    /// Whether the loop was already notified of waiting messages.
    var isAnnounced = false
    /// Whether to notify the session when the reader has caught up.
    var owesCaughtUp = false
  }

  /// The fraction of the queue, from 0 to 1, at which senders should pause; they continue at half of that.
  private static let congestion = 0.25

  private let state: Mutex<State>
  private let announce: @Sendable (SocketHandle) -> Void

  /// - Parameters:
  ///   - announce: Notifies the loop of waiting messages; called once until the loop has handled it.
  init(limits: WebSocketLimits, announce: @escaping @Sendable (SocketHandle) -> Void) {
    let queue = OutgoingQueue(maximumBytes: limits.maximumQueuedBytes, maximumCount: limits.maximumQueuedMessages)
    state = Mutex(State(queue: queue))
    self.announce = announce
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    send(message, whenFull: policy, report: nil)
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?) {
    change { $0.append(message, whenFull: policy, report: report) }
  }

  func close(code: UInt16, reason: String) {
    state.withLock { $0.queue.end(.close(code: code, reason: reason)) }
    // Also if the loop was already notified: it sets a time limit for a socket that closes.
    announce(self)
  }

  func abort() {
    state.withLock { $0.isAborting = true }
    lose(.reset)
    announce(self)
  }

  func abortInTurn() {
    state.withLock { $0.queue.end(.reset) }
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

  // MARK: Loop side

  /// Requests a ping, to check that the client is connected (RFC 6455 §5.5.2).
  func ping() {
    change { $0.ping() }
  }

  /// Appends the next frames, up to a number of bytes.
  func take(into buffer: inout [UInt8], upTo limit: Int) -> Batch {
    state.withLock { state in
      state.isAnnounced = false
      var batch = Batch()
      while buffer.count < limit {
        switch state.queue.next() {
        case .message(let message, let report):
          WebSocketFrame.append(message, to: &buffer)
          if let report { batch.reports.append((buffer.count, report)) }
        case .ping: WebSocketFrame.appendPing(to: &buffer)
        case .end(let end):
          batch.end = end
          return batch
        case nil: return batch
        }
      }
      batch.isPartial = true
      return batch
    }
  }

  /// Discards waiting and later messages: the connection has ended, or is about to be dropped.
  ///
  /// - Parameters:
  ///   - ending: The result for the reports of these messages; the first call decides.
  func lose(_ ending: Transmission.Ending) {
    let (lost, loss) = state.withLock { state in
      let loss = state.loss ?? ending
      state.loss = loss
      state.queue.end(.reset)
      return (state.queue.removeAll(), loss)
    }
    for report in lost { report.settle(loss) }
  }

  /// Whether the session must be notified when its reader has caught up.
  var owesCaughtUp: Bool { state.withLock { $0.owesCaughtUp } }

  /// Whether to notify the session now that its reader has caught up; true once.
  func takeCaughtUp() -> Bool {
    state.withLock { state in
      guard state.owesCaughtUp, !state.queue.isTaken(Self.congestion / 2) else { return false }
      state.owesCaughtUp = false
      return true
    }
  }

  /// The number of messages dropped since the last call.
  func takeDropped() -> Int { state.withLock { $0.queue.takeDropped() } }

  /// Bytes that wait.
  var queuedBytes: Int { state.withLock { $0.queue.byteCount } }

  /// Whether the queue is fuller than this fraction.
  func isBehind(by part: Double) -> Bool { state.withLock { $0.queue.isTaken(part) } }

  /// The loop's work besides sending.
  var requests: WriterRequests {
    state.withLock { state in
      WriterRequests(
        isClosing: state.queue.isClosing, isResetting: state.queue.isResetting, isAborting: state.isAborting,
        isReadingHeld: state.isReadingHeld)
    }
  }

  /// Whether to close the socket.
  var isClosing: Bool { state.withLock { $0.queue.isClosing } }

  private func change(_ body: (inout OutgoingQueue) -> Void) {
    let (isNews, lost, loss) = state.withLock { state in
      body(&state.queue)
      defer { state.isAnnounced = true }
      return (!state.isAnnounced, state.queue.takeLost(), state.loss ?? .aborted)
    }
    for report in lost { report.settle(loss) }
    if isNews { announce(self) }
  }
}

/// How the server ends a socket.
enum SocketEnd: Equatable {
  /// With a close frame (RFC 6455 §7.4), which libwebsockets must write itself.
  case close(code: UInt16, reason: String)
  /// With a reset (RFC 9293 §3.5.2).
  case reset
}

/// The server's frames for messages, one frame each (RFC 6455 §5.2).
enum WebSocketFrame {
  /// The largest header in bytes.
  static let maximumHeaderBytes = 10

  /// Appends a message as one final frame without a mask.
  static func append(_ message: WebSocketMessage, to buffer: inout [UInt8]) {
    let opcode: UInt8 = if case .text = message { 0x81 } else { 0x82 }
    let payload = message.bytes
    buffer.append(opcode)
    switch payload.count {
    case ..<126:
      buffer.append(UInt8(payload.count))
    case ..<65536:
      buffer.append(126)
      buffer.append(UInt8(payload.count >> 8))
      buffer.append(UInt8(payload.count & 0xFF))
    default:
      buffer.append(127)
      for shift in stride(from: 56, through: 0, by: -8) { buffer.append(UInt8((payload.count >> shift) & 0xFF)) }
    }
    buffer.append(contentsOf: payload)
  }

  /// Appends a ping. It has a payload, because libwebsockets does not report the pong to an empty one.
  static func appendPing(to buffer: inout [UInt8]) {
    buffer.append(0x89)
    buffer.append(1)
    buffer.append(UInt8(ascii: "?"))
  }
}
