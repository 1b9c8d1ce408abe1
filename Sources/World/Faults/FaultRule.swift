import HTTPCore
import JSON
import Locking
import Synchronization

/// How many faults of a table may still happen; what a request looks at first.
final class FaultActivity: Sendable {
  let count = Atomic(0)
}

/// A fault at work in a world: its definition, and how often it happened.
package final class FaultRule: Sendable {
  private struct Counts {
    var matches: Int
    var applications: Int
    var isExhausted = false
    /// Whether it is one of those that the table counts as active.
    var isCounted = false
  }

  package let id: String
  let set: String?
  let definition: FaultDefinition
  let ordinal: Int
  /// The fault, with what it remembers since it was added.
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

  /// The moment of ``WorldClock/elapsedNanoseconds`` at which it next begins or ceases to hold; nil when there is none.
  var nextEdge: Int64? { edges(upTo: .max, atMost: 1).first?.moment }

  /// The next moments of ``WorldClock/elapsedNanoseconds`` at which it begins or ceases to hold; none for one that is
  /// exhausted.
  ///
  /// - Parameters:
  ///   - end: The last moment that is asked for.
  ///   - count: How many moments there are at most.
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

  /// Whether the world's clock is at a time at which it holds.
  var holds: Bool {
    guard let window = definition.window else { return true }
    let age = age
    if window.isOver(at: age) { retire(isExhausted: true) }
    return window.isOpen(at: age)
  }

  /// Whether it holds now, and may still happen.
  package var isOpen: Bool { holds && !counts.withLock { $0.isExhausted } }

  /// Counts a match and decides whether the fault may happen to it.
  ///
  /// - Returns: The number of the match, from 1; nil when the fault does not happen.
  func countMatch() -> Int? {
    guard isOpen else { return nil }
    return counts.withLock { counts in
      guard !counts.isExhausted else { return nil }
      counts.matches += 1
      return counts.matches > definition.after && draws(counts.matches) ? counts.matches : nil
    }
  }

  /// Counts that the fault happens to a match, which must have an effect.
  ///
  /// - Returns: false when it has happened as often as it may: then it must not happen.
  func countApplication() -> Bool {
    let (happens, isLast) = counts.withLock { counts -> (Bool, Bool) in
      guard !counts.isExhausted else { return (false, false) }
      counts.applications += 1
      return (true, definition.times.map { counts.applications >= $0 } ?? false)
    }
    if isLast { retire(isExhausted: true) }
    return happens
  }

  /// Counts a match and, when the fault happens to it, that too.
  ///
  /// - Returns: Whether it happens.
  package func admit() -> Bool { countMatch() != nil && countApplication() }

  /// What the fault is told when it happens to a match.
  func context(_ subject: FaultSubject, match: Int) -> FaultContext {
    FaultContext(subject: subject, begunAt: begunAt, now: clock.now, chance: chance(of: match, .application))
  }

  /// What happens to a socket; the same for the same socket of the same run.
  package func socketFault(socket: Int) -> (any SocketFault)? {
    fault.socketFault(chance: chance(of: socket, .socket))
  }

  /// Counts it among the active ones, or does not any more.
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

  /// A sequence that follows from the seed and a number alone, so that a restored world goes on as it would have.
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

/// What a fault may happen to: a request, or the socket that began with it, and what is known about it.
package struct FaultSubject: Sendable {
  package let request: Request
  /// The name of the API that answers.
  package let api: String
  /// The operation's id in the API's document; nil for a path without one.
  package let operationID: String?
  /// Whose valid token came with the request.
  package let account: String?
  /// The account's e-mail address, where the token has it.
  package let email: String?
  /// When the refresh token in its content was issued, in seconds of the world's time since 1970; nil without one.
  package let refreshTokenIssuedAt: Int64?
  /// Whether it is a call of the control plane, to which nothing happens: it must be there to remove the faults.
  package let isControl: Bool
  /// The number of the open socket; nil for a request.
  package var socket: Int?

  /// A subject from its parts.
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

  /// The subject without what only the handshake needs, for keeping it as long as the socket lives.
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

/// What a fault knows when it happens.
package struct FaultContext: Sendable {
  package let subject: FaultSubject
  /// The world's time when the fault was added.
  package let begunAt: Timestamp
  /// The world's time now.
  package let now: Timestamp
  /// Chance that follows from the world's seed, the fault and how often it matched.
  package let chance: WorldRandom

  /// A context from its parts.
  package init(subject: FaultSubject, begunAt: Timestamp, now: Timestamp, chance: WorldRandom) {
    self.subject = subject
    self.begunAt = begunAt
    self.now = now
    self.chance = chance
  }
}
