import Dispatch
import HTTPCore
import Locking
import Synchronization
import World

/// Between a session and its socket: it counts messages, records them in the journal, and applies faults. Without
/// faults, it only reads one flag for each message.
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
  /// The findings about the last received message, or about the one that it continues; and about the one before.
  private let remarks = OrderedMutex(.leaf, (current: FrameRemarks?.none, previous: FrameRemarks?.none))
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

  /// Whether faults are active or messages wait, so that messages must be checked.
  var isEngaged: Bool { engaged.load(ordering: .relaxed) }

  var traffic: SocketTraffic {
    var traffic = SocketTraffic()
    traffic.incomingMessages = incomingMessages.load(ordering: .relaxed)
    traffic.incomingBytes = incomingBytes.load(ordering: .relaxed)
    traffic.outgoingMessages = outgoingMessages.load(ordering: .relaxed)
    traffic.outgoingBytes = outgoingBytes.load(ordering: .relaxed)
    return traffic
  }

  // MARK: Life cycle

  /// Adds the socket to its world's list and begins active faults.
  func open(_ session: InterceptedSession) {
    let id = context.world.sockets.add(self)
    state.withLock { state in (state.id, state.session) = (id, session) }
    socketID.store(id, ordering: .relaxed)
    faultsChanged()
  }

  /// Removes it from the list; waiting messages are discarded.
  func closed() {
    let (id, held, delayed) = state.withLock { state in
      defer { state = State(id: state.id, isClosed: true) }
      let delayed = state.queues.flatMap { direction, queue in queue.messages.map { ($0, direction) } }
      return (state.id, state.chain.takeHeld(), delayed)
    }
    engaged.store(false, ordering: .relaxed)
    for (packet, direction) in held { lose(packet, direction, .never) }
    for (packet, direction) in delayed { lose(packet, direction, .aborted) }
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
        // Received messages need the session's turn, which this thread may not have.
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

  /// Sends a message to the client.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy) {
    send(message, whenFull: policy, about: nil)
  }

  /// Sends a message to the client.
  ///
  /// - Parameters:
  ///   - subject: What it says on a channel; nil where that is not known.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, about subject: ChannelMessage?) {
    guard isEngaged else {
      count(.outgoing, message)
      return socket.send(message, whenFull: policy, report: pending(.outgoing, message, subject))
    }
    state.withLock { state in
      guard !state.isClosed else { return }
      var packet = InterceptedMessage(message, whenFull: policy)
      packet.subject = subject
      packet.pending = pending(.outgoing, message, subject)
      for step in state.chain.pass(packet, .outgoing) { _ = perform(step, &state) }
      settle(&state)
    }
  }

  /// Handles a message from the client.
  ///
  /// - Returns: The messages for the session.
  func receive(_ message: WebSocketMessage) -> [WebSocketMessage] {
    guard isEngaged else {
      count(.incoming, message)
      if !subject.isControl {
        let remarks = newRemarks()
        context.world.journal.frame(frame(.incoming, message, nil, remarks: remarks))
      }
      return [message]
    }
    return state.withLock { state in
      guard !state.isClosed else { return [] }
      var packet = InterceptedMessage(message)
      packet.pending = pending(.incoming, message)
      let messages = state.chain.pass(packet, .incoming).compactMap { perform($0, &state) }
      settle(&state)
      return messages
    }
  }

  private func count(_ direction: FrameDirection, _ message: WebSocketMessage) {
    switch direction {
    case .incoming:
      incomingMessages.add(1, ordering: .relaxed)
      incomingBytes.add(message.bytes.count, ordering: .relaxed)
    case .outgoing:
      outgoingMessages.add(1, ordering: .relaxed)
      outgoingBytes.add(message.bytes.count, ordering: .relaxed)
    }
  }

  /// Begins the journal's entry of a message whose delivery is not known yet. The journal does not record the
  /// handshakes of sockets of the control plane, so it does not record their messages.
  private func pending(
    _ direction: FrameDirection, _ message: WebSocketMessage, _ about: ChannelMessage? = nil
  ) -> PendingFrame {
    subject.isControl ? .unrecorded : context.world.journal.beginFrame(frame(direction, message, nil, about))
  }

  /// The journal's version of a message.
  private func frame(
    _ direction: FrameDirection, _ message: WebSocketMessage, _ faultID: String?, _ about: ChannelMessage? = nil,
    remarks: FrameRemarks? = nil,
    ending: Transmission.Ending? = .whole, isHeld: Bool = false
  ) -> JournalFrame {
    JournalFrame(
      socket: "\(socketID.load(ordering: .relaxed))", api: subject.api,
      path: subject.request.basePath + subject.request.target.rawPath,
      direction: direction == .incoming ? .received : .sent, message: message, account: subject.account,
      device: context.device.id,
      fault: faultID.flatMap { context.world.faults[$0] }.map {
        AppliedFault(id: $0.id, type: type(of: $0.definition.fault).name)
      }, remarks: remarks, subject: about, reader: context.reader, ending: ending, isHeld: isHeld)
  }

  /// The findings about the message that the session handles now.
  private func newRemarks() -> FrameRemarks {
    let remarks = FrameRemarks()
    self.remarks.withLock { $0 = (current: remarks, previous: $0.current) }
    return remarks
  }

  /// The journal's version of a message after the faults.
  private func current(
    _ packet: InterceptedMessage, _ direction: FrameDirection, remarks: FrameRemarks? = nil, isHeld: Bool = false
  ) -> PendingFrame {
    let entry = packet.pending ?? pending(direction, packet.message, packet.subject)
    if packet.faultID != nil || remarks != nil {
      entry.change(
        to: frame(
          direction, packet.message, packet.faultID, packet.subject, remarks: remarks, ending: nil, isHeld: isHeld))
    }
    return entry
  }

  /// Records in the journal that a message did not arrive.
  private func lose(_ packet: InterceptedMessage, _ direction: FrameDirection, _ ending: Transmission.Ending) {
    current(packet, direction).settle(ending)
  }

  /// Delivers a message.
  ///
  /// - Returns: The message, if the session must handle it now.
  private func pass(_ packet: InterceptedMessage, _ direction: FrameDirection) -> WebSocketMessage? {
    count(direction, packet.message)
    guard direction == .incoming else {
      socket.send(packet.message, whenFull: packet.policy, report: current(packet, direction))
      return nil
    }
    current(packet, direction, remarks: newRemarks()).settle(.whole)
    return packet.message
  }

  /// Adds to the journal's entry of the last received message.
  func remark(_ location: String, _ message: String, isViolation: Bool) {
    remarks.withLock { $0.current }?.add(JournalExchange.Deviation(location: location, message: message))
    guard isViolation, !subject.isControl else { return }
    context.world.usage.report(
      UsageLedger.Finding(
        kind: .contractViolation, api: subject.api, operation: "GET \(subject.request.target.rawPath.clipped(to: 200))",
        location: "message \(location)", message: message.clipped(to: 500)), request: nil)
  }

  /// Has findings added to the entry of the message before, which the last received one only continues.
  func continueMessage() {
    remarks.withLock { remarks in
      if let previous = remarks.previous { remarks = (current: previous, previous: nil) }
    }
  }

  /// Adds what the last received message says to its entry in the journal.
  func note(_ message: ChannelMessage) {
    guard !subject.isControl else { return }
    context.world.channels.countReceived(message)
    guard let remarks = remarks.withLock({ $0.current }) else { return }
    remarks.subject = message
    context.world.journal.noteAddition()
  }

  /// The delayed message for the session that has waited longest, whose time has come.
  func takeIncoming() -> WebSocketMessage? {
    state.withLock { state in
      defer { settle(&state) }
      guard case .message(let packet)? = state.queues[.incoming]?.removeFirst() else { return nil }
      return pass(packet, .incoming)
    }
  }

  // MARK: Steps

  /// Performs a step.
  ///
  /// - Returns: A message that the session must handle now.
  private func perform(_ step: FaultChain.Step, _ state: inout State) -> WebSocketMessage? {
    switch step {
    case .deliver(let packet, let direction):
      let isFree = packet.delayMilliseconds == 0 && state.queues[direction]?.isEmpty ?? true
      guard isFree else {
        enqueue(.message(packet), direction, delayMilliseconds: packet.delayMilliseconds, &state)
        return nil
      }
      return pass(packet, direction)
    case .dropped(let packet, let direction): lose(packet, direction, .never)
    case .held(let packet, let direction):
      if packet.pending != nil { _ = current(packet, direction, isHeld: true) }
    case .reply(let packet): _ = pass(packet, .outgoing)
    case .pauseReading(let isPaused): socket.pauseReading(isPaused)
    case .close(let code, let reason): closeInTurn(code, reason, &state)
    case .abort: abortInTurn(&state)
    }
    return nil
  }

  /// Closes after the messages that wait to be sent.
  private func closeInTurn(_ code: UInt16, _ reason: String, _ state: inout State) {
    guard let queue = state.queues[.outgoing], !queue.isEmpty else { return socket.close(code: code, reason: reason) }
    enqueue(.close(code: code, reason: reason), .outgoing, delayMilliseconds: 0, &state)
  }

  /// Resets after the messages that wait to be sent.
  private func abortInTurn(_ state: inout State) {
    guard let queue = state.queues[.outgoing], !queue.isEmpty else { return socket.abortInTurn() }
    enqueue(.abort, .outgoing, delayMilliseconds: 0, &state)
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

  /// Delivers the first message of a queue.
  private func release(_ direction: FrameDirection) {
    if direction == .incoming {
      // The session's turn is taken first, so that messages keep their order.
      state.withLock { $0.session }?.receiveDelayed()
      return
    }
    state.withLock { state in
      switch state.queues[direction]?.removeFirst() {
      case .message(let packet)?: _ = pass(packet, direction)
      case .close(let code, let reason)?: socket.close(code: code, reason: reason)
      case .abort?: socket.abortInTurn()
      case nil: break
      }
      settle(&state)
    }
  }

  /// Updates whether messages may pass unchecked: no fault is active and none waits.
  private func settle(_ state: inout State) {
    let isIdle = state.chain.isEmpty && state.queues.values.allSatisfy(\.isEmpty)
    if isIdle { state.queues = [:] }
    engaged.store(!isIdle, ordering: .relaxed)
  }
}

/// The context of an interceptor: the handshake, its world, and the scheduler for delays.
final class InterceptorContext: Sendable {
  let subject: FaultSubject
  let device: Device
  let world: World
  let schedule: DelayScheduler
  /// Reads what frames of the API say on its channels; nil where the sessions do.
  let reader: ChannelFrameReader?

  init(subject: FaultSubject, world: World, schedule: @escaping DelayScheduler) {
    self.subject = subject
    device = Device(subject.request)
    self.world = world
    self.schedule = schedule
    reader = world.channels.reader(of: subject.api)
  }
}

/// Runs a closure later, by real time, on any thread; interceptors delay messages with it.
package typealias DelayScheduler = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void

extension DispatchQueue {
  /// Runs a closure after this many milliseconds; immediately for 0.
  package func schedule(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds)), execute: body)
  }
}
