import Foundation

/// What a test did with its world: what it verified, what it added, what it opened.
final class WorldNotes: @unchecked Sendable {
  // Everything below is guarded by the lock.
  private let lock = NSLock()
  private var verified: Set<Int> = []
  private var pending: [JournalMatch] = []
  private var faults: Set<String> = []
  private var closers: [@Sendable () -> Void] = []
  private var failure: MockAPIError.Unsatisfied?

  /// The entries that a verification or a wait has met.
  var verifiedEntries: Set<Int> { lock.withLock { verified } }
  /// The faults that the test added.
  var addedFaults: Set<String> { lock.withLock { faults } }
  /// The last verification that failed.
  var lastFailure: MockAPIError.Unsatisfied? { lock.withLock { failure } }

  /// Conditions that entries have met while their responses were being sent, before they had an id.
  var pendingMatches: [JournalMatch] { lock.withLock { pending } }

  func add(verified entries: [Entry], of match: JournalMatch) {
    lock.withLock {
      verified.formUnion(entries.compactMap(\.id))
      if entries.contains(where: { $0.id == nil }), !pending.contains(match) { pending.append(match) }
    }
  }

  func add(fault id: String) { lock.withLock { _ = faults.insert(id) } }
  func add(failure unsatisfied: MockAPIError.Unsatisfied) { lock.withLock { failure = unsatisfied } }
  func add(closer: @escaping @Sendable () -> Void) { lock.withLock { closers.append(closer) } }

  /// Closes the clients that the test opened by the world.
  func closeClients() {
    let open = lock.withLock {
      defer { closers = [] }
      return closers
    }
    for close in open { close() }
  }
}
