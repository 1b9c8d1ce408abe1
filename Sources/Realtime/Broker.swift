import Locking
import STOMP
import World

/// The message broker of one world: topics for all subscribers, queues whose messages go to one consumer each, and
/// queues of single users.
package final class Broker: MessageBroker {
  private struct State {
    var topics = TopicTable()
    var queues: QueueTable
    let dialect: Dialect
    /// The subscriptions of each receiver, oldest first: few, so that a list is smaller than a table.
    var subscriptions: [ObjectIdentifier: [(number: Int, destination: String)]] = [:]
    /// The receivers with subscriptions.
    var receivers: [ObjectIdentifier: any MessageReceiver] = [:]
    var sessionCount = 0
    /// The sessions of each user, by name.
    var sessions: [String: Set<String>] = [:]

    /// The topics of subscriptions that outlive sessions, by the names of the queues that keep their messages, and the
    /// destinations that the account may receive.
    var durables: [String: (pattern: DestinationPattern, maySubscribe: @Sendable (String) -> Bool)] = [:]
    private static let maximumDurables = 1000

    /// Whether another one of this name may be added.
    func hasRoomForDurable(_ name: String) -> Bool {
      durables[name] != nil || durables.count < Self.maximumDurables
    }

    /// Whether each message to a destination goes to one consumer.
    func isQueue(_ destination: String) -> Bool { dialect.hasQueues && Destination.isQueue(destination) }
  }

  private let state: OrderedMutex<State>
  /// Serves destinations in the place of this broker; nil for none.
  let remote: RemoteBroker?
  private let alwaysSendsToRemote: Bool
  /// The sessions of clients without WebSocket.
  let sockJSSessions = SockJSSessions()

  /// Creates a broker without subscribers.
  ///
  /// - Parameters:
  ///   - remote: The broker that serves destinations in its place; nil for none.
  ///   - alwaysSendsToRemote: Whether that broker gets the server's messages also while no session here listens to them,
  ///     because others may listen there.
  ///   - now: The nanoseconds of its world, by which messages expire.
  package init(
    _ rules: MessagingRules = MessagingRules(), remote: RemoteBroker? = nil, alwaysSendsToRemote: Bool = false,
    now: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    (self.remote, self.alwaysSendsToRemote) = (remote, alwaysSendsToRemote)
    state = OrderedMutex(.broker, State(queues: QueueTable(rules, now: now), dialect: rules.dialect))
  }

  /// A name for a new session, unique in the world and without characters that some clients cannot parse.
  package func nextSessionID() -> String {
    state.withLock { state in
      state.sessionCount += 1
      return state.dialect.sessionName(state.sessionCount)
    }
  }

  // MARK: Publishing

  /// Publishes messages of the server in order and without another one between them, or none of them.
  ///
  /// - Throws: ``Diagnosis`` when a queue is full.
  package func publish(_ messages: [Message]) throws(Diagnosis) { try publish(messages, from: nil) }

  /// Publishes messages in order and without another one between them, or none of them.
  ///
  /// - Parameters:
  ///   - sender: The session to which destinations of a user refer.
  /// - Throws: ``Diagnosis`` when a queue is full.
  package func publish(_ messages: [Message], from sender: (any MessageReceiver)?) throws(Diagnosis) {
    let outside = messages.filter { isRemote($0.destination) }
    if let first = outside.first, let status = remote?.status, !status.isConnected {
      throw Diagnosis.brokerUnavailable(destination: first.destination, reason: status.reason ?? status.address)
    }
    let messages = outside.isEmpty ? messages : messages.filter { !isRemote($0.destination) }
    defer { for message in outside { remote?.publish(message) } }
    let isFull = state.withLock { state in
      let queued = messages.filter { state.isQueue($0.destination) }
      guard state.queues.hasRoom(for: queued) else { return true }
      for message in messages { Self.route(message, sender: sender?.sessionID, in: &state) }
      return false
    }
    guard isFull else { return }
    let queue = messages.first { Destination.isQueue($0.destination) }?.destination ?? ""
    throw Diagnosis.queueFull(destination: queue)
  }

  /// Publishes a message of the server to all subscribers.
  package func publish(destination: String, contentType: String, body: [UInt8]) {
    let message = Message(destination: destination, headers: Headers(), contentType: contentType, body: body)
    if let remote, isRemote(destination) { return remote.publish(message) }
    state.withLock { Self.route(message, sender: nil, in: &$0) }
  }

  /// Whether another broker serves a destination.
  func isRemote(_ destination: String) -> Bool { remote?.target.serves(destination) ?? false }

  package var remoteStatus: RemoteBrokerStatus? { remote?.status }

  /// Publishes a message to one session.
  ///
  /// - Parameters:
  ///   - message: Its destination is a user's, such as `/user/queue/status/response`.
  package func reply(_ message: Message, to session: String) {
    state.withLock { Self.notify(session, message, in: &$0) }
  }

  /// Whether a topic has subscribers, whether or not they are authorized.
  package func hasListeners(_ destination: String) -> Bool {
    if alwaysSendsToRemote, remote?.isConnected == true, isRemote(destination) { return true }
    return state.withLock { $0.topics.hasListeners(TopicTable.Key(destination)) }
  }

  // MARK: Subscribing

  /// Adds a subscription; messages that wait in a queue are delivered immediately.
  ///
  /// - Parameters:
  ///   - acknowledges: Whether the broker keeps messages of a queue until they are acknowledged.
  ///   - durable: The queue that keeps the messages of a topic from now on, also without a consumer; nil for none.
  /// - Throws: ``Diagnosis`` when there are too many queues.
  package func subscribe(
    _ receiver: any MessageReceiver, _ number: Int, to destination: String, acknowledges: Bool,
    keptAs durable: DurableQueue? = nil
  ) throws(Diagnosis) {
    let topic = destination
    let destination = durable?.name ?? topic
    let listener = Listener(receiver: receiver, subscription: number, acknowledges: acknowledges)
    let isAdded = state.withLock { state in
      state.subscriptions[ObjectIdentifier(receiver), default: []].append((number, destination))
      state.receivers[ObjectIdentifier(receiver)] = receiver
      if state.isQueue(destination) {
        guard durable == nil || state.hasRoomForDurable(destination), state.queues.add(listener, to: destination) else {
          return false
        }
        if let durable, let pattern = DestinationPattern(topic) {
          state.durables[destination] = (pattern, durable.maySubscribe)
        }
        return true
      }
      state.topics.add(listener, to: Destination.key(destination, session: receiver.sessionID))
      return true
    }
    if !isAdded { throw Diagnosis.queueFull(destination: destination) }
  }

  /// Notes a subscription at the other broker, for overviews, and so that simulations know of a listener.
  func noteRemote(_ receiver: any MessageReceiver, _ number: Int, to destination: String) {
    let listener = Listener(receiver: receiver, subscription: number, acknowledges: false)
    state.withLock { state in
      state.subscriptions[ObjectIdentifier(receiver), default: []].append((number, destination))
      state.receivers[ObjectIdentifier(receiver)] = receiver
      guard !state.isQueue(destination), DestinationPattern(destination) != nil else { return }
      state.topics.add(listener, to: Destination.key(destination, session: receiver.sessionID))
    }
  }

  /// Removes a queue that keeps the messages of a topic, and its messages.
  package func forget(_ durable: DurableQueue) {
    state.withLock { state in
      state.durables[durable.name] = nil
      state.queues.discard(durable.name)
    }
  }

  /// Ends a subscription.
  ///
  /// - Parameters:
  ///   - released: The tags of unacknowledged messages, which return to their queue.
  package func unsubscribe(_ receiver: any MessageReceiver, _ number: Int, releasing released: [UInt64]) {
    state.withLock { state in
      Self.remove(receiver, number, in: &state)
      state.queues.release(released)
    }
  }

  /// Assigns a session to a user, so that it receives messages to the user.
  package func enter(_ receiver: any MessageReceiver, user: String) {
    state.withLock { _ = $0.sessions[user, default: []].insert(receiver.sessionID) }
  }

  /// Ends all subscriptions of a receiver.
  package func leave(_ receiver: any MessageReceiver, user: String?, releasing released: [UInt64]) {
    state.withLock { state in
      for (number, _) in state.subscriptions[ObjectIdentifier(receiver)] ?? [] {
        Self.remove(receiver, number, in: &state)
      }
      state.queues.release(released)
      guard let user else { return }
      state.sessions[user]?.remove(receiver.sessionID)
      if state.sessions[user]?.isEmpty == true { state.sessions[user] = nil }
    }
  }

  // MARK: Acknowledging

  /// Removes acknowledged messages of queues.
  package func acknowledge(_ tags: [UInt64]) {
    state.withLock { $0.queues.acknowledge(tags) }
  }

  /// Returns messages to their queues, for another consumer if there is one.
  package func release(_ tags: [UInt64]) {
    state.withLock { $0.queues.release(tags) }
  }

  /// Offers messages of its queues to a receiver again, after it was full.
  package func resume(_ receiver: any MessageReceiver) {
    state.withLock { state in
      let names = (state.subscriptions[ObjectIdentifier(receiver)] ?? []).map(\.destination)
        .filter(state.isQueue)
      state.queues.resume(receiver, queues: Set(names).sorted())
    }
  }

  // MARK: Snapshots and overviews

  /// The messages in queues, those of each queue in order: unacknowledged messages of consumers, as redeliveries, then
  /// waiting ones.
  package var held: [QueuedMessage] { state.withLock { $0.queues.held } }

  /// Replaces the messages in queues. Consumers that have one already may get it again, and their acknowledgements of
  /// it have no effect.
  package func replaceHeld(_ messages: [QueuedMessage]) {
    state.withLock { $0.queues.replaceHeld(messages) }
  }

  /// The subscriptions and the numbers of waiting messages.
  package var overview: BrokerOverview {
    state.withLock { state in
      BrokerOverview(
        subscriptions: state.receivers.values.flatMap { receiver in
          (state.subscriptions[ObjectIdentifier(receiver)] ?? []).map {
            (receiver.sessionID, $0.number, $0.destination)
          }
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) },
        queues: state.queues.depths, unacknowledged: state.queues.unacknowledgedCount)
    }
  }

  // MARK: Under the lock

  private static func route(_ message: Message, sender: String?, in state: inout State) {
    if state.isQueue(message.destination) { return state.queues.append(message) }
    guard let own = Destination.user(message.destination) else {
      for listener in state.topics.listeners(of: TopicTable.Key(message.destination)) {
        _ = listener.receiver.deliver(message, to: listener.subscription, as: .broadcast)
      }
      for (name, durable) in state.durables
      where durable.pattern.matches(message.destination) && durable.maySubscribe(message.destination) {
        state.queues.keep(message, in: name)
      }
      return
    }
    let addressed = message.redirected(to: own.destination)
    if let name = own.name {
      for session in (state.sessions[name] ?? []).sorted() { notify(session, addressed, in: &state) }
    } else if let sender {
      notify(sender, addressed, in: &state)
    }
  }

  private static func notify(_ session: String, _ message: Message, in state: inout State) {
    for listener in state.topics.listeners(of: Destination.key(message.destination, session: session)) {
      _ = listener.receiver.deliver(message, to: listener.subscription, as: .broadcast)
    }
  }

  private static func remove(_ receiver: any MessageReceiver, _ number: Int, in state: inout State) {
    let key = ObjectIdentifier(receiver)
    guard let index = state.subscriptions[key]?.firstIndex(where: { $0.number == number }),
      let destination = state.subscriptions[key]?.remove(at: index).destination
    else { return }
    if state.subscriptions[key]?.isEmpty == true { (state.subscriptions[key], state.receivers[key]) = (nil, nil) }
    if state.isQueue(destination) {
      state.queues.remove(receiver, number, from: destination)
    } else {
      state.topics.remove(receiver, number, from: Destination.key(destination, session: receiver.sessionID))
    }
  }
}

