import HTTPCore
import Logging
import STOMP
import Synchronization
import World

/// One client of the broker: carries out what its ``Session`` decides.
///
/// Events of the socket and of the clock come from several threads and are taken one at a time, under `turn`.
/// Messages of the broker come in between and touch only the session, under `state`.
final class STOMPConnection: WebSocketSession, MessageReceiver {
  /// What a connection is made from.
  struct Parameters: Sendable {
    let service: STOMPService
    let world: World
    /// The token that came with the handshake, for clients that send none with CONNECT.
    let handshakeToken: String?

    init(_ call: Call, _ service: STOMPService) {
      self.service = service
      world = call.world
      handshakeToken = call.request.bearerToken ?? (try? call.request.query()["token"])
    }
  }

  struct State {
    var session: Session
    var principal: Principal?
    var handle: (any WebSocketHandle)?
  }

  let sessionID: String
  let service: STOMPService
  let world: World
  private let authentication: STOMPAuthentication
  private let state: Mutex<State>
  private let turn = Mutex(())

  init(_ parameters: Parameters) {
    service = parameters.service
    world = parameters.world
    sessionID = world.broker.nextSessionID()
    authentication = STOMPAuthentication(
      world: world, api: service.api, handshakeToken: parameters.handshakeToken)
    state = Mutex(
      State(session: Session(id: sessionID, server: service.server, now: world.clock.elapsedNanoseconds)))
  }

  /// Made when it is needed: most connections never log, and there are thousands.
  private var logger: Logger {
    var logger = Logger(label: "mock-api.stomp")
    logger[metadataKey: "session"] = "\(sessionID)"
    return logger
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    turn.withLock { _ in take(event) }
    return []
  }

  func mayHear(_ destination: String) -> Bool {
    service.plan.mayHear(state.withLock { $0.principal }, destination)
  }

  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome {
    state.withLock { state in
      guard let handle = state.handle else { return .gone }
      guard case .queued(let tag, let isRedelivery) = delivery else {
        guard let frame = state.session.deliver(message, to: subscription, tag: 0) else {
          // The session has something to say about it, at its next tick.
          if state.session.isUnacknowledgedFull { setAlarm(at: state.session.nextDeadline) }
          return .gone
        }
        handle.send(WebSocketMessage(frame), whenFull: .dropOldest)
        return .taken
      }
      guard !handle.isCongested, !state.session.isUnacknowledgedFull else { return .full }
      guard
        let frame = state.session.deliver(message, to: subscription, tag: tag, redelivered: isRedelivery)
      else { return .gone }
      handle.send(WebSocketMessage(frame))
      return .taken
    }
  }

  // MARK: In turn

  private func take(_ event: WebSocketEvent) {
    switch event {
    case .opened(let handle):
      state.withLock { $0.handle = handle }
    case .message(let message):
      perform(receive(message))
    case .oversized(let limit):
      let now = world.clock.elapsedNanoseconds
      perform(state.withLock { $0.session.oversized(limit: limit, now: now) })
    case .dropped(let count):
      logger.warning("the client reads too slowly: \(count) messages of topics were dropped, the oldest first")
    case .caughtUp:
      world.broker.resume(self)
    case .closed:
      end()
    }
    setAlarm()
  }

  private func receive(_ message: WebSocketMessage) -> [Action] {
    let now = world.clock.elapsedNanoseconds
    let isText = if case .text = message { true } else { false }
    return state.withLock { state in
      var principal: Principal?
      let actions = state.session.receive(message.bytes, isText: isText, now: now) { headers in
        let answer = authentication.answer(headers)
        principal = answer.principal
        return answer.authentication
      }
      if let principal { state.principal = principal }
      return actions
    }
  }

  /// The clock has come to something that is due: a heart-beat, or the end of patience.
  private func ring() {
    turn.withLock { _ in
      let now = world.clock.elapsedNanoseconds
      perform(state.withLock { $0.handle == nil ? [] : $0.session.tick(now: now) })
      setAlarm()
    }
  }

  private func setAlarm() {
    setAlarm(at: state.withLock { $0.handle == nil ? nil : $0.session.nextDeadline })
  }

  private func setAlarm(at due: Int64?) {
    world.alarms.set(self, at: due) { [weak self] in self?.ring() }
  }

