import Client
import Dispatch
import HTTPCore
import JSON
import Locking
import OpenAPI
import World

/// Sends the webhooks and callbacks of an API in a world: to each address one after the other, again with growing pauses of the
/// world's clock when it fails, and each attempt with an entry in the journal.
final class WebhookSender: Sendable {
  /// A message for one address.
  struct Delivery: Sendable {
    let message: ChannelHub.Message
    var channel: ChannelModel.Channel
    var document: ChannelDocument.Message
    let destination: WebhookDestination
    let id: String
    let time: Timestamp
    /// How often it was tried.
    var attempts = 0
    /// When it is to be sent, by the world's elapsed nanoseconds.
    var due: Int64 = 0
  }

  /// The deliveries to one address.
  struct Line {
    var deliveries: [Delivery] = []
    var isRunning = false
    /// The delivery that is being sent.
    var current: Delivery?
  }

  struct State {
    var messages: [(message: ChannelHub.Message, time: Timestamp)] = []
    var callbacks: [CallbackAddress] = []
    var lines: [String: Line] = [:]
    var waiting: [Delivery] = []
    var running = 0
    var subscriptions: [ChannelHub.Subscription] = []
    /// How often everything was replaced: a delivery from before has no further attempt.
    var edition = 0
  }

  /// The pauses after failed attempts, in nanoseconds of the world's time.
  private static let pauses: [Int64] = [10, 60, 300, 1800, 7200].map { $0 * 1_000_000_000 }
  /// After the request that names its address, a callback comes this late.
  private static let callbackDelay: Int64 = 1_000_000_000
  private static let timeoutMilliseconds = 5000
  /// The most deliveries that wait: for one address, and for their next attempt.
  private static let (lineCapacity, waitingCapacity) = (1000, 10_000)
  private static let messageCapacity = 10_000
  private static let callbackCapacity = 10_000
  /// The most addresses that are sent to at once.
  private static let maximumRunning = 16
  private static let maximumRecords = 1000
  private static let queue = DispatchQueue(label: "webhooks", attributes: .concurrent)

  let live: LiveAPI
  private let world: @Sendable () -> World?
  let clock: WorldClock
  private let alarms: Alarms
  let channels: [ChannelModel.Channel]
  let state = OrderedMutex(.leaf, State())
  /// Held while messages get their lines, so that each line has the order of the messages.
  private let turn = OrderedMutex(.simulationSteps, ())

  /// What sends the webhooks of an API; nil where it has none.
  init?(_ live: LiveAPI, _ world: World) {
    channels = live.model.channels.filter { $0.document.reverse != nil }
    guard !channels.isEmpty else { return nil }
    (self.live, clock, alarms) = (live, world.clock, world.alarms)
    self.world = { [weak world] in world }
  }

  /// Begins to listen to the channels.
  func begin(_ hub: ChannelHub) {
    let subscriptions = channels.map { channel in
      // Each attempt counts by itself.
      var interest = ChannelHub.Interest(live.identity(channel))
      interest.isObserver = true
      return hub.subscribe(interest) { [weak self] in self?.take($0) }
    }
    state.withLock { $0.subscriptions = subscriptions }
  }

  // MARK: Messages

  /// Notes a message. Called under a lock: it only queues.
  private func take(_ message: ChannelHub.Message) {
    let now = clock.now
    let isTaken = state.withLock { state in
      guard state.messages.count < Self.messageCapacity else { return false }
      state.messages.append((message, now))
      return true
    }
    if isTaken { Self.queue.async { self.catchUp() } }
  }

  /// Notes the address that a request named.
  func register(_ address: CallbackAddress) {
    let now = clock.instant
    state.withLock { state in
      if state.callbacks.count >= Self.callbackCapacity { state.callbacks.removeFirst() }
      if address.record != nil { state.callbacks.append(address) }
      guard let message = address.first, let channel = channels.first(where: { $0.name == address.channel }),
        let document = channel.messages.first(where: { $0.name == message.name })?.document
      else { return }
      var delivery = Delivery(
        message: message, channel: channel, document: document, destination: WebhookDestination(url: address.url),
        id: newID(), time: now.now)
      delivery.due = now.elapsed.saturatingAdd(Self.callbackDelay)
      state.waiting.append(delivery)
    }
    wait()
  }

