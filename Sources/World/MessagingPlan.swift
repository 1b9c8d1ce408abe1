import STOMP

/// The message broker of an API: its paths and rules for STOMP over WebSocket.
package struct MessagingPlan: Sendable {
  /// Handles a message to the application.
  package typealias Application = @Sendable (World, Principal?) throws -> Reply

  /// Handles messages to all destinations of the application that have no handler of their own, and returns what the sending
  /// session gets; nil for an unknown destination.
  package typealias Receiver = @Sendable (Call, Principal?, _ destination: String, _ body: [UInt8]) -> [Reply]?

  /// The application's reply to the sending session.
  package struct Reply: Sendable {
    /// The destination at which the session receives it, such as `/user/queue/status/response`.
    package let destination: String
    package let contentType: String
    package let body: [UInt8]

    /// Creates a reply.
    package init(destination: String, contentType: String, body: [UInt8]) {
      self.destination = destination
      self.contentType = contentType
      self.body = body
    }
  }

  /// The WebSocket paths with plain STOMP, each with the operation's id in the API's document.
  package let paths: [(path: String, operationID: String)]
  /// The path under which SockJS clients connect, one of ``paths``; nil for none.
  package let sockJSPath: String?
  /// The URL of SockJS's client for the page that other pages embed in a frame.
  package let sockJSScript: @Sendable (World) -> String
  /// The handlers of messages to the application, by destination, such as `/app/status/request`.
  package let applications: [String: Application]
  /// Whether a session may subscribe to a destination; the principal is nil without a valid token.
  package let maySubscribe: @Sendable (Principal?, String) -> Bool
  /// The destinations of the server's own messages that a session may subscribe to.
  package let published: @Sendable (Principal?) -> [String]
  /// Signs in with a user name or e-mail address and a password, and returns an access token.
  ///
  /// - Throws: ``Problem`` when no account has them.
  package let signIn: @Sendable (World, _ login: String, _ password: String) throws -> String

  /// Handles messages to other destinations of the application; nil for none.
  package let receive: Receiver?

  /// Creates a plan.
  package init(
    paths: [(path: String, operationID: String)], sockJSPath: String?,
    sockJSScript: @escaping @Sendable (World) -> String, applications: [String: Application],
    maySubscribe: @escaping @Sendable (Principal?, String) -> Bool,
    published: @escaping @Sendable (Principal?) -> [String],
    signIn: @escaping @Sendable (World, String, String) throws -> String, receive: Receiver? = nil
  ) {
    self.paths = paths
    self.sockJSPath = sockJSPath
    self.sockJSScript = sockJSScript
    self.applications = applications
    self.maySubscribe = maySubscribe
    self.published = published
    self.signIn = signIn
    self.receive = receive
  }
}

/// The rules of the message broker for its clients.
package struct MessagingRules: Sendable, Equatable {
  /// When clients need a token.
  package enum Tokens: String, CaseIterable, Sendable {
    /// Never; without a valid token a client is anonymous.
    case optional
    /// A valid token in CONNECT or in the handshake.
    case required
    /// A valid token in the handshake, which otherwise gets 401, as with Spring Security.
    case handshake
    /// A valid token; the session ends when the token expires.
    case expiring
  }

  /// The broker to imitate.
  package var dialect = Dialect.standard
  package var tokens = Tokens.optional
  /// Whether heart-beats follow the world's clock instead of real time. By default they follow real time as the clients
  /// do, so that a clock jump does not disconnect them.
  package var overridesHeartbeats = false
  /// The shortest heart-beat interval that the server offers and requests, in nanoseconds; 0 for no heart-beats.
  package var heartbeat: Int64 = 10_000_000_000
  /// The limits of frames and sessions.
  package var limits = Limits()
  /// The number of messages that may wait in a queue.
  package var queueCapacity = 1000
  /// The broker that serves destinations in the place of this server; nil for none.
  package var relay: RemoteBrokerTarget?
  /// The beginnings of its destinations; empty for all that it can serve.
  package var relayDestinations: [String] = []

  /// The defaults.
  package init() {}

  /// The broker that serves destinations in the place of this server, with its destinations; nil for none.
  package var remoteBroker: RemoteBrokerTarget? {
    var target = relay
    target?.destinations = relayDestinations
    return target
  }

  /// The heart-beat intervals that the server offers and requests, in milliseconds.
  package var heartbeatMilliseconds: (sends: Int64, wants: Int64) {
    let milliseconds = heartbeat == 0 ? 0 : max(1, heartbeat / 1_000_000)
    return (milliseconds, milliseconds)
  }
}

