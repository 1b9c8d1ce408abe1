import Dispatch
import HTTPCore
import Locking
import Synchronization
import World

/// Stands between a session and its socket: counts what passes, tells it to the journal, and lets faults happen to it.
/// While there are no faults, a message costs it one look at a flag.
final class SocketTap: TrackedSocket {
  private struct State {
    var id = 0
    var isClosed = false
    var chain = FaultChain()
    var lanes: [FrameDirection: TapLane] = [:]
    weak var session: TappedSession?
  }

  let openedAt: Timestamp
  let socket: any WebSocketHandle
  private let setting: TapSetting
  private let state = OrderedMutex(.socketInterceptor, State())
  private let engaged = Atomic(false)
  private let socketID = Atomic(0)
  private let incomingMessages = Atomic(0)
  private let incomingBytes = Atomic(0)
  private let outgoingMessages = Atomic(0)
  private let outgoingBytes = Atomic(0)

  init(_ socket: any WebSocketHandle, _ setting: TapSetting) {
    self.socket = socket
    self.setting = setting
    openedAt = setting.world.clock.now
  }

  var subject: FaultSubject { setting.subject }

  /// Whether messages may not just pass.
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
  func open(_ session: TappedSession) {
    let id = setting.world.sockets.add(self)
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
    setting.world.sockets.remove(id)
  }

  func close(code: UInt16, reason: String) {
    guard isEngaged else { return socket.close(code: code, reason: reason) }
    state.withLock { state in closeInTurn(code, reason, &state) }
  }

  func abort() { socket.abort() }

  func faultsChanged() {
    state.withLock { state in
      guard !state.isClosed else { return }
      let rules = setting.world.faults.rules(forSocket: subject)
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
      for step in state.chain.pass(TapPacket(message, whenFull: policy), .outgoing) { _ = perform(step, &state) }
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
      let messages = state.chain.pass(TapPacket(message), .incoming).compactMap { perform($0, &state) }
      settle(&state)
      return messages
    }
  }

  /// Notes a message that passes by itself.
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
    setting.world.journal.frame(
      JournalFrame(
        socket: "\(socketID.load(ordering: .relaxed))", api: subject.api,
        path: subject.request.basePath + subject.request.target.rawPath,
        direction: direction == .incoming ? .received : .sent, message: message, account: subject.account,
        fault: faultID.flatMap { setting.world.faults[$0] }.map {
          AppliedFault(id: $0.id, type: type(of: $0.definition.fault).name)
        }))
  }

  /// The message that has waited longest for the session, whose time has come.
  func takeIncoming() -> WebSocketMessage? {
    state.withLock { state in
      defer { settle(&state) }
      guard case .message(let packet)? = state.lanes[.incoming]?.removeFirst() else { return nil }
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
      let isFree = packet.delayMilliseconds == 0 && state.lanes[direction]?.isEmpty ?? true
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
    guard let lane = state.lanes[.outgoing], !lane.isEmpty else { return socket.close(code: code, reason: reason) }
    enqueue(.close(code: code, reason: reason), .outgoing, delayMilliseconds: 0, &state)
  }

  private func enqueue(
    _ item: TapLane.Item, _ direction: FrameDirection, delayMilliseconds: Int, _ state: inout State
  ) {
    var lane = state.lanes[direction] ?? TapLane()
    guard !lane.isFull else { return socket.close(code: 1013, reason: "too much waits for its delay") }
    let rest = lane.append(item, delayMilliseconds: delayMilliseconds, now: SystemTime.monotonicNanoseconds())
    state.lanes[direction] = lane
    setting.schedule(rest) { [weak self] in self?.release(direction) }
  }

  /// Lets the first in a lane go on its way.
  private func release(_ direction: FrameDirection) {
    if direction == .incoming {
      // The session's turn is taken first, so that messages keep their order.
      state.withLock { $0.session }?.receiveDelayed()
      return
    }
    state.withLock { state in
      switch state.lanes[direction]?.removeFirst() {
      case .message(let packet)?:
        note(direction, packet.message, packet.faultID)
        socket.send(packet.message, whenFull: packet.policy)
      case .close(let code, let reason)?: socket.close(code: code, reason: reason)
      case nil: break
      }
      settle(&state)
    }
  }

  /// Lets messages just pass again when there is nothing left to do to them.
  private func settle(_ state: inout State) {
    let isIdle = state.chain.isEmpty && state.lanes.values.allSatisfy(\.isEmpty)
    if isIdle { state.lanes = [:] }
    engaged.store(!isIdle, ordering: .relaxed)
  }
}

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
  private let turn = OrderedMutex(.socketSession, ())

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
  ///   - schedule: Delays messages; such as that of a dispatch queue.
  package func tapped(
    _ subject: FaultSubject, world: World, schedule: @escaping TapScheduler
  ) -> WebSocketUpgrade {
    let setting = TapSetting(subject: subject.forSocket, world: world, schedule: schedule)
    let makeSession = makeSession
    return WebSocketUpgrade(subprotocol: subprotocol, headers: headers) { TappedSession(makeSession(), setting) }
  }
}

/// A socket's handle as its session gets it: what it sends goes through the tap.
struct TappedHandle: WebSocketHandle {
  let tap: SocketTap

  var isCongested: Bool { tap.socket.isCongested }

  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) { tap.send(message, whenFull: policy) }

  func close(code: UInt16, reason: String) { tap.close(code: code, reason: reason) }

  func abort() { tap.abort() }

  func pauseReading(_ paused: Bool) { tap.socket.pauseReading(paused) }
}

/// Has something done later, by real time, on any thread: what a tap delays its messages with.
package typealias TapScheduler = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void

extension DispatchQueue {
  /// Has something done so many milliseconds from now; at once when there are none.
  package func schedule(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds)), execute: body)
  }
}
