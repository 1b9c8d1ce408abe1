import HTTPCore
import Platform
import Synchronization

/// The messages that wait for one socket, limited in bytes and in number.
struct OutgoingQueue {
  private struct Entry {
    /// nil after it was dropped.
    var message: WebSocketMessage?
    let mayBeDropped: Bool
    var report: (any MessageReport)?
  }

  /// The next item.
  enum Item {
    case message(WebSocketMessage, (any MessageReport)?)
    case ping
    case end(SocketEnd)
  }

  /// The size that a message counts besides its bytes, so that empty messages count, too.
  private static let overheadBytes = 64

  private let maximumBytes: Int
  private let maximumCount: Int
  private var entries: [Entry] = []
  private var head = 0
  /// The start of the search for a message to drop: every entry before it is sent, dropped, or must not be dropped.
  private var dropCursor = 0
  private var isPingDue = false
  private var end: SocketEnd?
  /// The size of the waiting messages in bytes.
  private(set) var byteCount = 0
  /// The number of waiting messages.
  private(set) var count = 0
  /// The number of messages dropped since the last ``takeDropped()``.
  private var dropped = 0
  /// Reports of messages that were dropped or refused since the last ``takeLost()``.
  private var lost: [any MessageReport] = []

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  /// Whether a close was requested, by the application or because the queue was full.
  var isClosing: Bool { end != nil }

  /// Whether a reset was requested.
  var isResetting: Bool { end == .reset }

  /// Whether the queue is fuller than this fraction, in bytes or in number.
  func isTaken(_ part: Double) -> Bool {
    Double(byteCount) > part * Double(maximumBytes) || Double(count) > part * Double(maximumCount)
  }

  /// Appends a message. If it does not fit, the oldest droppable messages are dropped; if there are none, its own
  /// policy decides.
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

  /// Requests a ping before all waiting messages.
  mutating func ping() {
    if end == nil { isPingDue = true }
  }

  /// Requests the socket's end after the waiting messages; later messages are dropped. The first request decides.
  mutating func end(_ end: SocketEnd) {
    if self.end == nil { self.end = end }
  }

  /// Removes the next item; nil when nothing waits. The end stays.
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

  /// Reports of messages that were dropped or refused since the last call.
  mutating func takeLost() -> [any MessageReport] {
    guard !lost.isEmpty else { return [] }
    defer { lost = [] }
    return lost
  }

  /// Removes every message.
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

  /// The number of messages dropped since the last call.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Drops the oldest droppable message; false when there is none.
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

  /// Removes the entries before the header section when they are many, or all.
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
