/// Reply queues, as in RabbitMQ: SEND with `reply-to:/temp-queue/NAME` creates one that only this session receives, and
/// the receiver finds in `reply-to` where to send the reply.
extension Session {
  /// The frame with a reply destination that its receiver can use.
  ///
  /// - Throws: ``Diagnosis`` for an invalid name, or when the session has too many subscriptions.
  mutating func withReplyQueue(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) -> Frame {
    guard dialect.hasReplyQueues, let header = frame.headers.header("reply-to") else { return frame }
    var frame = frame
    frame.headers = Headers(
      try frame.headers.map { (other) throws(Diagnosis) in
        other.name == header.name ? Header(other.name, try replyDestination(header, &actions)) : other
      })
    return frame
  }

  private mutating func replyDestination(_ header: Header, _ actions: inout [Action]) throws(Diagnosis) -> String {
    let temporary = RabbitMQDestination.temporaryPrefix
    guard header.value.beginsWithBytes(of: temporary) else {
      return header.value.utf8.first == UInt8(ascii: "/")
        ? header.value : RabbitMQDestination.replyPath + header.value
    }
    let name = header.value.utf8.dropFirst(temporary.utf8.count)
    guard !name.isEmpty, !name.contains(UInt8(ascii: "/")) else { throw .invalidDestination(header) }
    if let queue = replyQueues[header.value] { return RabbitMQDestination.replyPath + queue }
    let queue = "\(RabbitMQDestination.replyPrefix)\(id)-\(replyQueues.count + 1)"
    let subscription = Subscription(
      number: subscriptions.nextNumber, id: header.value, destination: "/queue/\(queue)")
    try checkRoomForSubscription()
    replyQueues[header.value] = queue
    subscriptions.add(subscription, prefix: prefix(of: subscription.id, isNamed: true))
    actions.append(.subscribe(subscription))
    return RabbitMQDestination.replyPath + queue
  }
}

/// Names of reply queues.
package enum ReplyQueue {
  /// Whether a destination is one session's reply queue: nothing waits in it without that session.
  package static func isOne(_ destination: String) -> Bool {
    destination.beginsWithBytes(of: "/queue/" + RabbitMQDestination.replyPrefix)
  }
}
