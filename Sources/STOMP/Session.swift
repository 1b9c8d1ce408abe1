/// The server side of one STOMP connection: a value that takes received data and returns actions.
///
/// It has no socket and no clock. Times are nanoseconds of one monotonic clock; after each call ``nextDeadline`` is the
/// time for ``tick(now:)``. After an ERROR or DISCONNECT it ignores everything except ``closed()``.
package struct Session: Sendable {
  enum Phase: Sendable {
    case opening
    case connected
    case over
  }

  /// The session's name in CONNECTED and at the beginning of each message-id: letters, digits and `-._`.
  package let id: String
  /// The server's name in CONNECTED.
  package let server: String
  package let limits: Limits
  /// The broker to imitate.
  package let dialect: Dialect
  /// The heartbeat intervals that the server offers and requests, in milliseconds.
  package let offeredHeartbeat: (sends: Int64, wants: Int64)
  /// The client's user; nil for an anonymous one.
  package internal(set) var user: String?
  /// The agreed version; nil before CONNECT.
  package internal(set) var version: ProtocolVersion?

  var phase = Phase.opening
  var parser: FrameParser
  var liveness: Liveness
  var subscriptions = SubscriptionTable()
  var transactions = TransactionTable()
  var lastMessage: UInt64 = 0
  /// The features that the client relied on so far and that not every broker has.
  package internal(set) var compatibilityWarnings: Set<CompatibilityWarning> = []
  private var warned: Set<Diagnosis.Code> = []
  var isStarved = false
  /// Whether the current mistake ends the session even where others do not.
  var isBeyondRepair = false
  /// The reply queues that SEND created, by the names that the client chose.
  var replyQueues: [String: String] = [:]
  /// The connection to the broker that serves the session's destinations; nil when this server serves them.
  var remote: Remote?
  /// The unfinished frame, by its number, and its start time.
  private var unfinished: (frame: Int, since: Int64)?

  /// Creates a session that waits for CONNECT.
  ///
  /// - Parameters:
  ///   - id: Characters that some client cannot read in a message-id are replaced by `_`.
  ///   - server: Such as `mock-api/1.0`; with the same replacement.
  ///   - relay: The broker that serves its destinations; nil for this server.
  ///   - now: Nanoseconds.
  package init(
    id: String, server: String, limits: Limits = Limits(), heartbeat: (sends: Int64, wants: Int64) = (10_000, 10_000),
    dialect: Dialect = .standard, relay: RemoteBrokerTarget? = nil, now: Int64
  ) {
    self.id = Self.token(id)
    self.server = Self.token(server)
    (self.limits, self.dialect) = (dialect.limits(limits), dialect)
    offeredHeartbeat = heartbeat
    parser = FrameParser(limits: self.limits)
    parser.ignoresBodies = dialect.ignoresBodies
    liveness = Liveness(now: now)
    remote = relay.map { Remote(target: $0) }
  }

  package var isConnected: Bool { phase == .connected }
  package var isOver: Bool { phase == .over }
  package var subscriptionCount: Int { subscriptions.count }
  /// The number of unacknowledged messages.
  package var unacknowledgedCount: Int { subscriptions.pendingCount }
  /// Whether nothing more is delivered to subscriptions that acknowledge.
  package var isUnacknowledgedFull: Bool { subscriptions.pendingCount >= limits.maximumUnacknowledged }
  /// The number of open transactions.
  package var transactionCount: Int { transactions.count }
  /// The number of buffered bytes of an unfinished frame.
  package var bufferedBytes: Int { parser.bufferedBytes }

  /// The number of the frame that began and did not end; nil between two frames.
  package var unfinishedFrame: Int? { parser.isUnfinished ? parser.frameCount : nil }
  /// The number of frames that began.
  package var frameCount: Int { parser.frameCount }

  /// When ``tick(now:)`` must be called; nil when nothing is due.
  package var nextDeadline: Int64? {
    guard phase != .over else { return nil }
    let patience = unfinished?.since.adding(limits.patienceNanoseconds)
    return [patience, liveness.deadline, isStarved ? .min : nil].compactMap(\.self).min()
  }

  /// Handles one complete WebSocket message.
  ///
  /// - Parameters:
  ///   - isText: Whether it is a text message.
  ///   - authenticate: Checks the headers of CONNECT.
  package mutating func receive(
    _ bytes: [UInt8], isText: Bool, now: Int64, authenticate: (Headers) -> Authentication
  ) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    let wasConnected = phase == .connected
    liveness.received(now: now)
    parser.append(bytes, isText: isText)
    take(now: now, authenticate, &actions)
    if dialect.diagnosesUnfinishedFrames {
      parser.endOfMessage()
      take(now: now, authenticate, &actions)
      noteUnfinished(now: now)
    }
    warnIfStarved(&actions)
    // The other broker must hear of each sign of life, also of frames that it does not get.
    if remote != nil, wasConnected, phase == .connected, !actions.contains(where: \.isForwarded) {
      actions.append(.forwardHeartbeat)
    }
    return actions
  }

  private mutating func take(now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]) {
    while phase != .over, let event = parser.next() {
      switch event {
      case .failure(let diagnosis):
        end(diagnosis, receipt: parser.receipt, &actions)
      case .frame(let received):
        do throws(Diagnosis) {
          try handle(received, now: now, authenticate, &actions)
        } catch {
          refuse(error, receipt: received.frame.headers["receipt"], &actions)
        }
        if dialect.continuesAfterErrors { actions.append(.frameEnd) }
      }
    }
  }

  /// The transport dropped a WebSocket message that was larger than `limit` bytes.
  package mutating func oversized(limit: Int, now: Int64) -> [Action] {
    fail(.messageTooLarge(limit: limit), receipt: nil, now: now)
  }

  /// Handles the passage of time: sends a heartbeat, or ends the session of a client that is silent or leaves a frame
  /// unfinished.
  package mutating func tick(now: Int64) -> [Action] {
    guard phase != .over else { return [] }
    var actions: [Action] = []
    warnIfStarved(&actions)
    if liveness.isSilent(now: now) {
      end(.silence(milliseconds: liveness.toleratedMilliseconds), receipt: nil, &actions)
    } else if let since = unfinished?.since, now >= since.adding(limits.patienceNanoseconds),
      let diagnosis = parser.diagnoseUnfinished()
    {
      end(diagnosis, receipt: parser.receipt, &actions)
    } else if liveness.beat(now: now) {
      actions.append(.send(.heartbeat))
    }
    return actions
  }

  /// A frame that announces its length may take its time. The age of any other counts from its first byte, so that the
  /// heartbeats of a client that forgot the NUL, which then belong to the body, do not delay the diagnosis.
  private mutating func noteUnfinished(now: Int64) {
    guard parser.isUnfinished else {
      unfinished = nil
      return
    }
    if unfinished?.frame == parser.frameCount, !parser.announcesLength { return }
    unfinished = (parser.frameCount, now)
  }

  // MARK: Warnings

  /// Warns of a mistake once; of spaces around names and values each time, because each changes the effect of a frame.
  mutating func warn(_ diagnosis: Diagnosis, _ actions: inout [Action]) {
    let isNew = warned.insert(diagnosis.code).inserted
    if isNew || diagnosis.code == .paddedValue || diagnosis.code == .paddedName { actions.append(.warn(diagnosis)) }
  }

  /// Whether the session has warned of a mistake.
  func hasWarned(_ code: Diagnosis.Code) -> Bool { warned.contains(code) }

  private mutating func warnIfStarved(_ actions: inout [Action]) {
    guard isStarved else { return }
    isStarved = false
    warn(.tooManyUnacknowledged(maximum: limits.maximumUnacknowledged), &actions)
  }

  /// A text for CONNECTED and message-ids: some clients accept no spaces and no colons there, and CONNECTED has no
  /// escapes.
  static func token(_ text: String) -> String {
    let bytes = text.utf8.map { byte in
      byte > ASCII.space && byte < 0x7F && byte != ASCII.colon && byte != ASCII.backslash
        ? byte : UInt8(ascii: "_")
    }
    return bytes.isEmpty ? "_" : String(decoding: bytes, as: UTF8.self)
  }
}

