/// The version of mock-api; this is the one place that states it.
package enum Version {
  /// Semantic versioning 2.0.0.
  package static let text = "0.2.0"
}
