import STOMP

/// One connection's side of the broker: where messages for its subscriptions go.
package protocol MessageReceiver: AnyObject, Sendable {
  /// What the connection is called among those of its user; unique in the world.
  var sessionID: String { get }

  /// Whether messages of a destination are for whoever is connected. Must not change while subscribed.
  func mayHear(_ destination: String) -> Bool

  /// Takes a message. Called under the broker's lock: it must only queue it, and not call the broker.
  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome
}

/// How a message is delivered.
package enum Delivery: Sendable, Equatable {
  /// To everyone who listens; who reads too slowly misses the oldest.
  case broadcast
  /// To one consumer of a queue. The tag is what ``Broker/acknowledge(_:)`` and ``Broker/release(_:)`` take.
  case queued(tag: UInt64, isRedelivery: Bool)
}

/// What a receiver did with a message.
package enum DeliveryOutcome: Sendable, Equatable {
  case taken
  /// Nothing: it wants no more until ``Broker/resume(_:)``.
  case full
  /// Nothing: there is no such subscription any more.
  case gone
}

/// A subscription of a receiver, as the broker knows it.
struct Listener {
  let receiver: any MessageReceiver
  let subscription: Int
  /// Whether messages of a queue stay the broker's until they are acknowledged.
  let acknowledges: Bool

  func isOf(_ other: any MessageReceiver) -> Bool { receiver === other }
}
