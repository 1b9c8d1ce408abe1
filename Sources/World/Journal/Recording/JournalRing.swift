/// The newest entries of one kind, oldest first, bounded by their number and their octets.
struct JournalRing {
  private struct Slot {
    let entry: JournalEntry
    let bytes: Int
  }

  /// Entries that made room; nearly always one, for which no array is made.
  struct Released {
    private var first: JournalEntry?
    private var others: [JournalEntry] = []

    mutating func append(_ entry: JournalEntry) {
      if first == nil {
        first = entry
      } else {
        others.append(entry)
      }
    }
  }

  private let capacity: Int
  private let maximumBytes: Int
  /// Made with the first entry, so that a world in which nothing happens pays nothing.
  private var slots: [Slot?] = []
  private var head = 0
  private(set) var count = 0
  private(set) var bytes = 0
  /// Entries that had to make room for newer ones.
  private(set) var evicted = 0

  init(capacity: Int, maximumBytes: Int) {
    self.capacity = capacity
    self.maximumBytes = maximumBytes
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - released: Gets the entries that make room, for the caller to release when no lock is held.
  mutating func append(_ entry: JournalEntry, bytes size: Int, released: inout Released) {
    if slots.isEmpty { slots = Array(repeating: nil, count: capacity) }
    // The newest entry is kept whatever its size, which the cut of the bodies bounds.
    while count == capacity || (count > 0 && bytes > maximumBytes - size) { removeOldest(&released) }
    slots[(head + count) % capacity] = Slot(entry: entry, bytes: size)
    count += 1
    bytes += size
  }

  /// Takes every entry out.
  mutating func removeAll() -> [JournalEntry] {
    let all = entries(after: 0)
    (slots, head, count, bytes, evicted) = ([], 0, 0, 0, 0)
    return all
  }

  /// The entries with a greater number, in order.
  func entries(after sequence: Int) -> [JournalEntry] {
    var first = count
    while first > 0, let slot = slots[(head + first - 1) % capacity], slot.entry.sequence > sequence { first -= 1 }
    var entries: [JournalEntry] = []
    entries.reserveCapacity(count - first)
    for index in first..<count {
      if let slot = slots[(head + index) % capacity] { entries.append(slot.entry) }
    }
    return entries
  }

  /// The number of the oldest entry; nil when there is none.
  var oldestSequence: Int? { count == 0 ? nil : slots[head]?.entry.sequence }

  private mutating func removeOldest(_ released: inout Released) {
    if let slot = slots[head] {
      released.append(slot.entry)
      bytes -= slot.bytes
    }
    slots[head] = nil
    head = (head + 1) % capacity
    count -= 1
    evicted += 1
  }
}
