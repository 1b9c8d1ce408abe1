import HTTPCore

/// The messages that wait for one socket, bounded in bytes and in number.
struct OutgoingQueue {
  private struct Entry {
    /// nil once it was dropped.
    var message: WebSocketMessage?
    let mayBeDropped: Bool
  }

  /// What a message takes up besides its bytes; without it, empty messages would be free.
  private static let overheadBytes = 64

  private let maximumBytes: Int
  private let maximumCount: Int
  private var entries: [Entry] = []
  private var head = 0
  /// Every entry before it is sent, dropped or must arrive; where the search for one to drop begins.
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

  /// Gives up on a reader that must not miss anything.
  private mutating func overflow() {
    entries = []
    (head, dropCursor, byteCount, count) = (0, 0, 0, 0)
    closing = .close(code: 1013, reason: "the client reads too slowly")
  }

  /// Forgets the entries before the head when they are many, or all.
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
