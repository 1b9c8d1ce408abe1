import HTTPCore
import Locking
import Store

/// Content that was rendered from the database, kept until a table is written to that was read for it. Which those are
/// is noted while it is rendered; nobody lists them.
package final class RenderedCache: Sendable {
  /// A class, so that to take it out of the table is to count one reference.
  private final class Kept: Sendable {
    /// nil without a database.
    let reads: ReadSet?
    let edition: Int
    let content: RenderedBody

    init(reads: ReadSet?, edition: Int, content: RenderedBody) {
      (self.reads, self.edition, self.content) = (reads, edition, content)
    }
  }

  private struct State {
    var entries: [String: Kept] = [:]
    var byteCount = 0
  }

  /// Bytes and entries kept at most; when either is exceeded, everything is dropped and rendered again on
  /// demand, which is simple and rare.
  private let byteCapacity: Int
  private static let entryCapacity = 10_000
  /// What an entry takes besides its content and its key: header fields, the tables that were read, and the like.
  private static let entrySize = 1_000

  private let store: Store?
  private let state = OrderedMutex(.leaf, State())

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - store: The database that content is made from; nil for content that follows from its key and edition alone.
  ///   - byteCapacity: Bytes kept at most.
  package init(_ store: Store? = nil, byteCapacity: Int = 16 << 20) {
    self.store = store
    self.byteCapacity = byteCapacity
  }

  /// Whether content of a key is kept, be it out of date.
  package func holds(_ key: String) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// The content of a key, rendered when it is not there or out of date.
  ///
  /// - Parameters:
  ///   - edition: A number that the content follows from besides the database and the key, such as the minute.
  ///   - render: Makes the content, or nil when there is nothing of that name. All that it uses of the database it must
  ///     read itself: what was read before and is only captured is not noted.
  /// - Throws: What the closure throws.
  package func content(
    _ key: String, edition: Int = 0, render: () throws -> RenderedBody?
  ) rethrows -> RenderedBody? {
    if let entry = state.withLock({ $0.entries[key] }), entry.edition == edition, isCurrent(entry) {
      return entry.content
    }
    let (content, reads) = try store?.recordingReads(render) ?? (try render(), nil)
    guard let content else { return nil }
    let byteCount = Self.size(key, content)
    state.withLock { state in
      if let old = state.entries[key] { state.byteCount -= Self.size(key, old.content) }
      let total = state.byteCount + byteCount
      if total > byteCapacity || state.entries.count >= Self.entryCapacity {
        state.entries.removeAll()
        state.byteCount = 0
      }
      guard byteCount <= byteCapacity else { return }
      state.entries[key] = Kept(reads: reads, edition: edition, content: content)
      state.byteCount += byteCount
    }
    return content
  }

  /// What an entry takes in bytes: clients choose the keys, which may be longer than the content.
  private static func size(_ key: String, _ content: RenderedBody) -> Int {
    content.buffer.count + key.utf8.count + entrySize
  }

  private func isCurrent(_ entry: Kept) -> Bool {
    guard let store, let reads = entry.reads else { return true }
    guard store.isCurrent(reads) else { return false }
    store.noteReads(reads)
    return true
  }
}
