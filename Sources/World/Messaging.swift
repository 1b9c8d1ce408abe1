import STOMP

/// The message broker of an API as clients reach it: STOMP over WebSocket.
package struct MessagingPlan: Sendable {
  /// Answers a message that was sent to the application.
  package typealias Application = @Sendable (World, Principal?) throws -> Reply

  /// What the application says to the session that asked.
  package struct Reply: Sendable {
    /// Where the session listens for it, such as `/user/queue/status/response`.
    package let destination: String
    package let contentType: String
    package let body: [UInt8]

    /// A reply from its parts.
    package init(destination: String, contentType: String, body: [UInt8]) {
      self.destination = destination
      self.contentType = contentType
      self.body = body
    }
  }

  /// The WebSocket paths that speak bare STOMP, each with the operation's id in the API's document.
  package let paths: [(path: String, operationID: String)]
  /// The path under which SockJS clients connect, one of ``paths``; nil for none.
  package let sockJSPath: String?
  /// The URL of SockJS's client for the page that other pages have in a frame.
  package let sockJSScript: @Sendable (World) -> String
  /// What answers messages to the application, by destination, such as `/app/status/request`.
  package let applications: [String: Application]
  /// Whether a destination is for whoever connected; the principal is nil without a valid token.
  package let maySubscribe: @Sendable (Principal?, String) -> Bool
  /// The destinations that whoever connected may subscribe to and that the server itself publishes to.
  package let published: @Sendable (Principal?) -> [String]
  /// Signs in with a user name or e-mail address and a password, and returns an access token.
  ///
  /// - Throws: ``Problem`` when they are no account's.
  package let signIn: @Sendable (World, _ login: String, _ password: String) throws -> String

  /// A plan from its parts.
  package init(
    paths: [(path: String, operationID: String)], sockJSPath: String?,
    sockJSScript: @escaping @Sendable (World) -> String, applications: [String: Application],
    maySubscribe: @escaping @Sendable (Principal?, String) -> Bool,
    published: @escaping @Sendable (Principal?) -> [String],
    signIn: @escaping @Sendable (World, String, String) throws -> String
  ) {
    self.paths = paths
    self.sockJSPath = sockJSPath
    self.sockJSScript = sockJSScript
    self.applications = applications
    self.maySubscribe = maySubscribe
    self.published = published
    self.signIn = signIn
  }
}

/// How the message broker treats its clients.
package struct MessagingRules: Sendable, Equatable {
  /// What a client has to show.
  package enum Tokens: String, CaseIterable, Sendable {
    /// Nothing; without a valid token it is anonymous.
    case optional
    /// A valid token in CONNECT or in the handshake.
    case required
    /// A valid token in the handshake, which is refused with 401 otherwise, as behind Spring Security.
    case handshake
    /// A valid token; the session ends when the token does.
    case expiring
  }

  /// Whose behaviour the broker has.
  package var dialect = Dialect.standard
  package var tokens = Tokens.optional
  /// Whether heart-beats follow the world's clock and not real time: the clients of a world whose time is bent keep to
  /// real time, so a jump cuts them off.
  package var overridesHeartbeats = false
  /// The shortest time between heart-beats that the server sends and asks for, in nanoseconds; 0 for no heart-beats.
  package var heartbeat: Int64 = 10_000_000_000
  /// What frames and sessions may have.
  package var limits = Limits()
  /// How many messages may wait in a queue.
  package var queueCapacity = 1000

  /// The defaults.
  package init() {}

  /// How often the server can send and wants to get heart-beats, in milliseconds.
  package var heartbeatMilliseconds: (sends: Int64, wants: Int64) {
    let milliseconds = heartbeat == 0 ? 0 : max(1, heartbeat / 1_000_000)
    return (milliseconds, milliseconds)
  }
}

/// The message broker of one world, as the APIs, the control plane and snapshots use it. The one that clients connect to
/// is in Realtime, which knows worlds; so a world gets it when it is made (``World/Configuration/makeBroker``).
package protocol MessageBroker: Sendable {
  /// Publishes messages in order and without another one between them, or none of them.
  ///
  /// - Throws: ``Diagnosis`` when a queue is full.
  func publish(_ messages: [Message]) throws(Diagnosis)

  /// Publishes a message to everyone who listens.
  func publish(destination: String, contentType: String, body: [UInt8])

  /// Whether somebody subscribed to a topic, who may not be allowed to hear it.
  func hasListeners(_ destination: String) -> Bool

  /// The messages that queues hold, those of each queue in their order: what consumers have and did not acknowledge, as
  /// a redelivery, then what waits.
  var held: [QueuedMessage] { get }

  /// Replaces the messages that queues hold. Consumers that have one already may get it once more, and their
  /// acknowledgements of it have no effect.
  func replaceHeld(_ messages: [QueuedMessage])

  /// What is subscribed and what waits.
  var overview: BrokerOverview { get }
}

/// A message that a queue holds until a consumer is done with it.
package struct QueuedMessage: Sendable, Equatable {
  package let message: Message
  /// Whether a consumer had it before.
  package let isRedelivery: Bool
  /// For how many nanoseconds of the world's time it may still wait; nil for ever.
  package let lifetimeNanoseconds: Int64?

  /// A message of a queue, which its destination names.
  package init(_ message: Message, isRedelivery: Bool = false, lifetimeNanoseconds: Int64? = nil) {
    (self.message, self.isRedelivery) = (message, isRedelivery)
    self.lifetimeNanoseconds = lifetimeNanoseconds
  }
}

/// What a message broker has at one moment.
package struct BrokerOverview: Sendable {
  /// Each subscription with the session it is of.
  package let subscriptions: [(session: String, number: Int, destination: String)]
  /// Each queue with the number of messages that wait and of consumers.
  package let queues: [(name: String, waiting: Int, consumers: Int)]
  /// Messages that consumers have and did not acknowledge.
  package let unacknowledged: Int

  /// An overview from its parts.
  package init(
    subscriptions: [(session: String, number: Int, destination: String)] = [],
    queues: [(name: String, waiting: Int, consumers: Int)] = [], unacknowledged: Int = 0
  ) {
    self.subscriptions = subscriptions
    self.queues = queues
    self.unacknowledged = unacknowledged
  }
}

/// The broker of a world that no client can connect to, such as one in a test: nobody hears what is published.
package struct NoBroker: MessageBroker {
  /// A broker without clients.
  package init() {}

  package func publish(_ messages: [Message]) {}
  package func publish(destination: String, contentType: String, body: [UInt8]) {}
  package func hasListeners(_ destination: String) -> Bool { false }
  package var held: [QueuedMessage] { [] }
  package func replaceHeld(_ messages: [QueuedMessage]) {}
  package var overview: BrokerOverview { BrokerOverview() }
}
