/// Queues for answers, as RabbitMQ has them: SEND with `reply-to:/temp-queue/NAME` makes one that only this session hears,
/// and the receiver finds in `reply-to` where to send the answer.
extension Session {
  /// The frame with the destination of answers that its receiver can use.
  ///
  /// - Throws: ``Diagnosis`` for a name that is none, or when the session has too many subscriptions.
  mutating func withReplyQueue(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) -> Frame {
    guard dialect.hasReplyQueues, let header = frame.headers.header("reply-to") else { return frame }
    var frame = frame
    frame.headers = Headers(
      try frame.headers.map { (other) throws(Diagnosis) in
        other.name == header.name ? Header(other.name, try answerDestination(header, &actions)) : other
      })
    return frame
  }

  private mutating func answerDestination(_ header: Header, _ actions: inout [Action]) throws(Diagnosis) -> String {
    let temporary = RabbitMQDestination.temporaryPrefix
    guard header.value.beginsWithBytes(of: temporary) else {
      return header.value.utf8.first == UInt8(ascii: "/")
        ? header.value : RabbitMQDestination.answerPrefix + header.value
    }
    let name = header.value.utf8.dropFirst(temporary.utf8.count)
    guard !name.isEmpty, !name.contains(UInt8(ascii: "/")) else { throw .invalidDestination(header) }
    if let queue = replyQueues[header.value] { return RabbitMQDestination.answerPrefix + queue }
    let queue = "\(RabbitMQDestination.replyPrefix)\(id)-\(replyQueues.count + 1)"
    let subscription = Subscription(
      number: subscriptions.nextNumber, id: header.value, destination: "/queue/\(queue)")
    try checkRoomForSubscription()
    replyQueues[header.value] = queue
    subscriptions.add(subscription, prefix: prefix(of: subscription.id, isNamed: true))
    actions.append(.subscribe(subscription))
    return RabbitMQDestination.answerPrefix + queue
  }
}

/// Names that belong to queues for answers.
package enum ReplyQueue {
  /// Whether a destination is one session's queue for answers: nothing waits in it without that session.
  package static func isOne(_ destination: String) -> Bool {
    destination.beginsWithBytes(of: "/queue/" + RabbitMQDestination.replyPrefix)
  }
}
