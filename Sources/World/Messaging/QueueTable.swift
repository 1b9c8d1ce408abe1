import STOMP

/// All queues of a world, and the messages that consumers have but did not acknowledge.
struct QueueTable {
  private struct Unacknowledged {
    let message: Message
    let queue: String
    let receiver: any MessageReceiver
  }

  /// Queues that may exist at once, so that clients cannot fill the memory with names.
  private static let maximumQueues = 1000

  private var queues: [String: MessageQueue] = [:]
  private var unacknowledged: [UInt64: Unacknowledged] = [:]
  private var lastTag: UInt64 = 0

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
      (queues[name] ?? MessageQueue()).hasRoom(count: amount.count, bytes: amount.bytes)
    }
  }

  mutating func append(_ message: Message) {
    queues[message.destination, default: MessageQueue()].append(message)
    dispatch(message.destination)
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
      queues[queue, default: MessageQueue()].restore(items.map(\.message))
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

  /// The messages that wait, those of each queue in their order.
  var waiting: [Message] { queues.sorted { $0.key < $1.key }.flatMap { $0.value.waiting } }

  /// Each queue with what waits in it and who consumes.
  var depths: [(name: String, waiting: Int, consumers: Int)] {
    queues.sorted { $0.key < $1.key }.map { ($0.key, $0.value.waiting.count, $0.value.consumerCount) }
  }

  /// Messages that consumers have and did not acknowledge.
  var unacknowledgedCount: Int { unacknowledged.count }

  /// Has other messages wait; what consumers have already is theirs no more.
  mutating func replaceWaiting(_ messages: [Message]) {
    unacknowledged = [:]
    for name in Array(queues.keys) {
      queues[name]?.discardWaiting()
      discardIfUnused(name)
    }
    for message in messages where hasRoom(for: [message]) { append(message) }
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
