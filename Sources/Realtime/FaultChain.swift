import HTTPCore
import World

/// The active faults of one socket. It receives rules and messages, and returns steps.
struct FaultChain {
  /// A step to perform, in order.
  enum Step: Equatable {
    case deliver(InterceptedMessage, FrameDirection)
    /// The message does not arrive; the journal records this.
    case dropped(InterceptedMessage, FrameDirection)
    /// The message waits in the chain, perhaps for ever; the journal shows it meanwhile.
    case held(InterceptedMessage, FrameDirection)
    case reply(InterceptedMessage)
    case pauseReading(Bool)
    case close(code: UInt16, reason: String)
    case abort
  }

  private struct ActiveFault {
    let rule: FaultRule
    var fault: any SocketFault
    /// Whether it was triggered for the socket as a whole when it began; nil when it applies to single messages.
    var isAdmitted: Bool?
    var held: [FrameDirection: [InterceptedMessage]] = [:]
  }

  private var entries: [ActiveFault] = []
  private var pauses = 0

  /// Whether no fault is active.
  var isEmpty: Bool { entries.isEmpty }

  /// Removes and returns the messages that faults hold back.
  mutating func takeHeld() -> [(InterceptedMessage, FrameDirection)] {
    let held = entries.flatMap { entry in
      entry.held.flatMap { direction, packets in packets.map { ($0, direction) } }
    }
    for index in entries.indices { entries[index].held = [:] }
    return held
  }

  /// Ends the faults whose rules were removed, and begins those of new rules.
  ///
  /// - Parameters:
  ///   - socket: The number of the socket, which determines its random sequence.
  mutating func update(_ rules: [FaultRule], socket: Int) -> [Step] {
    var steps: [Step] = []
    let former = entries
    entries = former.filter { entry in rules.contains { $0 === entry.rule } }
    for entry in former where !rules.contains(where: { $0 === entry.rule }) {
      for direction in [FrameDirection.incoming, .outgoing] {
        steps += (entry.held[direction] ?? []).map { .deliver($0, direction) }
      }
      if entry.isAdmitted != false { perform(entry.fault.ending(), of: entry.rule, &steps) }
    }
    for rule in rules where !entries.contains(where: { $0.rule === rule }) {
      guard rule.isOpen, var fault = rule.socketFault(socket: socket) else { continue }
      let effects = fault.begin()
      let isAdmitted = effects.isEmpty ? nil : rule.admit()
      if isAdmitted == true { perform(effects, of: rule, &steps) }
      entries.append(ActiveFault(rule: rule, fault: fault, isAdmitted: isAdmitted))
    }
    return steps
  }

  /// Passes a message through every fault, in the order in which they were added.
  mutating func pass(_ packet: InterceptedMessage, _ direction: FrameDirection) -> [Step] {
    var packets = [packet]
    var steps: [Step] = []
    for index in entries.indices {
      var passed: [InterceptedMessage] = []
      for packet in packets {
        let held = entries[index].held.removeValue(forKey: direction) ?? []
        var effects = entries[index].fault.pass(packet.message, direction, about: packet.subject)
        // A held message waits for this one, so this one passes.
        if !held.isEmpty { effects.removeAll { $0 == .hold } }
        // An edit that changes nothing has no effect, and does not count.
        effects.removeAll { $0 == .replace(packet.message) }
        let happens = !effects.isEmpty && (entries[index].isAdmitted ?? entries[index].rule.admit())
        passed += happens ? apply(effects, to: packet, direction, at: index, &steps) : [packet]
        passed += held
      }
      packets = passed
    }
    return packets.map { .deliver($0, direction) } + steps
  }

