import Locking
import Synchronization

/// Takes the steps of a world's simulations when they are due by the world's clock, each one once and in order, also
/// when the clock jumps. Steps that nobody listens to wait until somebody asks.
package final class SimulationDriver: Sendable {
  struct Schedule {
    let simulation: Simulation
    /// The world's elapsed nanoseconds at which the next step is due.
    var next: Int64
    /// Nobody listened until then: steps that were due before are taken and not announced.
    var unobservedUntil = Int64.min
    /// Whether steps before the next one are missing.
    var isAfterGap = false
    var isPaused = false
  }

  /// Which steps are to be taken.
  package enum Extent: Sendable {
    /// Those that somebody hears of.
    case observed
    /// All of them: somebody asks for what they leave behind.
    case all
  }

  /// How much longer than it worked it rests before it looks again, where a clock runs faster than real time: what is
  /// overdue then by more than the backlog is skipped, and the simulation costs the same at any rate.
  private static let restFactor: Int64 = 15
  /// How long it rests at most, in nanoseconds.
  private static let longestRest: Int64 = 1_000_000_000

  let clock: WorldClock
  let schedules: OrderedMutex<[Schedule]>
  /// Whose turn it is to take steps, so that they come in order whoever notices that they are due.
  private let turn = OrderedMutex(.simulationSteps, ())
  private let isStopped = Atomic(false)
  private let taken = Atomic(0)
  private let changed = OrderedMutex<(@Sendable () -> Void)?>(.leaf, nil)
  /// Until when it rests, in nanoseconds of ``SystemTime``.
  private let restsUntil = Atomic(Int64.min)

  /// A driver that begins now.
  package init(_ simulations: [Simulation], clock: WorldClock) {
    self.clock = clock
    let now = clock.elapsedNanoseconds
    schedules = OrderedMutex(
      .simulationSchedules,
      simulations.map { Schedule(simulation: $0, next: now.saturatingAdd($0.intervalNanoseconds)) })
  }

  // MARK: Taking steps

  /// Takes steps that are due by one reading of the clock: those that become due meanwhile wait for the next call.
  /// Those that another thread takes just now are done when it returns true.
  ///
  /// - Parameters:
  ///   - world: The world that the clock belongs to.
  ///   - instant: How the clock stands.
  ///   - deadline: When to leave the others for later, in nanoseconds of ``SystemTime``; nil to take all.
  ///   - report: Called for steps that failed, with the simulation's name.
  /// - Returns: Whether none is left.
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
          try simulation.take(world, steps)
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

  /// Takes one step now, beside those that are due, paused or not.
  ///
  /// - Parameters:
  ///   - name: The simulation; nil for each of them.
  /// - Returns: false when there is none of that name.
  package func step(_ world: World, _ name: String?) throws -> Bool {
    let simulations = schedules.withLock { schedules in
      schedules.map(\.simulation).filter { name == nil || $0.name == name }
    }
    let time = clock.now
    let result = turn.withLock { _ in
      Result {
        for simulation in simulations {
          taken.wrappingAdd(1, ordering: .relaxed)
          try simulation.take(world, Simulation.Steps(time: time, intervalNanoseconds: simulation.intervalNanoseconds))
        }
      }
    }
    try result.get()
    return !simulations.isEmpty
  }

  /// Calls a closure while no step is taken. Not to be called from inside a read or write of the store.
  func pausing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let result = turn.withLock { _ in Result(catching: body) }
    try result.get()
  }

  /// Takes no more steps, not even of those under way.
  package func stop() { isStopped.store(true, ordering: .relaxed) }

  // MARK: When to look again

  /// When the next step is due that somebody hears of, in nanoseconds of ``SystemTime``; nil when there is none, or when
  /// the clock stands still before it.
  func nextDue(_ world: World) -> Int64? {
    guard !isStopped.load(ordering: .relaxed) else { return nil }
    let due = schedules.withLock { schedules in
      schedules.filter { !$0.isPaused && $0.next < .max && $0.simulation.hasObservers(world) }.map(\.next).min()
    }
    return due.flatMap(clock.monotonicNanoseconds(whenElapsed:)).map {
      max($0, restsUntil.load(ordering: .relaxed))
    }
  }

  /// Makes it rest after work on a clock that runs faster than real time.
  ///
  /// - Parameters:
  ///   - nanoseconds: The processor time that it used.
  /// - Returns: Whether it rests.
  package func rest(afterWorking nanoseconds: Int64) -> Bool {
    let status = clock.status
    guard status.rate > 1, !status.isFrozen else { return false }
    let rest = min(Self.longestRest, max(0, nanoseconds).saturatingMultiply(Self.restFactor))
    restsUntil.store(SystemTime.monotonicNanoseconds().saturatingAdd(rest), ordering: .relaxed)
    return true
  }

  /// To be called before somebody begins to listen: of simulations that nobody listens to yet, only what is due from now
  /// on is told.
  func noteListener(_ world: World) {
    let now = clock.elapsedNanoseconds
    schedules.withLock { schedules in
      for index in schedules.indices where !schedules[index].simulation.hasObservers(world) {
        schedules[index].unobservedUntil = now
      }
    }
  }

  /// Sets who is told of each change of what is due when.
  func whenChanged(_ tell: @escaping @Sendable () -> Void) {
    changed.withLock { $0 = tell }
  }

  private func announceChange() { changed.withLock { $0 }?() }

  // MARK: What there is

  /// How many steps were taken since the driver was made, those that failed included.
  package var takenSteps: Int { taken.load(ordering: .relaxed) }

  /// When each simulation that is not paused takes its next step, in nanoseconds of ``WorldClock/elapsedNanoseconds``.
  package var nextSteps: [(name: String, next: Int64, intervalNanoseconds: Int64)] {
    schedules.withLock { schedules in
      schedules.filter { !$0.isPaused }.map { ($0.simulation.name, $0.next, $0.simulation.intervalNanoseconds) }
    }
  }

  /// The names of all simulations, and whether each is paused.
  package var states: [(name: String, intervalNanoseconds: Int64, isPaused: Bool)] {
    schedules.withLock { $0.map { ($0.simulation.name, $0.simulation.intervalNanoseconds, $0.isPaused) } }
  }

  /// Puts other simulations in place of those there are. One of the same name stays paused if it was, and one whose
  /// interval is the same goes on; all others begin now.
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

  /// Stops a simulation, or lets it go on; the time in between is left out.
  ///
  /// - Parameters:
  ///   - name: nil for all.
  /// - Returns: false when there is none of that name.
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

  /// How far off the next step of each simulation is, in nanoseconds, and whether it is paused; for snapshots.
  package var phases: [String: Phase] {
    let now = clock.elapsedNanoseconds
    return schedules.withLock { schedules in
      Dictionary(
        schedules.map { ($0.simulation.name, Phase(nanosecondsUntilNext: $0.next - now, isPaused: $0.isPaused)) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Sets the steps off as they were in a snapshot, or again where they were not.
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

  /// Where a simulation stands.
  package struct Phase: Sendable, Equatable {
    /// Nanoseconds of the world's time; negative when the step is overdue.
    package let nanosecondsUntilNext: Int64
    package let isPaused: Bool
  }
}

/// Which steps are due.
extension SimulationDriver {
  /// Steps taken at once at most, so that others come to the database in between.
  private static let chunk: Int64 = 200
  /// The same for steps that are told, which take longer.
  private static let observedChunk: Int64 = 25
  /// Steps that are overdue and take a while together.
  private static let many: Int64 = 50

  /// The first steps that are due and wanted, after noting the one that comes next; nil when there are none.
  func takeDue(
    _ instant: WorldClock.Instant, _ world: World, _ extent: Extent
  ) -> (Simulation, Simulation.Steps)? {
    schedules.withLock { schedules in
      for index in schedules.indices {
        // A clock at the end of its range does not get beyond it: what would be due then never is.
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

  /// Takes steps that are due off a schedule. Steps that were due at different times of the clock's day may be far
  /// apart by now: their times follow from how the clock stands.
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

  /// Steps could not be taken: the next ones are to fill the gap.
  func noteGap(of name: String) {
    schedules.withLock { schedules in
      for index in schedules.indices where schedules[index].simulation.name == name {
        schedules[index].isAfterGap = true
      }
    }
  }

  /// Whether so many steps wait for somebody who asks for them that it takes a while.
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
