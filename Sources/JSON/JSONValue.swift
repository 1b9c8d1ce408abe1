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
  /// An object, its members in the order written; of a key written twice the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in the order written; of a key written twice the last value counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

/// The members of a JSON object (RFC 8259 section 4), in the order of the text, no key twice.
///
/// A lookup compares keys one by one up to `indexThreshold` members, which is quickest for the objects an API
/// exchanges. Past that an index by key is kept, so that an object of tens of thousands of keys stays linear
/// to parse and to compare.
package struct JSONObject: Sendable {
  /// A name and its value.
  package struct Member: Sendable, Equatable {
    /// The name, its escapes resolved; may be empty.
    package let key: String
    /// The value.
    package fileprivate(set) var value: JSONValue

    /// Compares names by their bytes and values as data.
    package static func == (left: Member, right: Member) -> Bool {
      JSONKey.same(left.key, right.key) && left.value == right.value
    }
  }

  /// How many members an object has before it keeps an index.
  static let indexThreshold = 16

  /// The members in the order of the text.
  package private(set) var members: [Member] = []
  /// Where each key stands in `members`; nil up to `indexThreshold` members.
  private var positions: [JSONKey: Int]?

  /// An object without members.
  package init() {}

  /// The members in the order given; of a key given twice the last value counts, at the first one's place.
  package init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members {
      self[key] = value
    }
  }

  /// How many members there are.
  package var count: Int { members.count }

  /// Whether there are no members.
  package var isEmpty: Bool { members.isEmpty }

  /// The names in the order of the text.
  package var keys: [String] { members.map(\.key) }

  /// The value called `key`, or nil when there is none (`null` is a value, not nil).
  ///
  /// A new key is added at the end; nil removes the member, in time linear in `count`.
  package subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(newKey: key, value)
      case (nil, nil): break
      }
    }
  }

  /// Whether there is a member called `key`.
  package func contains(_ key: String) -> Bool {
    position(of: key) != nil
  }

  /// Adds a member whose key the caller has just found to be new.
  package mutating func append(newKey key: String, _ value: JSONValue) {
    if members.capacity == 0 { members.reserveCapacity(4) }
    members.append(Member(key: key, value: value))
    if positions != nil {
      positions?[JSONKey(key)] = members.count - 1
    } else if members.count > Self.indexThreshold {
      indexMembers()
    }
  }

  private func position(of key: String) -> Int? {
    if let positions { return positions[JSONKey(key)] }
    return members.firstIndex { JSONKey.same($0.key, key) }
  }

  private mutating func remove(at position: Int) {
    members.remove(at: position)
    positions = nil
    if members.count > Self.indexThreshold { indexMembers() }
  }

  private mutating func indexMembers() {
    var built: [JSONKey: Int] = [:]
    built.reserveCapacity(members.count * 2)
    for (position, member) in members.enumerated() {
      built[JSONKey(member.key)] = position
    }
    positions = built
  }
}

extension JSONObject: Equatable {
  /// The same keys with equal values, in any order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.members.allSatisfy { right[$0.key] == .some($0.value) }
  }
}

/// A string compared and hashed by its UTF-8 bytes.
///
/// RFC 8259 section 8.3 wants names compared code unit by code unit. Swift's `String` compares by canonical
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

  /// Whether the two strings have the same UTF-8 bytes. The two cheap comparisons come first.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
  }
}
