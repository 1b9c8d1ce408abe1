/// The subscriptions of a session, and their unacknowledged messages.
struct SubscriptionTable: Sendable {
  /// A message that the client must acknowledge.
  struct Pending: Sendable {
    /// The number in its message-id.
    let message: UInt64
    let tag: UInt64
  }

  /// The data for each delivery, small so that the look-up is fast.
  struct Route: Sendable {
    /// The bytes from `subscription:` up to the number of the message-id.
    let prefix: [UInt8]
    let acknowledges: Bool
    /// The most unacknowledged messages; nil for the session's limit.
    let prefetch: Int?
  }

  /// The properties of a subscription.
  struct KnownSubscription: Sendable {
    let number: Int
    let id: String
    let destination: String
    let acknowledgement: Subscription.Acknowledgement
    /// Whether the client gave it an id; otherwise the id is the destination, as it was written.
    let isNamed: Bool
  }

  /// The oldest first. Most sessions have one or two, so a linear search is fast and the list small.
  private var entries: [KnownSubscription] = []
  private var routes: [Int: Route] = [:]
  /// By subscription, in the order of their numbers. Separate from the entries, so that they grow without being copied.
  private var pending: [Int: [Pending]] = [:]
  private var lastNumber = 0
  private(set) var pendingCount = 0

  var count: Int { entries.count }

  /// The number of the next subscription.
  var nextNumber: Int { lastNumber + 1 }

  func route(_ number: Int) -> Route? { routes[number] }

  func subscription(_ number: Int) -> KnownSubscription? { entries.first { $0.number == number } }

  func subscription(id: String, isNamed: Bool) -> KnownSubscription? {
    entries.first { $0.id == id && $0.isNamed == isNamed }
  }

  /// The numbers of all subscriptions of an id, the oldest first.
  func numbers(id: String) -> [Int] { entries.filter { $0.id == id }.map(\.number) }

  /// The oldest subscription to a destination, for UNSUBSCRIBE in 1.0 (checklist row 41).
  func subscription(destination: String) -> KnownSubscription? { entries.first { $0.destination == destination } }

  /// Whether a subscription has its most unacknowledged messages.
  func isPrefetched(_ number: Int) -> Bool {
    guard let prefetch = routes[number]?.prefetch else { return false }
    return pending[number]?.count ?? 0 >= prefetch
  }

  mutating func add(_ subscription: Subscription, prefix: [UInt8], prefetch: Int? = nil, isNamed: Bool = true) {
    lastNumber = subscription.number
    entries.append(
      KnownSubscription(
        number: subscription.number, id: subscription.id, destination: subscription.destination,
        acknowledgement: subscription.acknowledgement, isNamed: isNamed))
    let acknowledges = subscription.acknowledgement != .auto
    routes[subscription.number] = Route(
      prefix: prefix, acknowledges: acknowledges, prefetch: acknowledges ? prefetch : nil)
  }

  /// Ends a subscription.
  ///
  /// - Returns: the tags of its unacknowledged messages.
  mutating func remove(_ number: Int) -> [UInt64] {
    entries.removeAll { $0.number == number }
    routes[number] = nil
    let tags = pending.removeValue(forKey: number)?.map(\.tag) ?? []
    pendingCount -= tags.count
    return tags
  }

  /// Every subscription, the oldest first.
  var all: [KnownSubscription] { entries }

  /// How many messages a subscription has not acknowledged.
  func pendingCount(of number: Int) -> Int { pending[number]?.count ?? 0 }

  /// The numbers of all subscriptions, the oldest first.
  var allNumbers: [Int] { entries.map(\.number) }

  mutating func deliver(_ message: Pending, to number: Int) {
    pending[number, default: []].append(message)
    pendingCount += 1
  }

  /// The subscription of an unacknowledged message.
  func subscription(of message: UInt64) -> Int? {
    pending.first { Self.index(of: message, in: $0.value) != nil }?.key
  }

  /// Removes acknowledged messages: in `client` mode all up to this one, otherwise this one (checklist rows 42 and 43).
  ///
  /// - Returns: the tags; none when the message is already acknowledged.
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
