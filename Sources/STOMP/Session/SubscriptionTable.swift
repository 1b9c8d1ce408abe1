/// The subscriptions of a session, and what was delivered to them and not acknowledged.
struct SubscriptionTable: Sendable {
  /// A message that the client must acknowledge.
  struct Pending: Sendable {
    /// The number in its message-id.
    let message: UInt64
    let tag: UInt64
  }

  struct Entry: Sendable {
    let subscription: Subscription
    /// The octets from `subscription:` up to the number of the message-id.
    let prefix: [UInt8]
  }

  private var entries: [Int: Entry] = [:]
  /// By subscription; in the order of their numbers. Apart from the entries, so that they grow without being copied.
  private var pending: [Int: [Pending]] = [:]
  private var numbers: [String: Int] = [:]
  private var lastNumber = 0
  private(set) var pendingCount = 0

  var count: Int { entries.count }

  /// The number that the next subscription gets.
  var nextNumber: Int { lastNumber + 1 }

  func entry(_ number: Int) -> Entry? { entries[number] }

  func entry(id: String) -> Entry? { numbers[id].flatMap { entries[$0] } }

  /// The oldest subscription to a destination, for UNSUBSCRIBE in 1.0 (checklist row 41).
  func entry(destination: String) -> Entry? {
    entries.values.filter { $0.subscription.destination == destination }
      .min { $0.subscription.number < $1.subscription.number }
  }

  mutating func add(_ subscription: Subscription, prefix: [UInt8]) {
    lastNumber = subscription.number
    entries[subscription.number] = Entry(subscription: subscription, prefix: prefix)
    numbers[subscription.id] = subscription.number
  }

  /// Ends a subscription.
  ///
  /// - Returns: the tags that it did not acknowledge.
  mutating func remove(_ number: Int) -> [UInt64] {
    guard let entry = entries.removeValue(forKey: number) else { return [] }
    numbers[entry.subscription.id] = nil
    let tags = pending.removeValue(forKey: number)?.map(\.tag) ?? []
    pendingCount -= tags.count
    return tags
  }

  /// The numbers of all subscriptions, the oldest first.
  var allNumbers: [Int] { entries.keys.sorted() }

  mutating func deliver(_ message: Pending, to number: Int) {
    pending[number, default: []].append(message)
    pendingCount += 1
  }

  /// The subscription to which a message was delivered that is not acknowledged.
  func subscription(of message: UInt64) -> Int? {
    pending.first { Self.index(of: message, in: $0.value) != nil }?.key
  }

  /// Takes back what an acknowledgement means: in `client` mode all messages up to this one, else this one
  /// (checklist rows 42 and 43).
  ///
  /// - Returns: the tags; none when the message is acknowledged already.
  mutating func acknowledge(_ message: UInt64, of number: Int) -> [UInt64] {
    guard let index = pending[number].flatMap({ Self.index(of: message, in: $0) }) else { return [] }
    let isCumulative = entries[number]?.subscription.acknowledgement == .client
    let range = isCumulative ? 0..<index + 1 : index..<index + 1
    let tags = pending[number]?[range].map(\.tag) ?? []
    pending[number]?.removeSubrange(range)
    pendingCount -= tags.count
    return tags
  }

  private static func index(of message: UInt64, in pending: [Pending]) -> Int? {
    var low = 0
    var high = pending.count
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].message < message { low = middle + 1 } else { high = middle }
    }
    return low < pending.count && pending[low].message == message ? low : nil
  }
}
