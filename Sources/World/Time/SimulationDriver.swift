import Synchronization

/// Takes the steps of a world's simulations when the world's clock says they are due, each one once and in order,
/// also when the clock jumps.
package final class SimulationDriver: Sendable {
  private struct Schedule {
    let simulation: Simulation
    /// The world's elapsed nanoseconds at which the next step is due.
    var next: Int64
    var isPaused = false
  }

  /// Steps taken at most in one look at the clock, so that a jump of years ends some day.
  private static let stepsAtOnce = 100_000

  private let clock: WorldClock
  private let schedules: Mutex<[Schedule]>
  /// Whose turn it is to take steps, so that they come in order whoever notices that they are due.
  private let turn = Mutex(())

  /// A driver that begins now.
  package init(_ simulations: [Simulation], clock: WorldClock) {
    self.clock = clock
    let now = clock.elapsedNanoseconds
    schedules = Mutex(
      simulations.map { Schedule(simulation: $0, next: now.saturatingAdd($0.intervalNanoseconds)) })
  }

  /// Takes every step that is due; those that another thread takes just now are done when it returns.
  ///
  /// - Parameters:
  ///   - world: The world that the clock belongs to.
  ///   - report: Told of a step that failed, with the simulation's name.
  package func run(_ world: World, report: (String, any Error) -> Void) {
    turn.withLock { _ in
      for _ in 0..<Self.stepsAtOnce {
        guard let (simulation, step) = takeDue() else { return }
        do {
          try simulation.step(world, step)
        } catch {
          report(simulation.name, error)
        }
      }
    }
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
          try simulation.step(world, Simulation.Step(time: time, intervalNanoseconds: simulation.intervalNanoseconds))
        }
      }
    }
    try result.get()
    return !simulations.isEmpty
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
        let interval = simulation.intervalNanoseconds
        let past = old[simulation.name]
        let goesOn = past?.simulation.intervalNanoseconds == interval
        let next = goesOn ? past?.next : nil
        return Schedule(
          simulation: simulation, next: next ?? now.saturatingAdd(interval), isPaused: past?.isPaused ?? false)
      }
    }
  }

  /// Stops a simulation, or lets it go on; the time in between is left out.
  ///
  /// - Parameters:
  ///   - name: nil for all.
  /// - Returns: false when there is none of that name.
  package func pause(_ isPaused: Bool, _ name: String? = nil) -> Bool {
    let now = clock.elapsedNanoseconds
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

  /// How far off the next step of each simulation is, in nanoseconds, and whether it is paused; for images.
  package var phases: [String: Phase] {
    let now = clock.elapsedNanoseconds
    return schedules.withLock { schedules in
      Dictionary(
        schedules.map { ($0.simulation.name, Phase(nanosecondsUntilNext: $0.next - now, isPaused: $0.isPaused)) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Sets the steps off as they were in an image, or anew where they were not.
  package func restore(_ phases: [String: Phase]) {
    let now = clock.elapsedNanoseconds
    schedules.withLock { schedules in
      for index in schedules.indices {
        let simulation = schedules[index].simulation
        let phase = phases[simulation.name]
        schedules[index].next = now.saturatingAdd(phase?.nanosecondsUntilNext ?? simulation.intervalNanoseconds)
        schedules[index].isPaused = phase?.isPaused ?? false
      }
    }
  }

  /// Where a simulation stands.
  package struct Phase: Sendable, Equatable {
    /// Nanoseconds of the world's time; negative when the step is overdue.
    package let nanosecondsUntilNext: Int64
    package let isPaused: Bool
  }

  /// The simulation whose step is due first, after noting its next one; nil when none is due.
  private func takeDue() -> (Simulation, Simulation.Step)? {
    let (now, wall) = (clock.elapsedNanoseconds, clock.now)
    return schedules.withLock { schedules in
      let running = schedules.indices.filter { !schedules[$0].isPaused }
      guard let index = running.min(by: { schedules[$0].next < schedules[$1].next }), schedules[index].next <= now,
        // A clock at the end of its range does not get beyond it: what would be due then never is.
        schedules[index].next < .max
      else { return nil }
      let simulation = schedules[index].simulation
      let interval = simulation.intervalNanoseconds
      let skipped = (now - schedules[index].next) / interval - simulation.backlog
      let due = skipped > 0 ? schedules[index].next + skipped * interval : schedules[index].next
      schedules[index].next = due.saturatingAdd(interval)
      let time = wall.advanced(byNanoseconds: due - now)
      return (simulation, Simulation.Step(time: time, intervalNanoseconds: interval, isAfterGap: skipped > 0))
    }
  }
}

extension Int64 {
  fileprivate func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
