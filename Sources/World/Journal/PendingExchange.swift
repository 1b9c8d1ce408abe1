import HTTPCore
import Locking
import Synchronization

/// An exchange that is not recorded yet, or not completely: when the request came, where it differs from its API's
/// document, and what became of an answer that did not go out at once and whole.
package final class PendingExchange: Sendable {
  /// What became of an answer.
  package struct Conclusion: Sendable, Equatable {
    package let transmission: Transmission
    /// Microseconds of real time from the request to the answer's end, delays included.
    package let durationMicroseconds: Int64
  }

  /// What was found out since the request came.
  struct Additions {
    var deviations: [JournalExchange.Deviation] = []
    var conclusion: Conclusion?
    /// Whether the answer is on its way, and what becomes of it will be told.
    var isUnderWay = false
  }

  /// The most deviations that are kept of one request.
  package static let maximumDeviations = 20

  /// The world's time when the request came.
  package let time: Timestamp
  private let found = OrderedMutex(.journalTicket, Additions())
  private let isNeeded = Atomic(false)

  init(time: Timestamp) {
    self.time = time
  }

  /// Has the entry take what is found out after the request is answered, too. To be called before it is.
  package func awaitAdditions() {
    isNeeded.store(true, ordering: .releasing)
  }

  /// Adds what the contract checks found; any thread may.
  package func add(_ deviations: [JournalExchange.Deviation]) {
    awaitAdditions()
    found.withLock { found in
      let space = max(0, Self.maximumDeviations - found.deviations.count)
      found.deviations.append(contentsOf: deviations.prefix(space))
    }
  }

  /// Has the exchange be under way until ``conclude(_:)``.
  func begin() {
    awaitAdditions()
    found.withLock { $0.isUnderWay = true }
  }

  /// Says what became of the answer; the entry has it from now on if it was to await additions.
  package func conclude(_ conclusion: Conclusion) {
    found.withLock { $0.conclusion = conclusion }
  }

  /// What was found out so far.
  var additions: Additions { found.withLock { $0 } }

  /// Whether anything was found out or will be.
  var hasAdditions: Bool { isNeeded.load(ordering: .acquiring) }
}

extension PendingExchange.Conclusion {
  /// A conclusion from its parts.
  package init(_ transmission: Transmission, durationMicroseconds: Int64) {
    (self.transmission, self.durationMicroseconds) = (transmission, durationMicroseconds)
  }
}
