/// The broker to imitate where brokers differ.
package enum Dialect: String, CaseIterable, Sendable {
  /// The specification's behaviour; deviations are explained.
  case standard
  /// The simple broker in Spring's `spring-messaging`, measured with 4.3.30 (docs/stomp.md).
  case spring
  /// RabbitMQ's STOMP plug-in, measured with 3.10.8.
  case rabbitmq

  /// Whether the end of a WebSocket message may end a frame, and an unfinished frame is diagnosed. Otherwise the parser
  /// waits for its NUL.
  var diagnosesUnfinishedFrames: Bool { self == .standard }
  /// Whether frames other than DISCONNECT get the receipt that they request.
  var sendsReceipts: Bool { self != .spring }
  /// Whether ACK, NACK and transactions have an effect; otherwise all subscriptions are `auto`, and SEND is never
  /// deferred.
  var hasAcknowledgements: Bool { self != .spring }
  /// Whether several subscriptions of a session may have the same id.
  var sharesSubscriptionIDs: Bool { self == .spring }
  /// Whether CONNECTED contains the names of the server and the session.
  var namesItself: Bool { self != .spring }
  /// Whether an ERROR has an explanation, and ends the session.
  var explainsErrors: Bool { self != .spring }
  /// Whether a message gets a content type if its sender did not specify one.
  package var addsContentTypes: Bool { self == .standard }
  /// Whether each message to a queue goes to one consumer, and waits for one; otherwise queues are topics.
  package var hasQueues: Bool { self != .spring }
  /// Whether a plain WebSocket is refused at the paths of SockJS.
  package var keepsSockJSPaths: Bool { self == .spring }

  /// Whether a first delivery is marked as such.
  var reportsFirstDelivery: Bool { self == .rabbitmq }
  /// Whether SUBSCRIBE may limit the unacknowledged messages of a queue by `prefetch-count`, and NACK may discard a
  /// message by `requeue:false`.
  var hasConsumerHeaders: Bool { self == .rabbitmq }
  /// Whether a subscription to a topic may outlive its session, by `durable:true` and `auto-delete:false`.
  package var hasDurableSubscriptions: Bool { self == .rabbitmq }
  /// Whether a session continues after the ERROR for a frame that was parsed and refused.
  package var continuesAfterErrors: Bool { self == .rabbitmq }
  /// Whether SUBSCRIBE may omit `id`, and UNSUBSCRIBE then uses `destination` (STOMP 1.0) in each version; a MESSAGE
  /// for such a subscription has no `subscription`.
  var hasNamelessSubscriptions: Bool { self == .rabbitmq }
  /// Whether UNSUBSCRIBE without a matching subscription is an error; otherwise it is a warning.
  var refusesUnknownSubscriptions: Bool { self == .rabbitmq }
  /// Whether frames that need no body may have one, which is discarded.
  var ignoresBodies: Bool { self == .rabbitmq }
  /// Whether MESSAGE contains `receipt` and `transaction` of SEND.
  var passesReceipts: Bool { self == .rabbitmq }
  /// Whether `reply-to:/temp-queue/NAME` of SEND creates a reply queue of the session.
  package var hasReplyQueues: Bool { self == .rabbitmq }
  /// Whether `expiration` of SEND is the number of milliseconds that a message waits in a queue.
  package var hasExpiration: Bool { self == .rabbitmq }

  /// The limits of sessions, with the larger bodies that RabbitMQ accepts if the limit was not changed.
  package func limits(_ limits: Limits) -> Limits {
    guard self == .rabbitmq, limits.maximumBodyBytes == Limits().maximumBodyBytes else { return limits }
    var limits = limits
    limits.maximumBodyBytes = 1 << 20
    return limits
  }

  /// The destination of a header in its normal form: without empty parts, and with `rabbitmq` as
  /// ``RabbitMQDestination`` reads it. All checks and comparisons of destinations use the result.
  ///
  /// - Throws: ``Diagnosis`` for a name that the broker refuses.
  package func address(_ header: Header) throws(Diagnosis) -> String {
    guard self == .rabbitmq else { return DestinationName.normalized(header.value) }
    guard let address = RabbitMQDestination.address(header.value) else { throw .invalidDestination(header) }
    return address
  }

  /// The prefixes of destinations; nil for any.
  private var prefixes: [String]? { self == .spring ? ["/topic", "/queue", "/user/", "/app/"] : nil }

  /// Whether the broker serves a destination; frames to others are dropped.
  func serves(_ destination: String) -> Bool {
    prefixes.map { prefixes in prefixes.contains { destination.beginsWithBytes(of: $0) } } ?? true
  }

  /// A session's name in message-ids.
  ///
  /// - Parameters:
  ///   - number: The number of the session, from 1.
  package func sessionName(_ number: Int) -> String {
    self == .spring ? String(number, radix: 16) : "session\(number)"
  }
}

