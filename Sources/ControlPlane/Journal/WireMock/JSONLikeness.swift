import HTTPCore
import JSON

/// Compares documents as WireMock's `equalToJson` does, with a bound on the work: arrays in any order may have to be
/// compared each element with each.
struct JSONLikeness {
  /// The comparison takes more steps than one may.
  struct TooExpensive: Error {}

  /// Members that are not expected do not matter.
  let ignoresExtra: Bool
  /// The elements of an array may come in any order.
  let ignoresOrder: Bool
  private var steps = 50_000

  /// A comparison; make another one for each document.
  init(ignoresExtra: Bool, ignoresOrder: Bool) {
    (self.ignoresExtra, self.ignoresOrder) = (ignoresExtra, ignoresOrder)
  }

  /// Whether a value is like the wanted one.
  mutating func holds(_ value: JSONValue, _ wanted: JSONValue) throws(TooExpensive) -> Bool {
    steps -= 1
    guard steps > 0 else { throw TooExpensive() }
    switch (value, wanted) {
    case (.object(let value), .object(let wanted)):
      guard ignoresExtra || value.count == wanted.count else { return false }
      for member in wanted.members {
        guard let found = value[member.key], try holds(found, member.value) else { return false }
      }
      return true
    case (.array(let values), .array(let wanted)):
      guard values.count == wanted.count || (ignoresExtra && values.count > wanted.count) else { return false }
      if ignoresOrder { return try holdsInAnyOrder(values, wanted) }
      for (value, wanted) in zip(values, wanted) {
        guard try holds(value, wanted) else { return false }
      }
      return true
    default:
      return value == wanted
    }
  }

  /// Takes the first fitting element for each; elements that fit several are told apart well enough by that.
  private mutating func holdsInAnyOrder(
    _ values: [JSONValue], _ wanted: [JSONValue]
  ) throws(TooExpensive) -> Bool {
    var isTaken = [Bool](repeating: false, count: values.count)
    for element in wanted {
      var found: Int?
      for index in values.indices where !isTaken[index] {
        guard try holds(values[index], element) else { continue }
        found = index
        break
      }
      guard let found else { return false }
      isTaken[found] = true
    }
    return true
  }
}
