/// One data item of CBOR (RFC 8949 §3), of the types in COSE keys and attestation objects.
package enum CBORValue: Sendable {
  /// Major type 0: the number itself.
  case unsigned(UInt64)
  /// Major type 1: −1 minus the number stored here. Its range goes below that of `Int`.
  case negative(UInt64)
  /// Major type 2.
  case bytes([UInt8])
  /// Major type 3; always well-formed UTF-8.
  case text(String)
  /// Major type 4, the items in order.
  case array([CBORValue])
  /// Major type 5.
  case map(CBORMap)
  /// The simple values 20 and 21.
  case bool(Bool)
  /// The simple value 22.
  case null
}

extension CBORValue {
  /// The number; nil when this is of another type or outside of the range of `Int`.
  package var integer: Int? {
    switch self {
    case .unsigned(let value): Int(exactly: value)
    case .negative(let value): Int(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  /// The bytes, or nil when this is of another type.
  package var bytes: [UInt8]? {
    if case .bytes(let value) = self { value } else { nil }
  }

  /// The text, or nil when this is of another type.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The entries, or nil when this is of another type.
  package var map: CBORMap? {
    if case .map(let value) = self { value } else { nil }
  }

  /// The type with its article, for messages.
  package var typeName: String {
    switch self {
    case .unsigned, .negative: "an integer"
    case .bytes: "a byte string"
    case .text: "a text string"
    case .array: "an array"
    case .map: "a map"
    case .bool: "a boolean"
    case .null: "null"
    }
  }
}

extension CBORValue: Equatable {
  /// Compares the data. Texts are compared byte by byte: for CBOR, a precomposed "é" differs from a decomposed one.
  package static func == (left: CBORValue, right: CBORValue) -> Bool {
    switch (left, right) {
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.negative(let left), .negative(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }
}

/// A map of CBOR (RFC 8949 §3.1): keys of any type, none of them repeated.
///
/// A lookup compares the keys one by one; the maps that are read have few entries.
package struct CBORMap: Sendable, Equatable {
  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    /// Different from every other key of the map.
    package let key: CBORValue
    /// The value of the key.
    package let value: CBORValue
  }

  /// The entries in the order of the encoding.
  package private(set) var entries: [Entry] = []

  /// A map without entries.
  package init() {}

  /// The value of a key; nil when the map does not have it.
  package subscript(key: CBORValue) -> CBORValue? {
    entries.first { $0.key == key }?.value
  }

  /// The value of a number, by which COSE labels its parameters (RFC 9052 §1.5).
  package subscript(label: Int) -> CBORValue? {
    self[label < 0 ? .negative(UInt64(-1 - label)) : .unsigned(UInt64(label))]
  }

  /// The value of a text.
  package subscript(name: String) -> CBORValue? {
    self[.text(name)]
  }

  /// Adds an entry; false, without adding it, when the map already has the key.
  package mutating func add(_ key: CBORValue, _ value: CBORValue) -> Bool {
    if self[key] != nil { return false }
    entries.append(Entry(key: key, value: value))
    return true
  }
}
