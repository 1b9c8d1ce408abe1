import HTTPCore

/// Entries that were removed for newer ones since the journal was last cleared.
package struct JournalLosses: Sendable, Equatable {
  package internal(set) var count = 0
  /// The number of the last of them; 0 without any.
  package internal(set) var lastSequence = 0
  /// The latest world's time of them; nil without any.
  package internal(set) var latestTime: Timestamp?

  /// Whether all of them are before a point.
  package func areBefore(_ point: JournalCriterion.Point) -> Bool {
    switch point {
    case .sequence(let number): lastSequence <= number
    case .time(let time): latestTime.map { $0 < time } ?? true
    }
  }
}

/// The newest entries of one kind, oldest first, bounded by their number and their bytes.
struct JournalRing {
  /// Removed entries; usually one, for which no array is allocated.
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

  private static let firstSlots = 32

  private let capacity: Int
  private let maximumBytes: Int
  /// As many slots as there were entries at a time, doubled on demand, so that a world with few requests stays small.
  private var slots: [JournalEntry?] = []
  private var head = 0
  private(set) var count = 0
  private(set) var bytes = 0
  /// Entries that were removed for newer ones.
  private(set) var losses = JournalLosses()

  init(capacity: Int, maximumBytes: Int) {
    self.capacity = capacity
    self.maximumBytes = maximumBytes
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - released: Receives the removed entries, for the caller to release outside the lock.
  mutating func append(_ entry: JournalEntry, number: Int, released: inout Released) {
    // The newest entry is always kept; the truncation of bodies bounds its size.
    while count == capacity || (count > 0 && bytes > maximumBytes - entry.heldBytes) { removeOldest(&released) }
    if count == slots.count { grow() }
    var numbered = entry
    numbered.sequence = number
    slots[(head + count) % slots.count] = numbered
    count += 1
    bytes += entry.heldBytes
  }

  /// Removes every entry.
  mutating func removeAll() -> [JournalEntry] {
    let all = entries(after: 0)
    (slots, head, count, bytes, losses) = ([], 0, 0, 0, JournalLosses())
    return all
  }

  /// The entries with a greater number, in order.
  func entries(after sequence: Int) -> [JournalEntry] {
    var first = count
    while first > 0, let entry = slots[(head + first - 1) % slots.count], entry.sequence > sequence { first -= 1 }
    var entries: [JournalEntry] = []
    entries.reserveCapacity(count - first)
    for index in first..<count {
      if let entry = slots[(head + index) % slots.count] { entries.append(entry) }
    }
    return entries
  }

  private mutating func grow() {
    let larger = min(capacity, max(Self.firstSlots, slots.count * 2))
    slots = Array(slots[head...] + slots[..<head]) + Array(repeating: nil, count: larger - slots.count)
    head = 0
  }

  private mutating func removeOldest(_ released: inout Released) {
    if let entry = slots[head].take() {
      bytes -= entry.heldBytes
      losses.count += 1
      losses.lastSequence = entry.sequence
      losses.latestTime = max(entry.time, losses.latestTime ?? entry.time)
      released.append(entry)
    }
    head = (head + 1) % slots.count
    count -= 1
  }
}
