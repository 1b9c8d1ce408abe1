import HTTPCore
import JSON

/// The types of JSON Schema, of which a schema allows some. A whole number is of both `integer` and `number`, `1.0`
/// too.
struct JSONTypes: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = JSONTypes(rawValue: 1)
  static let boolean = JSONTypes(rawValue: 2)
  static let integer = JSONTypes(rawValue: 4)
  static let number = JSONTypes(rawValue: 8)
  static let string = JSONTypes(rawValue: 16)
  static let array = JSONTypes(rawValue: 32)
  static let object = JSONTypes(rawValue: 64)
  static let all: JSONTypes = [null, boolean, integer, number, string, array, object]

  private static let named: [(name: String, type: JSONTypes)] = [
    ("null", null), ("boolean", boolean), ("integer", integer), ("number", number), ("string", string),
    ("array", array), ("object", object),
  ]

  /// Whether a value is of one of the types.
  func contain(_ value: JSONValue) -> Bool {
    switch value {
    case .null: contains(.null)
    case .bool: contains(.boolean)
    case .number(let number): contains(.number) || contains(.integer) && ExactDecimal.isWhole(number.literal)
    case .string: contains(.string)
    case .array: contains(.array)
    case .object: contains(.object)
    }
  }

  /// The names of the types.
  var names: [String] { Self.named.filter { contains($0.type) }.map(\.name) }
}

extension JSONTypes {
  /// The value of the keyword `type`: a name or an array of names, at least one; nil for anything else.
  init?(keyword: JSONValue) {
    let values = keyword.array ?? [keyword]
    self = []
    for value in values {
      guard let type = Self.named.first(where: { $0.name == value.string })?.type else { return nil }
      insert(type)
    }
    if isEmpty { return nil }
  }
}

extension Evaluation {
  /// Reports a value that is of none of the schema's types.
  func failType(_ index: Int, _ value: JSONValue) -> Bool {
    let types = nodes[index].types
    return types.isEmpty ? fail("", .forbidden, value) : fail("type", .type(allowed: types.names), value)
  }
}

/// Values that are compared as data, and a quick answer to whether one is among them.
package struct ValueSet: Sendable {
  /// The values in their order.
  package let values: [JSONValue]
  /// The same for a quick look-up, when there are many.
  private let index: Set<ValueHash>?

  /// Up to here one comparison after another is quicker.
  private static let indexThreshold = 16

  /// A set of these values.
  package init(_ values: [JSONValue]) {
    self.values = values
    index = values.count > Self.indexThreshold ? Set(values.map(ValueHash.init)) : nil
  }

  /// Whether a value is one of them.
  package func contains(_ value: JSONValue) -> Bool {
    index?.contains(ValueHash(value)) ?? values.contains(value)
  }
}

/// A JSON value that can stand in a set: equal as data, whatever the order of members and the text of numbers.
package struct ValueHash: Hashable, Sendable {
  let value: JSONValue

  /// The key of a value.
  package init(_ value: JSONValue) {
    self.value = value
  }

  package static func == (left: ValueHash, right: ValueHash) -> Bool { left.value == right.value }

  package func hash(into hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): Self.combine(number, into: &hasher)
    case .string(let string): hasher.combine(ByteString(string))
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { hasher.combine(ValueHash(element)) }
    case .object(let object):
      // A sum does not depend on the order.
      let sum = object.members.reduce(0) { sum, member in
        var hasher = Hasher()
        hasher.combine(ByteString(member.key))
        hasher.combine(ValueHash(member.value))
        return sum &+ hasher.finalize()
      }
      hasher.combine(sum)
    }
  }

  private static func combine(_ number: JSONNumber, into hasher: inout Hasher) {
    let exact = ExactDecimal(number.literal)
    hasher.combine(exact.isNegative)
    hasher.combine(exact.exponent)
    switch exact.significand {
    case .short(let value): hasher.combine(value)
    case .long(let digits): hasher.combine(digits)
    }
  }
}

/// How many of something there must be, as the keywords `min…` and `max…` say.
struct CountBounds: Sendable {
  let least: Int
  let most: Int

  func contain(_ count: Int) -> Bool { count >= least && count <= most }

  /// Why a count that is out of the bounds is.
  func violation(_ quantity: Violation.Quantity, _ count: Int) -> Violation.Reason {
    .count(quantity, bound: count < least ? .least(least) : .most(most), found: count)
  }
}
