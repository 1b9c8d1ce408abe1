/// The size of a new world's data (CONTRACT D1).
package enum Dataset: String, Sendable, CaseIterable {
  /// Many consistent rows.
  case demo
  /// Only the records of the API documents.
  case minimal
  /// Only the accounts.
  case empty
}
