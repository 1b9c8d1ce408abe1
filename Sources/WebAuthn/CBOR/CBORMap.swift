/// A map of CBOR (RFC 8949 §3.1): keys of any type, none of them twice.
///
/// A look-up compares one key after the other; the maps read here have a handful of entries.
package struct CBORMap: Sendable, Equatable {
  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    /// Unlike every other key of the map.
    package let key: CBORValue
    /// What stands under the key.
    package let value: CBORValue
  }

  /// The entries in the order of the encoding.
  package private(set) var entries: [Entry] = []

  /// A map without entries.
  package init() {}

  /// The value under a key, or nil when there is none.
  package subscript(key: CBORValue) -> CBORValue? {
    entries.first { $0.key == key }?.value
  }

  /// The value under a number, which is how COSE labels its parameters (RFC 9052 §1.5).
  package subscript(label: Int) -> CBORValue? {
    self[label < 0 ? .negative(UInt64(-1 - label)) : .unsigned(UInt64(label))]
  }

  /// The value under a text.
  package subscript(name: String) -> CBORValue? {
    self[.text(name)]
  }

  /// Adds an entry and says true, or says false because the key is there already.
  mutating func add(_ key: CBORValue, _ value: CBORValue) -> Bool {
    if self[key] != nil { return false }
    entries.append(Entry(key: key, value: value))
    return true
  }
}
