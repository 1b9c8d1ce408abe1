import JSON
import Resources
import Store
import Synthesis
import World

// The relationships that records in the style of JSON:API have from the beginning.

extension RecordSeeds {
  private static let related = 2

  /// Has a record name others that are there, and nothing else that was generated.
  func relate(_ content: inout JSONObject, _ number: Int, below scope: [String: String], _ collection: RecordCollection)
  {
    guard let object = collection.resource.resourceObject else { return }
    if let type = object.type { content["type"] = .string(type) }
    if let holder = collection.resource.attributesMember, content[holder] == nil,
      let member = collection.members[holder]
    {
      // A record without its attributes would show nothing.
      let context = ValueContext(now: world.clock.now.startOfDay.seconds, number: number, origin: Self.origin)
      content[holder] = try? api.maker.value(
        member.place, seed: SplitMix64.number(at: UInt64(clamping: number) &+ 1, ofSeed: world.randomSeed),
        context: context)
    }
    if object.relationships.isEmpty { return }
    var held = RelatedRecords.begun(JSONObject(), object, below: scope)
    for relationship in object.relationships where relationship.inverse == nil {
      guard let owner = relationship.target.flatMap({ api.collections[$0] }), owner.isReachableWithoutParents,
        case let count = wholeCountNow(owner), count > 0, held[[relationship.name, "data", "id"]] == nil
      else { continue }
      var numbers = (0..<min(relationship.isMany ? Self.related : 1, count)).map { (number + $0) % count }
      // No record is its own parent; the first has none.
      if owner === collection { numbers = number == 0 || relationship.isMany ? [] : [(number - 1) / 2 % count] }
      let type = owner.resource.resourceObject?.type ?? relationship.name
      let identifiers = numbers.map { number -> JSONValue in
        let id = seedID(owner, number, seedScope(owner, number))
        return .object(JSONObject([("type", .string(type)), ("id", .string(id))]))
      }
      held[[relationship.name, "data"]] = relationship.isMany ? .array(identifiers) : identifiers.first ?? .null
    }
    content["relationships"] = .object(held)
  }
}
