import HTTPCore
import Locking
import Store

/// Bodies that were rendered from the database, kept until a table changes that was read for them. Those tables are
/// recorded while a body is rendered, so no code lists them.
package final class RenderedCache: Sendable {
  /// A class, so that reading it from the table only counts one reference.
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

  /// The largest size in bytes and the largest number of entries; when either is exceeded, everything is dropped and
  /// rendered again on demand, which is simple and rare.
  private let byteCapacity: Int
  private static let entryCapacity = 10_000
  /// The size of an entry besides its body and its key: header fields, the tables that were read, and so on.
  private static let entrySize = 1_000

  private let store: Store?
  private let state = OrderedMutex(.leaf, State())

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - store: The database that bodies are rendered from; nil for bodies that depend only on their key and edition.
  ///   - byteCapacity: The largest size in bytes.
  package init(_ store: Store? = nil, byteCapacity: Int = 16 << 20) {
    self.store = store
    self.byteCapacity = byteCapacity
  }

  /// Whether there is an entry for a key, even an outdated one.
  package func holds(_ key: String) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// The body of a key, rendered when it is missing or outdated.
  ///
  /// - Parameters:
  ///   - edition: A number that the body depends on besides the database and the key, such as the minute.
  ///   - render: Renders the body, or returns nil when nothing has that name. It must read everything that it uses of
  ///     the database itself: earlier reads whose results it captures are not recorded.
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

  /// The size of an entry in bytes: clients choose the keys, which may be longer than the bodies.
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