  private func end() {
    let (actions, principal) = state.withLock { state in
      state.handle = nil
      return (state.session.closed(), state.principal)
    }
    let released = actions.flatMap { action -> [UInt64] in
      switch action {
      case .reject(let tags), .unsubscribe(_, let tags): tags
      default: []
      }
    }
    world.broker.leave(self, user: principal?.account, releasing: released)
  }

  /// Carries out actions in order. Messages that follow each other are published together, so that those of a
  /// transaction come without others between them.
  private func perform(_ actions: [Action]) {
    var publications: [Publication] = []
    for action in actions {
      if case .publish(let publication) = action {
        publications.append(publication)
        continue
      }
      guard publish(publications), perform(action) else { return }
      publications = []
    }
    _ = publish(publications)
  }

  /// - Returns: false when the broker refused, which ends the session.
  private func perform(_ action: Action) -> Bool {
    let broker = world.broker
    switch action {
    case .send(let frame): send(frame)
    case .subscribe(let subscription): return subscribe(subscription)
    case .unsubscribe(let number, let released): broker.unsubscribe(self, number, releasing: released)
    case .acknowledge(let tags): broker.acknowledge(tags)
    case .reject(let tags): broker.release(tags)
    case .warn(let diagnosis): log(diagnosis, "accepted")
    case .refuse(let diagnosis): log(diagnosis, "refused")
    case .close(let code, let reason): state.withLock { $0.handle }?.close(code: code, reason: reason)
    case .publish: break
    }
    return true
  }

  private func send(_ frame: OutgoingFrame) {
    state.withLock { $0.handle }?.send(WebSocketMessage(frame))
  }

  private func subscribe(_ subscription: Subscription) -> Bool {
    if let application = service.plan.applications[subscription.destination] {
      answer(application, to: subscription)
      return true
    }
    do {
      if let user = state.withLock({ $0.principal })?.account { world.broker.enter(self, user: user) }
      try world.broker.subscribe(
        self, subscription.number, to: subscription.destination,
        acknowledges: subscription.acknowledgement != .auto)
      return true
    } catch {
      return refuse(error, receipt: nil)
    }
  }

  private func publish(_ publications: [Publication]) -> Bool {
    guard !publications.isEmpty else { return true }
    let forApplications = publications.filter { $0.destination.hasPrefix(STOMPConnection.applicationPrefix) }
    let messages = publications.filter { !$0.destination.hasPrefix(STOMPConnection.applicationPrefix) }
    do {
      try world.broker.publish(messages.map(Message.init), from: self)
    } catch {
      return refuse(error, receipt: publications.last?.receipt)
    }
    for publication in forApplications { ask(publication) }
    return true
  }

  private func refuse(_ diagnosis: Diagnosis, receipt: String?) -> Bool {
    let now = world.clock.elapsedNanoseconds
    perform(state.withLock { $0.session.fail(diagnosis, receipt: receipt, now: now) })
    return false
  }
}

// MARK: - The application

extension STOMPConnection {
  /// Destinations that the server itself answers.
  private static let applicationPrefix = "/app/"

  /// Passes a message to the application, whose answer goes to the session that asked.
  private func ask(_ publication: Publication) {
    guard let application = service.plan.applications[publication.destination] else {
      let known = service.plan.applications.keys.sorted().joined(separator: ", ")
      logger.warning(
        "nothing answers \(publication.destination.clipped(to: 100)); the application's destinations are \(known)")
      return
    }
    guard let reply = reply(of: application) else { return }
    world.broker.reply(Message(reply, to: reply.destination), to: sessionID)
  }

  /// Answers a subscription to the application itself, once, as Spring's `@SubscribeMapping` does.
  private func answer(_ application: MessagingPlan.Application, to subscription: Subscription) {
    guard let reply = reply(of: application) else { return }
    let message = Message(reply, to: subscription.destination)
    _ = deliver(message, to: subscription.number, as: .broadcast)
  }

  private func reply(of application: MessagingPlan.Application) -> MessagingPlan.Reply? {
    do {
      return try application(world, state.withLock { $0.principal })
    } catch {
      logger.error("the application failed", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private func log(_ diagnosis: Diagnosis, _ verdict: String) {
    logger.warning(
      "\(verdict): \(diagnosis.summary)",
      metadata: [
        "code": "\(diagnosis.code.rawValue)", "offset": "\(diagnosis.offset)", "cause": "\(diagnosis.cause)",
      ])
  }
}
