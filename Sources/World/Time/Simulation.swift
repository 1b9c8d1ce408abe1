import Locking

/// Something in a world that changes as time passes, in steps at an interval of the world's time.
package struct Simulation: Sendable {
  /// What becomes of steps that nobody listens to.
  package enum UnobservedSteps: Sendable {
    /// They are never taken.
    case leftOut
    /// They are taken when somebody asks for what they leave behind, or begins to listen.
    case takenLater
  }

  /// Such as `wallet balances`, for the log.
  package let name: String
  /// Nanoseconds of the world's time between two steps, at least 1.
  package let intervalNanoseconds: Int64
  /// How many overdue steps are made up for after a jump of the clock; earlier ones are skipped.
  package let backlog: Int64
  /// What becomes of steps that nobody listens to.
  package let unobserved: UnobservedSteps
  /// Whether somebody hears of a step as it is taken; asked often.
  package let hasObservers: @Sendable (World) -> Bool
  /// Takes steps, all or none of them.
  package let take: @Sendable (World, Steps) throws -> Void

  /// Steps of a simulation that follow each other.
  package struct Steps: Sendable, Equatable {
    /// When the first one was due, by the world's time of day.
    package let time: Timestamp
    /// Nanoseconds between a step and the next, at least 1.
    package let intervalNanoseconds: Int64
    /// How many there are, at least 1.
    package let count: Int
    /// How many more follow at once.
    package let following: Int
    /// Whether steps before the first were skipped, since the clock jumped too far.
    package let isAfterGap: Bool
    /// Whether those who listen are to be told.
    package let hasObservers: Bool

    /// Steps from their parts; a single one unless more is said.
    package init(
      time: Timestamp, intervalNanoseconds: Int64, count: Int = 1, following: Int = 0, isAfterGap: Bool = false,
      hasObservers: Bool = true
    ) {
      self.time = time
      self.intervalNanoseconds = max(1, intervalNanoseconds)
      (self.count, self.following) = (max(1, count), max(0, following))
      (self.isAfterGap, self.hasObservers) = (isAfterGap, hasObservers)
    }

    /// When each one was due.
    package var times: some Sequence<Timestamp> {
      (0..<count).lazy.map { index in
        let (passed, overflow) = Int64(index).multipliedReportingOverflow(by: intervalNanoseconds)
        return time.advanced(byNanoseconds: overflow ? .max : passed)
      }
    }
  }

  /// A simulation from its parts.
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