/// What the owner of a session must do, in order.
package enum Action: Sendable, Equatable {
  /// Send one WebSocket message.
  case send(OutgoingFrame)
  case subscribe(Subscription)
  /// End a subscription; `release` are the tags of its unacknowledged messages, for redelivery to others.
  case unsubscribe(number: Int, release: [UInt64])
  /// End a subscription that outlives sessions, by the client's id for it.
  case forget(id: String)
  case publish(Publication)
  /// The tags of acknowledged messages, as given to ``Session/deliver(_:to:tag:redelivered:)``.
  case acknowledge([UInt64])
  /// The tags of refused messages.
  case reject([UInt64])
  /// Log an accepted mistake. Each code except those of spaces occurs at most once in a session.
  case warn(Diagnosis)
  /// Log the mistake that ends the session or refuses a frame; its ERROR follows.
  case refuse(Diagnosis)
  /// The end of the actions of one frame in a session that continues after an ERROR: a refusal skips the actions up to
  /// here.
  case frameEnd
  /// Send a frame to the other broker; CONNECT opens the connection to it.
  case forward(Frame)
  /// Send a heartbeat to the other broker.
  case forwardHeartbeat
  /// Note a subscription at the other broker.
  case subscribeRemotely(Subscription)
  /// Close the WebSocket after everything was sent. The reason has at most 123 bytes.
  case close(code: UInt16, reason: String)
}

