import JSON
import Synthesis

extension ResponseBuilder {
  /// How deep what a response lost is looked for.
  private static let restoredDepth = 8

  /// A value with the members that its schema describes, and that what is known has, where they were left out of it or are
  /// null: an object of which the document allows none, since its alternatives overlap.
  func restored(_ value: JSONValue, from known: JSONValue, at place: JSONPointer, depth: Int) -> JSONValue {
    guard depth < Self.restoredDepth else { return value }
    if let elements = value.array, let others = known.array, elements.count == others.count,
      let items = api.maker.shape(of: place).items
    {
      return .array(zip(elements, others).map { restored($0, from: $1, at: items, depth: depth + 1) })
    }
    guard var object = value.object, let other = known.object else { return value }
    for member in api.maker.members(of: place) where !member.isWriteOnly {
      guard let held = other[member.name], !held.isNull else { continue }
      if let shown = object[member.name], !shown.isNull {
        object[member.name] = restored(shown, from: held, at: member.place, depth: depth + 1)
      } else {
        object[member.name] = held
      }
    }
    return .object(object)
  }
}
