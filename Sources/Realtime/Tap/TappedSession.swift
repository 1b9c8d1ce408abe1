import HTTPCore
import Synchronization
import World

/// What a tap is made with: the handshake, and what the server has for all taps.
final class TapSetting: Sendable {
  let subject: FaultSubject
  let world: World
  let schedule: TapScheduler

  init(subject: FaultSubject, world: World, schedule: @escaping TapScheduler) {
    self.subject = subject
    self.world = world
    self.schedule = schedule
  }
}

/// A session whose messages go through a ``SocketTap`` in both directions.
///
/// `@unchecked Sendable` because `inner` and `tap` are touched only under `turn`: events come from the socket's loop,
/// and messages that were delayed from a timer.
final class TappedSession: WebSocketSession, @unchecked Sendable {
  private let inner: any WebSocketSession
  private let setting: TapSetting
  private var tap: SocketTap?
  private let turn = Mutex(())

  init(_ inner: any WebSocketSession, _ setting: TapSetting) {
    self.inner = inner
    self.setting = setting
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    turn.withLock { _ in take(event) }
  }

  /// Takes the message that has waited longest for its time, which has come.
  func receiveDelayed() {
    turn.withLock { _ in
      guard let tap, let message = tap.takeIncoming() else { return }
      // There is no loop here that would carry them out.
      for action in inner.receive(.message(message)) { perform(action, tap) }
    }
  }

  private func take(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      let tap = SocketTap(handle, setting)
      self.tap = tap
      tap.open(self)
      return passed(inner.receive(.opened(TappedHandle(tap: tap))), tap)
    case .message(let message):
      guard let tap else { return [] }
      return tap.receive(message).flatMap { passed(inner.receive(.message($0)), tap) }
    case .closed:
      tap?.closed()
      tap = nil
      return inner.receive(.closed)
    case .oversized, .dropped, .caughtUp:
      if case .dropped(let count) = event { setting.world.sockets.countDropped(count) }
      let actions = inner.receive(event)
      return tap.map { passed(actions, $0) } ?? actions
    }
  }

  /// What the loop carries out: everything, unless something may happen to it.
  private func passed(_ actions: [WebSocketAction], _ tap: SocketTap) -> [WebSocketAction] {
    guard tap.isEngaged else {
      for case .send(let message) in actions { tap.note(.outgoing, message, nil) }
      return actions
    }
    for action in actions { perform(action, tap) }
    return []
  }

  private func perform(_ action: WebSocketAction, _ tap: SocketTap) {
    switch action {
    case .send(let message): tap.send(message, whenFull: .close)
    case .close(let code, let reason): tap.close(code: code, reason: reason)
    }
  }
}

extension WebSocketUpgrade {
  /// The same upgrade, its sockets on their world's list and open to its faults.
  ///
  /// - Parameters:
  ///   - subject: The handshake.
  ///   - schedule: Delays messages; ``TapTimer/schedule(_:_:)``.
  package func tapped(
    _ subject: FaultSubject, world: World, schedule: @escaping TapScheduler
  ) -> WebSocketUpgrade {
    let setting = TapSetting(subject: subject.forSocket, world: world, schedule: schedule)
    let makeSession = makeSession
    return WebSocketUpgrade(subprotocol: subprotocol, headers: headers) { TappedSession(makeSession(), setting) }
  }
}
