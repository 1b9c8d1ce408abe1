import HTTPCore
import JSON
import Locking
import Synchronization

/// The number of faults of a table that can still be triggered; each request reads it first.
final class FaultActivity: Sendable {
  let count = Atomic(0)
}

/// A fault of a world: its definition, and how often it was triggered.
package final class FaultRule: Sendable {
  private struct Counts {
    var matches: Int
    var applications: Int
    var isExhausted = false
    /// Whether the table counts it as active.
    var isCounted = false
  }

  package let id: String
  let set: String?
  let definition: FaultDefinition
  let ordinal: Int
  /// The fault, with its state since it was added.
  package let fault: any Fault
  private let clock: WorldClock
  private let startedNanoseconds: Int64
  private let begunAt: Timestamp
  private let seed: UInt64
  private let activity: FaultActivity
  private let counts: OrderedMutex<Counts>

  init(_ record: FaultRecord, seed: UInt64, clock: WorldClock, activity: FaultActivity) {
    id = record.id
    set = record.set
    definition = record.definition
    ordinal = record.ordinal
    fault = record.definition.fault.begun()
    self.clock = clock
    self.activity = activity
    startedNanoseconds = clock.elapsedNanoseconds &- record.ageNanoseconds
    begunAt = clock.now.advanced(byNanoseconds: record.ageNanoseconds == .min ? 0 : -record.ageNanoseconds)
    self.seed = WorldRandom(seed: seed &+ UInt64(truncatingIfNeeded: record.ordinal)).next()
    counts = OrderedMutex(
      .faultRule, Counts(matches: record.matches, applications: record.applications, isExhausted: record.isExhausted))
  }

  /// The rule's contents.
  var record: FaultRecord {
    let age = age
    let isOver = definition.window?.isOver(at: age) ?? false
    return counts.withLock { counts in
      FaultRecord(
        id: id, set: set, definition: definition, ordinal: ordinal, matches: counts.matches,
        applications: counts.applications, ageNanoseconds: age, isExhausted: counts.isExhausted || isOver)
    }
  }

  /// Nanoseconds of the world's time since it was added.
  var age: Int64 { clock.elapsedNanoseconds &- startedNanoseconds }

  /// The next time, as ``WorldClock/elapsedNanoseconds``, at which it begins or ends; nil for none.
  var nextEdge: Int64? { edges(upTo: .max, atMost: 1).first?.moment }

  /// The next times, as ``WorldClock/elapsedNanoseconds``, at which it begins or ends; empty when it is exhausted.
  ///
  /// - Parameters:
  ///   - end: The latest time.
  ///   - count: The largest number of times.
  func edges(upTo end: Int64, atMost count: Int) -> [(moment: Int64, begins: Bool)] {
    guard let window = definition.window, !counts.withLock({ $0.isExhausted }) else { return [] }
    var edges: [(moment: Int64, begins: Bool)] = []
    var age = age
    while edges.count < count, let edge = window.nextEdge(after: age) {
      let (moment, overflow) = startedNanoseconds.addingReportingOverflow(edge)
      guard !overflow, moment <= end else { break }
      edges.append((moment, window.isOpen(at: edge)))
      age = edge
    }
    return edges
  }

  /// Whether it is active by the world's clock.
  var holds: Bool {
    guard let window = definition.window else { return true }
    let age = age
    if window.isOver(at: age) { retire(isExhausted: true) }
    return window.isOpen(at: age)
  }

  /// Whether it is active now and can still be triggered.
  package var isOpen: Bool { holds && !counts.withLock { $0.isExhausted } }

  /// Counts a match and decides whether it triggers the fault.
  ///
  /// - Returns: The number of the match, from 1; nil when it does not trigger the fault.
  func countMatch() -> Int? {
    guard isOpen else { return nil }
    return counts.withLock { counts in
      guard !counts.isExhausted else { return nil }
      counts.matches += 1
      return counts.matches > definition.after && draws(counts.matches) ? counts.matches : nil
    }
  }

  /// Counts that a match with an effect triggers the fault.
  ///
  /// - Returns: false when the fault is exhausted and must have no effect.
  func countApplication() -> Bool {
    let (happens, isLast) = counts.withLock { counts -> (Bool, Bool) in
      guard !counts.isExhausted else { return (false, false) }
      counts.applications += 1
      return (true, definition.times.map { counts.applications >= $0 } ?? false)
    }
    if isLast { retire(isExhausted: true) }
    return happens
  }

  /// Counts a match and, when it triggers the fault, that too.
  ///
  /// - Returns: Whether it triggers the fault.
  package func admit() -> Bool { countMatch() != nil && countApplication() }

  func context(_ subject: FaultSubject, match: Int) -> FaultContext {
    FaultContext(subject: subject, begunAt: begunAt, now: clock.now, chance: chance(of: match, .application))
  }

  /// The behaviour on a socket; the same for the same socket of the same run.
  package func socketFault(socket: Int) -> (any SocketFault)? {
    fault.socketFault(chance: chance(of: socket, .socket))
  }

  /// Updates whether it counts as active.
  func activate() {
    let isNews = counts.withLock { counts in
      guard !counts.isExhausted, !counts.isCounted else { return false }
      counts.isCounted = true
      return true
    }
    if isNews { activity.count.add(1, ordering: .relaxed) }
  }

  func retire(isExhausted: Bool) {
    let isNews = counts.withLock { counts in
      defer { (counts.isCounted, counts.isExhausted) = (false, counts.isExhausted || isExhausted) }
      return counts.isCounted
    }
    if isNews { activity.count.subtract(1, ordering: .relaxed) }
  }

  private enum Purpose: UInt64 {
    case probability = 0x5151_AC75_C0FF_EE01
    case application = 0xA24B_AED4_963E_E407
    case socket = 0x9FB2_1C65_1E98_DF25
  }

  private func draws(_ match: Int) -> Bool {
    guard definition.probability < 1 else { return true }
    return chance(of: match, .probability).unit() < definition.probability
  }

  /// A random sequence that depends only on the seed and a number, so that a restored world continues identically.
  private func chance(of number: Int, _ purpose: Purpose) -> WorldRandom {
    let mixed = WorldRandom(seed: (seed ^ purpose.rawValue) &+ UInt64(truncatingIfNeeded: number)).next()
    return WorldRandom(seed: mixed)
  }
}

