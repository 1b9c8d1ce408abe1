import HTTPCore
import Locking
import World

/// A session whose messages go through a ``SocketInterceptor`` in both directions.
///
/// `@unchecked Sendable` because `inner` and `interceptor` are used only under `turn`: events come from the socket's
/// loop, and delayed messages from a timer.
final class InterceptedSession: WebSocketSession, @unchecked Sendable {
  private let inner: any WebSocketSession
  private let context: InterceptorContext
  private let handshake: SocketTable.Handshake?
  private var interceptor: SocketInterceptor?
  private let turn = OrderedMutex(.socketSession, ())

  init(_ inner: any WebSocketSession, _ context: InterceptorContext, _ handshake: SocketTable.Handshake? = nil) {
    (self.inner, self.context, self.handshake) = (inner, context, handshake)
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    turn.withLock { _ in take(event) }
  }

  var status: SessionStatus? { turn.withLock { _ in inner.status } }

  /// Handles the delayed message that has waited longest, whose time has come.
  func receiveDelayed() {
    turn.withLock { _ in
      guard let interceptor, let message = interceptor.takeIncoming() else { return }
      // No loop performs the actions here.
      for action in inner.receive(.message(message)) { perform(action, interceptor) }
    }
  }

  private func take(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      let interceptor = SocketInterceptor(handle, context)
      self.interceptor = interceptor
      interceptor.open(self)
      handshake?.end()
      return passed(inner.receive(.opened(InterceptedHandle(interceptor: interceptor))), interceptor)
    case .message(let message):
      guard let interceptor else { return [] }
      return interceptor.receive(message).flatMap { passed(inner.receive(.message($0)), interceptor) }
    case .closed:
      interceptor?.closed()
      interceptor = nil
      return inner.receive(.closed)
    case .oversized, .dropped, .caughtUp:
      if case .dropped(let count) = event { interceptor?.countDropped(count) }
      let actions = inner.receive(event)
      return interceptor.map { passed(actions, $0) } ?? actions
    }
  }

  /// Performs the session's actions, so that each message has its report.
  ///
  /// - Returns: No actions for the socket's loop.
  private func passed(_ actions: [WebSocketAction], _ interceptor: SocketInterceptor) -> [WebSocketAction] {
    for action in actions { perform(action, interceptor) }
    return []
  }

  private func perform(_ action: WebSocketAction, _ interceptor: SocketInterceptor) {
    switch action {
    case .send(let message): interceptor.send(message, whenFull: .close)
    case .close(let code, let reason): interceptor.close(code: code, reason: reason)
    }
  }
}

extension WebSocketUpgrade {
  /// The same upgrade, with sockets that are in their world's list and subject to its faults.
  ///
  /// - Parameters:
  ///   - subject: The handshake.
  ///   - schedule: Delays messages, as ``Dispatch/DispatchQueue/schedule(_:_:)`` does.
  package func intercepted(
    _ subject: FaultSubject, world: World, schedule: @escaping DelayScheduler
  ) -> WebSocketUpgrade {
    let context = InterceptorContext(subject: subject.forSocket, world: world, schedule: schedule)
    let makeSession = makeSession
    let handshake = world.sockets.begin()
    return WebSocketUpgrade(subprotocol: subprotocol, headers: headers) {
      InterceptedSession(makeSession(), context, handshake)
    }
  }
}

/// The handle of a socket for its session: sent messages go through the interceptor.
struct InterceptedHandle: WebSocketHandle {
  let interceptor: SocketInterceptor

  var isCongested: Bool { interceptor.socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    interceptor.send(message, whenFull: policy)
  }

  func send(_ message: WebSocketMessage, about subject: ChannelMessage) {
    interceptor.send(message, whenFull: .close, about: subject)
  }

  func close(code: UInt16, reason: String) { interceptor.close(code: code, reason: reason) }

  func abort() { interceptor.abort() }

  func pauseReading(_ paused: Bool) { interceptor.socket.pauseReading(paused) }

  func remark(_ location: String, _ message: String, isViolation: Bool) {
    interceptor.remark(location, message, isViolation: isViolation)
  }

  func continueMessage() { interceptor.continueMessage() }

  func note(_ message: ChannelMessage) { interceptor.note(message) }
}
