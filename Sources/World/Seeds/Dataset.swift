/// How much a fresh world holds (CONTRACT D1).
package enum Dataset: String, Sendable, CaseIterable {
  /// Plenty of rows that agree with each other.
  case demo
  /// Only what the documents print.
  case minimal
  /// The accounts alone.
  case empty
}
