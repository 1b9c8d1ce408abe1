import STOMP
import World

/// One queue: each of its messages goes to one consumer, in turn; without a consumer they wait, up to a limit.
struct MessageQueue {
  struct Item {
    let message: Message
    var isRedelivery = false
    /// When it is discarded if it still waits, in nanoseconds of the world; nil for never.
    var expiry: Int64?

    /// The same message, marked as delivered before.
    var redelivered: Item { Item(message: message, isRedelivery: true, expiry: expiry) }

    /// The message for snapshots.
    func queued(now: Int64) -> QueuedMessage {
      QueuedMessage(message, isRedelivery: isRedelivery, lifetimeNanoseconds: expiry.map { max(0, $0 - now) })
    }
  }

  /// Delivered messages are removed from the array when there are this many.
  private static let clearance = 1000
  /// The largest size of waiting messages in bytes.
  static let maximumBytes = 1 << 20

  private var items: [Item] = []
  private var head = 0
  private var byteCount = 0
  /// Whether a waiting message may expire.
  private(set) var mayExpire = false
  private var consumers: [Listener] = []
  /// The consumers that accept no more for now, by receiver.
  private var paused: Set<ObjectIdentifier> = []
  private var turn = 0

  /// Whether there are neither messages nor consumers.
  var isUnused: Bool { head == items.count && consumers.isEmpty }

  /// The waiting messages, in order.
  var waiting: [Item] { Array(items[head...]) }

  var consumerCount: Int { consumers.count }

  /// Removes the waiting messages.
  mutating func discardWaiting() {
    (items, head, byteCount) = ([], 0, 0)
  }

  /// Whether this many more messages fit, with a `capacity` for all.
  func hasRoom(count: Int, bytes: Int, capacity: Int) -> Bool {
    items.count - head + count <= capacity && byteCount + bytes <= Self.maximumBytes
  }

  /// - Parameters:
  ///   - expiry: When it is discarded if it still waits, in nanoseconds of the world; nil for never.
  mutating func append(_ message: Message, expiry: Int64?) {
    items.append(Item(message: message, expiry: expiry))
    byteCount += message.byteCount
    mayExpire = mayExpire || expiry != nil
  }

  /// Inserts messages before the others; nothing is lost, even if the queue is full.
  mutating func restore(_ returned: [Item]) {
    items.removeFirst(head)
    head = 0
    items.insert(contentsOf: returned, at: 0)
    for item in returned { byteCount += item.message.byteCount }
    mayExpire = mayExpire || returned.contains { $0.expiry != nil }
  }

  /// Discards expired messages.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds of the world.
  mutating func expire(now: Int64) {
    items = items[head...].filter { $0.expiry.map { $0 > now } ?? true }
    head = 0
    byteCount = items.reduce(0) { $0 + $1.message.byteCount }
    mayExpire = items.contains { $0.expiry != nil }
  }

  mutating func add(_ consumer: Listener) {
    consumers.append(consumer)
  }

  mutating func remove(_ receiver: any MessageReceiver, _ subscription: Int) {
    consumers.removeAll { $0.isOf(receiver) && $0.subscription == subscription }
    if !consumers.contains(where: { $0.isOf(receiver) }) { paused.remove(ObjectIdentifier(receiver)) }
  }

  /// Allows offers to a receiver again.
  mutating func resume(_ receiver: any MessageReceiver) {
    paused.remove(ObjectIdentifier(receiver))
  }

  /// Delivers waiting messages while consumers accept them.
  ///
  /// - Parameters:
  ///   - avoided: A receiver to try last, because it has just refused.
  ///   - offer: Offers an item to a consumer.
  mutating func dispatch(avoiding avoided: (any MessageReceiver)?, offer: (Item, Listener) -> DeliveryOutcome) {
    while head < items.count {
      let item = items[head]
      guard hand(item, avoiding: avoided, offer: offer) else { break }
      byteCount -= item.message.byteCount
      head += 1
    }
    if head == items.count || head > Self.clearance {
      items.removeFirst(head)
      head = 0
    }
  }

  /// Offers an item to one consumer after the other, starting after the one that accepted the last.
  private mutating func hand(
    _ item: Item, avoiding avoided: (any MessageReceiver)?, offer: (Item, Listener) -> DeliveryOutcome
  ) -> Bool {
    let order = consumers.indices.map { (turn + $0) % consumers.count }
    let willing = order.filter { index in avoided.map { !consumers[index].isOf($0) } ?? true }
    let last = order.filter { index in avoided.map { consumers[index].isOf($0) } ?? false }
    for index in willing + last {
      let consumer = consumers[index]
      let key = ObjectIdentifier(consumer.receiver)
      guard !paused.contains(key) else { continue }
      switch offer(item, consumer) {
      case .taken:
        turn = index + 1
        return true
      case .full: paused.insert(key)
      case .gone: continue
      }
    }
    return false
  }
}

/// A queue that keeps the messages of a topic for a subscription that outlives its session.
package struct DurableQueue: Sendable {
  /// The queue's name; no client can name it.
  let name: String
  /// Whether the subscribed account may receive messages of a destination.
  let maySubscribe: @Sendable (String) -> Bool

  /// A queue for an account's subscription.
  ///
  /// - Parameters:
  ///   - name: The account's name for the subscription.
  package init(name: String, maySubscribe: @escaping @Sendable (String) -> Bool) {
    (self.name, self.maySubscribe) = (Destination.durablePrefix + name, maySubscribe)
  }
}
