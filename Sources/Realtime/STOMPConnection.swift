import Dispatch
import HTTPCore
import Locking
import Logging
import STOMP
import World

/// The endpoints for clients of a broker.
package enum STOMPEndpoints {
  /// The subprotocols of STOMP over WebSocket, the best first.
  private static let subprotocols = ProtocolVersion.allCases.sorted(by: >).map(\.subprotocol)

  /// Every endpoint of a plan.
  ///
  /// - Parameters:
  ///   - server: The server's name in CONNECTED, such as `mock-api/1.0`.
  package static func all(_ plan: MessagingPlan, api: String, server: String) -> [Endpoint] {
    let service = STOMPService(plan: plan, api: api, server: server)
    let bare = plan.paths.map { path in
      Endpoint(socket: path.path, path.operationID, .open) { try upgrade($0, service) }
    }
    guard let path = plan.sockJSPath else { return bare }
    return bare.map { $0.pattern == PathPattern(path) ? $0.responding(insteadOfSocket: SockJSEndpoints.greeting) : $0 }
      + SockJSEndpoints.all(path, service)
  }

  /// Switches to plain STOMP: the best offered subprotocol is selected, and none when none was offered.
  static func upgrade(_ call: Call, _ service: STOMPService) throws(Problem) -> WebSocketUpgrade {
    let connection = try STOMPConnection.Parameters(call, service)
    return WebSocketUpgrade(
      subprotocol: WebSocketHandshake.subprotocol(call.request, among: subprotocols)
    ) { STOMPConnection(connection) }
  }
}

/// What the connections of one plan share; an object, so that none of thousands of connections has a copy.
final class STOMPService: Sendable {
  let plan: MessagingPlan
  let api: String
  let server: String
  /// Runs closures later, by real time, for connections without a loop of their own.
  let schedule: DelayScheduler = DispatchQueue(label: "mock-api.sockjs").schedule

  init(plan: MessagingPlan, api: String, server: String) {
    self.plan = plan
    self.api = api
    self.server = server
  }
}

/// One client of the broker: performs the actions of its ``Session``.
///
/// Events of the socket and of the clock come from several threads and are handled one at a time, under `turn`.
/// Messages of the broker arrive in between and only use the session, under `state`.
final class STOMPConnection: WebSocketSession, MessageReceiver {
  /// The parameters of a connection.
  struct Parameters: Sendable {
    let service: STOMPService
    let world: World
    let broker: Broker
    /// The token of the handshake, for clients that send none with CONNECT.
    let handshakeToken: String?
    /// The handshake, for plans that carry out requests.
    let call: Call?

    /// - Throws: ``Problem`` of kind `internalError` when the world has another broker, and `unauthenticated` or
    ///   `tokenExpired` when the handshake requires a valid token.
    init(_ call: Call, _ service: STOMPService) throws(Problem) {
      guard let broker = call.world.broker as? Broker else {
        throw Problem(.internalError, "the world \"\(call.world.id)\" was made without a message broker")
      }
      self.service = service
      self.broker = broker
      world = call.world
      self.call = service.plan.receive == nil ? nil : call
      handshakeToken = call.request.bearerToken ?? (try? call.request.query()["token"])
      guard world.messaging.tokens == .handshake else { return }
      guard let handshakeToken else {
        throw Problem(.unauthenticated, "the handshake needs a token: Authorization: Bearer <token>, or ?token=")
      }
      _ = try world.accessTokens.verify(handshakeToken, api: service.api)
    }
  }

  struct State {
    var session: Session
    var principal: Principal?
    /// The error of the session's token, which ends the session; nil while it is valid.
    var tokenEnd: Problem?
    var watched: TokenWatch.Place?
    var handle: (any WebSocketHandle)?
    /// The connection to the broker of `--stomp-relay`, from CONNECT on.
    var link: RemoteBrokerLink?
  }

  let sessionID: String
  let service: STOMPService
  let world: World
  let broker: Broker
  let call: Call?
  private let authentication: STOMPAuthentication
  let state: OrderedMutex<State>
  let turn = OrderedMutex(.stompConnection, ())