extension WorldRandom {
  /// The next number from 0 to less than 1.
  package func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}

/// What a fault can apply to: a request, or the socket that began with it, and what is known about it.
package struct FaultSubject: Sendable {
  package let request: Request
  /// The name of the API that handles it.
  package let api: String
  /// The operation's id in the API's document; nil for a path without one.
  package let operationID: String?
  /// The account of the request's valid token.
  package let account: String?
  /// The account's e-mail address, if the token has it.
  package let email: String?
  /// When the refresh token in the body was issued, in seconds of the world's time since 1970; nil without one.
  package let refreshTokenIssuedAt: Int64?
  /// Whether it is a call of the control plane. Faults do not apply to it, because a test needs it to remove the
  /// faults.
  package let isControl: Bool
  /// The number of the open socket; nil for a request.
  package var socket: Int?

  /// Creates a subject.
  package init(
    request: Request, api: String, operationID: String?, account: String?, email: String? = nil,
    refreshTokenIssuedAt: Int64? = nil, isControl: Bool = false
  ) {
    self.request = request
    self.api = api
    self.operationID = operationID
    self.account = account
    self.email = email
    self.refreshTokenIssuedAt = refreshTokenIssuedAt
    self.isControl = isControl
  }

  /// The subject without the parts that only the handshake needs, to keep for the lifetime of the socket.
  package var forSocket: FaultSubject {
    var kept = request
    kept.body = []
    for name in Self.handshakeHeaders { kept.headers[name] = nil }
    return FaultSubject(
      request: kept, api: api, operationID: operationID, account: account, email: email, isControl: isControl)
  }

  private static let handshakeHeaders = [
    "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
    "Accept-Encoding", "Cache-Control", "Pragma",
  ]
}

/// The context of a triggered fault.
package struct FaultContext: Sendable {
  package let subject: FaultSubject
  /// The world's time when the fault was added.
  package let begunAt: Timestamp
  /// The world's time now.
  package let now: Timestamp
  /// A random sequence that depends on the world's seed, the fault and how often it matched.
  package let chance: WorldRandom

  /// Creates a context.
  package init(subject: FaultSubject, begunAt: Timestamp, now: Timestamp, chance: WorldRandom) {
    self.subject = subject
    self.begunAt = begunAt
    self.now = now
    self.chance = chance
  }
}
