import HTTPCore
import JSON

/// A query of a journal: criteria that must all be fulfilled.
package struct JournalQuery: Sendable, Equatable {
  package var criteria: [JournalCriterion]

  /// Whether it has a condition on what an entry may get after it was recorded: deviations, and what a frame says.
  package var asksForAdditions: Bool {
    criteria.contains { criterion in
      switch criterion {
      case .hasDeviations, .isMessage, .channel, .message, .payload: true
      default: false
      }
    }
  }

  /// Creates a query; without criteria, it matches every entry.
  package init(_ criteria: [JournalCriterion] = []) {
    self.criteria = criteria
  }

  /// Whether it matches an entry.
  package func matches(_ view: JournalView) -> Bool {
    criteria.allSatisfy { $0.holds(for: view) }
  }

  /// Whether it matches an entry.
  package func matches(_ entry: JournalEntry) -> Bool { matches(JournalView(entry)) }
}

/// An entry that nearly matches a query.
package struct NearMiss {
  package let view: JournalView
  /// Why it does not match.
  package let reasons: [String]

  /// The number of entries whose criteria are all checked; older ones are only counted.
  private static let maximumCandidates = 500

  /// The entries that fail the fewest criteria, the nearest path first, then the newest.
  package static func nearest(to query: JournalQuery, among entries: [JournalEntry], limit: Int = 5) -> [NearMiss] {
    // Only entries of the requested kind are compared; a frame is not a near miss of a request.
    let kinds = query.criteria.filter { if case .isFrame = $0 { true } else { false } }
    var distances: [String: Int] = [:]
    var ranked: [(view: JournalView, failed: [JournalCriterion], rank: (Int, Int, Int))] = []
    for entry in entries.suffix(maximumCandidates) {
      let view = JournalView(entry)
      guard kinds.allSatisfy({ $0.holds(for: view) }) else { continue }
      let failed = query.criteria.filter { !$0.holds(for: view) }
      guard !failed.isEmpty else { continue }
      let key = view.paths.joined(separator: " ")
      let distance = distances[key] ?? failed.reduce(0) { $0 + $1.distance(view) }
      distances[key] = distance
      ranked.append((view, failed, (failed.count, distance, -entry.sequence)))
    }
    return ranked.sorted { $0.rank < $1.rank }.prefix(limit).map { miss in
      NearMiss(view: miss.view, reasons: miss.failed.map { $0.mismatch(miss.view) })
    }
  }
}
