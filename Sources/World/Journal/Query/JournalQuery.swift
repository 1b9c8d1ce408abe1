import HTTPCore

/// What is asked of a journal: criteria that must all hold.
package struct JournalQuery: Sendable, Equatable {
  package var criteria: [JournalCriterion]

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
