/// What a refusal may say about the request besides the ``Problem`` itself.
package struct RefusalContext: Sendable {
  /// The path as it came, without the query.
  package let path: String
  /// The world's time.
  package let now: Timestamp

  /// A context from its parts.
  package init(path: String, now: Timestamp) {
    self.path = path
    self.now = now
  }
}
