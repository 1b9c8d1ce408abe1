import Faults
import HTTPCore
import JSON
import World

/// The faults of a world: `/_mock/faults`.
package enum FaultEndpoints {
  /// The endpoints: faults, their types, and predefined sets.
  package static let all = faults + types + FaultSetEndpoints.all

  private static let faults = [
    Endpoint(.post, "/_mock/faults", "addFault", .open) { call in
      let definition = try FaultCatalogue.definition(call.request.jsonObject())
      try definition.requirePossible(call.world.names, in: call.world)
      let record = try call.world.faults.add(definition)
      var response = Response.json(record.json, status: 201)
      response.headers["Location"] = "/_mock/faults/\(record.id)"
      return response
    },
    Endpoint(.get, "/_mock/faults", "listFaults", .open) { call in
      .json(["faults": .array(call.world.faults.contents.map(\.json))])
    },
    Endpoint(.delete, "/_mock/faults", "removeFaults", .open) { call in
      call.world.faults.removeAll()
      return .noContent
    },
    Endpoint(.get, "/_mock/faults/{id}", "getFault", .open) { call in
      let id = call.parameters["id"]
      guard let record = call.world.faults[id] else { throw unknown(id, call.world) }
      return .json(record.json)
    },
    Endpoint(.delete, "/_mock/faults/{id}", "removeFault", .open) { call in
      let id = call.parameters["id"]
      guard call.world.faults.remove(id) else { throw unknown(id, call.world) }
      return .noContent
    },
  ]

  private static let types = [
    Endpoint(.get, "/_mock/fault-types", "listFaultTypes", .open) { _ in
      .json(["types": .array(FaultCatalogue.types.map(description))])
    }
  ]

  /// A refusal of an id that no fault of the world has.
  static func unknown(_ id: String, _ world: World) -> Problem {
    let names = KnownNames(world.faults.contents.map(\.id))
    let suggestion = names.suggestion(for: id)
    return Problem(.notFound, "there is no fault \"\(id.clipped(to: 60))\"\(suggestion)")
  }

  private static func description(of type: any Fault.Type) -> JSONValue {
    let fields = type.fields.map { field -> JSONValue in
      var description: JSONObject = [
        "name": .string(field.name), "about": .string(field.about), "required": .bool(field.isRequired),
        "kind": .string(kind(of: field.content)),
      ]
      if case .choice(let choices) = field.content { description["choices"] = .array(choices.map(JSONValue.string)) }
      return .object(description)
    }
    return [
      "type": .string(type.name), "about": .string(type.about), "scope": .string(type.scope.rawValue),
      "fields": .array(fields),
    ]
  }

  /// The kind of value that a field accepts, as forms need it.
  private static func kind(of content: FaultField.Content) -> String {
    switch content {
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .choice: "choice"
    case .flag: "flag"
    case .object: "object"
    case .anything: "json"
    }
  }
}

/// The predefined sets of faults: `/_mock/fault-sets`.
enum FaultSetEndpoints {
  static let all = [
    Endpoint(.get, "/_mock/fault-sets", "listFaultSets", .open) { call in
      let sets = FaultSet.all.map { description(of: $0, call.world) }
      return .json(["sets": .array(sets)])
    },
    Endpoint(.put, "/_mock/fault-sets/{name}", "addFaultSet", .open) { call in
      let set = try set(call)
      let definitions = try set.definitions(match: match(call.request))
      for definition in definitions { try definition.requirePossible(call.world.names, in: call.world) }
      // Adding a set again restarts it.
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

  /// The conditions of a body such as `{"match":{"api":"agrobridge"}}`; nil without a body.
  private static func match(_ request: Request) throws(Problem) -> JSONObject? {
    guard !request.body.isEmpty else { return nil }
    var fields = FieldReader(try request.jsonObject(), known: ["match"])
    let match = fields.optionalObject("match")
    try fields.finish()
    return match
  }

  private static func description(of set: FaultSet, _ world: World) -> JSONValue {
    let faults = world.faults.contents.filter { $0.set == set.name }
    return [
      "name": .string(set.name), "about": .string(set.about), "active": .bool(!faults.isEmpty),
      "faults": .array(faults.isEmpty ? set.faults.map(JSONValue.object) : faults.map(\.json)),
    ]
  }
}