  /// An id for a delivery.
  private func newID() -> String {
    let bytes = world()?.random.bytes(16) ?? []
    return "evt_" + Hex.encode(bytes)
  }

  /// Sends what is due.
  func catchUp() {
    guard let world = world(), world.timedWork.contains(self) else { return }
    turn.withLock { _ in plan(world) }
    wait()
  }

  /// Puts the messages that were noted into the lines of their addresses, if that did not happen yet.
  func planNoted() {
    guard let world = world(), world.timedWork.contains(self) else { return }
    turn.withLock { _ in plan(world) }
  }

  /// Puts the messages that were noted, and the attempts that are due, into the lines of their addresses.
  private func plan(_ world: World) {
    let messages = state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    var known: [WebhookDestination]?
    for (message, time) in messages {
      guard let channel = channels.first(where: { $0.name == message.channel.name }),
        let document = channel.messages.first(where: { $0.name == message.name })?.document
      else { continue }
      var destinations: [WebhookDestination]
      if channel.document.reverse == .callback {
        let callbacks = state.withLock(\.callbacks)
        destinations = callbacks.filter { $0.channel == channel.name && $0.record == message.record }.map {
          WebhookDestination(url: $0.url)
        }
      } else {
        destinations = known ?? self.destinations(world)
        known = destinations
        destinations = destinations.filter { $0.wants(message.name) }
      }
      for destination in destinations {
        enqueue(
          Delivery(
            message: message, channel: channel, document: document, destination: destination, id: newID(), time: time))
      }
    }
    let now = clock.elapsedNanoseconds
    let due = state.withLock { state in
      let due = state.waiting.filter { $0.due <= now }.sorted { $0.due < $1.due }
      state.waiting.removeAll { $0.due <= now }
      return due
    }
    for delivery in due { enqueue(delivery) }
  }

