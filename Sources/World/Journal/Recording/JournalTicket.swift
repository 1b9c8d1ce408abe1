import Synchronization

/// What goes with a request that the journal shall have, until it is answered: when it came, and in what it leaves its
/// document.
package final class JournalTicket: Sendable {
  /// The most deviations that are kept of one request.
  package static let maximumDeviations = 20

  /// The world's time when the request came.
  package let time: Timestamp
  private let found = Mutex<[JournalExchange.Deviation]>([])
  private let isAwaiting = Atomic(false)

  init(time: Timestamp) {
    self.time = time
  }

  /// Has the entry take what is added after the request is answered, too. To be called before it is.
  package func awaitDeviations() {
    isAwaiting.store(true, ordering: .releasing)
  }

  /// Adds what the contract checks found; any thread may.
  package func add(_ deviations: [JournalExchange.Deviation]) {
    awaitDeviations()
    found.withLock { known in
      let space = max(0, Self.maximumDeviations - known.count)
      known.append(contentsOf: deviations.prefix(space))
    }
  }

  /// What was added so far.
  var deviations: [JournalExchange.Deviation] { found.withLock { $0 } }

  /// Whether anything was added or will be.
  var hasDeviations: Bool { isAwaiting.load(ordering: .acquiring) }
}
