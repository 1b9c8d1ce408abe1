import JSON

/// Where a callback goes, as a request has named it.
package struct CallbackAddress: Sendable {
  /// The callback's channel.
  package let channel: String
  package let url: String
  /// As in ``ChannelHub/Message/record``: what becomes of this record is sent there; nil for no record.
  package let record: String?
  /// What is sent in any case, soon after the request; nil for nothing.
  package let first: ChannelHub.Message?

  /// Creates an address.
  package init(channel: String, url: String, record: String?, first: ChannelHub.Message?) {
    (self.channel, self.url, self.record, self.first) = (channel, url, record, first)
  }
}

/// A message that a test sends to the clients of a channel.
package struct ChannelEvent: Sendable {
  /// The channel's name or address; also an address with values for its parameters.
  package let channel: String
  /// The message's name; nil for the only one that the server sends there.
  package let message: String?
  /// The payload; nil for a generated one.
  package let payload: JSONValue?

  /// Creates an event.
  package init(channel: String, message: String?, payload: JSONValue?) {
    (self.channel, self.message, self.payload) = (channel, message, payload)
  }
}

/// What became of a test's message.
package struct ChannelDelivery: Sendable {
  package let channel: String
  package let message: String
  package let payload: JSONValue
  /// The number of clients that got it.
  package let listeners: Int
  /// How the payload leaves its schema; empty for a valid one.
  package let violations: [String]
  /// Whether the message waits until a test releases it.
  package let isHeld: Bool

  /// Creates a delivery.
  package init(
    channel: String, message: String, payload: JSONValue, listeners: Int, violations: [String], isHeld: Bool
  ) {
    (self.channel, self.message, self.payload) = (channel, message, payload)
    (self.listeners, self.violations, self.isHeld) = (listeners, violations, isHeld)
  }
}

/// A channel of an API, for people and programs.
package struct ChannelSummary: Sendable {
  /// One of its messages.
  package struct Message: Sendable {
    package let name: String
    /// Whether the server sends it, and whether clients do.
    package let isOfServer, isOfClient: Bool
    /// Whether it says that something has failed.
    package let isError: Bool
    /// What makes the server send it, in words; nil for a message that only clients send.
    package let trigger: String?
    /// What follows when a client sends it, in words; nil for a message that only the server sends.
    package let effect: String?

    /// Creates a message.
    package init(
      name: String, isOfServer: Bool, isOfClient: Bool, isError: Bool = false, trigger: String? = nil,
      effect: String? = nil
    ) {
      (self.name, self.isOfServer, self.isOfClient, self.isError) = (name, isOfServer, isOfClient, isError)
      (self.trigger, self.effect) = (trigger, effect)
    }
  }

  package let name: String
  /// As in the document, such as `/rooms/{roomId}`.
  package let address: String
  package let messages: [Message]

  /// Creates a channel.
  package init(name: String, address: String, messages: [Message]) {
    (self.name, self.address, self.messages) = (name, address, messages)
  }
}
