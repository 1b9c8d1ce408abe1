import HTTPCore
import JSON

/// A JSON value that can stand in a set: equal as data, whatever the order of members and the text of numbers.
struct ValueHash: Hashable {
  let value: JSONValue

  static func == (left: ValueHash, right: ValueHash) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): Self.combine(number, into: &hasher)
    case .string(let string): hasher.combine(ByteString(string))
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { hasher.combine(ValueHash(value: element)) }
    case .object(let object):
      // A sum does not depend on the order.
      let sum = object.members.reduce(0) { sum, member in
        var hasher = Hasher()
        hasher.combine(ByteString(member.key))
        hasher.combine(ValueHash(value: member.value))
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
