import HTTPCore
import JSON
import Store
import World

/// Writing records. They are stored, with the ids that JSONPlaceholder would give (CONTRACT D6).
enum RecordWriting {
  /// How a change combines the record with what was sent.
  enum Change {
    /// What was sent replaces the record.
    case replace
    /// The members that were sent replace those of the record; members inside them are not merged.
    case merge
  }

  static func create(_ call: Call, _ resource: Resource, parent: (resource: Resource, id: String)?) throws -> Response {
    let query = try call.request.query()
    let document = try sent(call.request, resource, parent)
    try RecordSeeds.require([resource], in: call.world)
    let (id, json) = try call.world.store.transaction { connection -> (Int64, [UInt8]) in
      let id = try RecordSQL.nextID(connection, resource)
      let json = text(document, id: id, call)
      try RecordSQL.put(connection, resource, id: id, json)
      return (id, json)
    }
    let location = "\(call.request.origin)/\(resource.rawValue)/\(id)"
    return Answer.response(shown(json, call), status: 201, query, headers: ["Location": location])
  }

  static func change(_ call: Call, _ resource: Resource, _ change: Change) throws -> Response {
    let query = try call.request.query()
    let (sent, hint) = try RecordBody.changes(call.request, query, of: resource)
    let json = try withRecord(call, resource) { connection, id, old in
      var document = change == .replace ? JSONObject() : try JSONParser.parse(old).object ?? JSONObject()
      for member in sent.members { document[member.key] = member.value }
      let json = text(document, id: id, call)
      try RecordSQL.put(connection, resource, id: id, json)
      return json
    }
    let headers: HeaderFields = hint.map { [Errors.hint: $0] } ?? [:]
    return json.map { Answer.response(shown($0, call), query, headers: headers) } ?? Answer.nothing(query)
  }

  static func delete(_ call: Call, _ resource: Resource) throws -> Response {
    let query = try call.request.query()
    // The records that belong to it are deleted too, so they must have been loaded first.
    try RecordSeeds.require(resource.family, in: call.world)
    let json = try withRecord(call, resource) { connection, id, _ in
      try RecordSQL.delete(connection, resource, ids: [id])
      return Array("{}".utf8)
    }
    return json.map { Answer.response($0, query) } ?? Answer.nothing(query)
  }

  /// Changes the record that the path names; nil when there is none.
  private static func withRecord(
    _ call: Call, _ resource: Resource,
    _ body: (Connection, Int64, [UInt8]) throws -> [UInt8]
  ) throws -> [UInt8]? {
    let text = call.parameters["id"]
    guard let id = Int64(text), String(id) == text else { return nil }
    try RecordSeeds.require([resource], in: call.world)
    return try call.world.store.transaction { connection in
      guard let old = try RecordSQL.record(connection, resource, id: id) else { return nil }
      return try body(connection, id, old)
    }
  }

  /// The members that were sent, and the one that a nested path stands for.
  private static func sent(
    _ request: Request, _ resource: Resource, _ parent: (resource: Resource, id: String)?
  ) throws(Problem) -> JSONObject {
    var document = try RecordBody.object(request, of: resource)
    if let parent { document[parent.resource.foreignKey] = RecordBody.id(parent.id) }
    return document
  }

  /// The record as it is stored: with its id, at the place where the client wrote one, else at the end.
  private static func text(_ document: JSONObject, id: Int64, _ call: Call) -> [UInt8] {
    var document = document
    document["id"] = .number(JSONNumber(Int(id)))
    let json = JSONWriter.serialize(.object(document), sortedKeys: false)
    return LocalLink.collapse(in: json, origin: call.request.origin)
  }

  private static func shown(_ json: [UInt8], _ call: Call) -> [UInt8] {
    LocalLink.expand(in: json, origin: call.request.origin)
  }
}
