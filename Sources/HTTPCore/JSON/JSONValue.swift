/// One JSON value (RFC 8259 section 3).
///
/// Equality is that of the data, not of the text: members are compared without regard to their order, numbers
/// by their exact decimal value (`10` equals `1e1`), and strings code point by code point. The last differs
/// from Swift's `String`, for which a precomposed "é" equals the decomposed one (RFC 8259 section 8.3).
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
  /// The name of the type as a message names it: "null", "boolean", "number", "string", "array" or "object".
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

  /// The member called `key`, or nil when this is no object or has no such member.
  package subscript(key: String) -> JSONValue? {
    object?[key]
  }
}

extension JSONValue: Equatable {
  /// Compares the data; see the type for what counts as equal.
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
