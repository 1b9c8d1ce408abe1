import Testing
import WebAuthn

// CBOR as Swift literals, so that a table can say `["fmt": "none", "attStmt": [:]]`.

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
  /// A number.
  package init(integerLiteral value: Int) {
    self = value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
  }

  /// A text.
  package init(stringLiteral value: String) {
    self = .text(value)
  }

  /// An array.
  package init(arrayLiteral elements: CBORValue...) {
    self = .array(elements)
  }

  /// A map, no key twice.
  package init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    var map = CBORMap()
    for (key, value) in elements where !map.add(key, value) {
      Issue.record("a key twice: \(key)")
    }
    self = .map(map)
  }

  /// A boolean.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}
