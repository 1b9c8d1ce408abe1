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
  struct Wishes {
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
  var wishes: Wishes {
    state.withLock { state in
      Wishes(
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

/// The messages that wait for one socket, bounded in bytes and in number.
struct OutgoingQueue {
  private struct Entry {
    /// nil once it was dropped.
    var message: WebSocketMessage?
    let mayBeDropped: Bool
    var report: (any MessageReport)?
  }

  /// What is next.
  enum Item {
    case message(WebSocketMessage, (any MessageReport)?)
    case ping
    case end(SocketEnd)
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
  private var end: SocketEnd?
  /// Bytes that the messages which wait take up.
  private(set) var byteCount = 0
  /// How many messages wait.
  private(set) var count = 0
  /// Messages dropped since ``takeDropped()`` was last asked.
  private var dropped = 0
  /// Reports of messages that were dropped or refused since ``takeLost()`` was last asked.
  private var lost: [any MessageReport] = []

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  /// Whether a close was asked for, by the application or because the queue was full.
  var isClosing: Bool { end != nil }

  /// Whether a reset was asked for.
  var isResetting: Bool { end == .reset }

  /// Whether more than a part of the room is taken, in bytes or in number.
  func isTaken(_ part: Double) -> Bool {
    Double(byteCount) > part * Double(maximumBytes) || Double(count) > part * Double(maximumCount)
  }

  /// Adds a message behind the others. Where it does not fit, the oldest that may be dropped make room; when there
  /// are none, its own policy says what becomes of it.
  mutating func append(
    _ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?
  ) {
    guard end == nil else { return lose(report) }
    let cost = Self.cost(message)
    while byteCount + cost > maximumBytes || count >= maximumCount {
      if dropOldest() { continue }
      lose(report)
      guard policy == .dropOldest else { return overflow() }
      dropped += 1
      return
    }
    entries.append(Entry(message: message, mayBeDropped: policy == .dropOldest, report: report))
    byteCount += cost
    count += 1
  }

  /// Asks for a ping before whatever waits.
  mutating func ping() {
    if end == nil { isPingDue = true }
  }

  /// Asks for the socket's end behind what waits; later messages are dropped. The first end decides.
  mutating func end(_ end: SocketEnd) {
    if self.end == nil { self.end = end }
  }

  /// Takes what is next, nil when nothing waits. The end stays.
  mutating func next() -> Item? {
    if isPingDue {
      isPingDue = false
      return .ping
    }
    while head < entries.count {
      let (message, report) = (entries[head].message, entries[head].report)
      (entries[head].message, entries[head].report) = (nil, nil)
      head += 1
      guard let message else { continue }
      byteCount -= Self.cost(message)
      count -= 1
      compact()
      return .message(message, report)
    }
    compact()
    return end.map(Item.end)
  }

  /// Reports of messages that were dropped or refused since it was last asked.
  mutating func takeLost() -> [any MessageReport] {
    guard !lost.isEmpty else { return [] }
    defer { lost = [] }
    return lost
  }

  /// Throws every message away.
  ///
  /// - Returns: Their reports.
  mutating func removeAll() -> [any MessageReport] {
    for entry in entries { lose(entry.report) }
    entries = []
    (head, dropCursor, byteCount, count) = (0, 0, 0, 0)
    return takeLost()
  }

  private mutating func lose(_ report: (any MessageReport)?) {
    if let report { lost.append(report) }
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
      lose(entries[dropCursor].report)
      (entries[dropCursor].message, entries[dropCursor].report) = (nil, nil)
      byteCount -= Self.cost(message)
      count -= 1
      dropped += 1
      return true
    }
    return false
  }

  /// Closes the socket of a client that must not miss a message and reads too slowly.
  private mutating func overflow() {
    lost = removeAll()
    end = .close(code: 1013, reason: "the client reads too slowly")
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
