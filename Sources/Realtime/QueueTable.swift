import STOMP
import World

/// All queues of a world, and the unacknowledged messages of consumers.
struct QueueTable {
  private struct Unacknowledged {
    let item: MessageQueue.Item
    let queue: String
    let receiver: any MessageReceiver
  }

  /// The most queues at a time, so that clients cannot fill the memory with names.
  private static let maximumQueues = 1000

  /// The most waiting messages of each queue.
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

  /// Whether all of these messages fit into their queues.
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

  /// A waiting consumer gets the message, however short its lifetime.
  private mutating func add(_ message: Message, to name: String) {
    expire(name)
    queues[name, default: MessageQueue()].append(message, expiry: expiry(of: message))
    hand(name)
  }

  /// When a waiting message is discarded; nil for never, also for a header that is not a number.
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

  /// Adds a message of a topic to a queue that keeps it for a subscriber; when it is full, the message is lost.
  mutating func keep(_ message: Message, in name: String) {
    guard queues[name] != nil || queues.count < Self.maximumQueues,
      (queues[name] ?? MessageQueue()).hasRoom(count: 1, bytes: message.byteCount, capacity: capacity)
    else { return }
    add(message, to: name)
  }

  /// Removes the waiting messages of a queue.
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

  /// Removes acknowledged messages.
  mutating func acknowledge(_ tags: [UInt64]) {
    for (queue, receiver) in take(tags).map({ ($0.queue, $0.receiver) }) {
      queues[queue]?.resume(receiver)
      dispatch(queue)
    }
  }

  /// Returns messages to their queues, in their old order, for another consumer if there is one.
  mutating func release(_ tags: [UInt64]) {
    var returned: [String: [Unacknowledged]] = [:]
    for item in take(tags.sorted()) { returned[item.queue, default: []].append(item) }
    for (queue, items) in returned.sorted(by: { $0.key < $1.key }) {
      queues[queue, default: MessageQueue()].restore(items.map(\.item.redelivered))
      if let receiver = items.first?.receiver { queues[queue]?.resume(receiver) }
      dispatch(queue, avoiding: items.first?.receiver)
    }
  }

  /// Offers messages again to a receiver that was full.
  mutating func resume(_ receiver: any MessageReceiver, queues names: [String]) {
    for name in names {
      queues[name]?.resume(receiver)
      dispatch(name)
    }
  }

  /// The messages in queues, those of each queue in order: unacknowledged messages of consumers, as redeliveries, then
  /// waiting ones. Messages of topics that are kept for subscriptions are omitted.
  var held: [QueuedMessage] {
    mutating get {
      for name in queues.keys { expire(name) }
      // In the order of ``release(_:)``: what was delivered first comes first.
      let handedOut = Dictionary(grouping: unacknowledged.sorted { $0.key < $1.key }.map(\.value), by: \.queue)
        .mapValues { $0.map(\.item.redelivered) }
      let held = handedOut.merging(queues.mapValues(\.waiting)) { $0 + $1 }
      let now = now()
      return held.filter { !$0.key.beginsWithBytes(of: Destination.durablePrefix) }.sorted { $0.key < $1.key }
        .flatMap { $0.value.map { $0.queued(now: now) } }
    }
  }

  /// Each queue with its numbers of waiting messages and consumers.
  var depths: [(name: String, waiting: Int, consumers: Int)] {
    mutating get {
      for name in queues.keys { expire(name) }
      return queues.sorted { $0.key < $1.key }.map { ($0.key, $0.value.waiting.count, $0.value.consumerCount) }
    }
  }

  /// The number of unacknowledged messages.
  var unacknowledgedCount: Int { unacknowledged.count }

  /// Replaces the messages in queues. Nothing of ``held`` is lost, even if it exceeds the limits. Messages that
  /// consumers already have are released, and may be delivered again.
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

  /// Delivers the waiting messages of a queue while consumers accept them.
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
