import Dispatch
import HTTPCore
import Locking
import Synchronization
import World

/// Stands between a session and its socket: counts what passes, tells it to the journal, and lets faults happen to it.
/// While there are no faults, a message costs it one look at a flag.
final class SocketInterceptor: OpenSocket {
  private struct State {
    var id = 0
    var isClosed = false
    var chain = FaultChain()
    var queues: [FrameDirection: DelayQueue] = [:]
    weak var session: InterceptedSession?
  }

  let openedAt: Timestamp
  let socket: any WebSocketHandle
  private let context: InterceptorContext
  private let state = OrderedMutex(.socketInterceptor, State())
  /// What is said of the message that came in last.
  private let remarks = OrderedMutex(.leaf, FrameRemarks?.none)
  private let engaged = Atomic(false)
  private let socketID = Atomic(0)
  private let incomingMessages = Atomic(0)
  private let incomingBytes = Atomic(0)
  private let outgoingMessages = Atomic(0)
  private let outgoingBytes = Atomic(0)
  private let dropped = Atomic(0)

  init(_ socket: any WebSocketHandle, _ context: InterceptorContext) {
    self.socket = socket
    self.context = context
    openedAt = context.world.clock.now
  }

  var subject: FaultSubject { context.subject }

  var device: String { context.device.id }

  var status: SessionStatus? { state.withLock { $0.session }?.status }

  var queuedBytes: Int { socket.queuedBytes }

  var droppedMessages: Int { dropped.load(ordering: .relaxed) }

  func send(_ message: WebSocketMessage) { send(message, whenFull: .close) }

  /// Counts messages that the client missed.
  func countDropped(_ messages: Int) {
    dropped.add(messages, ordering: .relaxed)
    context.world.sockets.countDropped(messages)
  }

  /// Whether faults are at work or messages wait, so that messages have to be looked at.
  var isEngaged: Bool { engaged.load(ordering: .relaxed) }

  var traffic: SocketTraffic {
    var traffic = SocketTraffic()
    traffic.incomingMessages = incomingMessages.load(ordering: .relaxed)
    traffic.incomingBytes = incomingBytes.load(ordering: .relaxed)
    traffic.outgoingMessages = outgoingMessages.load(ordering: .relaxed)
    traffic.outgoingBytes = outgoingBytes.load(ordering: .relaxed)
    return traffic
  }

  // MARK: The socket's life

  /// Puts the socket on its world's list; faults that hold begin.
  func open(_ session: InterceptedSession) {
    let id = context.world.sockets.add(self)
    state.withLock { state in (state.id, state.session) = (id, session) }
    socketID.store(id, ordering: .relaxed)
    faultsChanged()
  }

  /// Takes it off the list; what waits is thrown away.
  func closed() {
    let id = state.withLock { state in
      defer { state = State(id: state.id, isClosed: true) }
      return state.id
    }
    engaged.store(false, ordering: .relaxed)
    context.world.sockets.remove(id)
  }

  func close(code: UInt16, reason: String) {
    guard isEngaged else { return socket.close(code: code, reason: reason) }
    state.withLock { state in closeInTurn(code, reason, &state) }
  }

  func abort() { socket.abort() }

  func faultsChanged() {
    state.withLock { state in
      guard !state.isClosed else { return }
      var subject = subject
      subject.socket = state.id
      let rules = context.world.faults.rules(forSocket: subject)
      guard !rules.isEmpty || !state.chain.isEmpty else { return }
      for step in state.chain.update(rules, socket: state.id) {
        // Messages that came in are the session's, whose turn it may not be.
        guard case .deliver(let packet, .incoming) = step else {
          _ = perform(step, &state)
          continue
        }
        enqueue(.message(packet), .incoming, delayMilliseconds: 0, &state)
      }
      settle(&state)
    }
  }

  // MARK: Messages