extension Action {
  fileprivate var isForwarded: Bool { if case .forward = self { true } else { false } }
}

/// The server's response to the headers of a CONNECT.
package enum Authentication: Sendable, Equatable {
  /// Accepted; `user` is nil for an anonymous client. The warning reports an unusable token.
  case accepted(user: String?, warning: Diagnosis?)
  case refused(Diagnosis)
}

/// The beginning of a session (STOMP 1.2 §Connecting).
extension Session {
  mutating func connect(
    _ received: Frame, now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]
  ) throws(Diagnosis) {
    let version = try negotiate(received.headers)
    let headers = version == .v1_0 ? received.headers.trimmed : received.headers
    let heartbeat = heartbeat(headers, &actions)
    switch authenticate(headers) {
    case .refused(let diagnosis): throw diagnosis
    case .accepted(let user, let warning):
      self.user = user
      if let warning { warn(warning, &actions) }
    }
    self.version = version
    parser.version = version
    phase = .connected
    if let remote {
      // The client agrees on heartbeats with the broker, and the broker sends CONNECTED.
      return actions.append(.forward(remote.target.connect(received)))
    }
    liveness.agree(client: heartbeat ?? (0, 0), server: offeredHeartbeat, now: now)
    send(.connected, welcome(version, clientHasHeartbeat: heartbeat != nil), &actions)
  }

  /// The version to use (checklist rows 22 to 24).
  private func negotiate(_ headers: Headers) throws(Diagnosis) -> ProtocolVersion {
    guard let header = headers.header("accept-version") else { return .v1_0 }
    guard let version = ProtocolVersion.highest(in: header.value) else { throw .unsupportedVersion(header) }
    return version
  }

  /// The intervals that the client offers and requests; nil when its header is missing or invalid (checklist row 29).
  private mutating func heartbeat(_ headers: Headers, _ actions: inout [Action]) -> (sends: Int64, wants: Int64)? {
    guard let header = headers.header("heart-beat") else { return nil }
    let numbers = Liveness.milliseconds(header.value)
    if numbers == nil { warn(.malformedHeartbeat(header), &actions) }
    return numbers
  }
}

/// The frames of a client.
extension Session {
  /// The headers in which a space at an end is likely a mistake.
  private static let unpaddedNames: Set<String> = [
    "destination", "id", "ack", "receipt", "transaction", "message-id", "subscription",
  ]

