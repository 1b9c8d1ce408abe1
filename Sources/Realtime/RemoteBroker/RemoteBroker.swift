import Client
import Dispatch
import Locking
import Logging
import Platform
import STOMP
import Synchronization
import World

/// The broker of `--stomp-relay`, as Spring's broker relay uses one: each client's session has a connection of its own, and
/// the server's own messages go over one more, the system connection. That one is opened again with growing pauses
/// whenever it ends.
package final class RemoteBroker: Sendable {
  /// The shortest and the longest pause before the system connection is opened again, in milliseconds.
  private static let pauses = (shortest: 500, longest: 30_000)

  private struct State {
    var link: RemoteBrokerLink?
    var liveness: Liveness
    var isConnected = false
    var isStopped = true
    var reason = "the connection is being opened"
    var pause = RemoteBroker.pauses.shortest
    /// Messages that were lost since the connection ended.
    var lost = 0
    var whenConnected: @Sendable () -> Void = {}
  }

  package let target: RemoteBrokerTarget
  private let heartbeat: (sends: Int64, wants: Int64)
  private let addresses: HostAddresses
  private let queues: [DispatchQueue]
  private let nextQueue = Atomic(0)
  private let connected = Atomic(false)
  private let state: OrderedMutex<State>
  private let timer = Mutex<RealTimer?>(nil)
  private let logger = Logger(label: "mock-api.stomp-relay")

  /// Creates it without connecting.
  ///
  /// - Parameters:
  ///   - heartbeat: The intervals that the system connection offers and requests, in milliseconds; 0 for none.
  package init(_ target: RemoteBrokerTarget, heartbeat: (sends: Int64, wants: Int64)) {
    (self.target, self.heartbeat) = (target, heartbeat)
    addresses = HostAddresses(host: target.host, port: target.port)
    // Few queues for all connections, so that thousands of them need no thread each.
    queues = (0..<4).map { DispatchQueue(label: "mock-api.stomp-relay.\($0)") }
    state = OrderedMutex(.leaf, State(liveness: Liveness(now: 0)))
  }

  /// Whether the system connection is open.
  var isConnected: Bool { connected.load(ordering: .acquiring) }

  /// The state of the system connection.
  package var status: RemoteBrokerStatus {
    state.withLock {
      RemoteBrokerStatus(
        address: target.address, isConnected: $0.isConnected, reason: $0.isConnected ? nil : $0.reason)
    }
  }

  /// Opens the system connection, and keeps it open.
  ///
  /// - Parameters:
  ///   - whenConnected: Called each time it is open, on any thread.
  package func start(whenConnected: @escaping @Sendable () -> Void) {
    state.withLock { ($0.isStopped, $0.whenConnected) = (false, whenConnected) }
    timer.withLock { $0 = RealTimer { [weak self] in self?.ring() } }
    open()
  }

  /// Ends the system connection.
  package func stop() {
    timer.withLock { $0.take() }?.stop()
    let link = state.withLock { state in
      (state.isStopped, state.isConnected) = (true, false)
      return state.link.take()
    }
    connected.store(false, ordering: .releasing)
    link?.send(Frame(.disconnect))
    link?.end()
  }

  /// A connection for a client's session.
  func link(onEvent: @escaping @Sendable (RemoteBrokerLink.Event) -> Void) -> RemoteBrokerLink {
    let number = nextQueue.add(1, ordering: .relaxed).newValue
    return RemoteBrokerLink(
      target, addresses, queue: queues[Int(UInt(bitPattern: number) % UInt(queues.count))], onEvent: onEvent)
  }

  /// Sends a message of the server. Without a connection it is lost, as messages to topics are.
  func publish(_ message: Message) {
    let link = state.withLock { state in
      if !state.isConnected { state.lost += 1 }
      if state.isConnected { state.liveness.sent() }
      return state.isConnected ? state.link : nil
    }
    var headers = Headers([("destination", message.destination)])
    if !message.contentType.isEmpty { headers.append(Header("content-type", message.contentType)) }
    for header in message.headers { headers.append(header) }
    headers.append(Header("content-length", "\(message.body.count)"))
    link?.send(Frame(.send, headers, body: message.body))
  }

  // MARK: The system connection

  private func open() {
    // Its events wait for the lock, so that they find it.
    state.withLock { state in
      if !state.isStopped { state.link = link { [weak self] in self?.receive($0) } }
    }
  }

  private func receive(_ event: RemoteBrokerLink.Event) {
    let now = SystemTime.monotonicNanoseconds()
    state.withLock { $0.liveness.received(now: now) }
    switch event {
    case .opened:
      let frame = Frame(
        .connect,
        Headers([("accept-version", "1.1,1.2"), ("heart-beat", "\(heartbeat.sends),\(heartbeat.wants)")]))
      state.withLock { $0.link }?.send(target.connect(frame))
    case .frame(let frame) where frame.command == .connected: begin(frame.headers, now)
    case .frame(let frame) where frame.command == .error:
      lose("the broker \(target.address) refuses the server: \(frame.headers["message"] ?? "no reason")")
    case .frame, .heartbeat: break
    case .lost(let reason): lose(reason)
    }
  }

  private func begin(_ headers: Headers, _ now: Int64) {
    let (lost, whenConnected) = state.withLock { state in
      let offered = headers["heart-beat"].flatMap(Liveness.milliseconds) ?? (0, 0)
      state.liveness = Liveness(now: now)
      state.liveness.agree(client: offered, server: heartbeat, now: now)
      (state.isConnected, state.pause) = (true, Self.pauses.shortest)
      defer { state.lost = 0 }
      return (state.lost, state.whenConnected)
    }
    connected.store(true, ordering: .releasing)
    let note = lost > 0 ? "; \(lost) messages of the server were lost meanwhile" : ""
    logger.notice("connected with the broker \(target.address)\(note)")
    whenConnected()
    setTimer()
  }

  private func lose(_ reason: String) {
    let (pause, link, isNews) = state.withLock { state in
      let isNews = state.isConnected || state.reason != reason
      (state.isConnected, state.reason) = (false, reason)
      defer { state.pause = min(state.pause * 2, Self.pauses.longest) }
      return (state.isStopped ? nil : state.pause, state.link.take(), isNews)
    }
    connected.store(false, ordering: .releasing)
    link?.end()
    guard let pause else { return }
    if isNews { logger.warning("\(reason); the server tries again, at first after \(pause) ms") }
    timer.withLock { $0 }?.set(afterNanoseconds: Int64(pause) * 1_000_000)
  }

  private func setTimer() {
    let due = state.withLock { $0.isConnected ? $0.liveness.deadline : nil }
    guard let due else { return }
    timer.withLock { $0 }?.set(afterNanoseconds: due - SystemTime.monotonicNanoseconds())
  }

  /// A heartbeat is due, the broker may be silent, or a pause is over.
  private func ring() {
    let now = SystemTime.monotonicNanoseconds()
    let (isConnected, isSilent, beats, link) = state.withLock { state in
      let isSilent = state.isConnected && state.liveness.isSilent(now: now)
      let beats = state.isConnected && !isSilent && state.liveness.beat(now: now)
      return (state.isConnected, isSilent, beats, state.link)
    }
    guard isConnected else { return link == nil ? open() : () }
    if isSilent { return lose("the broker \(target.address) sends no heartbeats") }
    if beats { link?.beat() }
    setTimer()
  }
}
