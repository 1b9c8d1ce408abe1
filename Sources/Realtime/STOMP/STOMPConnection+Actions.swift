import HTTPCore
import STOMP
import World

/// How a connection carries out what its session decides.
extension STOMPConnection {
  /// Carries out actions in order. Messages that follow each other are published together, so that those of a
  /// transaction come without others between them.
  func perform(_ actions: [Action]) {
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
      try world.listen { () throws(Diagnosis) in
        try world.broker.subscribe(
          self, subscription.number, to: subscription.destination,
          acknowledges: subscription.acknowledgement != .auto)
      }
      return true
    } catch {
      return refuse(error, receipt: nil)
    }
  }

  private func publish(_ publications: [Publication]) -> Bool {
    guard !publications.isEmpty else { return true }
    let forApplications = publications.filter { $0.destination.hasPrefix(Self.applicationPrefix) }
    let messages = publications.filter { !$0.destination.hasPrefix(Self.applicationPrefix) }
    do {
      try world.broker.publish(messages.map(Message.init), from: self)
    } catch {
      return refuse(error, receipt: publications.last?.receipt)
    }
    for publication in forApplications { ask(publication) }
    return true
  }

  private func refuse(_ diagnosis: Diagnosis, receipt: String?) -> Bool {
    let now = world.heartBeatNanoseconds
    perform(state.withLock { $0.session.fail(diagnosis, receipt: receipt, now: now) })
    return false
  }

  private func log(_ diagnosis: Diagnosis, _ verdict: String) {
    logger.warning(
      "\(verdict): \(diagnosis.headline)",
      metadata: [
        "code": "\(diagnosis.code.rawValue)", "offset": "\(diagnosis.offset)", "cause": "\(diagnosis.cause)",
      ])
  }
}