/// The message broker of one world, for the APIs, the control plane and snapshots. The implementation for clients is in
/// Realtime, which imports World; so ``World/Configuration/makeBroker`` provides it.
package protocol MessageBroker: Sendable {
  /// Publishes messages in order and without another one between them, or none of them.
  ///
  /// - Throws: ``Diagnosis`` when a queue is full.
  func publish(_ messages: [Message]) throws(Diagnosis)

  /// Publishes a message to all subscribers.
  func publish(destination: String, contentType: String, body: [UInt8])

  /// Whether a topic has subscribers, whether or not they are authorized.
  func hasListeners(_ destination: String) -> Bool

  /// The messages in queues, those of each queue in order: unacknowledged messages of consumers, as redeliveries, then
  /// waiting ones.
  var held: [QueuedMessage] { get }

  /// Replaces the messages in queues. Consumers that have one already may get it again, and their acknowledgements of
  /// it have no effect.
  func replaceHeld(_ messages: [QueuedMessage])

  /// The subscriptions and the numbers of waiting messages.
  var overview: BrokerOverview { get }

  /// The connection to the broker of `--stomp-relay`; nil without one.
  var remoteStatus: RemoteBrokerStatus? { get }
}

extension MessageBroker {
  package var remoteStatus: RemoteBrokerStatus? { nil }
}

/// The state of the connection to the broker of `--stomp-relay`.
package struct RemoteBrokerStatus: Sendable, Equatable {
  /// Host and port.
  package let address: String
  package let isConnected: Bool
  /// Why there is no connection, for people; nil while there is one.
  package let reason: String?

  /// A state.
  package init(address: String, isConnected: Bool, reason: String?) {
    (self.address, self.isConnected, self.reason) = (address, isConnected, reason)
  }
}

/// A message that a queue keeps until a consumer acknowledges it.
package struct QueuedMessage: Sendable, Equatable {
  package let message: Message
  /// Whether a consumer received it before.
  package let isRedelivery: Bool
  /// The remaining time to wait in nanoseconds of the world's time; nil for no limit.
  package let lifetimeNanoseconds: Int64?

  /// A message of the queue that its destination names.
  package init(_ message: Message, isRedelivery: Bool = false, lifetimeNanoseconds: Int64? = nil) {
    (self.message, self.isRedelivery) = (message, isRedelivery)
    self.lifetimeNanoseconds = lifetimeNanoseconds
  }
}

/// The state of a message broker at one time.
package struct BrokerOverview: Sendable {
  /// Each subscription with its session.
  package let subscriptions: [(session: String, number: Int, destination: String)]
  /// Each queue with the numbers of waiting messages and of consumers.
  package let queues: [(name: String, waiting: Int, consumers: Int)]
  /// The number of unacknowledged messages of consumers.
  package let unacknowledged: Int

  /// Creates an overview.
  package init(
    subscriptions: [(session: String, number: Int, destination: String)] = [],
    queues: [(name: String, waiting: Int, consumers: Int)] = [], unacknowledged: Int = 0
  ) {
    self.subscriptions = subscriptions
    self.queues = queues
    self.unacknowledged = unacknowledged
  }
}

/// A broker without clients, such as in a test: published messages have no receivers.
package struct NoBroker: MessageBroker {
  /// Creates a broker without clients.
  package init() {}

  package func publish(_ messages: [Message]) {}
  package func publish(destination: String, contentType: String, body: [UInt8]) {}
  package func hasListeners(_ destination: String) -> Bool { false }
  package var held: [QueuedMessage] { [] }
  package func replaceHeld(_ messages: [QueuedMessage]) {}
  package var overview: BrokerOverview { BrokerOverview() }
}
