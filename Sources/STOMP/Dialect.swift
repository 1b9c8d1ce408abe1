/// Whose behaviour the broker has where brokers differ.
package enum Dialect: String, CaseIterable, Sendable {
  /// The specification's; what others depart from is explained.
  case standard
  /// That of the simple broker in Spring's `spring-messaging`, as it was measured with 4.3.30 (docs/stomp.md).
  case spring
  /// What RabbitMQ's STOMP plug-in has beside the standard, as it was measured with 3.10.8.
  case rabbitmq

  /// Whether the end of a WebSocket message may end a frame, and an unfinished frame is diagnosed. Else its NUL is waited
  /// for.
  var diagnosesUnfinishedFrames: Bool { self == .standard }
  /// Whether frames other than DISCONNECT get the receipt that they ask for.
  var answersReceipts: Bool { self != .spring }
  /// Whether ACK, NACK and transactions mean something; else all subscriptions are `auto`, and SEND is never held back.
  var hasAcknowledgements: Bool { self != .spring }
  /// Whether an id may belong to several subscriptions of a session.
  var sharesSubscriptionIDs: Bool { self == .spring }
  /// Whether CONNECTED names the server and the session.
  var namesItself: Bool { self != .spring }
  /// Whether an ERROR explains itself, and ends the session.
  var explainsErrors: Bool { self != .spring }
  /// Whether a message has a content type that its sender did not give it.
  package var addsContentTypes: Bool { self == .standard }
  /// Whether each message to a queue goes to one consumer, and waits for one; else queues are topics.
  package var hasQueues: Bool { self != .spring }
  /// Whether a plain WebSocket is refused where SockJS is spoken.
  package var keepsSockJSPaths: Bool { self == .spring }

  /// Whether a message that nobody had before says so.
  var reportsFirstDelivery: Bool { self == .rabbitmq }
  /// Whether SUBSCRIBE may say by `prefetch-count` how many messages of a queue it takes without ACK, and NACK by
  /// `requeue:false` that nobody shall have the message.
  var hasConsumerHeaders: Bool { self == .rabbitmq }
  /// Whether a subscription to a topic may outlive its session, by `durable:true` and `auto-delete:false`.
  package var hasDurableSubscriptions: Bool { self == .rabbitmq }
  /// Whether a session goes on after the ERROR for a frame that was understood and refused.
  package var continuesAfterErrors: Bool { self == .rabbitmq }
  /// Whether SUBSCRIBE may come without `id`, and UNSUBSCRIBE then goes by `destination` (STOMP 1.0) in each version; a
  /// MESSAGE for such a subscription has no `subscription`.
  var hasNamelessSubscriptions: Bool { self == .rabbitmq }
  /// Whether UNSUBSCRIBE of nothing is a mistake; else a warning.
  var refusesUnknownSubscriptions: Bool { self == .rabbitmq }
  /// Whether frames that need no body may have one, which is thrown away.
  var ignoresBodies: Bool { self == .rabbitmq }
  /// Whether `receipt` and `transaction` of SEND come through in MESSAGE.
  var passesReceipts: Bool { self == .rabbitmq }
  /// Whether `reply-to:/temp-queue/NAME` of SEND makes a queue of the session's own for answers.
  package var hasReplyQueues: Bool { self == .rabbitmq }
  /// Whether `expiration` of SEND is how many milliseconds a message waits in a queue.
  package var hasExpiration: Bool { self == .rabbitmq }

  /// What sessions may have, with the larger bodies that RabbitMQ takes where the limit was left as it is.
  package func limits(_ limits: Limits) -> Limits {
    guard self == .rabbitmq, limits.maximumBodyBytes == Limits().maximumBodyBytes else { return limits }
    var limits = limits
    limits.maximumBodyBytes = 1 << 20
    return limits
  }

  /// The destination that a header names, in the one way to write it: without empty parts, and with `rabbitmq` as
  /// ``RabbitMQDestination`` reads it. All that judges or compares destinations works on the result.
  ///
  /// - Throws: ``Diagnosis`` for a name that the broker refuses.
  package func address(_ header: Header) throws(Diagnosis) -> String {
    guard self == .rabbitmq else { return DestinationName.normalized(header.value) }
    guard let address = RabbitMQDestination.address(header.value) else { throw .invalidDestination(header) }
    return address
  }

  /// Where messages may go; nil for anywhere.
  private var prefixes: [String]? { self == .spring ? ["/topic", "/queue", "/user/", "/app/"] : nil }

  /// Whether there is something at a destination; frames to others are dropped.
  func serves(_ destination: String) -> Bool {
    prefixes.map { prefixes in prefixes.contains { destination.beginsWithBytes(of: $0) } } ?? true
  }

  /// A session's name in message-ids.
  ///
  /// - Parameters:
  ///   - number: Which session of the broker it is, from 1.
  package func sessionName(_ number: Int) -> String {
    self == .spring ? String(number, radix: 16) : "session\(number)"
  }
}

/// What a session relied on that a simple broker of Spring's does not have. An app that was only tried here would fail
/// there.
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
    case .transaction: "transactions, which it ignores: SEND takes effect at once"
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

/// How a session shows its dialect.
extension Session {
  /// Notes what a frame relies on.
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

  /// What CONNECTED says, in its order.
  func welcome(_ version: ProtocolVersion, clientHasHeartbeat: Bool) -> [(String, String)] {
    let isOffered = clientHasHeartbeat || !dialect.namesItself
    let offer = isOffered ? "\(offeredHeartbeat.sends),\(offeredHeartbeat.wants)" : "0,0"
    var answer = [("version", version.text), ("heart-beat", offer)]
    if let user { answer.append(("user-name", Self.token(user))) }
    return dialect.namesItself ? answer + [("server", server), ("session", id)] : answer
  }

  /// Answers a mistake as a server does that explains nothing: a bare ERROR, and the session goes on. What is too large
  /// closes the socket (RFC 6455 §7.4.1), and so does silence.
  mutating func answerBarely(_ diagnosis: Diagnosis, _ actions: inout [Action]) {
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