  init(_ parameters: Parameters) {
    service = parameters.service
    world = parameters.world
    broker = parameters.broker
    call = parameters.call
    sessionID = broker.nextSessionID()
    authentication = STOMPAuthentication(
      world: world, service: service, handshakeToken: parameters.handshakeToken)
    state = OrderedMutex(
      .stompSession,
      State(
        session: Session(
          id: sessionID, server: service.server, limits: world.messaging.limits,
          heartbeat: world.messaging.heartbeatMilliseconds, dialect: world.messaging.dialect,
          relay: broker.remote?.target, now: world.heartbeatNanoseconds)))
  }

  /// Created each time, because most of thousands of connections never log.
  var logger: Logger {
    var logger = Logger(label: "mock-api.stomp")
    logger[metadataKey: "session"] = "\(sessionID)"
    return logger
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    turn.withLock { _ in take(event) }
    return []
  }

  func maySubscribe(_ destination: String) -> Bool {
    service.plan.maySubscribe(state.withLock { $0.principal }, destination)
  }

  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome {
    state.withLock { state in
      guard let handle = state.handle else { return .gone }
      guard case .queued(let tag, let isRedelivery) = delivery else {
        guard let frame = state.session.deliver(message, to: subscription, tag: 0) else {
          // The session reports this at its next tick.
          if state.session.isUnacknowledgedFull { setAlarm(at: state.session.nextDeadline) }
          return .gone
        }
        handle.send(WebSocketMessage(frame), whenFull: .dropOldest)
        return .taken
      }
      guard !handle.isCongested, !state.session.isUnacknowledgedFull, !state.session.isPrefetched(subscription) else {
        return .full
      }
      guard
        let frame = state.session.deliver(message, to: subscription, tag: tag, redelivered: isRedelivery)
      else { return .gone }
      handle.send(WebSocketMessage(frame))
      return .taken
    }
  }

  // MARK: Under the turn

  private func take(_ event: WebSocketEvent) {
    switch event {
    case .opened(let handle):
      state.withLock { $0.handle = handle }
    case .message(let message):
      perform(receive(message))
    case .oversized(let limit):
      let now = world.heartbeatNanoseconds
      perform(state.withLock { $0.session.oversized(limit: limit, now: now) })
    case .dropped(let count):
      logger.warning("the client reads too slowly: \(count) messages of topics were dropped, the oldest first")
    case .caughtUp:
      state.withLock { $0.link }?.pauseReading(false)
      broker.resume(self)
    case .closed:
      end()
    }
    setAlarm()
  }

  private func receive(_ message: WebSocketMessage) -> [Action] {
    let now = world.heartbeatNanoseconds
    let isText = if case .text = message { true } else { false }
    // Checking a password needs the database, whose commits deliver messages: so the credentials are checked before the
    // lock.
    var trial = state.withLock { $0.session }
    var result: STOMPAuthentication.Verdict?
    if !trial.isConnected {
      _ = trial.receive(message.bytes, isText: isText, now: now) { headers in
        let found = authentication.verdict(on: headers)
        result = found
        return found.authentication
      }
    }
    let verdict = result
    let actions = state.withLock { state in
      let unfinished = state.session.unfinishedFrame
      let actions = state.session.receive(message.bytes, isText: isText, now: now) { _ in
        verdict?.authentication ?? .refused(.tokenRequired)
      }
      // What is wrong with a frame is said of the message in which it began.
      if unfinished == state.session.frameCount { state.handle?.continueMessage() }
      if let principal = verdict?.credential?.principal { state.principal = principal }
      return actions
    }
    if world.messaging.tokens == .expiring, let credential = verdict?.credential { watch(credential) }
    return actions
  }

  /// Ends the session with its token, at the next alarm: a token watch may notify immediately, and on any thread.
  private func watch(_ credential: (token: String, principal: Principal)) {
    let place = world.tokenWatch.add(credential.token, credential.principal) { [weak self] problem in
      guard let self else { return }
      state.withLock { $0.tokenEnd = problem }
      setAlarm(at: world.heartbeatNanoseconds)
    }
    state.withLock { $0.watched = place }
  }