/// One connection's side of the broker: the receiver of messages for its subscriptions.
package protocol MessageReceiver: AnyObject, Sendable {
  /// The connection's name among those of its user; unique in the world.
  var sessionID: String { get }

  /// Whether the connection's account may receive messages of a destination. Must not change while subscribed.
  func maySubscribe(_ destination: String) -> Bool

  /// Accepts a message. Called under the broker's lock: it must only queue it, and not call the broker.
  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome
}

/// How a message is delivered.
package enum Delivery: Sendable, Equatable {
  /// To all subscribers; one that reads too slowly misses the oldest.
  case broadcast
  /// To one consumer of a queue. The tag is for ``Broker/acknowledge(_:)`` and ``Broker/release(_:)``.
  case queued(tag: UInt64, isRedelivery: Bool)
}

/// The result of a delivery.
package enum DeliveryOutcome: Sendable, Equatable {
  case taken
  /// Not accepted: the receiver takes no more until ``Broker/resume(_:)``.
  case full
  /// Not accepted: the subscription does not exist any more.
  case gone
}

/// A subscription of a receiver, as the broker stores it.
struct Listener {
  let receiver: any MessageReceiver
  let subscription: Int
  /// Whether the broker keeps messages of a queue until they are acknowledged.
  let acknowledges: Bool

