/// What the owner of a session must do, in order.
package enum Action: Sendable, Equatable {
  /// Send one WebSocket message.
  case send(OutgoingFrame)
  case subscribe(Subscription)
  /// End a subscription; `release` are the tags of messages that it did not acknowledge, for redelivery elsewhere.
  case unsubscribe(number: Int, release: [UInt64])
  case publish(Publication)
  /// The tags of messages that were acknowledged, as given to ``Session/deliver(_:to:tag:redelivered:)``.
  case acknowledge([UInt64])
  /// The tags of messages that were refused.
  case reject([UInt64])
  /// Log a mistake that was accepted. Each code comes at most once in a session.
  case warn(Diagnosis)
  /// Log the mistake that ends the session; its ERROR follows.
  case refuse(Diagnosis)
  /// Close the WebSocket when all was sent. The reason has at most 123 bytes.
  case close(code: UInt16, reason: String)
}

/// What the server says to the headers of a CONNECT.
package enum Authentication: Sendable, Equatable {
  /// Welcome; `user` is nil for the anonymous. A warning tells of a token that was no use.
  case accepted(user: String?, warning: Diagnosis?)
  case refused(Diagnosis)
}
