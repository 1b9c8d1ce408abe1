import HTTPCore
import JSON

/// What is asked of a journal: criteria that must all hold.
package struct JournalQuery: Sendable, Equatable {
  package var criteria: [JournalCriterion]

  /// Whether it asks for deviations, which an entry may get after it was recorded.
  package var asksForDeviations: Bool {
    criteria.contains { if case .hasDeviations = $0 { true } else { false } }
  }

  /// A query of criteria; without any, every entry is meant.
  package init(_ criteria: [JournalCriterion] = []) {
    self.criteria = criteria
  }

  /// Whether an entry is meant.
  package func matches(_ view: JournalView) -> Bool {
    criteria.allSatisfy { $0.holds(for: view) }
  }

  /// Whether an entry is meant.
  package func matches(_ entry: JournalEntry) -> Bool { matches(JournalView(entry)) }
}

/// An entry that is nearly what a query asks for.
package struct NearMiss {
  package let view: JournalView
  /// Why it is not.
  package let reasons: [String]

  /// Entries in which many criteria are looked at in full; older ones are only counted.
  private static let maximumCandidates = 500

  /// The entries that fail the fewest criteria, the nearest path first, then the newest.
  package static func nearest(to query: JournalQuery, among entries: [JournalEntry], limit: Int = 5) -> [NearMiss] {
    // The kind is what the others are asked of; a frame is no near miss of a request.
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
