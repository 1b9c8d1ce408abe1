import HTTPCore
import Platform
import Synchronization

/// The handle through which any thread pushes to one socket.
final class SocketHandle: WebSocketHandle {
  /// What a look at the queue gave.
  struct Batch {
    /// The close that ends the socket once the bytes are sent.
    var closing: (code: UInt16, reason: String)?
    /// Whether more waits.
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
    change { $0.append(message, whenFull: policy) }
  }

  func close(code: UInt16, reason: String) {
    state.withLock { $0.queue.close(code: code, reason: reason) }
    // Also when the loop was told of something to send already: it sets a time limit for a socket that closes.
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

/// The messages that wait for one socket, bounded in bytes and in number.
struct OutgoingQueue {
  private struct Entry {
    /// nil once it was dropped.
    var message: WebSocketMessage?
    let mayBeDropped: Bool
  }

  /// What a message counts besides its bytes, so that empty messages count, too.
  private static let overheadBytes = 64

  private let maximumBytes: Int
  private let maximumCount: Int
  private var entries: [Entry] = []
  private var head = 0
  /// Where the search for a message to drop begins: every entry before it is sent, dropped, or must not be dropped.
  private var dropCursor = 0
  private var isPingDue = false
  private var closing: WebSocketFrame?
  /// Bytes that the messages which wait take up.
  private(set) var byteCount = 0
  /// How many messages wait.
  private(set) var count = 0
  /// Messages dropped since ``takeDropped()`` was last asked.
  private var dropped = 0

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  /// Whether a close was asked for, by the application or because the queue was full.
  var isClosing: Bool { closing != nil }

  /// Whether more than a part of the room is taken, in bytes or in number.
  func isTaken(_ part: Double) -> Bool {
    Double(byteCount) > part * Double(maximumBytes) || Double(count) > part * Double(maximumCount)
  }

  /// Adds a message behind the others. Where it does not fit, the oldest that may be dropped make room; when there
  /// are none, its own policy says what becomes of it.
  mutating func append(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    guard closing == nil else { return }
    let cost = Self.cost(message)
    while byteCount + cost > maximumBytes || count >= maximumCount {
      if dropOldest() { continue }
      guard policy == .dropOldest else { return overflow() }
      dropped += 1
      return
    }
    entries.append(Entry(message: message, mayBeDropped: policy == .dropOldest))
    byteCount += cost
    count += 1
  }

  /// Asks for a ping before whatever waits.
  mutating func ping() {
    if closing == nil { isPingDue = true }
  }

  /// Asks for a close behind what waits; later messages are dropped.
  mutating func close(code: UInt16, reason: String) {
    if closing == nil { closing = .close(code: code, reason: reason) }
  }

  /// Takes what is next, nil when nothing waits. A close stays.
  mutating func next() -> WebSocketFrame? {
    if isPingDue {
      isPingDue = false
      return .ping
    }
    while head < entries.count {
      let message = entries[head].message
      entries[head].message = nil
      head += 1
      guard let message else { continue }
      byteCount -= Self.cost(message)
      count -= 1
      compact()
      return .message(message)
    }
    compact()
    return closing
  }

  /// How many messages were dropped since it was last asked.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Drops the oldest message that may be; false when there is none.
  private mutating func dropOldest() -> Bool {
    dropCursor = max(dropCursor, head)
    while dropCursor < entries.count {
      defer { dropCursor += 1 }
      guard entries[dropCursor].mayBeDropped, let message = entries[dropCursor].message else { continue }
      entries[dropCursor].message = nil
      byteCount -= Self.cost(message)
      count -= 1
      dropped += 1
      return true
    }
    return false
  }

  /// Closes the socket of a client that must not miss a message and reads too slowly.
  private mutating func overflow() {
    entries = []
    (head, dropCursor, byteCount, count) = (0, 0, 0, 0)
    closing = .close(code: 1013, reason: "the client reads too slowly")
  }

  /// Removes the entries before the head when they are many, or all.
  private mutating func compact() {
    if head == entries.count {
      entries.removeAll(keepingCapacity: entries.capacity <= 8)
      (head, dropCursor) = (0, 0)
    } else if head > 1024, head > entries.count / 2 {
      entries.removeFirst(head)
      (head, dropCursor) = (0, max(0, dropCursor - head))
    }
  }

  private static func cost(_ message: WebSocketMessage) -> Int { message.bytes.count + overheadBytes }
}

/// What the server sends by a WebSocket, one frame each (RFC 6455 §5.2). libwebsockets writes the close frame, since it
/// has to know of it.
enum WebSocketFrame: Equatable {
  case message(WebSocketMessage)
  case ping
  case close(code: UInt16, reason: String)

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