  func isOf(_ other: any MessageReceiver) -> Bool { receiver === other }
}

/// The kinds of destinations, by their prefixes: `/queue/` is a queue, `/user/` a user's; all others are topics.
enum Destination {
  private static let userPrefix = "/user/"

  /// Whether each message goes to one consumer.
  static func isQueue(_ destination: String) -> Bool {
    destination.beginsWithBytes(of: "/queue/") || destination.beginsWithBytes(of: durablePrefix)
  }

  /// The prefix of queues that keep the messages of topics. No client can name one.
  static let durablePrefix = "\u{0}durable/"

  /// The two parts of a user's destination: `/user/queue/x` is the sender's, `/user/ana/queue/x` is Ana's; nil for
  /// other destinations. The returned destination is the one that Ana subscribes to, `/user/queue/x`.
  static func user(_ destination: String) -> (name: String?, destination: String)? {
    guard destination.beginsWithBytes(of: userPrefix) else { return nil }
    let rest = destination.utf8.dropFirst(userPrefix.utf8.count)
    if rest.starts(with: "queue/".utf8) || rest.starts(with: "topic/".utf8) { return (nil, destination) }
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return (nil, destination) }
    return (
      String(decoding: rest[..<slash], as: UTF8.self),
      userPrefix + String(decoding: rest[rest.index(after: slash)...], as: UTF8.self)
    )
  }

  /// The key of a session's subscription.
  static func key(_ destination: String, session: String) -> TopicTable.Key {
    TopicTable.Key(destination, session: destination.beginsWithBytes(of: userPrefix) ? session : nil)
  }
}
