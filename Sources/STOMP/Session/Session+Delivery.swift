/// What goes to the client.
extension Session {
  /// Writes a message for one subscription, in the byte order of CONTRACT §2.6.
  ///
  /// - Parameters:
  ///   - subscription: The subscription's number.
  ///   - tag: What ``Action/acknowledge(_:)`` and ``Action/reject(_:)`` will name.
  ///   - redelivered: Whether somebody had the message before.
  /// - Returns: nil when the subscription is gone, the session is over, or ``isUnacknowledgedFull``.
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
    if redelivered { bytes.append(contentsOf: "redelivered:true\n".utf8) }
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

  /// Writes a frame of the server's own.
  mutating func send(_ command: Command, _ headers: [(String, String)], body: [UInt8] = [], _ actions: inout [Action]) {
    let frame = Frame(command, Headers(headers), body: body)
    liveness.sent()
    let bytes = FrameSerializer.serialize(frame, for: version ?? .v1_2)
    actions.append(.send(OutgoingFrame(bytes: bytes, isText: true)))
  }
}
