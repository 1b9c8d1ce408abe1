import Cryptography
import HTTPCore
import Locking

/// The keys of a world and their states.
struct KeyEntries {
  typealias Place = IdempotencyKeys.Place

  var byPlace: [Place: IdempotencyKeys.Entry] = [:]
  /// The keys in the order in which they were claimed, including removed ones.
  private var order: [(place: Place, number: Int)] = []
  private(set) var lastNumber = 0
  /// The size of the kept bodies in bytes.
  private var bytes = 0

  init(lastNumber: Int = 0) { self.lastNumber = lastNumber }

  /// Adds a key.
  mutating func begin(_ place: Place, _ content: IdempotencyKeys.Content, at now: Int64) -> IdempotencyKeys.Claim {
    remove(place)
    lastNumber += 1
    byPlace[place] = IdempotencyKeys.Entry(
      number: lastNumber, content: content, since: now, state: .running(waiting: []))
    order.append((place, lastNumber))
    makeRoom()
    return IdempotencyKeys.Claim(place: place, number: lastNumber)
  }

  /// Removes a key.
  mutating func remove(_ place: Place) {
    guard let entry = byPlace.removeValue(forKey: place) else { return }
    bytes -= entry.response?.content.count ?? 0
  }

  /// Keeps the response of a key, or only that it exists, if it is too long.
  mutating func keep(_ response: Response, _ place: Place) {
    let count = response.content.count
    if case .stream = response.content {
      byPlace[place]?.state = .responseNotKept
    } else if count > IdempotencyKeys.maximumBytes.one {
      byPlace[place]?.state = .responseNotKept
    } else {
      byPlace[place]?.state = .completed(response)
      bytes += count
      shorten()
    }
  }

  /// Removes the oldest keys beyond the capacity, except those whose requests are running.
  private mutating func makeRoom() {
    for _ in 0..<order.count where byPlace.count > IdempotencyKeys.capacity {
      let oldest = order.removeFirst()
      guard let entry = entry(oldest) else { continue }
      if entry.waiting == nil { remove(oldest.place) } else { order.append(oldest) }
    }
    if order.count > 2 * IdempotencyKeys.capacity {
      let present = order.filter { entry($0) != nil }
      order = present
    }
  }

  /// Removes the oldest bodies beyond the limit; that their requests ran stays known.
  private mutating func shorten() {
    for key in order where bytes > IdempotencyKeys.maximumBytes.all {
      guard let count = entry(key)?.response?.content.count, count > 0 else { continue }
      byPlace[key.place]?.state = .responseNotKept
      bytes -= count
    }
  }

  private func entry(_ key: (place: Place, number: Int)) -> IdempotencyKeys.Entry? {
    byPlace[key.place].flatMap { $0.number == key.number ? $0 : nil }
  }
}