  /// The addresses that records register, and those that the user named.
  private func destinations(_ world: World) -> [WebhookDestination] {
    var found = live.registrations.flatMap { registration in
      live.api.records(of: registration.resource, in: world, limit: Self.maximumRecords).compactMap(
        registration.destination)
    }
    for text in world.options.webhooks.destinations {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, parts[0] == live.api.name { found.append(WebhookDestination(url: parts[1])) }
    }
    var seen: Set<WebhookDestination> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Sets the alarm for the next attempt.
  func wait() {
    let due = state.withLock { $0.waiting.map(\.due).min() }
    alarms.set(self, at: due) { [weak self] in
      guard let self else { return }
      Self.queue.async { self.catchUp() }
    }
  }

  // MARK: Deliveries

  private func enqueue(_ delivery: Delivery) {
    let url = delivery.destination.url
    let (isTaken, starts) = state.withLock { state -> (Bool, Bool) in
      var line = state.lines[url] ?? Line()
      guard line.deliveries.count < Self.lineCapacity else { return (false, false) }
      line.deliveries.append(delivery)
      let starts = !line.isRunning && state.running < Self.maximumRunning
      if starts {
        line.isRunning = true
        state.running += 1
      }
      state.lines[url] = line
      return (true, starts)
    }
    if !isTaken {
      live.api.report(
        "\(url): more than \(Self.lineCapacity) webhooks wait for this address; further ones are left out")
    }
    if starts { Self.queue.async { self.run(url) } }
  }

  /// Sends the deliveries to an address, and then those to others that had to wait.
  private func run(_ url: String) {
    var url: String? = url
    while let current = url {
      while let (delivery, edition) = next(for: current) {
        attempt(delivery, edition)
        state.withLock { $0.lines[current]?.current = nil }
      }
      url = state.withLock { state in
        let waiting = state.lines.filter { !$0.value.isRunning && !$0.value.deliveries.isEmpty }.keys.min()
        if let waiting { state.lines[waiting]?.isRunning = true } else { state.running -= 1 }
        return waiting
      }
    }
  }

  private func next(for url: String) -> (Delivery, edition: Int)? {
    state.withLock { state in
      guard state.lines[url]?.deliveries.isEmpty == false, let next = state.lines[url]?.deliveries.removeFirst() else {
        state.lines[url] = nil
        return nil
      }
      state.lines[url]?.current = next
      return (next, state.edition)
    }
  }

  private func attempt(_ delivery: Delivery, _ edition: Int) {
    guard let world = world(), world.timedWork.contains(self) else { return }
    guard let url = WebhookURL(delivery.destination.url) else {
      return live.api.report("\(delivery.destination.url.clipped(to: 200)) is no URL that webhooks can be sent to")
    }
    guard url.isAllowed(world.options.webhooks.allowedHosts) else {
      if !Self.isReserved(url.address.host) {
        live.api.report(
          "the webhook \(delivery.message.name) was not sent to \(url.address.host): only this machine gets webhooks, and"
            + " hosts that --allow-webhook-host names")
      }
      return
    }
    let request = WebhookRequest(
      delivery.message, delivery.document, to: url, secret: delivery.destination.secret, id: delivery.id,
      at: delivery.time, live)
    let status = send(request, delivery, world)
    if let status, (200..<300).contains(status) || status == 410 { return }
    var next = delivery
    next.attempts += 1
    guard next.attempts <= Self.pauses.count else {
      return live.api.report(
        "the webhook \(delivery.message.name) to \(delivery.destination.url.clipped(to: 200)) failed "
          + "\(next.attempts) times and is given up")
    }
    next.due = clock.elapsedNanoseconds.saturatingAdd(Self.pauses[next.attempts - 1])
    let isTaken = state.withLock { state in
      guard state.edition == edition else { return true }
      state.lines[next.destination.url]?.current = nil
      guard state.waiting.count < Self.waitingCapacity else { return false }
      state.waiting.append(next)
      return true
    }
    if !isTaken {
      live.api.report(
        "more than \(Self.waitingCapacity) webhooks of \(live.api.name) wait for another attempt; further ones end")
    }
    wait()
  }

  /// Whether a host is one of those that only documents have (RFC 2606, RFC 6761).
  private static func isReserved(_ host: String) -> Bool {
    let host = host.lowercased()
    return ["example.com", "example.org", "example.net"].contains { host == $0 || host.hasSuffix("." + $0) }
      || ["example", "invalid", "test"].contains { host.hasSuffix("." + $0) }
  }

  /// Sends a request once.
  ///
  /// - Returns: The status of the response; nil without one.
  private func send(_ request: WebhookRequest, _ delivery: Delivery, _ world: World) -> Int? {
    let url = request.url
    var headers = request.headers
    headers.append("Host", url.address.authority)
    let target = RequestTarget(
      authority: nil, rawPath: url.address.basePath.isEmpty ? "/" : url.address.basePath,
      rawQuery: Array(url.query.dropFirst().utf8))
    let sent = Request(
      method: request.method, target: target, headers: headers, body: request.body, remoteAddress: url.address.host,
      isSecure: url.address.isSecure)
    let operation = live.operationID(of: delivery.document)
    let pending = world.journal.begin()
    let start = SystemTime.monotonicNanoseconds()
    var plan = world.faults.plan(
      for: FaultSubject(request: sent, api: live.api.name, operationID: operation, account: nil))
    var response: Response?
    do throws(Problem) {
      response = try plan?.respond()
    } catch {
      response = Response(status: error.forcedStatus ?? error.kind.status)
    }
    if response == nil {
      response = try? HTTPClient(address: url.address).send(
        request.method.rawValue, url.target, headers: request.headers, body: request.body,
        timeoutMilliseconds: Self.timeoutMilliseconds)
    }
    if var changed = response {
      plan?.change(&changed)
      response = changed
    }
    if response != nil { world.channels.countSent(delivery.message.subject) }
    let passed = (SystemTime.monotonicNanoseconds() - start) / 1000
    let details = JournalExchange.Details(
      api: live.api.name, operationID: operation, faults: plan?.applied ?? [], durationMicroseconds: passed)
    guard let response else {
      world.journal.begin(pending, sent, path: target.rawPath, details, Response(status: 502))
      if let pending {
        world.journal.conclude(
          pending, PendingExchange.Conclusion(.nothing(.aborted), durationMicroseconds: passed))
      }
      return nil
    }
    world.journal.finish(pending, sent, details, response)
    return response.status
  }
}