  /// Takes a message for the client.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    guard isEngaged else {
      note(.outgoing, message, nil)
      return socket.send(message, whenFull: policy)
    }
    state.withLock { state in
      guard !state.isClosed else { return }
      for step in state.chain.pass(InterceptedMessage(message, whenFull: policy), .outgoing) {
        _ = perform(step, &state)
      }
      settle(&state)
    }
  }

  /// Takes a message from the client.
  ///
  /// - Returns: What the session gets now.
  func receive(_ message: WebSocketMessage) -> [WebSocketMessage] {
    guard isEngaged else {
      note(.incoming, message, nil)
      return [message]
    }
    return state.withLock { state in
      guard !state.isClosed else { return [] }
      let messages = state.chain.pass(InterceptedMessage(message), .incoming).compactMap { perform($0, &state) }
      settle(&state)
      return messages
    }
  }

  /// Counts a message and tells the journal of it.
  func note(_ direction: FrameDirection, _ message: WebSocketMessage, _ faultID: String?) {
    switch direction {
    case .incoming:
      incomingMessages.add(1, ordering: .relaxed)
      incomingBytes.add(message.bytes.count, ordering: .relaxed)
    case .outgoing:
      outgoingMessages.add(1, ordering: .relaxed)
      outgoingBytes.add(message.bytes.count, ordering: .relaxed)
    }
    journal(direction, message, faultID)
  }

  /// Tells the journal of a message, also of one that did not arrive.
  private func journal(_ direction: FrameDirection, _ message: WebSocketMessage, _ faultID: String?) {
    // The journal does not show the handshake of a socket of the control plane, and so none of its messages.
    guard !subject.isControl else { return }
    let remarks = direction == .incoming ? FrameRemarks() : nil
    if let remarks { self.remarks.withLock { $0 = remarks } }
    context.world.journal.frame(
      JournalFrame(
        socket: "\(socketID.load(ordering: .relaxed))", api: subject.api,
        path: subject.request.basePath + subject.request.target.rawPath,
        direction: direction == .incoming ? .received : .sent, message: message, account: subject.account,
        device: context.device.id,
        fault: faultID.flatMap { context.world.faults[$0] }.map {
          AppliedFault(id: $0.id, type: type(of: $0.definition.fault).name)
        }, remarks: remarks))
  }

  /// Adds to the journal's entry of the message that came in last.
  func remark(_ location: String, _ message: String) {
    remarks.withLock { $0 }?.add(JournalExchange.Deviation(location: location, message: message))
  }

  /// The message that has waited longest for the session, whose time has come.
  func takeIncoming() -> WebSocketMessage? {
    state.withLock { state in
      defer { settle(&state) }
      guard case .message(let packet)? = state.queues[.incoming]?.removeFirst() else { return nil }
      note(.incoming, packet.message, packet.faultID)
      return packet.message
    }
  }

  // MARK: Steps

  /// Carries out a step.
  ///
  /// - Returns: A message that the session gets now.
  private func perform(_ step: FaultChain.Step, _ state: inout State) -> WebSocketMessage? {
    switch step {
    case .deliver(let packet, let direction):
      let isFree = packet.delayMilliseconds == 0 && state.queues[direction]?.isEmpty ?? true
      guard isFree else {
        enqueue(.message(packet), direction, delayMilliseconds: packet.delayMilliseconds, &state)
        return nil
      }
      note(direction, packet.message, packet.faultID)
      if direction == .incoming { return packet.message }
      socket.send(packet.message, whenFull: packet.policy)
    case .dropped(let packet, let direction): journal(direction, packet.message, packet.faultID)
    case .reply(let packet):
      note(.outgoing, packet.message, packet.faultID)
      socket.send(packet.message)
    case .pauseReading(let isPaused): socket.pauseReading(isPaused)
    case .close(let code, let reason): closeInTurn(code, reason, &state)
    case .abort: socket.abort()
    }
    return nil
  }

  /// Closes behind what waits to be sent.
  private func closeInTurn(_ code: UInt16, _ reason: String, _ state: inout State) {
    guard let queue = state.queues[.outgoing], !queue.isEmpty else { return socket.close(code: code, reason: reason) }
    enqueue(.close(code: code, reason: reason), .outgoing, delayMilliseconds: 0, &state)
  }

  private func enqueue(
    _ item: DelayQueue.Item, _ direction: FrameDirection, delayMilliseconds: Int, _ state: inout State
  ) {
    var queue = state.queues[direction] ?? DelayQueue()
    guard !queue.isFull else { return socket.close(code: 1013, reason: "too much waits for its delay") }
    let rest = queue.append(item, delayMilliseconds: delayMilliseconds, now: SystemTime.monotonicNanoseconds())
    state.queues[direction] = queue
    context.schedule(rest) { [weak self] in self?.release(direction) }
  }

  /// Lets the first in a queue go on its way.
  private func release(_ direction: FrameDirection) {
    if direction == .incoming {
      // The session's turn is taken first, so that messages keep their order.
      state.withLock { $0.session }?.receiveDelayed()
      return
    }
    state.withLock { state in
      switch state.queues[direction]?.removeFirst() {
      case .message(let packet)?:
        note(direction, packet.message, packet.faultID)
        socket.send(packet.message, whenFull: packet.policy)
      case .close(let code, let reason)?: socket.close(code: code, reason: reason)
      case nil: break
      }
      settle(&state)
    }
  }

  /// Notes whether messages may pass without a look: no fault is at work and none waits.
  private func settle(_ state: inout State) {
    let isIdle = state.chain.isEmpty && state.queues.values.allSatisfy(\.isEmpty)
    if isIdle { state.queues = [:] }
    engaged.store(!isIdle, ordering: .relaxed)
  }
}

