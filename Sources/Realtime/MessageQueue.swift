import STOMP
import World

/// One queue: each of its messages goes to one consumer, in turn; without a consumer they wait, bounded.
struct MessageQueue {
  /// The messages that were handed out are cleared away when there are so many of them.
  private static let clearance = 1000
  /// Bytes that may wait.
  static let maximumBytes = 1 << 20

  private var items: [QueuedMessage] = []
  private var head = 0
  private var byteCount = 0
  private var consumers: [Listener] = []
  /// The consumers that take no more for now, by receiver.
  private var paused: Set<ObjectIdentifier> = []
  private var turn = 0

  /// Whether nothing waits and nobody listens.
  var isUnused: Bool { head == items.count && consumers.isEmpty }

  /// The messages that wait, in their order.
  var waiting: [QueuedMessage] { Array(items[head...]) }

  var consumerCount: Int { consumers.count }

  /// Forgets the messages that wait.
  mutating func discardWaiting() {
    (items, head, byteCount) = ([], 0, 0)
  }

  /// Whether so many more messages may wait, of `capacity` in all.
  func hasRoom(count: Int, bytes: Int, capacity: Int) -> Bool {
    items.count - head + count <= capacity && byteCount + bytes <= Self.maximumBytes
  }

  mutating func append(_ message: Message) {
    items.append(QueuedMessage(message))
    byteCount += message.byteCount
  }

