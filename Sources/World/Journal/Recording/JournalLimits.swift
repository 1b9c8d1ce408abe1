/// How much a journal keeps.
package struct JournalLimits: Sendable, Equatable {
  /// The exchanges that are kept, and as many frames; 0 turns the journal off. At most a million.
  package var entries: Int
  /// The bytes that all entries may hold together: three quarters of them exchanges, the rest frames, so that
  /// a busy socket does not push out the requests that a test asks about.
  package var bytes: Int
  /// The bytes of one body or payload that are kept; longer ones are cut there.
  package var bodyBytes: Int
  /// The frames that are kept in a second of real time; further ones are counted only.
  package var framesPerSecond: Int

  /// Limits as given, each brought into its range.
  package init(
    entries: Int = 2000, bytes: Int = 16 << 20, bodyBytes: Int = 32 << 10, framesPerSecond: Int = 2000
  ) {
    self.entries = min(max(entries, 0), 1_000_000)
    self.bytes = max(bytes, 0)
    self.bodyBytes = max(bodyBytes, 0)
    self.framesPerSecond = max(framesPerSecond, 0)
  }

  /// Nothing is kept.
  package static let off = JournalLimits(entries: 0)
}
