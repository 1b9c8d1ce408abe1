import STOMP
import World

/// One queue: each of its messages goes to one consumer, in turn; without a consumer they wait, bounded.
struct MessageQueue {
  struct Item {
    let message: Message
    var isRedelivery = false
    /// When it is thrown away if it still waits, in nanoseconds of the world; nil for never.
    var expiry: Int64?

    /// The same message, marked as one that a consumer had before.
    var redelivered: Item { Item(message: message, isRedelivery: true, expiry: expiry) }

    /// The message as snapshots keep it.
    func queued(now: Int64) -> QueuedMessage {
      QueuedMessage(message, isRedelivery: isRedelivery, lifetimeNanoseconds: expiry.map { max(0, $0 - now) })
    }
  }

  /// The messages that were handed out are cleared away when there are so many of them.
  private static let clearance = 1000
  /// Bytes that may wait.
  static let maximumBytes = 1 << 20

  private var items: [Item] = []
  private var head = 0
  private var byteCount = 0
  /// Whether something may wait that expires.
  private(set) var mayExpire = false
  private var consumers: [Listener] = []
  /// The consumers that take no more for now, by receiver.
  private var paused: Set<ObjectIdentifier> = []
  private var turn = 0

  /// Whether nothing waits and nobody listens.
  var isUnused: Bool { head == items.count && consumers.isEmpty }

  /// The messages that wait, in their order.
  var waiting: [Item] { Array(items[head...]) }

  var consumerCount: Int { consumers.count }

  /// Forgets the messages that wait.
  mutating func discardWaiting() {
    (items, head, byteCount) = ([], 0, 0)
  }

  /// Whether so many more messages may wait, of `capacity` in all.
  func hasRoom(count: Int, bytes: Int, capacity: Int) -> Bool {
    items.count - head + count <= capacity && byteCount + bytes <= Self.maximumBytes
  }

  /// - Parameters:
  ///   - expiry: When it is thrown away if it still waits, in nanoseconds of the world; nil for never.
  mutating func append(_ message: Message, expiry: Int64?) {
    items.append(Item(message: message, expiry: expiry))
    byteCount += message.byteCount
    mayExpire = mayExpire || expiry != nil
  }

  /// Puts messages before the others; nothing is lost, also when the queue is full.
  mutating func restore(_ returned: [Item]) {
    items.removeFirst(head)
    head = 0
    items.insert(contentsOf: returned, at: 0)
    for item in returned { byteCount += item.message.byteCount }
    mayExpire = mayExpire || returned.contains { $0.expiry != nil }
  }

