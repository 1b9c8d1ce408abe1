import HTTPCore
import Locking
import Synchronization

/// An exchange that is not recorded yet, or not completely: when the request arrived, its deviations from its API's
/// document, and how its response was delivered if not immediately and completely.
package final class PendingExchange: Sendable {
  /// The delivery of a response.
  package struct Conclusion: Sendable, Equatable {
    package let transmission: Transmission
    /// Microseconds of real time from the request to the response's end, delays included.
    package let durationMicroseconds: Int64
  }

  /// What was found out since the request arrived.
  struct Additions {
    var deviations: [JournalExchange.Deviation] = []
    var conclusion: Conclusion?
    /// Whether the response is being sent, and its delivery will be reported.
    var isBeingSent = false
    /// The id of the hold, while a fault holds the exchange.
    var hold: String?
    /// How long faults held it, in microseconds of real time; without the present hold.
    var heldMicroseconds: Int64 = 0
  }

  /// The most deviations that are kept of one request.
  package static let maximumDeviations = 20

  /// The world's time when the request arrived.
  package let time: Timestamp
  private let found = OrderedMutex(.journalTicket, Additions())
  private let isNeeded = Atomic(false)

  init(time: Timestamp) {
    self.time = time
  }

  /// Makes the entry include findings from after the response. Call it before the response.
  package func awaitAdditions() {
    isNeeded.store(true, ordering: .releasing)
  }

  /// Adds findings of the contract checks; callable from any thread.
  package func add(_ deviations: [JournalExchange.Deviation]) {
    awaitAdditions()
    found.withLock { found in
      let space = max(0, Self.maximumDeviations - found.deviations.count)
      found.deviations.append(contentsOf: deviations.prefix(space))
    }
  }

  /// Marks the response as being sent until ``conclude(_:)``.
  func begin() {
    awaitAdditions()
    found.withLock { $0.isBeingSent = true }
  }

  /// Marks the exchange as held until ``endHold(afterMicroseconds:goesOn:)``.
  func beginHold(_ id: String) {
    begin()
    found.withLock { $0.hold = id }
  }

  /// Marks the exchange as one that is held no longer.
  ///
  /// - Parameters:
  ///   - goesOn: Whether its response is recorded later; else a conclusion follows.
  package func endHold(afterMicroseconds microseconds: Int64, goesOn: Bool) {
    found.withLock { found in
      found.hold = nil
      if goesOn { found.isBeingSent = false }
      found.heldMicroseconds = found.heldMicroseconds.saturatingAdd(microseconds)
    }
  }

  /// Reports how the response was delivered; the entry includes it if it awaits additions.
  package func conclude(_ conclusion: Conclusion) {
    found.withLock { $0.conclusion = conclusion }
  }

  /// The findings so far.
  var additions: Additions { found.withLock { $0 } }

  /// Whether there are findings, or may be later.
  var hasAdditions: Bool { isNeeded.load(ordering: .acquiring) }
}

extension PendingExchange.Conclusion {
  /// Creates a conclusion.
  package init(_ transmission: Transmission, durationMicroseconds: Int64) {
    (self.transmission, self.durationMicroseconds) = (transmission, durationMicroseconds)
  }
}
