import Faults
import HTTPCore
import JSON
import World

/// The ready-made sets of faults: `/_mock/fault-sets`.
enum FaultSetEndpoints {
  static let all = [
    Endpoint(.get, "/_mock/fault-sets", "listFaultSets", .open) { call in
      let sets = FaultSet.all.map { description(of: $0, call.world) }
      return .json(["sets": .array(sets)])
    },
    Endpoint(.put, "/_mock/fault-sets/{name}", "addFaultSet", .open) { call in
      let set = try set(call)
      let definitions = try set.definitions(match: match(call.request))
      for definition in definitions { try definition.match.requireKnown(call.world.names) }
      // A set that is put again begins anew.
      call.world.faults.removeAll(of: set.name)
      do {
        for definition in definitions { try call.world.faults.add(definition, set: set.name) }
      } catch {
        call.world.faults.removeAll(of: set.name)
        throw error
      }
      return .json(description(of: set, call.world))
    },
    Endpoint(.delete, "/_mock/fault-sets/{name}", "removeFaultSet", .open) { call in
      try call.world.faults.removeAll(of: set(call).name)
      return .noContent
    },
  ]

  private static func set(_ call: Call) throws(Problem) -> FaultSet {
    let name = call.parameters["name"]
    guard let set = FaultSet.all.first(where: { $0.name == name }) else {
      let names = KnownNames(FaultSet.all.map(\.name))
      throw Problem(.notFound, "the fault set \"\(name.clipped(to: 60))\" \(names.refusal(of: name))")
    }
    return set
  }

  /// The conditions of a body such as `{"match":{"api":"agrobridge"}}`; nil when there is no body.
  private static func match(_ request: Request) throws(Problem) -> JSONObject? {
    guard !request.body.isEmpty else { return nil }
    var fields = FaultFields(try request.jsonObject(), known: ["match"])
    let match = fields.optionalObject("match")
    try fields.finish()
    return match
  }

  /// The set, and those of its faults that the world has.
  private static func description(of set: FaultSet, _ world: World) -> JSONValue {
    let faults = world.faults.contents.filter { $0.set == set.name }
    return [
      "name": .string(set.name), "about": .string(set.about), "active": .bool(!faults.isEmpty),
      "faults": .array(faults.isEmpty ? set.faults.map(JSONValue.object) : faults.map(\.json)),
    ]
  }
}