/// Features that a session relied on and that Spring's simple broker does not have. An app that was tested only with
/// this server would fail there.
package enum CompatibilityWarning: Int, Sendable, CaseIterable, Comparable {
  case unfinishedFrame, receipt, acknowledgement, transaction, queue, destination

  package static func < (one: CompatibilityWarning, other: CompatibilityWarning) -> Bool {
    one.rawValue < other.rawValue
  }

  private var text: String {
    switch self {
    case .unfinishedFrame: "a frame without NUL at its end, for which it waits"
    case .receipt: "receipts of other frames than DISCONNECT, which it does not send"
    case .acknowledgement: "acknowledgements, which it ignores: all subscriptions are auto"
    case .transaction: "transactions, which it ignores: SEND takes effect immediately"
    case .queue:
      "a queue whose messages wait, and go to one consumer each: Spring sends them to all current subscribers and keeps none"
    case .destination: "a destination outside of /topic, /queue, /app and /user, which it drops"
    }
  }

  /// All of them in a sentence; nil for none.
  package static func sentence(_ used: Set<CompatibilityWarning>) -> String? {
    guard !used.isEmpty else { return nil }
    return "a Spring simple broker would not have kept this: " + used.sorted().map(\.text).joined(separator: "; ")
  }
}

/// The effects of a session's dialect.
extension Session {
  /// Records the features that a frame relies on.
  mutating func noteCompatibility(_ frame: Frame) {
    if frame.headers["receipt"] != nil, frame.command != .disconnect { compatibilityWarnings.insert(.receipt) }
    switch frame.command {
    case .ack, .nack: compatibilityWarnings.insert(.acknowledgement)
    case .begin, .commit, .abort: compatibilityWarnings.insert(.transaction)
    case .subscribe, .send:
      guard let destination = frame.headers["destination"].map(DestinationName.normalized) else { return }
      if !Dialect.spring.serves(destination) { compatibilityWarnings.insert(.destination) }
      if frame.command == .subscribe, destination.beginsWithBytes(of: "/queue/") {
        compatibilityWarnings.insert(.queue)
      }
      if frame.command == .subscribe, let mode = frame.headers["ack"], mode != "auto" {
        compatibilityWarnings.insert(.acknowledgement)
      }
    default: break
    }
  }

  /// The headers of CONNECTED, in order.
  func welcome(_ version: ProtocolVersion, clientHasHeartbeat: Bool) -> [(String, String)] {
    let isOffered = clientHasHeartbeat || !dialect.namesItself
    let offer = isOffered ? "\(offeredHeartbeat.sends),\(offeredHeartbeat.wants)" : "0,0"
    var headers = [("version", version.text), ("heart-beat", offer)]
    if let user { headers.append(("user-name", Self.token(user))) }
    return dialect.namesItself ? headers + [("server", server), ("session", id)] : headers
  }

  /// Responds to a mistake like a server without explanations: a bare ERROR, and the session continues. Frames that are
  /// too large close the socket (RFC 6455 §7.4.1), and so does silence.
  mutating func respondBarely(_ diagnosis: Diagnosis, _ actions: inout [Action]) {
    actions.append(.refuse(diagnosis))
    if diagnosis.code.isAboutSize {
      finish(&actions)
      return actions.append(.close(code: 1009, reason: ""))
    }
    send(.error, [("message", diagnosis.summary), ("content-length", "0")], &actions)
    guard diagnosis.code == .silence else { return parser.restart() }
    finish(&actions)
    actions.append(.close(code: 1002, reason: ""))
  }
}

extension Diagnosis.Code {
  fileprivate var isAboutSize: Bool {
    switch self {
    case .bodyTooLarge, .messageTooLarge, .headersTooLarge, .headerTooLong, .commandTooLong: true
    default: false
    }
  }
}
