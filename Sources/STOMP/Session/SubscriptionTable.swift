/// The subscriptions of a session, and what was delivered to them and not acknowledged.
struct SubscriptionTable: Sendable {
  /// A message that the client must acknowledge.
  struct Pending: Sendable {
    /// The number in its message-id.
    let message: UInt64
    let tag: UInt64
  }

  /// What each delivery needs, small so that it is quick to look up.
  struct Route: Sendable {
    /// The bytes from `subscription:` up to the number of the message-id.
    let prefix: [UInt8]
    let acknowledges: Bool
  }

  /// What a subscription is known by.
  struct Entry: Sendable {
    let number: Int
    let id: String
    let destination: String
    let acknowledgement: Subscription.Acknowledgement
  }

  /// The oldest first. Few: most sessions have one or two, so they are searched and take little memory.
  private var entries: [Entry] = []
  private var routes: [Int: Route] = [:]
  /// By subscription; in the order of their numbers. Apart from the entries, so that they grow without being copied.
  private var pending: [Int: [Pending]] = [:]
  private var lastNumber = 0
  private(set) var pendingCount = 0

  var count: Int { entries.count }

  /// The number that the next subscription gets.
  var nextNumber: Int { lastNumber + 1 }

  func route(_ number: Int) -> Route? { routes[number] }

  func subscription(_ number: Int) -> Entry? { entries.first { $0.number == number } }

  func subscription(id: String) -> Entry? { entries.first { $0.id == id } }

  /// The oldest subscription to a destination, for UNSUBSCRIBE in 1.0 (checklist row 41).
  func subscription(destination: String) -> Entry? { entries.first { $0.destination == destination } }

  mutating func add(_ subscription: Subscription, prefix: [UInt8]) {
    lastNumber = subscription.number
    entries.append(
      Entry(
        number: subscription.number, id: subscription.id, destination: subscription.destination,
        acknowledgement: subscription.acknowledgement))
    routes[subscription.number] = Route(prefix: prefix, acknowledges: subscription.acknowledgement != .auto)
  }

  /// Ends a subscription.
  ///
  /// - Returns: the tags that it did not acknowledge.
  mutating func remove(_ number: Int) -> [UInt64] {
    entries.removeAll { $0.number == number }
    routes[number] = nil
    let tags = pending.removeValue(forKey: number)?.map(\.tag) ?? []
    pendingCount -= tags.count
    return tags
  }

  /// The numbers of all subscriptions, the oldest first.
  var allNumbers: [Int] { entries.map(\.number) }

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
    let isCumulative = subscription(number)?.acknowledgement == .client
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
