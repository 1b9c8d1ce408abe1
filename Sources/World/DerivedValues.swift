import Synchronization

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
