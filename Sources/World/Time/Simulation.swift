import Locking

/// Values in a world that change with time, in steps at an interval of the world's time.
package struct Simulation: Sendable {
  /// What happens to steps without listeners.
  package enum UnobservedSteps: Sendable {
    /// They are never run.
    case leftOut
    /// They run when a caller reads their results, or begins to listen.
    case takenLater
  }

  /// Such as `wallet balances`, for the log.
  package let name: String
  /// Nanoseconds of the world's time between two steps, at least 1.
  package let intervalNanoseconds: Int64
  /// The number of overdue steps that run after a jump of the clock; earlier ones are skipped.
  package let backlog: Int64
  /// What happens to steps without listeners.
  package let unobserved: UnobservedSteps
  /// Whether a step has listeners when it runs; called often.
  package let hasObservers: @Sendable (World) -> Bool
  /// Runs steps, all or none of them.
  package let take: @Sendable (World, Steps) throws -> Void

  /// Consecutive steps of a simulation.
  package struct Steps: Sendable, Equatable {
    /// When the first one was due, by the world's time of day.
    package let time: Timestamp
    /// Nanoseconds between a step and the next, at least 1.
    package let intervalNanoseconds: Int64
    /// The number of steps, at least 1.
    package let count: Int
    /// The number of further steps that follow immediately.
    package let following: Int
    /// Whether steps before the first were skipped because the clock jumped too far.
    package let isAfterGap: Bool
    /// Whether to notify listeners.
    package let hasObservers: Bool

    /// Creates steps, by default a single one.
    package init(
      time: Timestamp, intervalNanoseconds: Int64, count: Int = 1, following: Int = 0, isAfterGap: Bool = false,
      hasObservers: Bool = true
    ) {
      self.time = time
      self.intervalNanoseconds = max(1, intervalNanoseconds)
      (self.count, self.following) = (max(1, count), max(0, following))
      (self.isAfterGap, self.hasObservers) = (isAfterGap, hasObservers)
    }

    /// When each step was due.
    package var times: some Sequence<Timestamp> {
      (0..<count).lazy.map { index in
        let (passed, overflow) = Int64(index).multipliedReportingOverflow(by: intervalNanoseconds)
        return time.advanced(byNanoseconds: overflow ? .max : passed)
      }
    }
  }

  /// Creates a simulation.
  package init(
    name: String, intervalNanoseconds: Int64, backlog: Int64 = 100_000, unobserved: UnobservedSteps,
    hasObservers: @escaping @Sendable (World) -> Bool, take: @escaping @Sendable (World, Steps) throws -> Void
  ) {
    self.name = name
    self.intervalNanoseconds = max(1, intervalNanoseconds)
    self.backlog = max(1, backlog)
    (self.unobserved, self.hasObservers, self.take) = (unobserved, hasObservers, take)
  }
}
