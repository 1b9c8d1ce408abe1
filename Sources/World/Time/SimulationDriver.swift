import Locking
import Synchronization

/// Runs the steps of a world's simulations when they are due by the world's clock, each one once and in order, also
/// when the clock jumps. Steps without listeners wait until a caller needs their results.
package final class SimulationDriver: Sendable {
  struct Schedule {
    let simulation: Simulation
    /// The world's elapsed nanoseconds at which the next step is due.
    var next: Int64
    /// There were no listeners until then: steps that were due before run without being announced.
    var unobservedUntil = Int64.min
    /// Whether steps before the next one are missing.
    var isAfterGap = false
    var isPaused = false
  }

  /// The steps to run.
  package enum Extent: Sendable {
    /// Those with listeners.
    case observed
    /// All of them: a caller needs their results.
    case all
  }

  /// The ratio of its pauses to its work where a clock runs faster than real time: steps that are overdue by more than
  /// the backlog are skipped, so the simulation costs the same at any rate.
  private static let restFactor: Int64 = 15
  /// The longest pause, in nanoseconds.
  private static let longestRest: Int64 = 1_000_000_000

  let clock: WorldClock
  let schedules: OrderedMutex<[Schedule]>
  /// Held while steps run, so that they run in order whichever thread finds them due.
  private let turn = OrderedMutex(.simulationSteps, ())
  private let isStopped = Atomic(false)
  private let taken = Atomic(0)
  private let changed = OrderedMutex<(@Sendable () -> Void)?>(.leaf, nil)
  /// The end of the current pause, in nanoseconds of ``SystemTime``.
  private let restsUntil = Atomic(Int64.min)

  /// Creates a driver that begins now.
  package init(_ simulations: [Simulation], clock: WorldClock) {
    self.clock = clock
    let now = clock.elapsedNanoseconds
    schedules = OrderedMutex(
      .simulationSchedules,
      simulations.map { Schedule(simulation: $0, next: now.saturatingAdd($0.intervalNanoseconds)) })
  }

  // MARK: Running steps

  /// Runs the steps that are due by one reading of the clock: those that become due meanwhile wait for the next call.
  /// Steps that another thread is running are done when it returns true.
  ///
  /// - Parameters:
  ///   - world: The world that the clock belongs to.
  ///   - instant: The reading of the clock.
  ///   - deadline: When to leave the remaining steps for later, in nanoseconds of ``SystemTime``; nil to run all.
  ///   - report: Called for steps that failed, with the simulation's name.
  /// - Returns: Whether none remain.
  package func run(
    _ world: World, _ extent: Extent, upTo instant: WorldClock.Instant, until deadline: Int64? = nil,
    report: (String, any Error) -> Void
  ) -> Bool {
    guard schedules.withLock({ $0.contains { !$0.isPaused && $0.next <= instant.elapsed } }) else { return true }
    while !isStopped.load(ordering: .relaxed) {
      let wasDue = turn.withLock { _ in
        guard let (simulation, steps) = takeDue(instant, world, extent) else { return false }
        do {
          taken.wrappingAdd(steps.count, ordering: .relaxed)
          try ChangeContext(.simulation).during { try simulation.take(world, steps) }
        } catch {
          noteGap(of: simulation.name)
          report(simulation.name, error)
        }
        return true
      }
      guard wasDue else { return true }
      if let deadline, SystemTime.monotonicNanoseconds() >= deadline { return false }
    }
    return true
  }

  /// Runs one step now, in addition to those that are due, paused or not.
  ///
  /// - Parameters:
  ///   - name: The simulation; nil for each of them.
  /// - Returns: false when the name is unknown.
  package func step(_ world: World, _ name: String?) throws -> Bool {
    let simulations = schedules.withLock { schedules in
      schedules.map(\.simulation).filter { name == nil || $0.name == name }
    }
    let time = clock.now
    let result = turn.withLock { _ in
      Result {
        for simulation in simulations {
          taken.wrappingAdd(1, ordering: .relaxed)
          let steps = Simulation.Steps(time: time, intervalNanoseconds: simulation.intervalNanoseconds)
          try ChangeContext(.simulation).during { try simulation.take(world, steps) }
        }
      }
    }
    try result.get()
    return !simulations.isEmpty
  }

  /// Calls a closure while no step runs. Must not be called from inside a read or write of the store.
  func pausing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let result = turn.withLock { _ in Result(catching: body) }
    try result.get()
  }

  /// Runs no more steps, and ends running ones early.
  package func stop() { isStopped.store(true, ordering: .relaxed) }

  // MARK: When to look again

  /// When the next step with listeners is due, in nanoseconds of ``SystemTime``; nil when there is none, or when the
  /// clock is frozen before it.
  func nextDue(_ world: World) -> Int64? {
    guard !isStopped.load(ordering: .relaxed) else { return nil }
    let due = schedules.withLock { schedules in
      schedules.filter { !$0.isPaused && $0.next < .max && $0.simulation.hasObservers(world) }.map(\.next).min()
    }
    return due.flatMap(clock.monotonicNanoseconds(whenElapsed:)).map {
      max($0, restsUntil.load(ordering: .relaxed))
    }
  }

  /// Starts a pause after work on a clock that runs faster than real time.
  ///
  /// - Parameters:
  ///   - nanoseconds: The processor time that it used.
  /// - Returns: Whether it pauses.
  package func rest(afterWorking nanoseconds: Int64) -> Bool {
    let status = clock.status
    guard status.rate > 1, !status.isFrozen else { return false }
    let rest = min(Self.longestRest, max(0, nanoseconds).saturatingMultiply(Self.restFactor))
    restsUntil.store(SystemTime.monotonicNanoseconds().saturatingAdd(rest), ordering: .relaxed)
    return true
  }

  /// Call this before a listener is added: of simulations without listeners, it only receives what is due from now on.
  func noteListener(_ world: World) {
    let now = clock.elapsedNanoseconds
    schedules.withLock { schedules in
      for index in schedules.indices where !schedules[index].simulation.hasObservers(world) {
        schedules[index].unobservedUntil = now
      }
    }
  }

  /// Sets the closure that is called whenever the due times change.
  func whenChanged(_ report: @escaping @Sendable () -> Void) {
    changed.withLock { $0 = report }
  }

  private func announceChange() { changed.withLock { $0 }?() }

  // MARK: Contents

  /// The number of steps that ran since the driver was created, including failed ones.
  package var takenSteps: Int { taken.load(ordering: .relaxed) }

  /// When the next step of each simulation that is not paused is due, in nanoseconds of
  /// ``WorldClock/elapsedNanoseconds``.
  package var nextSteps: [(name: String, next: Int64, intervalNanoseconds: Int64)] {
    schedules.withLock { schedules in
      schedules.filter { !$0.isPaused }.map { ($0.simulation.name, $0.next, $0.simulation.intervalNanoseconds) }
    }
  }

  /// The names of all simulations, and whether each is paused.
  package var states: [(name: String, intervalNanoseconds: Int64, isPaused: Bool)] {
    schedules.withLock { $0.map { ($0.simulation.name, $0.simulation.intervalNanoseconds, $0.isPaused) } }
  }

  /// Replaces the simulations. One of the same name stays paused if it was, and one with the same interval continues;
  /// all others begin now.
  package func replace(with simulations: [Simulation]) {
    let now = clock.elapsedNanoseconds
    schedules.withLock { schedules in
      let old = Dictionary(schedules.map { ($0.simulation.name, $0) }, uniquingKeysWith: { first, _ in first })
      schedules = simulations.map { simulation in
        let past = old[simulation.name]
        let isSame = past?.simulation.intervalNanoseconds == simulation.intervalNanoseconds
        let next = isSame ? past?.next : nil
        return Schedule(
          simulation: simulation, next: next ?? now.saturatingAdd(simulation.intervalNanoseconds),
          unobservedUntil: past?.unobservedUntil ?? .min, isAfterGap: past?.isAfterGap ?? false,
          isPaused: past?.isPaused ?? false)
      }
    }
    announceChange()
  }

  /// Pauses or resumes a simulation; the steps in between are skipped.
  ///
  /// - Parameters:
  ///   - name: nil for all.
  /// - Returns: false when the name is unknown.
  package func pause(_ isPaused: Bool, _ name: String? = nil) -> Bool {
    let now = clock.elapsedNanoseconds
    defer { announceChange() }
    return schedules.withLock { schedules in
      var isKnown = name == nil
      for index in schedules.indices where name == nil || schedules[index].simulation.name == name {
        isKnown = true
        guard schedules[index].isPaused != isPaused else { continue }
        schedules[index].isPaused = isPaused
        schedules[index].next = now.saturatingAdd(schedules[index].simulation.intervalNanoseconds)
      }
      return isKnown
    }
  }

  /// The time until the next step of each simulation, and whether it is paused; for snapshots.
  package var phases: [String: Phase] {
    let now = clock.elapsedNanoseconds
    return schedules.withLock { schedules in
      Dictionary(
        schedules.map { ($0.simulation.name, Phase(nanosecondsUntilNext: $0.next - now, isPaused: $0.isPaused)) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Restores the steps of a snapshot; simulations that it does not contain begin now.
  package func restore(_ phases: [String: Phase]) {
    let now = clock.elapsedNanoseconds
    schedules.withLock { schedules in
      for index in schedules.indices {
        let simulation = schedules[index].simulation
        let phase = phases[simulation.name]
        schedules[index].next = now.saturatingAdd(phase?.nanosecondsUntilNext ?? simulation.intervalNanoseconds)
        schedules[index].isPaused = phase?.isPaused ?? false
        schedules[index].isAfterGap = false
      }
    }
    announceChange()
  }

  /// The state of a simulation.
  package struct Phase: Sendable, Equatable {
    /// Nanoseconds of the world's time; negative when the step is overdue.
    package let nanosecondsUntilNext: Int64
    package let isPaused: Bool
  }
}

/// The steps that are due.
extension SimulationDriver {
  /// The largest number of steps in one transaction, so that other callers can use the database in between.
  private static let chunk: Int64 = 200
  /// The same for announced steps, which take longer.
  private static let observedChunk: Int64 = 25
  /// A number of overdue steps that takes long.
  private static let many: Int64 = 50

  /// The first steps that are due and requested, after setting the next one; nil when there are none.
  func takeDue(
    _ instant: WorldClock.Instant, _ world: World, _ extent: Extent
  ) -> (Simulation, Simulation.Steps)? {
    schedules.withLock { schedules in
      for index in schedules.indices {
        // A clock at the end of its range stays there: steps that would be due later never are.
        while !schedules[index].isPaused, schedules[index].next <= instant.elapsed, schedules[index].next < .max {
          let simulation = schedules[index].simulation
          let hasObservers = simulation.hasObservers(world)
          guard hasObservers || extent == .all || simulation.unobserved == .leftOut else { break }
          let steps = Self.take(from: &schedules[index], instant, hasObservers: hasObservers)
          if steps.hasObservers || simulation.unobserved == .takenLater { return (simulation, steps) }
        }
      }
      return nil
    }
  }

  /// Takes due steps off a schedule. The clock's time of day may have changed between them, so their times are computed
  /// from the current reading.
  private static func take(
    from schedule: inout Schedule, _ instant: WorldClock.Instant, hasObservers: Bool
  ) -> Simulation.Steps {
    let interval = schedule.simulation.intervalNanoseconds
    let overdue = (instant.elapsed - schedule.next) / interval
    let skipped = max(0, overdue + 1 - schedule.simulation.backlog)
    let due = schedule.next + skipped * interval
    var count = overdue + 1 - skipped
    let following = count
    let isUnobserved = !hasObservers || due <= schedule.unobservedUntil
    if hasObservers, isUnobserved { count = min(count, (schedule.unobservedUntil - due) / interval + 1) }
    if !isUnobserved {
      count = min(count, observedChunk)
    } else if schedule.simulation.unobserved == .takenLater {
      count = min(count, chunk)
    }
    let isAfterGap = skipped > 0 || schedule.isAfterGap
    schedule.isAfterGap = false
    schedule.next = due.saturatingAdd(count.saturatingMultiply(interval))
    return Simulation.Steps(
      time: instant.now.advanced(byNanoseconds: due - instant.elapsed), intervalNanoseconds: interval,
      count: Int(clamping: count), following: Int(clamping: following - count), isAfterGap: isAfterGap,
      hasObservers: !isUnobserved)
  }

  /// Steps failed: the next ones must fill the gap.
  func noteGap(of name: String) {
    schedules.withLock { schedules in
      for index in schedules.indices where schedules[index].simulation.name == name {
        schedules[index].isAfterGap = true
      }
    }
  }

  /// Whether so many steps without listeners are due that running them takes long.
  var isFarBehind: Bool {
    let now = clock.elapsedNanoseconds
    return schedules.withLock { schedules in
      schedules.contains { schedule in
        !schedule.isPaused && schedule.simulation.unobserved == .takenLater && schedule.next <= now
          && (now - schedule.next) / schedule.simulation.intervalNanoseconds >= Self.many
      }
    }
  }
}
