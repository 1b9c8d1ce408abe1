import HTTPCore
import Logging
import STOMP
import World

/// A client whose destinations the broker of `--stomp-relay` serves.
extension STOMPConnection {
  /// Sends a frame to the broker; CONNECT opens the connection.
  ///
  /// - Returns: false when the client may not use the destination, which ends the session or the frame.
  func forward(_ frame: Frame) -> Bool {
    guard !frame.command.opensSession else {
      openLink(frame)
      return true
    }
    let principal = state.withLock { $0.principal }
    if frame.command == .send, let header = frame.headers.header("destination") {
      let destination = plainDestination(header)
      guard mayPublish(destination, principal) else {
        return refuse(
          .foreignPublication(destination, user: principal?.account), receipt: frame.headers["receipt"])
      }
    }
    state.withLock { $0.link }?.send(frame)
    return true
  }

  /// Notes a subscription at the broker.
  ///
  /// - Returns: false when the client may not use the destination.
  func noteRemote(_ subscription: Subscription) -> Bool {
    let principal = state.withLock { $0.principal }
    guard service.plan.maySubscribe(principal, subscription.destination) else {
      return refuse(
        .foreignDestination(subscription.destination, own: nil, user: principal?.account),
        receipt: subscription.headers["receipt"])
    }
    if let mistake = mistake(in: subscription.destination) { log(mistake, "accepted") }
    if let user = principal?.account { broker.enter(self, user: user) }
    world.listen { broker.noteRemote(self, subscription.number, to: subscription.destination) }
    return true
  }

  /// Ends the connection to the broker, which then forgets what the session had there.
  func endLink() {
    guard let link = state.withLock({ $0.link.take() }) else { return }
    // As Spring does, so that the broker logs no lost connection.
    if !state.withLock({ $0.session.isOver }) { link.send(Frame(.disconnect)) }
    link.end()
  }

  private func plainDestination(_ header: Header) -> String {
    (try? Dialect.standard.address(header)) ?? header.value
  }

  private func openLink(_ frame: Frame) {
    guard let remote = broker.remote else { return }
    let opened = remote.link { [weak self] in self?.receiveRemote($0, frame) }
    state.withLock { $0.link = opened }
  }

  /// Handles an event of the connection to the broker.
  ///
  /// - Parameters:
  ///   - opening: The CONNECT for the broker.
  private func receiveRemote(_ event: RemoteBrokerLink.Event, _ opening: Frame) {
    turn.withLock { _ in
      switch event {
      case .opened: state.withLock { $0.link }?.send(opening)
      case .heartbeat: perform(state.withLock { $0.handle == nil ? [] : $0.session.beatRemotely() })
      case .frame(let frame):
        guard mayReceive(frame) else { return }
        perform(state.withLock { $0.handle == nil ? [] : $0.session.receiveRemote(frame) })
        if state.withLock({ $0.handle })?.isCongested == true { state.withLock { $0.link }?.pauseReading(true) }
      case .lost(let reason):
        logger.warning("\(reason)")
        perform(state.withLock { $0.handle == nil ? [] : $0.session.loseRemote(reason) })
      }
      setAlarm()
    }
  }

  /// Whether a message is for this client: a pattern can also match destinations of other tenants.
  private func mayReceive(_ frame: Frame) -> Bool {
    guard frame.command == .message, let header = frame.headers.header("destination") else { return true }
    return maySubscribe(plainDestination(header))
  }
}
