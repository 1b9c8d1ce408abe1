import HTTPCore
import JSON
import Locking

/// The listeners of the channels of APIs in a world, and the newest messages.
package final class ChannelHub: Sendable {
  /// A channel of an API.
  package struct Channel: Sendable, Hashable {
    package let api: String
    /// The channel's name in its document.
    package let name: String

    /// Creates the identity of a channel.
    package init(api: String, name: String) { (self.api, self.name) = (api, name) }
  }

  /// A message that the server sends.
  package struct Message: Sendable {
    package let channel: Channel
    /// The message's name in the document.
    package let name: String
    package let payload: JSONValue
    /// The payload as JSON, written once for all listeners.
    package let bytes: [UInt8]
    /// The parameters of the address that it is for, such as the id of a room; a missing one matches any.
    package let parameters: [String: String]
    /// The only account that receives it on a secured channel; nil for all.
    package let account: String?
    /// The resource and id of the record that it is about, such as `orders/11`; nil for none.
    package let record: String?
    /// The client whose message it passes on, which does not get it; nil for all.
    package let source: Int?
    /// Its number in the world, counted from 1.
    package fileprivate(set) var number = 0

    /// Creates a message without a number.
    package init(
      channel: Channel, name: String, payload: JSONValue, parameters: [String: String] = [:], account: String? = nil,
      record: String? = nil, source: Int? = nil
    ) {
      (self.channel, self.name, self.payload, self.record, self.source) = (channel, name, payload, record, source)
      bytes = JSONWriter.serialize(payload, sortedKeys: false)
      (self.parameters, self.account) = (parameters, account)
    }
  }

  /// What a listener wants.
  package struct Interest: Sendable {
    package var channel: Channel
    /// The values of the parameters in the address that the client used.
    package var parameters: [String: String]
    /// The account of the client; nil where none is known.
    package var account: String?
    /// The number of the client, as in ``Message/source``; nil for one that sends nothing.
    package var client: Int?
    /// Further conditions, such as those of subscriptions within the channel; nil for none.
    package var accepts: (@Sendable (Message) -> Bool)?
    /// The values of properties that the client asks for, such as `symbol` and `BTC-USD`, for messages that the clock makes;
    /// each element is one combination. nil for any.
    package var values: (@Sendable () -> [[String: String]])?

    /// Creates an interest in all messages of a channel.
    package init(
      _ channel: Channel, parameters: [String: String] = [:], account: String? = nil,
      accepts: (@Sendable (Message) -> Bool)? = nil, values: (@Sendable () -> [[String: String]])? = nil
    ) {
      (self.channel, self.parameters, self.account) = (channel, parameters, account)
      (self.accepts, self.values) = (accepts, values)
    }

    /// Whether a message is for the listener.
    package func matches(_ message: Message) -> Bool {
      if let source = message.source, source == client { return false }
      guard message.account == nil || account == nil || message.account == account else { return false }
      for (name, value) in message.parameters {
        if let own = parameters[name], own != value { return false }
      }
      return accepts?(message) ?? true
    }
  }

  /// A subscription, which ends when this object is released.
  package final class Subscription: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  /// Sends a message by a test: generates or checks its payload, and publishes it.
  package typealias Sender = @Sendable (World, ChannelEvent) throws -> ChannelDelivery

  /// The channel of a name or address, with the values of the parameters in it.
  package typealias Locator = @Sendable (String) throws(Problem) -> (name: String, parameters: [String: String])

  private struct Listener {
    let interest: Interest
    let deliver: @Sendable (Message) -> Void
  }

  /// What sends the messages of an API by itself.
  private struct Owner {
    let number: Int
    let api: String
    let channels: [String]
    let send: Sender
    let locate: Locator
    let register: @Sendable (CallbackAddress) -> Void
    /// Called after a listener was added.
    let listened: @Sendable () -> Void
  }

  private struct State {
    /// By channel and account, so that the messages of an account take no time for others.
    var listeners: [Channel: [String?: [Int: Listener]]] = [:]
    var lastClient = 0
    var lastListener = 0
    var lastMessage = 0
    /// The newest messages of each channel whose clients may resume.
    var recent: [Channel: [Message]] = [:]
    var owners: [Owner] = []
    var lastOwner = 0
  }

  /// The messages that a channel keeps for clients that resume.
  private static let capacity = 1000

  private let state = OrderedMutex(.eventBus, State())

  /// Creates a hub without listeners.
  init() {}

  /// Subscribes to a channel.
  ///
  /// - Parameters:
  ///   - last: The number of the last message that the client has; later ones that are kept are delivered first. nil for none.
  ///   - deliver: Called for each message, in their order, under the hub's lock; it must only queue the message.
  package func subscribe(
    _ interest: Interest, after last: Int? = nil, _ deliver: @escaping @Sendable (Message) -> Void
  ) -> Subscription {
    let channel = interest.channel
    let (number, listened) = state.withLock { state in
      state.lastListener &+= 1
      if let last {
        for message in state.recent[channel] ?? [] where message.number > last && interest.matches(message) {
          deliver(message)
        }
      }
      state.listeners[channel, default: [:]][interest.account, default: [:]][state.lastListener] = Listener(
        interest: interest, deliver: deliver)
      return (state.lastListener, state.owners.first { $0.api == channel.api }?.listened)
    }
    listened?()
    let account = interest.account
    return Subscription { [weak self] in
      self?.state.withLock { state in
        state.listeners[channel]?[account]?[number] = nil
        if state.listeners[channel]?[account]?.isEmpty == true { state.listeners[channel]?[account] = nil }
        if state.listeners[channel]?.isEmpty == true { state.listeners[channel] = nil }
      }
    }
  }

  /// A number for a client, as in ``Interest/client``.
  package func newClient() -> Int {
    state.withLock { state in
      state.lastClient &+= 1
      return state.lastClient
    }
  }

  /// Keeps the newest messages of a channel from now on.
  package func keepMessages(of channel: Channel) {
    state.withLock { state in
      if state.recent[channel] == nil { state.recent[channel] = [] }
    }
  }

  /// Delivers a message to those whom it is for.
  ///
  /// - Returns: The number of listeners that got it.
  @discardableResult
  package func publish(_ message: Message) -> Int {
    state.withLock { state in
      var message = message
      state.lastMessage &+= 1
      message.number = state.lastMessage
      if var recent = state.recent.removeValue(forKey: message.channel) {
        if recent.count >= Self.capacity { recent.removeFirst(recent.count - Self.capacity + 1) }
        recent.append(message)
        state.recent[message.channel] = recent
      }
      var count = 0
      let listeners = state.listeners[message.channel] ?? [:]
      let own = message.account.map { [listeners[nil], listeners[$0]].compactMap(\.self) }
      for listener in (own ?? Array(listeners.values)).joined().map(\.value) where listener.interest.matches(message) {
        listener.deliver(message)
        count += 1
      }
      return count
    }
  }

  /// Whether an API has listeners, or clients that may resume.
  package func isHeard(_ api: String) -> Bool {
    state.withLock { state in
      state.listeners.keys.contains { $0.api == api } || state.recent.keys.contains { $0.api == api }
    }
  }

  /// Whether a channel has listeners, or clients that may resume.
  package func isHeard(_ channel: Channel) -> Bool {
    state.withLock { $0.listeners[channel] != nil || $0.recent[channel] != nil }
  }

  /// What the listeners of a channel want; empty for none.
  package func interests(in channel: Channel) -> [Interest] {
    state.withLock { state in
      (state.listeners[channel] ?? [:]).values.joined().sorted { $0.key < $1.key }.map(\.value.interest)
    }
  }

  /// The accounts that listen to a channel, sorted.
  package func listeningAccounts(api: String, channel: String) -> [String] {
    state.withLock { $0.listeners[Channel(api: api, name: channel)]?.keys.compactMap(\.self).sorted() ?? [] }
  }

  // MARK: Messages of tests

  /// Adds what sends the messages of an API.
  ///
  /// - Parameters:
  ///   - listened: Called after a listener was added, on its thread.
  ///
  /// - Returns: Its number, for ``isOwner(_:)``.
  package func add(
    _ api: String, channels: [String], listened: @escaping @Sendable () -> Void, locate: @escaping Locator,
    register: @escaping @Sendable (CallbackAddress) -> Void = { _ in }, send: @escaping Sender
  ) -> Int {
    state.withLock { state in
      state.owners.removeAll { $0.api == api }
      state.lastOwner &+= 1
      state.owners.append(
        Owner(
          number: state.lastOwner, api: api, channels: channels, send: send, locate: locate, register: register,
          listened: listened))
      return state.lastOwner
    }
  }

  /// Removes all of them, before those of a later edition of the documents are added.
  func removeOwners() { state.withLock { $0.owners = [] } }

  /// Whether an owner was not replaced.
  package func isOwner(_ number: Int) -> Bool { state.withLock { $0.owners.contains { $0.number == number } } }

  /// The APIs with channels, and these.
  package var channels: [(api: String, channels: [String])] {
    state.withLock { state in state.owners.map { ($0.api, $0.channels) } }
  }

  /// What finds the channels of an API; nil where it has none.
  package func locator(of api: String) -> Locator? {
    state.withLock { state in state.owners.first { $0.api == api }?.locate }
  }

  /// Notes the address of a callback that a request has named.
  package func register(_ address: CallbackAddress, of api: String) {
    state.withLock { state in state.owners.first { $0.api == api }?.register }?(address)
  }

  /// What sends messages on the channels of an API; nil where it has none.
  package func sender(of api: String) -> Sender? {
    state.withLock { state in state.owners.first { $0.api == api }?.send }
  }
}

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

  /// Creates a delivery.
  package init(channel: String, message: String, payload: JSONValue, listeners: Int, violations: [String]) {
    (self.channel, self.message, self.payload) = (channel, message, payload)
    (self.listeners, self.violations) = (listeners, violations)
  }
}
