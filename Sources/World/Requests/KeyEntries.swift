import Cryptography
import HTTPCore
import Locking

/// The keys of a world with what is known of them.
struct KeyEntries {
  typealias Place = IdempotencyKeys.Place

  var byPlace: [Place: IdempotencyKeys.Entry] = [:]
  /// The keys in the order in which they were claimed, those that are gone included.
  private var order: [(place: Place, number: Int)] = []
  private(set) var lastNumber = 0
  /// Bytes of content that are kept.
  private var bytes = 0

  init(lastNumber: Int = 0) { self.lastNumber = lastNumber }

  /// Begins with a key.
  mutating func begin(_ place: Place, _ content: IdempotencyKeys.Content, at now: Int64) -> IdempotencyKeys.Claim {
    remove(place)
    lastNumber += 1
    byPlace[place] = IdempotencyKeys.Entry(
      number: lastNumber, content: content, since: now, state: .underWay(waiting: []))
    order.append((place, lastNumber))
    makeRoom()
    return IdempotencyKeys.Claim(place: place, number: lastNumber)
  }

  /// Forgets a key.
  mutating func remove(_ place: Place) {
    guard let entry = byPlace.removeValue(forKey: place) else { return }
    bytes -= entry.response?.content.count ?? 0
  }

  /// Keeps what a key was answered, or that it was, when that is too long.
  mutating func keep(_ response: Response, _ place: Place) {
    let count = response.content.count
    if case .stream = response.content {
      byPlace[place]?.state = .carriedOut
    } else if count > IdempotencyKeys.maximumBytes.one {
      byPlace[place]?.state = .carriedOut
    } else {
      byPlace[place]?.state = .answered(response)
      bytes += count
      shorten()
    }
  }

  /// Forgets the oldest keys beyond the capacity, but for those whose requests are being carried out.
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

  /// Forgets the oldest content beyond the bytes that are kept; that the request was carried out stays known.
  private mutating func shorten() {
    for key in order where bytes > IdempotencyKeys.maximumBytes.all {
      guard let count = entry(key)?.response?.content.count, count > 0 else { continue }
      byPlace[key.place]?.state = .carriedOut
      bytes -= count
    }
  }

  private func entry(_ key: (place: Place, number: Int)) -> IdempotencyKeys.Entry? {
    byPlace[key.place].flatMap { $0.number == key.number ? $0 : nil }
  }
}
