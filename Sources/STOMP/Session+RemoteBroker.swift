/// A session whose destinations another broker serves, with a connection of its own to it: frames pass in both directions,
/// the session keeps what the server itself serves, and refuses what is no frame.
extension Session {
  /// What a session knows of its connection to the other broker.
  struct Remote: Sendable {
    let target: RemoteBrokerTarget
    /// The numbers of the subscriptions at the broker.
    var subscriptions: Set<Int> = []
    /// The receipt of DISCONNECT that the client waits for.
    var lastReceipt: String?
    /// Whether the broker has sent an ERROR, after which it ends the connection.
    var hasRefused = false
  }

  /// Whether the session waits for the broker's receipt of DISCONNECT.
  package var isEnding: Bool { remote?.lastReceipt != nil }

  /// Forwards a frame that the other broker serves.
  ///
  /// - Returns: Whether the broker answers it, with a receipt or an ERROR; otherwise the session handles it.
  /// - Throws: ``Diagnosis`` for a frame without a required header, and for too many subscriptions or transactions.
  mutating func forward(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) -> Bool {
    guard let target = remote?.target else { return false }
    switch frame.command {
    case .send:
      guard target.serves(try require("destination", frame).value) else { return false }
    case .subscribe:
      let destination = try require("destination", frame)
      guard target.serves(destination.value) else { return false }
      try noteSubscription(frame, destination, &actions)
    case .unsubscribe:
      guard forgetSubscription(frame, &actions) else { return false }
    case .ack, .nack:
      guard !isOwnMessage(frame) else { return false }
    case .begin, .commit, .abort:
      // A transaction may have steps on both sides.
      if dialect.hasAcknowledgements { try performAcknowledged(frame, &actions) }
    case .disconnect:
      end(frame, &actions)
      return true
    case .connect, .stomp, .connected, .message, .receipt, .error: return false
    }
    actions.append(.forward(frame))
    return true
  }

  private mutating func noteSubscription(
    _ frame: Frame, _ destination: Header, _ actions: inout [Action]
  ) throws(Diagnosis) {
    try checkRoomForSubscription()
    let isNamed = frame.headers["id"] != nil
    let id = frame.headers["id"] ?? destination.value
    if let known = subscriptions.subscription(id: id, isNamed: isNamed),
      remote?.subscriptions.contains(known.number) != true
    {
      throw .duplicateSubscription(id, offset: destination.offset, destination: known.destination)
    }
    let mode = frame.headers["ack"].flatMap { Subscription.Acknowledgement(rawValue: $0) } ?? .auto
    let subscription = Subscription(
      number: subscriptions.nextNumber, id: id, destination: DestinationName.normalized(destination.value),
      acknowledgement: mode, headers: frame.headers)
    subscriptions.add(subscription, prefix: [], isNamed: isNamed)
    remote?.subscriptions.insert(subscription.number)
    actions.append(.subscribeRemotely(subscription))
  }

  /// - Returns: Whether the frame ends a subscription at the broker.
  private mutating func forgetSubscription(_ frame: Frame, _ actions: inout [Action]) -> Bool {
    let known =
      if let id = frame.headers["id"] {
        subscriptions.subscription(id: id, isNamed: true)
      } else {
        frame.headers["destination"].flatMap { subscriptions.subscription(id: $0, isNamed: false) }
      }
    guard let number = known?.number, remote?.subscriptions.remove(number) != nil else { return false }
    actions.append(.unsubscribe(number: number, release: subscriptions.remove(number)))
    return true
  }

  /// Whether an acknowledgement is of a message that the session itself delivered.
  private func isOwnMessage(_ frame: Frame) -> Bool {
    guard let id = frame.headers[version == .v1_2 ? "id" : "message-id"] else { return false }
    return messageNumber(id) != nil
  }

  /// Ends the session, once the broker has sent the receipt if the client wants one.
  private mutating func end(_ frame: Frame, _ actions: inout [Action]) {
    finish(&actions)
    actions.append(.forward(frame))
    if let receipt = frame.headers["receipt"] {
      remote?.lastReceipt = receipt
    } else {
      actions.append(.close(code: 1000, reason: "DISCONNECT"))
    }
  }

  /// Handles a frame of the other broker.
  package mutating func receiveRemote(_ frame: Frame) -> [Action] {
    var actions: [Action] = []
    guard phase != .over else {
      guard frame.command == .receipt || frame.command == .error, let last = remote?.lastReceipt else { return [] }
      pass(frame, &actions)
      guard frame.command == .error || frame.headers["receipt-id"] == last else { return actions }
      remote?.lastReceipt = nil
      actions.append(.close(code: 1000, reason: "DISCONNECT"))
      return actions
    }
    switch frame.command {
    case .connected:
      if let agreed = frame.headers["version"].flatMap(ProtocolVersion.highest) { adopt(agreed) }
      var frame = frame
      if let user { frame.headers.append(Header("user-name", Self.token(user))) }
      pass(frame, &actions)
    case .error:
      remote?.hasRefused = true
      pass(frame, &actions)
    default: pass(frame, &actions)
    }
    return actions
  }

  private mutating func adopt(_ agreed: ProtocolVersion) {
    version = agreed
    parser.version = agreed
  }

  private func pass(_ frame: Frame, _ actions: inout [Action]) {
    let bytes = FrameSerializer.serialize(frame, for: version ?? .v1_2)
    actions.append(.send(OutgoingFrame(bytes: bytes, isText: bytes.withUnsafeBytes { ByteSearch.isUTF8($0) })))
  }

  /// The other broker has sent a heartbeat.
  package func beatRemotely() -> [Action] { phase == .connected ? [.send(.heartbeat)] : [] }

  /// The connection to the other broker could not be opened or has ended: the client gets an ERROR, unless the broker sent
  /// one.
  ///
  /// - Parameters:
  ///   - reason: What happened, with the broker's address.
  package mutating func loseRemote(_ reason: String) -> [Action] {
    var actions: [Action] = []
    guard phase != .over else {
      guard isEnding else { return [] }
      remote?.lastReceipt = nil
      return [.close(code: 1000, reason: "DISCONNECT")]
    }
    let hasRefused = remote?.hasRefused == true
    if !hasRefused {
      let body = Array(
        "\(reason)\nThis server relays STOMP to that broker (--stomp-relay). Connect again later.\n".utf8)
      send(
        .error,
        [
          ("message", Excerpt.clip(Excerpt.plain(reason), to: Diagnosis.maximumSummaryBytes)),
          ("content-type", "text/plain"), ("content-length", "\(body.count)"),
        ], body: body, &actions)
    }
    finish(&actions)
    actions.append(
      hasRefused
        ? .close(code: 1002, reason: "the broker refused a frame")
        : .close(code: 1011, reason: Excerpt.clip(Excerpt.plain(reason), to: Diagnosis.maximumReasonBytes)))
    return actions
  }
}
