import Client
import Dispatch
import STOMP
import Synchronization

/// One STOMP connection to the broker of `--stomp-relay`: of a client's session, or of the server itself.
final class RemoteBrokerLink: Sendable {
  /// What comes from the broker.
  enum Event: Sendable {
    case opened
    case frame(Frame)
    case heartbeat
    /// The connection could not be opened or has ended; the last event.
    case lost(reason: String)
  }

  /// Bytes of a body from the broker, which is trusted more than clients.
  private static let maximumBodyBytes = 16 << 20
  /// How long the broker may take from the start of the connection to CONNECTED.
  private static let answerSeconds = 10

  private struct State {
    var parser: FrameParser
    /// The agreed version; nil before CONNECTED.
    var version: ProtocolVersion?
    var destinations = RemoteDestinations.plain
    /// Whether the last byte ended a frame: brokers may send a line feed after it, which is no heartbeat.
    var hasJustReadFrame = false
    var isOver = false
  }

  private let address: String
  private let onEvent: @Sendable (Event) -> Void
  private let state: Mutex<State>
  private let client = Mutex<StreamClient?>(nil)

  /// - Parameters:
  ///   - onEvent: Called on `queue`, in order.
  init(
    _ target: RemoteBrokerTarget, _ addresses: HostAddresses, queue: DispatchQueue,
    onEvent: @escaping @Sendable (Event) -> Void
  ) {
    (address, self.onEvent) = (target.address, onEvent)
    var limits = Limits()
    limits.maximumBodyBytes = Self.maximumBodyBytes
    limits.maximumHeaderLineBytes = limits.maximumHeaderBlockBytes
    limits.maximumHeaders = 1000
    state = Mutex(State(parser: FrameParser(limits: limits)))
    let opened = StreamClient(addresses, queue: queue) { [weak self] in self?.receive($0) }
    client.withLock { $0 = opened }
    opened.open()
    queue.asyncAfter(deadline: .now() + .seconds(Self.answerSeconds)) { [weak self] in
      guard let self, state.withLock({ $0.version }) == nil else { return }
      report([.lost(reason: "the broker \(address) does not answer CONNECT within \(Self.answerSeconds) s")])
    }
  }

  deinit { client.withLock { $0 }?.finish() }

  /// Sends a frame.
  func send(_ frame: Frame) {
    let bytes = state.withLock { state in
      FrameSerializer.serialize(state.destinations.outgoing(frame), for: state.version ?? .v1_2)
    }
    client.withLock { $0 }?.send(bytes)
  }

  /// Sends a heartbeat.
  func beat() { client.withLock { $0 }?.send(OutgoingFrame.heartbeat.bytes) }

  /// Stops or continues reading.
  func pauseReading(_ isPaused: Bool) { client.withLock { $0 }?.pauseReading(isPaused) }

  /// Ends the connection after what was sent. No further event comes.
  func end() {
    state.withLock { $0.isOver = true }
    client.withLock { $0.take() }?.finish()
  }

  private func receive(_ event: StreamClient.Event) {
    switch event {
    case .opened: report([.opened])
    case .closed(let reason): report([.lost(reason: "the broker \(address) cannot be used: \(reason)")])
    case .received(let bytes): report(state.withLock { Self.read(bytes, &$0, address) })
    }
  }

  private func report(_ events: [Event]) {
    for event in events where !state.withLock({ $0.isOver }) {
      if case .lost = event { end() }
      onEvent(event)
    }
  }

  private static func read(_ bytes: [UInt8], _ state: inout State, _ address: String) -> [Event] {
    let isIdle = !state.parser.isUnfinished
    // Between frames there are only line ends; the first one after a frame belongs to it.
    let lineEnds = isIdle ? bytes.prefix { $0 == 0x0A || $0 == 0x0D }.count { $0 == 0x0A } : 0
    var events: [Event] = lineEnds > (state.hasJustReadFrame ? 1 : 0) ? [.heartbeat] : []
    if lineEnds > 0 { state.hasJustReadFrame = false }
    state.parser.append(bytes, isText: true)
    while let event = state.parser.next() {
      switch event {
      case .failure(let diagnosis):
        return events + [.lost(reason: "the broker \(address) sent what is no frame: \(diagnosis.headline)")]
      case .frame(let received):
        if received.frame.command == .connected { agree(received.frame.headers, &state) }
        events.append(.frame(state.destinations.incoming(received.frame)))
        state.hasJustReadFrame = bytes.last == 0
      }
    }
    return events
  }

  private static func agree(_ headers: Headers, _ state: inout State) {
    let version = headers["version"].flatMap(ProtocolVersion.highest) ?? .v1_0
    (state.version, state.parser.version) = (version, version)
    state.destinations = RemoteDestinations(headers)
  }
}
