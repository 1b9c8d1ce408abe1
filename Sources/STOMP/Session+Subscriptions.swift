/// Subscribing and unsubscribing (checklist rows 38 to 41).
extension Session {
  mutating func subscribe(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let destination = try require("destination", frame)
    let isNamed = frame.headers["id"] != nil || !dialect.hasNamelessSubscriptions
    let mayLackID = version == .v1_0 || !isNamed
    let id = mayLackID ? frame.headers.header("id") ?? destination : try require("id", frame)
    let address = try dialect.address(destination)
    guard dialect.serves(address) else { return warn(.droppedDestination(address), &actions) }
    // Only the session that created a reply queue receives it, under the name that it chose.
    if dialect.hasReplyQueues,
      ReplyQueue.isOne(address) || isNamed && id.value.beginsWithBytes(of: RabbitMQDestination.temporaryPrefix)
    {
      throw .invalidDestination(ReplyQueue.isOne(address) ? destination : id)
    }
    if !dialect.sharesSubscriptionIDs, let other = subscriptions.subscription(id: id.value, isNamed: isNamed) {
      throw .duplicateSubscription(id.value, offset: id.offset, destination: other.destination)
    }
    guard DestinationPattern(address) != nil else { throw .badPattern(destination) }
    try checkRoomForSubscription()
    let subscription = Subscription(
      number: subscriptions.nextNumber, id: id.value, destination: address,
      acknowledgement: try acknowledgement(frame), headers: frame.headers)
    let prefetch = dialect.hasConsumerHeaders ? frame.headers["prefetch-count"].flatMap { Int($0) } : nil
    subscriptions.add(
      subscription, prefix: prefix(of: id.value, isNamed: isNamed), prefetch: prefetch.flatMap { $0 > 0 ? $0 : nil },
      isNamed: isNamed)
    actions.append(.subscribe(subscription))
  }

  func checkRoomForSubscription() throws(Diagnosis) {
    guard subscriptions.count < limits.maximumSubscriptions else {
      throw .tooLarge(
        .tooManySubscriptions, offset: 0, maximum: limits.maximumSubscriptions, unit: "subscriptions")
    }
  }

  private func acknowledgement(_ frame: Frame) throws(Diagnosis) -> Subscription.Acknowledgement {
    guard dialect.hasAcknowledgements, let header = frame.headers.header("ack") else { return .auto }
    guard let mode = Subscription.Acknowledgement(rawValue: header.value) else { throw .unknownAckMode(header) }
    return mode
  }

  /// The bytes from `subscription:` up to the number of the message-id; without the former if the client gave no id.
  func prefix(of subscription: String, isNamed: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if isNamed { FrameSerializer.write(Header("subscription", subscription), for: version, into: &bytes) }
    bytes.append(contentsOf: "message-id:\(id)-".utf8)
    return bytes
  }

  mutating func unsubscribe(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let mayLackID = version == .v1_0 || dialect.hasNamelessSubscriptions
    let isByDestination = mayLackID && frame.headers["id"] == nil
    let header = try require(isByDestination && frame.headers["destination"] != nil ? "destination" : "id", frame)
    let subscription =
      if !isByDestination {
        subscriptions.subscription(id: header.value, isNamed: true)
      } else if dialect.hasNamelessSubscriptions {
        subscriptions.subscription(id: header.value, isNamed: false)
      } else {
        subscriptions.subscription(destination: try dialect.address(header))
      }
    let isReplyQueue = dialect.hasReplyQueues && header.value.beginsWithBytes(of: RabbitMQDestination.temporaryPrefix)
    guard let subscription, !isReplyQueue else {
      let mistake = Diagnosis.unknownSubscription(header.value, offset: header.offset)
      if dialect.refusesUnknownSubscriptions { throw mistake }
      return warn(mistake, &actions)
    }
    if dialect.hasDurableSubscriptions, frame.headers["durable"] == "true", !isByDestination {
      actions.append(.forget(id: subscription.id))
    }
    let numbers = dialect.sharesSubscriptionIDs ? subscriptions.numbers(id: subscription.id) : [subscription.number]
    for number in numbers {
      actions.append(.unsubscribe(number: number, release: subscriptions.remove(number)))
    }
  }
}

/// The status of a session.
extension Session {
  /// The client's subscriptions, the oldest first: id, destination, acknowledgement mode, and number of unacknowledged
  /// messages.
  package var subscriptionList: [(id: String, destination: String, acknowledgement: String, unacknowledged: Int)] {
    subscriptions.all.map {
      ($0.id, $0.destination, $0.acknowledgement.rawValue, subscriptions.pendingCount(of: $0.number))
    }
  }

  /// The agreed heartbeat intervals of each side, in milliseconds; 0 for never.
  package var agreedHeartbeat: (client: Int64, server: Int64) { liveness.intervals }
}

/// Frames to the client.
extension Session {
  /// Writes a message for one subscription, in the byte order of CONTRACT §2.6.
  ///
  /// - Parameters:
  ///   - subscription: The subscription's number.
  ///   - tag: The tag for ``Action/acknowledge(_:)`` and ``Action/reject(_:)``.
  ///   - redelivered: Whether the message was delivered before.
  /// - Returns: nil when the subscription or the session has ended, or ``isUnacknowledgedFull``.
  package mutating func deliver(
    _ message: Message, to subscription: Int, tag: UInt64, redelivered: Bool = false
  ) -> OutgoingFrame? {
    guard phase == .connected, let version, let route = subscriptions.route(subscription) else { return nil }
    if route.acknowledges {
      guard !isUnacknowledgedFull else {
        isStarved = !hasWarned(.tooManyUnacknowledged)
        return nil
      }
    }
    lastMessage &+= 1
    if route.acknowledges { subscriptions.deliver(.init(message: lastMessage, tag: tag), to: subscription) }
    liveness.sent()
    let bytes = write(
      message.encoding(version), route.prefix, hasAck: route.acknowledges && version == .v1_2, redelivered: redelivered)
    return OutgoingFrame(bytes: bytes, isText: message.isText)
  }

  /// Whether a subscription accepts no more messages of queues until it acknowledges some.
  package func isPrefetched(_ subscription: Int) -> Bool { subscriptions.isPrefetched(subscription) }

  private func write(_ encoding: Message.Encoding, _ prefix: [UInt8], hasAck: Bool, redelivered: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoding.head.count + prefix.count + encoding.tail.count + id.utf8.count + 72)
    bytes.append(contentsOf: encoding.head)
    bytes.append(contentsOf: prefix)
    Self.append(lastMessage, to: &bytes)
    if hasAck {
      bytes.append(contentsOf: "ack:".utf8)
      bytes.append(contentsOf: id.utf8)
      bytes.append(UInt8(ascii: "-"))
      Self.append(lastMessage, to: &bytes)
    }
    if redelivered || dialect.reportsFirstDelivery {
      bytes.append(contentsOf: "redelivered:\(redelivered)\n".utf8)
    }
    bytes.append(contentsOf: encoding.tail)
    return bytes
  }

  /// Writes a number and a line feed.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
    bytes.append(ASCII.lineFeed)
  }

  /// Sends a frame of the server.
  mutating func send(_ command: Command, _ headers: [(String, String)], body: [UInt8] = [], _ actions: inout [Action]) {
    let frame = Frame(command, Headers(headers), body: body)
    liveness.sent()
    let bytes = FrameSerializer.serialize(frame, for: version ?? .v1_2)
    actions.append(.send(OutgoingFrame(bytes: bytes, isText: true)))
  }
}
