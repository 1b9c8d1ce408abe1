/// Deadlines with the earliest first: a binary heap.
struct DeadlineQueue {
  /// When something is due, and for whom.
  struct Entry: Sendable, Equatable {
    let deadline: Int64
    let owner: UInt64
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The earliest.
  var first: Entry? { entries.first }

  /// Adds a deadline.
  mutating func insert(_ entry: Entry) {
    var index = entries.count
    entries.append(entry)
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[index].deadline < entries[parent].deadline else { return }
      entries.swapAt(index, parent)
      index = parent
    }
  }

  /// Takes the earliest.
  mutating func popFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
        if entries[child].deadline < entries[least].deadline { least = child }
      }
      guard least != index else { return first }
      entries.swapAt(index, least)
      index = least
    }
  }

  /// Forgets all that do not matter any more.
  mutating func keep(where matters: (Entry) -> Bool) {
    let kept = entries.filter(matters)
    entries = []
    for entry in kept { insert(entry) }
  }
}