  mutating func handle(
    _ received: ReceivedFrame, now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]
  ) throws(Diagnosis) {
    let frame = received.frame
    guard !frame.command.isServers else { throw .serverCommand(frame.command) }
    for warning in received.warnings {
      if warning.code == .missingNull || warning.code == .literalNull { compatibilityWarnings.insert(.unfinishedFrame) }
      warn(warning, &actions)
    }
    guard phase == .connected else {
      guard frame.command.opensSession else { throw .notConnected(frame.command) }
      try connect(frame, now: now, authenticate, &actions)
      noteCompatibility(received, &actions)
      return
    }
    noteCompatibility(received, &actions)
    noteCompatibility(frame)
    if try forward(frame, &actions) { return }
    try perform(frame, &actions)
    guard let receipt = frame.headers["receipt"], dialect.sendsReceipts else { return }
    // RabbitMQ responds when the message is sent, which is at COMMIT.
    if dialect.passesReceipts, frame.command == .send, frame.headers["transaction"] != nil { return }
    // DISCONNECT has already sent its receipt, before the close.
    if frame.command != .disconnect { send(.receipt, [("receipt-id", receipt)], &actions) }
  }

  private mutating func perform(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    switch frame.command {
    case .send: try publish(frame, &actions)
    case .subscribe: try subscribe(frame, &actions)
    case .unsubscribe: try unsubscribe(frame, &actions)
    case .ack, .nack, .begin, .commit, .abort:
      if dialect.hasAcknowledgements { try performAcknowledged(frame, &actions) }
    case .disconnect: disconnect(frame, &actions)
    case .connect, .stomp: throw .alreadyConnected(frame.command)
    case .connected, .message, .receipt, .error: throw .serverCommand(frame.command)
    }
  }

  /// Acknowledgements and transactions.
  mutating func performAcknowledged(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    switch frame.command {
    case .ack: try acknowledge(frame, isPositive: true, &actions)
    case .nack: try acknowledge(frame, isPositive: false, &actions)
    case .begin: try begin(frame)
    case .commit: try commit(frame, &actions)
    default: try abort(frame)
    }
  }

  /// Warns of accepted mistakes in a frame.
  private mutating func noteCompatibility(_ received: ReceivedFrame, _ actions: inout [Action]) {
    guard let version else { return }
    if let offset = received.carriageReturn, version < .v1_2 {
      warn(.carriageReturns(offset: offset, version: version), &actions)
    }
    if !received.isText, !hasWarned(.binaryOpcode), received.frame.body.withUnsafeBytes({ ByteSearch.isUTF8($0) }) {
      warn(.binaryOpcode(received.frame.command), &actions)
    }
    guard version > .v1_0, received.frame.command.escapesHeaders else { return }
    for header in received.frame.headers where Self.isPadded(header.value) {
      if Self.unpaddedNames.contains(header.name) { warn(.paddedValue(header), &actions) }
    }
    for header in received.frame.headers where Self.isPadded(header.name) {
      if Self.unpaddedNames.contains(header.name.trimmingBlanks) { warn(.paddedName(header), &actions) }
    }
  }

  private static func isPadded(_ value: String) -> Bool {
    value.utf8.first == ASCII.space || value.utf8.last == ASCII.space
  }

  private mutating func publish(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let address = try dialect.address(try require("destination", frame))
    let publication = Publication(
      try withReplyQueue(frame, &actions), destination: address, passesReceipts: dialect.passesReceipts)
    guard dialect.serves(publication.destination) else {
      return warn(.droppedDestination(publication.destination), &actions)
    }
    if dialect.hasAcknowledgements, let transaction = frame.headers.header("transaction") {
      try add(.publish(publication), to: transaction)
    } else {
      actions.append(.publish(publication))
    }
  }

  /// Sends the receipt and ends everything; the client reconnects with a new session (checklist row 51).
  private mutating func disconnect(_ frame: Frame, _ actions: inout [Action]) {
    finish(&actions)
    if let receipt = frame.headers["receipt"] { send(.receipt, [("receipt-id", receipt)], &actions) }
    actions.append(.close(code: 1000, reason: "DISCONNECT"))
  }

  /// The header of this name, which must not be blank.
  func require(_ name: String, _ frame: Frame) throws(Diagnosis) -> Header {
    guard let header = frame.headers.header(name) else { throw .missingHeader(name, frame) }
    return header
  }
}
