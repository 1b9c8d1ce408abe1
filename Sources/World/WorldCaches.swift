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

  /// Bytes and entries kept at most; when either is exceeded, everything is dropped and rendered again on
  /// demand, which is simple and rare.
  private let byteCapacity: Int
  private static let entryCapacity = 10_000

  private let state = Mutex(State())

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - byteCapacity: Bytes kept at most.
  package init(byteCapacity: Int = 16 << 20) {
    self.byteCapacity = byteCapacity
  }

  /// Whether content of a key is kept, of whatever version.
  package func holds(_ key: String) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// The content of a key at a version, rendered when it is not there.
  ///
  /// - Parameters:
  ///   - version: The version of what the content is made of, taken before it is read.
  ///   - render: Makes the content, or nil when there is nothing of that name.
  package func content(
    _ key: String, version: Int, render: () throws -> RenderedContent?
  ) rethrows -> RenderedContent? {
    if let entry = state.withLock({ $0.entries[key] }), entry.version == version { return entry.content }
    guard let content = try render() else { return nil }
    let byteCount = content.buffer.count
    state.withLock { state in
      if let old = state.entries[key] { state.byteCount -= old.content.buffer.count }
      let total = state.byteCount + byteCount
      if total > byteCapacity || state.entries.count >= Self.entryCapacity {
        state.entries.removeAll()
        state.byteCount = 0
      }
      guard byteCount <= byteCapacity else { return }
      state.entries[key] = Entry(version: version, content: content)
      state.byteCount += byteCount
    }
    return content
  }
}

/// Values computed from the database, such as parsed records, kept until one of their tables changes.
package final class DerivedValues: Sendable {
  private struct Entry {
    let version: Int
    let value: any Sendable
  }

  /// When there are more, all are dropped and computed again on demand, which is simple and rare.
  private static let capacity = 64

  private let entries = Mutex<[String: Entry]>([:])

  /// No values.
  package init() {}

  /// The value of a key at a version, computed when it is not there.
  ///
  /// - Parameters:
  ///   - version: The version of what the value is computed from, taken before it is read.
  ///   - compute: Makes the value; a key always has values of one type.
  package func value<Value: Sendable>(
    _ key: String, version: Int, compute: () throws -> Value
  ) rethrows -> Value {
    if let entry = entries.withLock({ $0[key] }), entry.version == version, let value = entry.value as? Value {
      return value
    }
    let value = try compute()
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll() }
      entries[key] = Entry(version: version, value: value)
    }
    return value
  }
}