  /// A heartbeat or the timeout of a silent client is due.
  private func ring() {
    turn.withLock { _ in
      let now = world.heartbeatNanoseconds
      let actions = state.withLock { state -> [Action] in
        guard state.handle != nil else { return [] }
        guard let end = state.tokenEnd else { return state.session.tick(now: now) }
        return state.session.fail(.badToken(reason: end.message).withoutFrame, receipt: nil, now: now)
      }
      perform(actions)
      setAlarm()
    }
  }

  func setAlarm() {
    let due = state.withLock { state -> Int64? in
      guard state.handle != nil else { return nil }
      return state.tokenEnd == nil || state.session.isOver ? state.session.nextDeadline : .min
    }
    setAlarm(at: due)
  }

  private func setAlarm(at due: Int64?) {
    world.heartbeatAlarms.set(self, at: due) { [weak self] in self?.ring() }
  }

  private func end() {
    reportCompatibilityWarnings()
    endLink()
    let (actions, principal) = state.withLock { state in
      state.handle = nil
      state.watched.map(world.tokenWatch.remove)
      return (state.session.closed(), state.principal)
    }
    let released = actions.flatMap { action -> [UInt64] in
      switch action {
      case .reject(let tags), .unsubscribe(_, let tags): tags
      default: []
      }
    }
    broker.leave(self, user: principal?.account, releasing: released)
  }
}

/// Performs the actions of a session.
extension STOMPConnection {
  /// Performs actions in order. Consecutive messages are published together, so that those of a transaction are not
  /// interleaved with others.
  func perform(_ actions: [Action]) {
    var publications: [Publication] = []
    // If the session continues after a refusal, the remaining actions of the frame are skipped.
    var isRefused = false
    for action in actions {
      switch action {
      case .frameEnd:
        if !isRefused { _ = publish(publications) }
        (publications, isRefused) = ([], false)
      case _ where isRefused: break
      case .publish(let publication): publications.append(publication)
      default:
        isRefused = !(publish(publications) && perform(action))
        publications = []
        if isRefused, !world.messaging.dialect.continuesAfterErrors { return }
      }
    }
    if !isRefused { _ = publish(publications) }
  }

  /// - Returns: false when the broker refused, which ends the session or the frame.
  private func perform(_ action: Action) -> Bool {
    switch action {
    case .send(let frame): send(frame)
    case .subscribe(let subscription): return subscribe(subscription)
    case .unsubscribe(let number, let released): broker.unsubscribe(self, number, releasing: released)
    case .forget(let id): broker.forget(durableQueue(id))
    case .acknowledge(let tags): broker.acknowledge(tags)
    case .reject(let tags): broker.release(tags)
    case .warn(let diagnosis): log(diagnosis, "accepted")
    case .refuse(let diagnosis): log(diagnosis, "refused")
    case .forward(let frame): return forward(frame)
    case .forwardHeartbeat: state.withLock { $0.link }?.beat()
    case .subscribeRemotely(let subscription): return noteRemote(subscription)
    case .close(let code, let reason):
      if !state.withLock({ $0.session.isEnding }) { endLink() }
      state.withLock { $0.handle }?.close(code: code, reason: reason)
    case .publish, .frameEnd: break
    }
    return true
  }

  private func send(_ frame: OutgoingFrame) {
    state.withLock { $0.handle }?.send(WebSocketMessage(frame))
  }

  private func subscribe(_ subscription: Subscription) -> Bool {
    if let application = service.plan.applications[subscription.destination] {
      respond(from: application, to: subscription)
      return true
    }
    if let mistake = mistake(in: subscription.destination) { log(mistake, "accepted") }
    do {
      if let user = state.withLock({ $0.principal })?.account { broker.enter(self, user: user) }
      try world.listen { () throws(Diagnosis) in
        try broker.subscribe(
          self, subscription.number, to: subscription.destination,
          acknowledges: subscription.acknowledgement != .auto, keptAs: durable(subscription))
      }
      return true
    } catch {
      if world.messaging.dialect.continuesAfterErrors {
        broker.unsubscribe(self, subscription.number, releasing: [])
        state.withLock { $0.session.forgetSubscription(subscription.number) }
      }
      return refuse(error, receipt: nil)
    }
  }