  /// Puts messages before the others; nothing is lost, also when the queue is full.
  mutating func restore(_ messages: [QueuedMessage]) {
    items.removeFirst(head)
    head = 0
    items.insert(contentsOf: messages, at: 0)
    for message in messages { byteCount += message.message.byteCount }
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
  mutating func dispatch(avoiding avoided: (any MessageReceiver)?, offer: (QueuedMessage, Listener) -> DeliveryOutcome)
  {
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

  /// Offers an item to one consumer after the other, beginning behind the one that took the last.
  private mutating func hand(
    _ item: QueuedMessage, avoiding avoided: (any MessageReceiver)?, offer: (QueuedMessage, Listener) -> DeliveryOutcome
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

/// All queues of a world, and the messages that consumers have but did not acknowledge.
struct QueueTable {
  private struct Unacknowledged {
    let message: Message
    let queue: String
    let receiver: any MessageReceiver
  }

  /// Queues that may exist at once, so that clients cannot fill the memory with names.
  private static let maximumQueues = 1000

  /// Messages that may wait in each.
  private let capacity: Int
  private var queues: [String: MessageQueue] = [:]
  private var unacknowledged: [UInt64: Unacknowledged] = [:]
  private var lastTag: UInt64 = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Whether these messages may be put into their queues, all of them.
  func hasRoom(for messages: [Message]) -> Bool {
    var wanted: [String: (count: Int, bytes: Int)] = [:]
    for message in messages {
      wanted[message.destination, default: (0, 0)].count += 1
      wanted[message.destination, default: (0, 0)].bytes += message.byteCount
    }
    let new = wanted.keys.count { queues[$0] == nil }
    guard queues.count + new <= Self.maximumQueues else { return false }
    return wanted.allSatisfy { name, amount in
      (queues[name] ?? MessageQueue()).hasRoom(
        count: amount.count, bytes: amount.bytes, capacity: capacity)
    }
  }

  mutating func append(_ message: Message) {
    queues[message.destination, default: MessageQueue()].append(message)
    dispatch(message.destination)
  }

  /// Puts a message of a topic into a queue that keeps it for a subscriber; when it is full, the message is lost.
  mutating func keep(_ message: Message, in name: String) {
    guard queues[name] != nil || queues.count < Self.maximumQueues,
      (queues[name] ?? MessageQueue()).hasRoom(count: 1, bytes: message.byteCount, capacity: capacity)
    else { return }
    queues[name, default: MessageQueue()].append(message)
    dispatch(name)
  }

  /// Forgets what waits in a queue.
  mutating func discard(_ name: String) {
    queues[name]?.discardWaiting()
    discardIfUnused(name)
  }

  /// - Returns: false when there are too many queues.
  mutating func add(_ consumer: Listener, to queue: String) -> Bool {
    guard queues[queue] != nil || queues.count < Self.maximumQueues else { return false }
    queues[queue, default: MessageQueue()].add(consumer)
    dispatch(queue)
    return true
  }

  mutating func remove(_ receiver: any MessageReceiver, _ subscription: Int, from queue: String) {
    queues[queue]?.remove(receiver, subscription)
    discardIfUnused(queue)
  }

  /// Forgets messages whose consumers are done with them.
  mutating func acknowledge(_ tags: [UInt64]) {
    for (queue, receiver) in take(tags).map({ ($0.queue, $0.receiver) }) {
      queues[queue]?.resume(receiver)
      dispatch(queue)
    }
  }

  /// Puts messages back into their queues, in their old order, for another consumer if there is one.
  mutating func release(_ tags: [UInt64]) {
    var returned: [String: [Unacknowledged]] = [:]
    for item in take(tags.sorted()) { returned[item.queue, default: []].append(item) }
    for (queue, items) in returned.sorted(by: { $0.key < $1.key }) {
      queues[queue, default: MessageQueue()].restore(items.map { QueuedMessage($0.message, isRedelivery: true) })
      if let receiver = items.first?.receiver { queues[queue]?.resume(receiver) }
      dispatch(queue, avoiding: items.first?.receiver)
    }
  }

  /// Offers a receiver messages again that had enough before.
  mutating func resume(_ receiver: any MessageReceiver, queues names: [String]) {
    for name in names {
      queues[name]?.resume(receiver)
      dispatch(name)
    }
  }

  /// The messages that queues hold, those of each queue in their order: what consumers have and did not acknowledge, as
  /// a redelivery, then what waits. What is kept of topics belongs to subscriptions, and is left out.
  var held: [QueuedMessage] {
    // In the order of ``release(_:)``: what was handed out first comes first.
    let handedOut = Dictionary(grouping: unacknowledged.sorted { $0.key < $1.key }.map(\.value), by: \.queue)
      .mapValues { items in items.map { QueuedMessage($0.message, isRedelivery: true) } }
    let held = handedOut.merging(queues.mapValues(\.waiting)) { $0 + $1 }
    return held.filter { !$0.key.beginsWithBytes(of: Destination.durablePrefix) }.sorted { $0.key < $1.key }.flatMap(
      \.value)
  }

  /// Each queue with what waits in it and who consumes.
  var depths: [(name: String, waiting: Int, consumers: Int)] {
    queues.sorted { $0.key < $1.key }.map { ($0.key, $0.value.waiting.count, $0.value.consumerCount) }
  }

  /// Messages that consumers have and did not acknowledge.
  var unacknowledgedCount: Int { unacknowledged.count }

  /// Replaces the messages that queues hold. Nothing of ``held`` is lost, also where it is more than may wait. What
  /// consumers have of them already is released, and may come once more.
  mutating func replaceHeld(_ messages: [QueuedMessage]) {
    unacknowledged = [:]
    for name in Array(queues.keys) {
      queues[name]?.discardWaiting()
      discardIfUnused(name)
    }
    for (name, items) in Dictionary(grouping: messages, by: \.message.destination).sorted(by: { $0.key < $1.key }) {
      queues[name, default: MessageQueue()].restore(items)
      dispatch(name)
    }
  }

  private mutating func take(_ tags: [UInt64]) -> [Unacknowledged] {
    tags.compactMap { unacknowledged.removeValue(forKey: $0) }
  }

  private mutating func dispatch(_ name: String, avoiding avoided: (any MessageReceiver)? = nil) {
    guard var queue = queues.removeValue(forKey: name) else { return }
    queue.dispatch(avoiding: avoided) { item, consumer in
      lastTag += 1
      let outcome = consumer.receiver.deliver(
        item.message, to: consumer.subscription, as: .queued(tag: lastTag, isRedelivery: item.isRedelivery))
      if outcome == .taken, consumer.acknowledges {
        unacknowledged[lastTag] = Unacknowledged(message: item.message, queue: name, receiver: consumer.receiver)
      }
      return outcome
    }
    if !queue.isUnused { queues[name] = queue }
  }

  private mutating func discardIfUnused(_ name: String) {
    if queues[name]?.isUnused == true { queues[name] = nil }
  }
}
