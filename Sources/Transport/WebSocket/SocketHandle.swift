import HTTPCore
import Platform
import Synchronization

/// The handle through which any thread pushes to one socket.
final class SocketHandle: WebSocketHandle {
  /// What a look at the queue gave.
  struct Batch {
    /// What ends the socket once the bytes are sent.
    var end: SocketEnd?
    /// Reports of messages in the buffer, each with the place behind its last byte.
    var reports: [(end: Int, report: any MessageReport)] = []
    /// Whether more waits.
    var isPartial = false
  }

  /// What was asked for that does not go through the queue.
  struct WriterRequests {
    /// Whether the socket shall be closed behind what waits.
    var isClosing = false
    /// Whether the connection shall be reset behind what waits.
    var isResetting = false
    /// Whether the connection shall be dropped now.
    var isAborting = false
    /// Whether the client shall not be read from.
    var isReadingHeld = false
  }

  private struct State {
    var queue: OutgoingQueue
    var isAborting = false
    /// How messages are lost that are sent when the socket is gone; nil while it is there.
    var loss: Transmission.Ending?
    var isReadingHeld = false
    /// Whether the loop knows already that there is something to send.
    var isAnnounced = false
    /// Whether the session wants to know when the reader has caught up.
    var owesCaughtUp = false
  }

  /// How full the queue is, from 0 to 1, when senders that ask are told to stop; they go on at half of that.
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
    send(message, whenFull: policy, report: nil)
  }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?) {
    change { $0.append(message, whenFull: policy, report: report) }
  }

  func close(code: UInt16, reason: String) {
    state.withLock { $0.queue.end(.close(code: code, reason: reason)) }
    // Also when the loop was told of something to send already: it sets a time limit for a socket that closes.
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

  /// Throws away what waits, and all that is sent later: the connection is gone, or is about to be dropped.
  ///
  /// - Parameters:
  ///   - ending: What the reports of these messages say; the first call decides.
  func lose(_ ending: Transmission.Ending) {
    let (lost, loss) = state.withLock { state in
      let loss = state.loss ?? ending
      state.loss = loss
      state.queue.end(.reset)
      return (state.queue.removeAll(), loss)
    }
    for report in lost { report.settle(loss) }
  }

  /// Whether the session waits to hear that its reader has caught up.
  var owesCaughtUp: Bool { state.withLock { $0.owesCaughtUp } }

  /// Whether to tell the session now that its reader has caught up; true once.
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
  var wishes: WriterRequests {
    state.withLock { state in
      WriterRequests(
        isClosing: state.queue.isClosing, isResetting: state.queue.isResetting, isAborting: state.isAborting,
        isReadingHeld: state.isReadingHeld)
    }
  }

  /// Whether the socket shall be closed.
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
  /// By a close frame (RFC 6455 §7.4), which libwebsockets writes, since it has to know of it.
  case close(code: UInt16, reason: String)
  /// By a reset (RFC 9293 §3.5.2).
  case reset
}

/// How the server writes what it sends by a WebSocket, one frame each (RFC 6455 §5.2).
enum WebSocketFrame {
  /// Bytes that a header takes at most.
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

  /// Appends a ping. It has a payload, since libwebsockets does not tell of the pong that answers an empty one.
  static func appendPing(to buffer: inout [UInt8]) {
    buffer.append(0x89)
    buffer.append(1)
    buffer.append(UInt8(ascii: "?"))
  }
}
