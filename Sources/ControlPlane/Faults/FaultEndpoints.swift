import Faults
import HTTPCore
import JSON
import World

/// The faults of a world: `/_mock/faults`.
package enum FaultEndpoints {
  /// The endpoints: faults, what kinds there are, and ready-made sets.
  package static let all = faults + types + FaultSetEndpoints.all

  private static let faults = [
    Endpoint(.post, "/_mock/faults", "addFault", .open) { call in
      let definition = try FaultCatalogue.definition(call.request.jsonObject())
      try definition.match.requireKnown(call.world.names)
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

  private static func unknown(_ id: String, _ world: World) -> Problem {
    let names = KnownNames(world.faults.contents.map(\.id))
    let suggestion = names.nearest(to: id).map { "; did you mean \"\($0)\"?" } ?? ""
    return Problem(.notFound, "there is no fault \"\(id.clipped(to: 60))\"\(suggestion)")
  }

  private static func description(of type: any Fault.Type) -> JSONValue {
    let fields = type.fields.map { field -> JSONValue in
      ["name": .string(field.name), "about": .string(field.about), "required": .bool(field.isRequired)]
    }
    return [
      "type": .string(type.name), "about": .string(type.about), "scope": .string(type.scope.rawValue),
      "fields": .array(fields),
    ]
  }
}
