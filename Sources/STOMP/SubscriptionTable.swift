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
    /// How many messages it takes without acknowledging any; nil for as many as the session.
    let prefetch: Int?
  }

  /// What a subscription is known by.
  struct KnownSubscription: Sendable {
    let number: Int
    let id: String
    let destination: String
    let acknowledgement: Subscription.Acknowledgement
    /// Whether the client gave it an id; else the id is the destination, as it was written.
    let isNamed: Bool
  }

  /// The oldest first. Few: most sessions have one or two, so they are searched and take little memory.
  private var entries: [KnownSubscription] = []
  private var routes: [Int: Route] = [:]
  /// By subscription; in the order of their numbers. Apart from the entries, so that they grow without being copied.
  private var pending: [Int: [Pending]] = [:]
  private var lastNumber = 0
  private(set) var pendingCount = 0

  var count: Int { entries.count }

  /// The number that the next subscription gets.
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

  /// Whether a subscription has as many messages as it takes.
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
  /// - Returns: the tags that it did not acknowledge.
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
