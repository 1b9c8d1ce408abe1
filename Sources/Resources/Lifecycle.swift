import JSON

/// How the state of a record follows the clock: `x-mock-lifecycle` on the property that holds it.
package struct Lifecycle: Sendable, Equatable {
  /// A step from one state to the next.
  package struct Step: Sendable, Equatable {
    package var from: String
    package var to: String
    /// Nanoseconds of the world's time that a record stays in ``from``, at least 0.
    package var after: Int64

    /// A step from its parts.
    package init(from: String, to: String, after: Int64) {
      (self.from, self.to, self.after) = (from, to, max(0, after))
    }
  }

  /// The property of a record that holds its state.
  package var member: String
  /// The state of a new record whose request names none.
  package var initial: String
  /// The steps; of one state at most one.
  package var steps: [Step]

  /// A lifecycle from its parts.
  package init(member: String, initial: String, steps: [Step]) {
    (self.member, self.initial, self.steps) = (member, initial, steps)
  }

  /// The step that leaves a state; nil for a final state.
  package func step(from state: String) -> Step? { steps.first { $0.from == state } }
}