/// What an interceptor is made with: the handshake, its world, and what delays messages.
final class InterceptorContext: Sendable {
  let subject: FaultSubject
  let device: Device
  let world: World
  let schedule: DelayScheduler

  init(subject: FaultSubject, world: World, schedule: @escaping DelayScheduler) {
    self.subject = subject
    device = Device(subject.request)
    self.world = world
    self.schedule = schedule
  }
}

/// A session whose messages go through a ``SocketInterceptor`` in both directions.
///
/// `@unchecked Sendable` because `inner` and `interceptor` are touched only under `turn`: events come from the socket's loop,
/// and messages that were delayed from a timer.
final class InterceptedSession: WebSocketSession, @unchecked Sendable {
  private let inner: any WebSocketSession
  private let context: InterceptorContext
  private var interceptor: SocketInterceptor?
  private let turn = OrderedMutex(.socketSession, ())

  init(_ inner: any WebSocketSession, _ context: InterceptorContext) {
    self.inner = inner
    self.context = context
  }

  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    turn.withLock { _ in take(event) }
  }

  var status: SessionStatus? { turn.withLock { _ in inner.status } }

  /// Takes the message that has waited longest for its time, which has come.
  func receiveDelayed() {
    turn.withLock { _ in
      guard let interceptor, let message = interceptor.takeIncoming() else { return }
      // There is no loop here that would carry them out.
      for action in inner.receive(.message(message)) { perform(action, interceptor) }
    }
  }

  private func take(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .opened(let handle):
      let interceptor = SocketInterceptor(handle, context)
      self.interceptor = interceptor
      interceptor.open(self)
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

  /// The actions that the socket's loop carries out; while faults are at work they are carried out here.
  private func passed(_ actions: [WebSocketAction], _ interceptor: SocketInterceptor) -> [WebSocketAction] {
    guard interceptor.isEngaged else {
      for case .send(let message) in actions { interceptor.note(.outgoing, message, nil) }
      return actions
    }
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
  /// The same upgrade, its sockets on their world's list and open to its faults.
  ///
  /// - Parameters:
  ///   - subject: The handshake.
  ///   - schedule: Delays messages, as ``Dispatch/DispatchQueue/schedule(_:_:)`` does.
  package func intercepted(
    _ subject: FaultSubject, world: World, schedule: @escaping DelayScheduler
  ) -> WebSocketUpgrade {
    let context = InterceptorContext(subject: subject.forSocket, world: world, schedule: schedule)
    let makeSession = makeSession
    return WebSocketUpgrade(subprotocol: subprotocol, headers: headers) { InterceptedSession(makeSession(), context) }
  }
}

/// A socket's handle as its session gets it: what it sends goes through the interceptor.
struct InterceptedHandle: WebSocketHandle {
  let interceptor: SocketInterceptor

  var isCongested: Bool { interceptor.socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    interceptor.send(message, whenFull: policy)
  }

  func close(code: UInt16, reason: String) { interceptor.close(code: code, reason: reason) }

  func abort() { interceptor.abort() }

  func pauseReading(_ paused: Bool) { interceptor.socket.pauseReading(paused) }

  func remark(_ location: String, _ message: String) { interceptor.remark(location, message) }
}

/// Has something done later, by real time, on any thread: what an interceptor uses to delay messages.
package typealias DelayScheduler = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void

extension DispatchQueue {
  /// Has something done so many milliseconds from now; at once when there are none.
  package func schedule(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds)), execute: body)
  }
}