  /// The queue of a subscription that outlives the session; nil for any other.
  private func durable(_ subscription: Subscription) -> DurableQueue? {
    let headers = subscription.headers
    guard world.messaging.dialect.hasDurableSubscriptions, headers["durable"] == "true",
      headers["auto-delete"] == "false", subscription.destination.beginsWithBytes(of: "/topic/")
    else { return nil }
    return durableQueue(subscription.id)
  }

  private func durableQueue(_ id: String) -> DurableQueue {
    let (principal, plan) = (state.withLock { $0.principal }, service.plan)
    return DurableQueue(name: "\(principal?.account ?? "")/\(id)") { plan.maySubscribe(principal, $0) }
  }

  private func publish(_ publications: [Publication]) -> Bool {
    guard !publications.isEmpty else { return true }
    let forApplications = publications.filter { $0.destination.beginsWithBytes(of: Self.applicationPrefix) }
    let messages = publications.filter { !$0.destination.beginsWithBytes(of: Self.applicationPrefix) }
    let principal = state.withLock { $0.principal }
    if let foreign = messages.first(where: { !mayPublish($0.destination, principal) }) {
      return refuse(.foreignPublication(foreign.destination, user: principal?.account), receipt: foreign.receipt)
    }
    do {
      try broker.publish(messages.map { Message($0, dialect: world.messaging.dialect) }, from: self)
    } catch {
      return refuse(error, receipt: publications.last?.receipt)
    }
    for publication in forApplications { ask(publication) }
    return true
  }

  /// Whether the client may publish to a destination: one that it may not subscribe to is another's. A destination
  /// without an owner is for all.
  func mayPublish(_ destination: String, _ principal: Principal?) -> Bool {
    service.plan.maySubscribe(principal, destination)
  }

  func refuse(_ diagnosis: Diagnosis, receipt: String?) -> Bool {
    perform(state.withLock { $0.session.refuse(diagnosis, receipt: receipt) })
    return false
  }

  /// The likely mistake in a subscribed destination; nil for none.
  func mistake(in destination: String) -> Diagnosis? {
    let principal = state.withLock { $0.principal }
    let published = service.plan.published(principal)
    guard !published.contains(destination), !destination.contains(where: { "*?".contains($0) }) else { return nil }
    let known = KnownNames(published + service.plan.applications.keys.sorted())
    let isRooted = destination.hasPrefix("/")
    let nearest = known.nearest(to: isRooted ? destination : "/" + destination) { _, _ in Self.slip }
    if !isRooted { return .destinationWithoutSlash(destination, nearest: nearest ?? "/" + destination) }
    if !service.plan.maySubscribe(principal, destination) {
      let parent = destination.split(separator: "/").first
      let own = published.first {
        $0 != nearest && !service.plan.maySubscribe(nil, $0) && $0.split(separator: "/").first == parent
      }
      return .foreignDestination(destination, own: own ?? nearest, user: principal?.account)
    }
    return nearest.map { .unknownDestination(destination, nearest: $0) }
  }

  /// The most edits of a typing error in a destination: enough for `queue` instead of `topic`.
  private static let slip = 5

  func log(_ diagnosis: Diagnosis, _ verdict: String) {
    let handle = state.withLock { $0.handle }
    handle?.remark(diagnosis.code.rawValue, "\(diagnosis.headline); \(diagnosis.cause)", isViolation: true)
    logger.warning(
      "\(verdict): \(diagnosis.headline)",
      metadata: [
        "code": "\(diagnosis.code.rawValue)", "offset": "\(diagnosis.offset)", "cause": "\(diagnosis.cause)",
      ])
  }
}

extension WebSocketMessage {
  /// The message for a frame: text, unless its body is not.
  init(_ frame: OutgoingFrame) {
    self = frame.isText ? .text(frame.bytes) : .binary(frame.bytes)
  }
}
