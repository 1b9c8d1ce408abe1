import HTTPCore
import JSON
import Store
import World

/// What changes records; it is stored, and the ids are those that JSONPlaceholder would give (CONTRACT D6).
enum RecordWriting {
  /// How a record takes what is sent.
  enum Change {
    /// All of it, and nothing else stays.
    case replace
    /// Member by member, not deeper.
    case merge
  }

  static func create(_ call: Call, _ resource: Resource, parent: (resource: Resource, id: String)?) throws -> Response {
    let query = try call.request.query()
    let document = try sent(call.request, parent)
    try RecordSeeds.require([resource], in: call.world)
    let (id, json) = try call.world.store.transaction([resource.table]) { connection -> (Int64, [UInt8]) in
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
    let sent = try RecordBody.object(call.request)
    let json = try withRecord(call, resource, tables: [resource.table]) { connection, id, old in
      var document = change == .replace ? JSONObject() : try JSONParser.parse(old).object ?? JSONObject()
      for member in sent.members { document[member.key] = member.value }
      let json = text(document, id: id, call)
      try RecordSQL.put(connection, resource, id: id, json)
      return json
    }
    return json.map { Answer.response(shown($0, call), query) } ?? Answer.nothing(query)
  }

  static func delete(_ call: Call, _ resource: Resource) throws -> Response {
    let query = try call.request.query()
    // What belongs to the record goes too, so it must be there first.
    try RecordSeeds.require(resource.family, in: call.world)
    let json = try withRecord(call, resource, tables: resource.family.map(\.table)) { connection, id, _ in
      try RecordSQL.delete(connection, resource, ids: [id])
      return Array("{}".utf8)
    }
    return json.map { Answer.response($0, query) } ?? Answer.nothing(query)
  }

  /// Changes the record that the path names; nil when there is none.
  private static func withRecord(
    _ call: Call, _ resource: Resource, tables: [String],
    _ body: (Connection, Int64, [UInt8]) throws -> [UInt8]
  ) throws -> [UInt8]? {
    let text = call.parameters["id"]
    guard let id = Int64(text), String(id) == text else { return nil }
    try RecordSeeds.require([resource], in: call.world)
    return try call.world.store.transaction(tables) { connection in
      guard let old = try RecordSQL.record(connection, resource, id: id) else { return nil }
      return try body(connection, id, old)
    }
  }

  /// The members that were sent, and the one that a nested path stands for.
  private static func sent(
    _ request: Request, _ parent: (resource: Resource, id: String)?
  ) throws(Problem) -> JSONObject {
    var document = try RecordBody.object(request)
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
