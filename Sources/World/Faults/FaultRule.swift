import HTTPCore
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
    var isSpent = false
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
  private let counts: Mutex<Counts>

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
    counts = Mutex(
      Counts(matches: record.matches, applications: record.applications, isSpent: record.isSpent))
  }

  /// The rule's contents.
  var record: FaultRecord {
    let age = age
    let isOver = definition.window?.isOver(at: age) ?? false
    return counts.withLock { counts in
      FaultRecord(
        id: id, set: set, definition: definition, ordinal: ordinal, matches: counts.matches,
        applications: counts.applications, ageNanoseconds: age, isSpent: counts.isSpent || isOver)
    }
  }

  /// Nanoseconds of the world's time since it was added.
  var age: Int64 { clock.elapsedNanoseconds &- startedNanoseconds }

  /// The moment of ``WorldClock/elapsedNanoseconds`` at which it next begins or ceases to hold; nil when there is none.
  var nextEdge: Int64? {
    guard let edge = definition.window?.nextEdge(after: age) else { return nil }
    let (moment, overflow) = startedNanoseconds.addingReportingOverflow(edge)
    return overflow ? nil : moment
  }

  /// Whether the world's clock is at a time at which it holds.
  var holds: Bool {
    guard let window = definition.window else { return true }
    let age = age
    if window.isOver(at: age) { retire(isSpent: true) }
    return window.isOpen(at: age)
  }

  /// Whether it holds now, and may still happen.
  package var isOpen: Bool { holds && !counts.withLock { $0.isSpent } }

  /// Counts a match and decides whether the fault happens to it.
  ///
  /// - Returns: The number of the match, from 1; nil when it does not happen.
  package func admit() -> Int? {
    guard isOpen else { return nil }
    let (number, isLast) = counts.withLock { counts -> (Int?, Bool) in
      guard !counts.isSpent else { return (nil, false) }
      counts.matches += 1
      guard counts.matches > definition.after, draws(counts.matches) else { return (nil, false) }
      counts.applications += 1
      return (counts.matches, definition.times.map { counts.applications >= $0 } ?? false)
    }
    if isLast { retire(isSpent: true) }
    return number
  }

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
      guard !counts.isSpent, !counts.isCounted else { return false }
      counts.isCounted = true
      return true
    }
    if isNews { activity.count.add(1, ordering: .relaxed) }
  }

  func retire(isSpent: Bool) {
    let isNews = counts.withLock { counts in
      defer { (counts.isCounted, counts.isSpent) = (false, counts.isSpent || isSpent) }
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