  /// Throws away what has waited too long.
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
    if head == items.count || head > Self.clearance {
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

/// All queues of a world, and the messages that consumers have but did not acknowledge.
struct QueueTable {
  private struct Unacknowledged {
    let item: MessageQueue.Item
    let queue: String
    let receiver: any MessageReceiver
  }

  /// Queues that may exist at once, so that clients cannot fill the memory with names.
  private static let maximumQueues = 1000

  /// Messages that may wait in each.
  private let capacity: Int
  private let dialect: Dialect
  /// Nanoseconds of the world.
  private let now: @Sendable () -> Int64
  private var queues: [String: MessageQueue] = [:]
  private var unacknowledged: [UInt64: Unacknowledged] = [:]
  private var lastTag: UInt64 = 0

  init(_ rules: MessagingRules, now: @escaping @Sendable () -> Int64) {
    (capacity, dialect, self.now) = (rules.queueCapacity, rules.dialect, now)
  }

  /// Whether these messages may be put into their queues, all of them.
  mutating func hasRoom(for messages: [Message]) -> Bool {
    for name in Set(messages.map(\.destination)) { expire(name) }
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
    let name = message.destination
    if dialect.hasReplyQueues, ReplyQueue.isOne(name), queues[name] == nil { return }
    add(message, to: name)
  }

  /// Who waits for a message gets it, however short it may wait.
  private mutating func add(_ message: Message, to name: String) {
    expire(name)
    queues[name, default: MessageQueue()].append(message, expiry: expiry(of: message))
    hand(name)
  }

  /// When a message is thrown away if it still waits; nil for never, also for a header that is no number.
  private func expiry(of message: Message) -> Int64? {
    guard dialect.hasExpiration, let milliseconds = message.headers["expiration"].flatMap({ Int64($0) }) else {
      return nil
    }
    let (length, isTooLong) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (expiry, isTooLate) = now().addingReportingOverflow(length)
    return milliseconds < 0 || isTooLong || isTooLate ? nil : expiry
  }

  private mutating func expire(_ name: String) {
    guard queues[name]?.mayExpire == true else { return }
    queues[name]?.expire(now: now())
  }

  /// Puts a message of a topic into a queue that keeps it for a subscriber; when it is full, the message is lost.
  mutating func keep(_ message: Message, in name: String) {
    guard queues[name] != nil || queues.count < Self.maximumQueues,
      (queues[name] ?? MessageQueue()).hasRoom(count: 1, bytes: message.byteCount, capacity: capacity)
    else { return }
    add(message, to: name)
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
    if dialect.hasReplyQueues, ReplyQueue.isOne(queue) { queues[queue]?.discardWaiting() }
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
      queues[queue, default: MessageQueue()].restore(items.map(\.item.redelivered))
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
    mutating get {
      for name in queues.keys { expire(name) }
      // In the order of ``release(_:)``: what was handed out first comes first.
      let handedOut = Dictionary(grouping: unacknowledged.sorted { $0.key < $1.key }.map(\.value), by: \.queue)
        .mapValues { $0.map(\.item.redelivered) }
      let held = handedOut.merging(queues.mapValues(\.waiting)) { $0 + $1 }
      let now = now()
      return held.filter { !$0.key.beginsWithBytes(of: Destination.durablePrefix) }.sorted { $0.key < $1.key }
        .flatMap { $0.value.map { $0.queued(now: now) } }
    }
  }

  /// Each queue with what waits in it and who consumes.
  var depths: [(name: String, waiting: Int, consumers: Int)] {
    mutating get {
      for name in queues.keys { expire(name) }
      return queues.sorted { $0.key < $1.key }.map { ($0.key, $0.value.waiting.count, $0.value.consumerCount) }
    }
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
      let now = now()
      queues[name, default: MessageQueue()].restore(
        items.map { item in
          MessageQueue.Item(
            message: item.message, isRedelivery: item.isRedelivery,
            expiry: item.lifetimeNanoseconds.map(now.saturatingAdd))
        })
      dispatch(name)
    }
  }

  private mutating func take(_ tags: [UInt64]) -> [Unacknowledged] {
    tags.compactMap { unacknowledged.removeValue(forKey: $0) }
  }

  private mutating func dispatch(_ name: String, avoiding avoided: (any MessageReceiver)? = nil) {
    expire(name)
    hand(name, avoiding: avoided)
  }

  /// Hands out what waits in a queue, while somebody takes it.
  private mutating func hand(_ name: String, avoiding avoided: (any MessageReceiver)? = nil) {
    guard var queue = queues.removeValue(forKey: name) else { return }
    queue.dispatch(avoiding: avoided) { item, consumer in
      lastTag += 1
      let outcome = consumer.receiver.deliver(
        item.message, to: consumer.subscription, as: .queued(tag: lastTag, isRedelivery: item.isRedelivery))
      if outcome == .taken, consumer.acknowledges {
        unacknowledged[lastTag] = Unacknowledged(item: item, queue: name, receiver: consumer.receiver)
      }
      return outcome
    }
    if !queue.isUnused { queues[name] = queue }
  }

  private mutating func discardIfUnused(_ name: String) {
    if queues[name]?.isUnused == true { queues[name] = nil }
  }
}

/// A queue that keeps the messages of a topic for a subscription that outlives its session.
package struct DurableQueue: Sendable {
  /// What the queue is called; no client can name it.
  let name: String
  /// Whether messages of a destination are for the account that subscribed.
  let mayHear: @Sendable (String) -> Bool

  /// A queue for an account's subscription.
  ///
  /// - Parameters:
  ///   - name: The account's name for the subscription.
  package init(name: String, mayHear: @escaping @Sendable (String) -> Bool) {
    (self.name, self.mayHear) = (Destination.durablePrefix + name, mayHear)
  }
}