  /// The remaining message after effects.
  private mutating func apply(
    _ effects: [FrameEffect], to packet: InterceptedMessage, _ direction: FrameDirection, at index: Int,
    _ steps: inout [Step]
  ) -> [InterceptedMessage] {
    var marked = packet
    marked.faultID = entries[index].rule.id
    var packets = [marked]
    for effect in effects {
      switch effect {
      case .drop:
        steps += packets.map { .dropped($0, direction) }
        packets = []
      case .replace(let message):
        for place in packets.indices { packets[place].message = message }
      case .delay(let milliseconds):
        for place in packets.indices {
          packets[place].delayMilliseconds = min(packets[place].delayMilliseconds + milliseconds, Self.longestDelay)
        }
      case .duplicate:
        packets += packets.map(\.copy)
      case .hold:
        entries[index].held[direction, default: []] += packets
        steps += packets.map { .held($0, direction) }
        packets = []
      case .reply, .pauseReading, .close, .abort:
        perform([effect], of: entries[index].rule, &steps)
      }
    }
    return packets
  }

  /// Ten minutes, in milliseconds.
  private static let longestDelay = 600_000

  /// Turns effects on the whole socket into steps.
  private mutating func perform(_ effects: [FrameEffect], of rule: FaultRule, _ steps: inout [Step]) {
    for effect in effects {
      switch effect {
      case .reply(let message):
        var packet = InterceptedMessage(message)
        packet.faultID = rule.id
        steps.append(.reply(packet))
      case .pauseReading(let isPaused):
        // Several faults may pause reading; it continues when the last of them ends.
        pauses = max(0, pauses + (isPaused ? 1 : -1))
        if pauses == (isPaused ? 1 : 0) { steps.append(.pauseReading(isPaused)) }
      case .close(let code, let reason): steps.append(.close(code: code, reason: reason))
      case .abort: steps.append(.abort)
      case .drop, .replace, .delay, .duplicate, .hold: break
      }
    }
  }
}

extension SocketFault {
  /// The effects of ending a removed fault.
  fileprivate func ending() -> [FrameEffect] {
    var copy = self
    return copy.end()
  }
}

/// A message in an interceptor.
struct InterceptedMessage: Sendable, Equatable {
  var message: WebSocketMessage
  var policy: OverflowPolicy
  /// What it says on a channel; nil where that is not known.
  var subject: ChannelMessage?
  var delayMilliseconds = 0
  /// The last fault that changed it.
  var faultID: String?
  /// The journal's entry of it; nil for one that a fault created, which has none yet.
  var pending: PendingFrame?

  init(_ message: WebSocketMessage, whenFull policy: OverflowPolicy = .close) {
    self.message = message
    self.policy = policy
  }

  /// The same message, to be sent again.
  var copy: InterceptedMessage {
    var copy = self
    copy.pending = nil
    return copy
  }
}

/// The items that wait in one direction of a socket, in order: a delayed item delays all items after it, as on a
/// connection.
struct DelayQueue {
  /// A waiting item.
  enum Item: Sendable {
    case message(InterceptedMessage)
    case close(code: UInt16, reason: String)
    case abort
  }

  /// The largest number of waiting items, so that memory is limited; the socket is closed when there are more.
  static let maximumCount = 1024
  static let maximumBytes = 4 << 20

  private var items: [Item] = []
  private var bytes = 0
  private var lastDue: Int64 = 0

  /// Whether the queue is empty.
  var isEmpty: Bool { items.isEmpty }

  /// Whether the queue is full.
  var isFull: Bool { items.count >= Self.maximumCount || bytes >= Self.maximumBytes }

  /// Appends an item.
  ///
  /// - Returns: The milliseconds from now after which it must be removed.
  mutating func append(_ item: Item, delayMilliseconds: Int, now: Int64) -> Int {
    let due = max(lastDue, now.advanced(by: delayMilliseconds * 1_000_000))
    lastDue = due
    items.append(item)
    if case .message(let packet) = item { bytes += packet.message.bytes.count }
    return Int((due - now + 999_999) / 1_000_000)
  }

  /// The waiting messages, in order.
  var messages: [InterceptedMessage] {
    items.compactMap { if case .message(let packet) = $0 { packet } else { nil } }
  }

  /// Removes the item that has waited longest.
  mutating func removeFirst() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    if case .message(let packet) = item { bytes -= packet.message.bytes.count }
    return item
  }
}
