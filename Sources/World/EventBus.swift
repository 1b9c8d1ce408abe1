import HTTPCore
import Locking

/// Distributes the changes of a world to subscribers, in the order in which they are published.
package final class EventBus: Sendable {
  /// The identity of a subscription.
  package struct Subscription: Sendable, Hashable {
    fileprivate let topic: Topic
    fileprivate let number: Int
  }

  fileprivate struct Topic: Hashable {
    let api: String
    let account: String
    let channel: String
  }

  private struct State {
    var listeners: [Topic: [Int: @Sendable (ChangeEvent) -> Void]] = [:]
    var nextNumber = 0
  }

  private let state = OrderedMutex(.eventBus, State())

  /// Creates a bus without subscribers.
  package init() {}

  /// Calls a listener for each event of an account on a channel. It runs on the publisher's thread, under the bus's
  /// lock, so it must only queue the event.
  package func subscribe(
    api: String, account: String, channel: String, _ listener: @escaping @Sendable (ChangeEvent) -> Void
  ) -> Subscription {
    let topic = Topic(api: api, account: account, channel: channel)
    return state.withLock { state in
      state.nextNumber += 1
      state.listeners[topic, default: [:]][state.nextNumber] = listener
      return Subscription(topic: topic, number: state.nextNumber)
    }
  }

  /// Ends a subscription; the listener is not called after this returns.
  package func unsubscribe(_ subscription: Subscription) {
    state.withLock { state in
      state.listeners[subscription.topic]?[subscription.number] = nil
      if state.listeners[subscription.topic]?.isEmpty == true { state.listeners[subscription.topic] = nil }
    }
  }

  /// Passes an event to its subscribers.
  package func publish(_ event: ChangeEvent) {
    let topic = Topic(api: event.api, account: event.account, channel: event.channel)
    state.withLock { state in
      for listener in (state.listeners[topic] ?? [:]).values { listener(event) }
    }
  }

  /// Whether a channel of an API has subscribers.
  package func hasListeners(api: String, channel: String) -> Bool {
    state.withLock { $0.listeners.keys.contains { $0.api == api && $0.channel == channel } }
  }

  /// The accounts of an API with a subscriber on a channel, sorted.
  package func listeningAccounts(api: String, channel: String) -> [String] {
    state.withLock { state in
      state.listeners.keys.filter { $0.api == api && $0.channel == channel }.map(\.account).sorted()
    }
  }
}

/// A change that clients can subscribe to.
package struct ChangeEvent: Sendable {
  /// The API it happened in.
  package let api: String
  /// The account it belongs to; only its subscribers receive it.
  package let account: String
  /// The channel it is announced on, such as `profile_updates`.
  package let channel: String
  /// What happened, such as `profile_updated`.
  package let type: String
  /// The message that announces it (CONTRACT §6.5), rendered once for all subscribers.
  package let message: [UInt8]

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - data: The changed record as JSON.
  ///   - time: When it happened, by the world's clock.
  package init(api: String, account: String, channel: String, type: String, data: [UInt8], time: Timestamp) {
    self.api = api
    self.account = account
    self.channel = channel
    self.type = type
    message =
      Array("{\"channel\":\"\(channel)\",\"data\":".utf8) + data
      + Array(",\"timestamp\":\"\(time.iso8601)\",\"type\":\"\(type)\"}".utf8)
  }
}

/// A WebSocket path of an API on which clients subscribe to channels of change events.
package struct ChannelPlan: Sendable {
  /// The whole path, such as `/ws`.
  package let path: String
  /// The operation's id in the API's document.
  package let operationID: String
  /// The channels that exist.
  package let channels: [String]
  /// The account that a socket belongs to until it sends a token; nil when there is none.
  package let defaultAccount: @Sendable (World) throws -> String?

  /// Creates a plan.
  package init(
    path: String, operationID: String, channels: [String],
    defaultAccount: @escaping @Sendable (World) throws -> String?
  ) {
    self.path = path
    self.operationID = operationID
    self.channels = channels
    self.defaultAccount = defaultAccount
  }
}
