/// One JSON value (RFC 8259 section 3).
///
/// Equality compares the data, not the text: members in any order, numbers by their exact decimal value (`10` equals
/// `1e1`), and strings code point by code point. Swift's `String` differs in the last point: for it, a precomposed "é"
/// equals a decomposed one (RFC 8259 section 8.3).
package enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, with the text it was written in.
  case number(JSONNumber)
  /// A string, its escapes resolved.
  case string(String)
  /// An array, its elements in order.
  case array([JSONValue])
  /// An object, its members in the order of the text.
  case object(JSONObject)
}

extension JSONValue {
  /// The name of the type in messages: "null", "boolean", "number", "string", "array" or "object".
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether this is the literal `null`.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean, or nil when this is of another type.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or nil when this is of another type.
  package var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The string, or nil when this is of another type.
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, or nil when this is of another type.
  package var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, or nil when this is of another type.
  package var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member `key`, or nil when this is not an object or has no such member.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }
}

extension JSONValue: Equatable {
  /// Compares the data, as the type's description says.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): JSONKey.same(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

// Swift literals as JSON, so that a handler can write `["error": ["code": "NOT_FOUND", "status": 404]]`.

extension JSONValue: ExpressibleByNilLiteral {
  /// `nil` is `null`. Where an optional value is expected, Swift takes `nil` as the absent value instead.
  package init(nilLiteral: ()) {
    self = .null
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  package init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// The shortest text that reads back as the same double; `null` for a literal too great for a double.
  package init(floatLiteral value: Double) {
    if let number = JSONNumber(value) {
      self = .number(number)
    } else {
      self = .null
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A string, also with interpolations.
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array.
  package init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object, its members in the written order; the last value of a repeated key counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

/// A string compared and hashed by its UTF-8 bytes.
///
/// RFC 8259 section 8.3 requires that names are compared code unit by code unit. Swift's `String` compares by canonical
/// equivalence, and would report two different keys as duplicates.
package struct JSONKey: Hashable, Sendable {
  private let text: String

  /// The key of a text.
  package init(_ text: String) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    self.text = contiguous
  }

  package static func == (left: JSONKey, right: JSONKey) -> Bool {
    same(left.text, right.text)
  }

  package func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the two strings have the same UTF-8 bytes. The cheap comparisons come first: the lengths mostly differ, and
  /// texts that are not equal have not the same bytes.
  static func same(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count, left == right else { return false }
    let (left, right) = (left.utf8, right.utf8)
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { same(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// The same for bytes of one count, eight at a time.
  private static func same(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at + 8 <= left.count {
      guard
        left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          == right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      else { return false }
      at += 8
    }
    while at < left.count {
      guard left[at] == right[at] else { return false }
      at += 1
    }
    return true
  }
}
