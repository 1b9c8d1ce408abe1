/// Something in a world that moves by itself, at an interval of the world's time.
package struct Simulation: Sendable {
  /// Such as `wallet balances`, for the log.
  package let name: String
  /// Nanoseconds of the world's time between two steps, at least 1.
  package let intervalNanoseconds: Int64
  /// How many overdue steps are made up for after a jump of the clock; earlier ones are skipped.
  package let backlog: Int64
  /// Takes one step.
  package let step: @Sendable (World, Step) throws -> Void

  /// One step of a simulation.
  package struct Step: Sendable, Equatable {
    /// When it was due, by the world's time of day.
    package let time: Timestamp
    /// Nanoseconds between this step and the next, at least 1.
    package let intervalNanoseconds: Int64
    /// Whether steps before it were skipped, since the clock jumped too far.
    package let isAfterGap: Bool

    /// A step from its parts.
    package init(time: Timestamp, intervalNanoseconds: Int64, isAfterGap: Bool = false) {
      self.time = time
      self.intervalNanoseconds = max(1, intervalNanoseconds)
      self.isAfterGap = isAfterGap
    }
  }

  /// A simulation from its parts.
  package init(
    name: String, intervalNanoseconds: Int64, backlog: Int64 = 100_000,
    step: @escaping @Sendable (World, Step) throws -> Void
  ) {
    self.name = name
    self.intervalNanoseconds = max(1, intervalNanoseconds)
    self.backlog = max(1, backlog)
    self.step = step
  }

  /// The same simulation at another interval.
  ///
  /// - Parameters:
  ///   - nanoseconds: Nanoseconds of the world's time between two steps.
  package func every(nanoseconds: Int64) -> Simulation {
    Simulation(name: name, intervalNanoseconds: nanoseconds, backlog: backlog, step: step)
  }
}
