import Locking
import STOMP
import World

/// The message broker of one world: topics that everyone hears, queues whose messages go to one consumer each, and
/// queues of a user's own.
package final class Broker: MessageBroker {
  private struct State {
    var topics = TopicTable()
    var queues: QueueTable
    let dialect: Dialect
    /// What each receiver subscribed to, the oldest first: few, so that a list takes less than a table.
    var subscriptions: [ObjectIdentifier: [(number: Int, destination: String)]] = [:]
    /// Who has subscriptions.
    var receivers: [ObjectIdentifier: any MessageReceiver] = [:]
    var sessionCount = 0
    /// The sessions of each user, by name.
    var sessions: [String: Set<String>] = [:]

    /// The topics of subscriptions that outlive sessions, by the names of the queues that keep their messages, and which
    /// of their destinations are for the account.
    var durables: [String: (pattern: DestinationPattern, maySubscribe: @Sendable (String) -> Bool)] = [:]
    private static let maximumDurables = 1000

    /// Whether a name may be one of these.
    func hasRoomForDurable(_ name: String) -> Bool {
      durables[name] != nil || durables.count < Self.maximumDurables
    }

    /// Whether each message to a destination goes to one consumer.
    func isQueue(_ destination: String) -> Bool { dialect.hasQueues && Destination.isQueue(destination) }
  }

  private let state: OrderedMutex<State>
  /// The sessions of clients without WebSocket.
  let sockJSSessions = SockJSSessions()

  /// A broker without listeners.
  ///
  /// - Parameters:
  ///   - now: The nanoseconds of its world, by which messages expire.
  package init(_ rules: MessagingRules = MessagingRules(), now: @escaping @Sendable () -> Int64 = { 0 }) {
    state = OrderedMutex(.broker, State(queues: QueueTable(rules, now: now), dialect: rules.dialect))
  }

  /// A name for a new session, unique in the world and free of characters that clients trip over.
  package func nextSessionID() -> String {
    state.withLock { state in
      state.sessionCount += 1
      return state.dialect.sessionName(state.sessionCount)
    }
  }

  // MARK: Publishing

  /// Publishes messages of the server's own in order and without another one between them, or none of them.
  ///
  /// - Throws: ``Diagnosis`` when a queue is full.
  package func publish(_ messages: [Message]) throws(Diagnosis) { try publish(messages, from: nil) }

  /// Publishes messages in order and without another one between them, or none of them.
  ///
  /// - Parameters:
  ///   - sender: The session that destinations of the user's own refer to.
  /// - Throws: ``Diagnosis`` when a queue is full.
  package func publish(_ messages: [Message], from sender: (any MessageReceiver)?) throws(Diagnosis) {
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

  /// Publishes a message of the server's own to everyone who listens.
  package func publish(destination: String, contentType: String, body: [UInt8]) {
    let message = Message(destination: destination, headers: Headers(), contentType: contentType, body: body)
    state.withLock { Self.route(message, sender: nil, in: &$0) }
  }

  /// Publishes a message to one session.
  ///
  /// - Parameters:
  ///   - message: Its destination is one of the user's own, such as `/user/queue/status/response`.
  package func reply(_ message: Message, to session: String) {
    state.withLock { Self.tell(session, message, in: &$0) }
  }

  /// Whether somebody subscribed to a topic, who may not be allowed to hear it.
  package func hasListeners(_ destination: String) -> Bool {
    state.withLock { $0.topics.hasListeners(TopicTable.Key(destination)) }
  }

  // MARK: Subscribing

  /// Adds a subscription; messages that wait in a queue are delivered at once.
  ///
  /// - Parameters:
  ///   - acknowledges: Whether messages of a queue stay the broker's until they are acknowledged.
  ///   - durable: What keeps the messages of a topic from now on, also while nobody listens; nil for nothing.
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

  /// Forgets a queue that keeps the messages of a topic, and what waits in it.
  package func forget(_ durable: DurableQueue) {
    state.withLock { state in
      state.durables[durable.name] = nil
      state.queues.discard(durable.name)
    }
  }

  /// Ends a subscription.
  ///
  /// - Parameters:
  ///   - released: The tags of what it got from a queue and did not acknowledge; it goes back.
  package func unsubscribe(_ receiver: any MessageReceiver, _ number: Int, releasing released: [UInt64]) {
    state.withLock { state in
      Self.remove(receiver, number, in: &state)
      state.queues.release(released)
    }
  }

  /// Makes a session one of a user's, so that messages to the user reach it.
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

  /// Forgets messages of queues whose consumers are done with them.
  package func acknowledge(_ tags: [UInt64]) {
    state.withLock { $0.queues.acknowledge(tags) }
  }

  /// Puts messages back into their queues; another consumer gets them if there is one.
  package func release(_ tags: [UInt64]) {
    state.withLock { $0.queues.release(tags) }
  }

  /// Offers a receiver messages of its queues again, after it had enough.
  package func resume(_ receiver: any MessageReceiver) {
    state.withLock { state in
      let names = (state.subscriptions[ObjectIdentifier(receiver)] ?? []).map(\.destination)
        .filter(state.isQueue)
      state.queues.resume(receiver, queues: Set(names).sorted())
    }
  }

  // MARK: For snapshots and for people

  /// The messages that queues hold, those of each queue in their order: what consumers have and did not acknowledge, as
  /// a redelivery, then what waits.
  package var held: [QueuedMessage] { state.withLock { $0.queues.held } }

  /// Replaces the messages that queues hold. Consumers that have one already may get it once more, and their
  /// acknowledgements of it have no effect.
  package func replaceHeld(_ messages: [QueuedMessage]) {
    state.withLock { $0.queues.replaceHeld(messages) }
  }

  /// What is subscribed and what waits.
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
      for session in (state.sessions[name] ?? []).sorted() { tell(session, addressed, in: &state) }
    } else if let sender {
      tell(sender, addressed, in: &state)
    }
  }

  private static func tell(_ session: String, _ message: Message, in state: inout State) {
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

/// One connection's side of the broker: where messages for its subscriptions go.
package protocol MessageReceiver: AnyObject, Sendable {
  /// What the connection is called among those of its user; unique in the world.
  var sessionID: String { get }

  /// Whether messages of a destination are for whoever is connected. Must not change while subscribed.
  func maySubscribe(_ destination: String) -> Bool

  /// Takes a message. Called under the broker's lock: it must only queue it, and not call the broker.
  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome
}

/// How a message is delivered.
package enum Delivery: Sendable, Equatable {
  /// To everyone who listens; who reads too slowly misses the oldest.
  case broadcast
  /// To one consumer of a queue. The tag is what ``Broker/acknowledge(_:)`` and ``Broker/release(_:)`` take.
  case queued(tag: UInt64, isRedelivery: Bool)
}

/// What a receiver did with a message.
package enum DeliveryOutcome: Sendable, Equatable {
  case taken
  /// Nothing: it wants no more until ``Broker/resume(_:)``.
  case full
  /// Nothing: there is no such subscription any more.
  case gone
}

/// A subscription of a receiver, as the broker knows it.
struct Listener {
  let receiver: any MessageReceiver
  let subscription: Int
  /// Whether messages of a queue stay the broker's until they are acknowledged.
  let acknowledges: Bool

  func isOf(_ other: any MessageReceiver) -> Bool { receiver === other }
}

/// What destinations mean to the broker, by their prefixes: `/queue/` is a queue, `/user/` a user's own; all others
/// are topics.
enum Destination {
  private static let userPrefix = "/user/"

  /// Whether each message goes to one consumer.
  static func isQueue(_ destination: String) -> Bool {
    destination.beginsWithBytes(of: "/queue/") || destination.beginsWithBytes(of: durablePrefix)
  }

  /// What the names of queues begin with that keep the messages of topics. No client can name one.
  static let durablePrefix = "\u{0}durable/"

  /// The two parts of a user's own destination: `/user/queue/x` is the sender's, `/user/ana/queue/x` is Ana's; nil
  /// for other destinations. The destination that comes back is the one Ana subscribes to, `/user/queue/x`.
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

  /// What a session's subscription is kept under.
  static func key(_ destination: String, session: String) -> TopicTable.Key {
    TopicTable.Key(destination, session: destination.beginsWithBytes(of: userPrefix) ? session : nil)
  }
}
