import Dispatch
import Synchronization
import World

/// Takes the steps of a world's simulations when the world's clock says they are due, each one once and in order,
/// also when the clock jumps.
package final class SimulationDriver: Sendable {
  private struct Schedule {
    let simulation: Simulation
    /// The world's elapsed nanoseconds at which the next step is due.
    var next: Int64
  }

  /// Steps taken at most in one look at the clock, so that a jump of years ends some day.
  private static let stepsAtOnce = 100_000

  private let world: World
  private let schedules: Mutex<[Schedule]>
  private let report: @Sendable (String, any Error) -> Void

  /// A driver that begins now.
  ///
  /// - Parameters:
  ///   - report: Told of a step that failed, with the simulation's name.
  package init(
    world: World, simulations: [Simulation], report: @escaping @Sendable (String, any Error) -> Void
  ) {
    self.world = world
    self.report = report
    let now = world.clock.elapsedNanoseconds
    schedules = Mutex(
      simulations.map { Schedule(simulation: $0, next: now.saturatingAdd($0.intervalNanoseconds)) })
  }

  /// Takes every step that is due.
  package func run() {
    for _ in 0..<Self.stepsAtOnce {
      guard let (simulation, step) = takeDue() else { return }
      do {
        try simulation.step(world, step)
      } catch {
        report(simulation.name, error)
      }
    }
  }

  /// The simulation whose step is due first, after noting its next one; nil when none is due.
  private func takeDue() -> (Simulation, Simulation.Step)? {
    let (now, wall) = (world.clock.elapsedNanoseconds, world.clock.now)
    return schedules.withLock { schedules in
      guard let index = schedules.indices.min(by: { schedules[$0].next < schedules[$1].next }),
        schedules[index].next <= now
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
