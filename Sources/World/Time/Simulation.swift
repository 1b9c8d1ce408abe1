/// Something in a world that moves by itself, at an interval of the world's time.
package struct Simulation: Sendable {
  /// Such as `wallet balances`, for the log.
  package let name: String
  /// Nanoseconds of the world's time between two steps, at least 1.
  package let intervalNanoseconds: Int64
  /// Takes one step.
  package let step: @Sendable (World) throws -> Void

  /// A simulation from its parts.
  package init(name: String, intervalNanoseconds: Int64, step: @escaping @Sendable (World) throws -> Void) {
    self.name = name
    self.intervalNanoseconds = max(1, intervalNanoseconds)
    self.step = step
  }
}
