import STOMP

/// One queue: each of its messages goes to one consumer, in turn; without a consumer they wait, bounded.
struct MessageQueue {
  struct Item {
    let message: Message
    var isRedelivery = false
  }

  /// Messages and bytes that may wait.
  static let maximumCount = 1000
  static let maximumBytes = 1 << 20

  private var items: [Item] = []
  private var head = 0
  private var byteCount = 0
  private var consumers: [Listener] = []
  /// The consumers that take no more for now, by receiver.
  private var paused: Set<ObjectIdentifier> = []
  private var turn = 0

  /// Whether nothing waits and nobody listens.
  var isUnused: Bool { head == items.count && consumers.isEmpty }

  /// The messages that wait, in their order.
  var waiting: [Message] { items[head...].map(\.message) }

  var consumerCount: Int { consumers.count }

  /// Forgets the messages that wait.
  mutating func discardWaiting() {
    (items, head, byteCount) = ([], 0, 0)
  }

  /// Whether so many more messages may wait.
  func hasRoom(count: Int, bytes: Int) -> Bool {
    items.count - head + count <= Self.maximumCount && byteCount + bytes <= Self.maximumBytes
  }

  mutating func append(_ message: Message) {
    items.append(Item(message: message))
    byteCount += message.byteCount
  }

  /// Puts messages back before the others, for redelivery; nothing is lost, also when the queue is full.
  mutating func restore(_ messages: [Message]) {
    items.removeFirst(head)
    head = 0
    items.insert(contentsOf: messages.map { Item(message: $0, isRedelivery: true) }, at: 0)
    for message in messages { byteCount += message.byteCount }
  }

  mutating func add(_ consumer: Listener) {
    consumers.append(consumer)
  }

  mutating func remove(_ receiver: any MessageReceiver, _ subscription: Int) {
    consumers.removeAll { $0.isOf(receiver) && $0.subscription == subscription }
    if !consumers.contains(where: { $0.isOf(receiver) }) { paused.remove(ObjectIdentifier(receiver)) }
  }

  /// Lets a receiver be offered messages again.
  mutating func resume(_ receiver: any MessageReceiver) {
    paused.remove(ObjectIdentifier(receiver))
  }

  /// Hands out what waits while somebody takes it.
  ///
  /// - Parameters:
  ///   - avoided: A receiver that comes last, since it has just refused.
  ///   - offer: Offers an item to a consumer.
  mutating func dispatch(avoiding avoided: (any MessageReceiver)?, offer: (Item, Listener) -> DeliveryOutcome) {
    while head < items.count {
      let item = items[head]
      guard hand(item, avoiding: avoided, offer: offer) else { break }
      byteCount -= item.message.byteCount
      head += 1
    }
    if head == items.count || head > Self.maximumCount {
      items.removeFirst(head)
      head = 0
    }
  }

  /// Offers an item to one consumer after the other, beginning behind the one that took the last.
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
