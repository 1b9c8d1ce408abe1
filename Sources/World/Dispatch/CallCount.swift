import Synchronization

/// How many calls of a kind are under way.
package final class CallCount: Sendable {
  private let count = Atomic(0)

  /// None.
  init() {}

  /// Whether there are none.
  package var isNone: Bool { count.load(ordering: .relaxed) == 0 }

  /// Makes a call that counts while it lasts.
  package func counting<Outcome>(_ call: () throws -> Outcome) rethrows -> Outcome {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return try call()
  }
}
