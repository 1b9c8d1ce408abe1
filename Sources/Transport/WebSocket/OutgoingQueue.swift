import HTTPCore
import Platform
import Synchronization

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
