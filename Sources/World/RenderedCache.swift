import HTTPCore
import Synchronization

/// Content that was rendered from the database, kept until one of its tables changes.
package final class RenderedCache: Sendable {
  private struct Entry {
    let version: Int
    let content: RenderedContent
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var byteCount = 0
  }

  /// Octets and entries kept at most; when either is exceeded, everything is dropped and rendered again on
  /// demand, which is simple and rare.
  private static let byteCapacity = 16 << 20
  private static let entryCapacity = 10_000

  private let state = Mutex(State())

  /// An empty cache.
  package init() {}

  /// The content of a key at a version, rendered when it is not there.
  ///
  /// - Parameters:
  ///   - version: The version of what the content is made of, taken before it is read.
  ///   - render: Makes the octets, or nil when there is nothing of that name.
  package func content(
    _ key: String, version: Int, render: () throws -> [UInt8]?
  ) rethrows -> RenderedContent? {
    if let entry = state.withLock({ $0.entries[key] }), entry.version == version { return entry.content }
    guard let bytes = try render() else { return nil }
    let content = RenderedContent(bytes)
    state.withLock { state in
      if let old = state.entries[key] { state.byteCount -= old.content.buffer.count }
      let total = state.byteCount + bytes.count
      if total > Self.byteCapacity || state.entries.count >= Self.entryCapacity {
        state.entries.removeAll()
        state.byteCount = 0
      }
      guard bytes.count <= Self.byteCapacity else { return }
      state.entries[key] = Entry(version: version, content: content)
      state.byteCount += bytes.count
    }
    return content
  }
}
