extension Store {
  /// Does something that may write only while a condition holds: it is looked at first, and once more in the turn of each
  /// write when somebody else has written meanwhile to what was read for it. Once the work itself has changed that, the
  /// condition is done with.
  ///
  /// - Parameters:
  ///   - holds: Reads the database, and throws when the condition does not hold.
  ///   - body: The work, on this thread. What it wrote before the condition failed stays.
  /// - Throws: What the closures throw; what `holds` throws comes first.
  package func writing<Outcome>(
    onlyWhile holds: @escaping () throws -> Void, _ body: () throws -> Outcome
  ) throws -> Outcome {
    try WriteCondition.hold(self, holds, body)
  }

  /// Whether the calling thread has its turn on the database while it looks at a condition. It must then take no lock that
  /// comes before ``LockRank/store``.
  package var isHeldByCaller: Bool { HeldTurn.current?.store === self }
}

/// What must hold whenever a piece of work writes to a database, until it has changed something itself.
///
/// The condition is looked at before the work begins, and what was read for it is noted. When one of these tables was
/// written to before a write of the work gets its turn, the condition is looked at once more in that turn: no other write
/// can come between that look and the write. So nothing is locked while the work goes on, and no other writer waits.
///
/// `@unchecked Sendable` because only the thread that does the work touches it: all of the work is synchronous.
final class WriteCondition: @unchecked Sendable {
  /// That of the thread's work.
  @TaskLocal private static var current: WriteCondition?

  private let store: Store
  private let check: () throws -> Void
  private var reads: ReadSet
  /// Whether the work has changed what the condition was read from, so that it need not hold any more.
  private var isOver = false
  /// Why it did not hold.
  private var failure: (any Error)?

  private init(_ store: Store, _ reads: ReadSet, _ check: @escaping () throws -> Void) {
    (self.store, self.reads, self.check) = (store, reads, check)
  }

  /// Does some work on this thread while a condition holds.
  static func hold<Outcome>(
    _ store: Store, _ check: @escaping () throws -> Void, _ body: () throws -> Outcome
  ) throws -> Outcome {
    let condition = WriteCondition(store, try store.recordingReads(check).reads, check)
    let outcome = Result { try $current.withValue(condition, operation: body) }
    // Whatever the work made of a write that failed.
    if let failure = condition.failure { throw failure }
    return try outcome.get()
  }

  /// Writes to a database, in the turn that the calling thread has, if the condition of its work holds.
  ///
  /// - Throws: ``ConditionFailed`` before anything is written.
  static func write<Outcome>(
    to store: Store, _ statements: CompiledStatements, _ body: () throws -> Outcome
  ) throws -> Outcome {
    guard let current, current.store === store else { return try body() }
    return try current.write(statements, body)
  }

  private func write<Outcome>(_ statements: CompiledStatements, _ body: () throws -> Outcome) throws -> Outcome {
    if failure == nil, !isOver, !store.isCurrent(reads) { checkAgain(statements) }
    guard failure == nil else { throw ConditionFailed() }
    let outcome = try body()
    isOver = isOver || !store.isCurrent(reads)
    return outcome
  }

  private func checkAgain(_ statements: CompiledStatements) {
    let turn = HeldTurn(store: store, statements: statements)
    do {
      reads = try Self.$current.withValue(nil) {
        try HeldTurn.$current.withValue(turn) { try store.recordingReads(check).reads }
      }
    } catch {
      failure = error
    }
  }
}

/// Ends work whose condition does not hold any more, through code that takes other errors for refusals of its own; who set
/// the condition throws its reason.
struct ConditionFailed: Error {}

/// The turn on a database that the calling thread has while it looks at a condition: what it reads then needs no other one.
struct HeldTurn: Sendable {
  @TaskLocal static var current: HeldTurn?

  let store: Store
  /// `nonisolated(unsafe)` because only the thread that has the turn uses them.
  nonisolated(unsafe) let statements: CompiledStatements
}
