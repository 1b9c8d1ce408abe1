import JSON
import Resources

/// What states of records mean, by their keys.
enum StateWords {
  /// What was taken is free again.
  static let cancelled: Set<String> = [
    "cancelled", "canceled", "rejected", "declined", "expired", "deleted", "noshow", "cancelado", "cancelada",
  ]
  /// Nothing goes on.
  static let ended: Set<String> = cancelled.union([
    "completed", "complete", "finished", "done", "ended", "delivered", "closed", "refunded", "failed", "returned",
    "archived",
  ])
}

extension RecordCollection {
  /// Whether a record is in one of some states.
  func isIn(_ states: Set<String>, _ record: JSONObject) -> Bool {
    self.states.contains { name in record[name]?.string.map { states.contains(Words.key($0)) } ?? false }
  }
}
