import HTTPCore
import JSON
import Locking
import Synchronization

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
    /// What the journal knows of it.
    package let subject: ChannelMessage
    /// Its number in the world, counted from 1.
    package fileprivate(set) var number = 0

    /// Creates a message without a number.
    package init(
      channel: Channel, name: String, payload: JSONValue, parameters: [String: String] = [:], account: String? = nil,
      record: String? = nil, source: Int? = nil, cause: ChannelMessage.Cause, violations: [String] = []
    ) {
      (self.channel, self.name, self.payload, self.record, self.source) = (channel, name, payload, record, source)
      bytes = JSONWriter.serialize(payload, sortedKeys: false)
      (self.parameters, self.account) = (parameters, account)
      subject = ChannelMessage(
        api: channel.api, channel: channel.name, name: name, parameters: parameters, cause: cause,
        violations: violations)
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
    /// Whether it is no client of the API: a test that looks on, or what passes messages on to others.
    package var isObserver = false

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

  /// How a payload leaves the schema of a message of a channel, a sentence each; empty for a valid one.
  package typealias Checker = @Sendable (_ channel: String, _ message: String, JSONValue) -> [String]

  /// A message that waits until a test releases it.
  package struct HeldMessage: Sendable {
    package let subject: ChannelMessage
    package let payload: JSONValue
    /// The account of the only client that it is for; nil for all.
    package let account: String?
    /// When it would have been sent.
    package let time: Timestamp
    fileprivate let size: Int
    fileprivate let action: HeldAction
  }

  fileprivate enum HeldAction: Sendable {
    case publish(Message)
    case deliver(@Sendable () -> Void)
  }

  /// Which messages are held back.
  package struct Hold: Sendable, Hashable {
    package let channel: Channel
    /// The message's name; nil for all of the channel.
    package let message: String?

    /// Creates a hold.
    package init(_ channel: Channel, message: String?) { (self.channel, self.message) = (channel, message) }

    fileprivate func concerns(_ subject: ChannelMessage) -> Bool {
      subject.api == channel.api && subject.channel == channel.name && (message == nil || message == subject.name)
    }
  }

  private struct Listener {
    let interest: Interest
    let deliver: @Sendable (Message) -> Void
  }

  /// What sends the messages of an API by itself.
  private struct Owner {
    let number: Int
    let api: String
    let channels: [ChannelSummary]
    let send: Sender
    let locate: Locator
    let check: Checker
    let reader: ChannelFrameReader?
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
    var holds: Set<Hold> = []
    var held: [HeldMessage] = []
    var heldBytes = 0
    /// Messages that were lost because too many were held.
    var leftOut = 0
  }

  /// The messages that a channel keeps for clients that resume.
  private static let capacity = 1000

  /// The most messages that are held back, and the most bytes of their payloads; further ones are lost.
  private static let (heldCapacity, heldBytesCapacity) = (10_000, 16 << 20)

  private let state = OrderedMutex(.eventBus, State())
  private let hasHolds = Atomic(false)
  private let usage: UsageLedger
  private let clock: WorldClock

  /// Creates a hub without listeners.
  ///
  /// - Parameters:
  ///   - usage: Counts the messages that clients send and get.
  init(usage: UsageLedger, clock: WorldClock) { (self.usage, self.clock) = (usage, clock) }

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

  /// Delivers a message to those whom it is for, unless it is held back.
  ///
  /// - Returns: The number of listeners that got it; nil for a message that is held back.
  @discardableResult
  package func publish(_ message: Message) -> Int? {
    state.withLock { state in
      if state.holds.contains(where: { $0.concerns(message.subject) }) {
        hold(
          HeldMessage(
            subject: message.subject, payload: message.payload, account: message.account, time: clock.now,
            size: message.bytes.count, action: .publish(message)), &state)
        return nil
      }
      return deliver(message, &state)
    }
  }

  private func deliver(_ message: Message, _ state: inout State) -> Int {
    var message = message
    state.lastMessage &+= 1
    message.number = state.lastMessage
    if var recent = state.recent.removeValue(forKey: message.channel) {
      if recent.count >= Self.capacity { recent.removeFirst(recent.count - Self.capacity + 1) }
      recent.append(message)
      state.recent[message.channel] = recent
    }
    var (count, clients) = (0, 0)
    let listeners = state.listeners[message.channel] ?? [:]
    let own = message.account.map { [listeners[nil], listeners[$0]].compactMap(\.self) }
    for listener in (own ?? Array(listeners.values)).joined().map(\.value) where listener.interest.matches(message) {
      listener.deliver(message)
      count += 1
      if !listener.interest.isObserver { clients += 1 }
    }
    if clients > 0 { countSent(message.subject) }
    return count
  }

  // MARK: One client

  /// Sends a message to one client, unless it is held back.
  ///
  /// - Parameters:
  ///   - account: The client's.
  ///   - deliver: Sends it; called at once, or when it is released.
  package func send(
    _ subject: ChannelMessage, _ payload: JSONValue, account: String?, deliver: @escaping @Sendable () -> Void
  ) {
    let isHeld =
      hasHolds.load(ordering: .relaxed)
      && state.withLock { state in
        guard state.holds.contains(where: { $0.concerns(subject) }) else { return false }
        let item = HeldMessage(
          subject: subject, payload: payload, account: account, time: clock.now,
          size: JSONWriter.serialize(payload, sortedKeys: false).count, action: .deliver(deliver))
        hold(item, &state)
        return true
      }
    guard !isHeld else { return }
    countSent(subject)
    deliver()
  }

  /// Counts a message that a client got.
  package func countSent(_ subject: ChannelMessage) { count(subject, isSent: true) }

  /// Counts a message that a client sent, unless it is wrong.
  package func countReceived(_ subject: ChannelMessage) {
    if subject.violations.isEmpty { count(subject, isSent: false) }
  }

  private func count(_ subject: ChannelMessage, isSent: Bool) {
    guard let name = subject.name else { return }
    usage.count(UsageLedger.MessageKey(api: subject.api, channel: subject.channel, message: name, isSent: isSent))
  }

  // MARK: Messages that are held back

  private func hold(_ item: HeldMessage, _ state: inout State) {
    guard state.held.count < Self.heldCapacity, state.heldBytes + item.size <= Self.heldBytesCapacity else {
      state.leftOut += 1
      return
    }
    state.held.append(item)
    state.heldBytes += item.size
  }

  /// Holds messages back from now on.
  package func hold(_ hold: Hold) {
    state.withLock { state in
      state.holds.insert(hold)
      hasHolds.store(true, ordering: .relaxed)
    }
  }

  /// What is held back: which messages, and those that wait, in their order.
  package var held: (holds: Set<Hold>, messages: [HeldMessage], leftOut: Int) {
    state.withLock { ($0.holds, $0.held, $0.leftOut) }
  }

  /// Sends messages that are held back, in their order.
  ///
  /// - Parameters:
  ///   - hold: Those of this channel or message; nil for all.
  ///   - limit: The first of them only, and further ones stay held back; nil to send all, and to hold back no more.
  /// - Returns: The number of messages sent.
  package func release(_ hold: Hold?, limit: Int?) -> Int {
    state.withLock { state in
      if limit == nil {
        state.holds = state.holds.filter { own in
          guard let hold else { return false }
          return own.channel != hold.channel || (hold.message != nil && own.message != hold.message)
        }
        hasHolds.store(!state.holds.isEmpty, ordering: .relaxed)
      }
      var (released, kept): ([HeldMessage], [HeldMessage]) = ([], [])
      for item in state.held {
        // With a hold of the whole channel, a message of a name that is released waits on.
        let isMeant =
          (hold?.concerns(item.subject) ?? true) && released.count < limit ?? .max
          && (limit != nil || !state.holds.contains { $0.concerns(item.subject) })
        if isMeant { released.append(item) } else { kept.append(item) }
      }
      state.held = kept
      state.heldBytes = kept.reduce(0) { $0 + $1.size }
      for item in released {
        switch item.action {
        case .publish(let message): _ = deliver(message, &state)
        case .deliver(let send):
          countSent(item.subject)
          send()
        }
      }
      return released.count
    }
  }

  /// Holds nothing back any more; messages that wait are lost.
  func endHolds() {
    // Released outside the lock, because they own sockets.
    let lost = state.withLock { state in
      defer { (state.holds, state.held, state.heldBytes, state.leftOut) = ([], [], 0, 0) }
      hasHolds.store(false, ordering: .relaxed)
      return state.held
    }
    withExtendedLifetime(lost) {}
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
    _ api: String, channels: [ChannelSummary], listened: @escaping @Sendable () -> Void, locate: @escaping Locator,
    check: @escaping Checker, reader: ChannelFrameReader? = nil,
    register: @escaping @Sendable (CallbackAddress) -> Void = { _ in }, send: @escaping Sender
  ) -> Int {
    state.withLock { state in
      state.owners.removeAll { $0.api == api }
      state.lastOwner &+= 1
      state.owners.append(
        Owner(
          number: state.lastOwner, api: api, channels: channels, send: send, locate: locate, check: check,
          reader: reader, register: register, listened: listened))
      return state.lastOwner
    }
  }

  /// Removes all of them, before those of a later edition of the documents are added.
  func removeOwners() { state.withLock { $0.owners = [] } }

  /// Whether an owner was not replaced.
  package func isOwner(_ number: Int) -> Bool { state.withLock { $0.owners.contains { $0.number == number } } }

  /// The APIs with channels, and these.
  package var channels: [(api: String, channels: [ChannelSummary])] {
    state.withLock { state in state.owners.map { ($0.api, $0.channels) } }
  }

  /// What finds the channels of an API; nil where it has none.
  package func locator(of api: String) -> Locator? {
    state.withLock { state in state.owners.first { $0.api == api }?.locate }
  }

  /// What compares payloads with the messages of an API; nil where it has no channels.
  package func checker(of api: String) -> Checker? {
    state.withLock { state in state.owners.first { $0.api == api }?.check }
  }

  /// What reads frames of an API in other protocols than JSON; nil where its sessions do.
  package func reader(of api: String) -> ChannelFrameReader? {
    state.withLock { state in state.owners.first { $0.api == api }?.reader }
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
