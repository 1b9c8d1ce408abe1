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
  let state: Mutex<State>
  private let turn = Mutex(())

  init(_ parameters: Parameters) {
    service = parameters.service
    world = parameters.world
    sessionID = world.broker.nextSessionID()
    authentication = STOMPAuthentication(
      world: world, api: service.api, handshakeToken: parameters.handshakeToken)
    state = Mutex(
      State(session: Session(id: sessionID, server: service.server, now: world.heartBeatNanoseconds)))
  }

  /// Made when it is needed: most connections never log, and there are thousands.
  var logger: Logger {
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
      let now = world.heartBeatNanoseconds
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
    let now = world.heartBeatNanoseconds
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
      let now = world.heartBeatNanoseconds
      perform(state.withLock { $0.handle == nil ? [] : $0.session.tick(now: now) })
      setAlarm()
    }
  }

  private func setAlarm() {
    setAlarm(at: state.withLock { $0.handle == nil ? nil : $0.session.nextDeadline })
  }

  private func setAlarm(at due: Int64?) {
    world.heartBeatAlarms.set(self, at: due) { [weak self] in self?.ring() }
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
}
