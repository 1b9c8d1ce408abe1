import HTTPCore
import JSON
import Records
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

  static func create(_ call: Call, _ resource: RelatedCollection, parent: (resource: RelatedCollection, id: String)?)
    throws -> Response
  {
    let query = try call.request.query()
    let document = try sent(call.request, resource, parent)
    try RecordSeeds.require([resource], in: call.world)
    let (id, json) = try call.world.store.write { try resource.table.add($0) { text(document, id: $0, call) } }
    let location = "\(call.request.origin)/\(resource.name)/\(id)"
    return ResponseForm.response(shown(json, call), status: 201, query, headers: ["Location": location])
  }

  static func change(_ call: Call, _ resource: RelatedCollection, _ change: Change) throws -> Response {
    let query = try call.request.query()
    let (sent, hint) = try RecordBody.changes(call.request, query, of: resource)
    let json = try recordID(call, resource).flatMap { id in
      try call.world.store.write {
        try resource.table.change($0, id: id) { old in
          var document = change == .replace ? JSONObject() : try JSONParser.parse(old).object ?? JSONObject()
          for member in sent.members { document[member.key] = member.value }
          return text(document, id: id, call)
        }
      }
    }
    let headers: HeaderFields = hint.map { [Errors.hint: $0] } ?? [:]
    return json.map { ResponseForm.response(shown($0, call), query, headers: headers) } ?? ResponseForm.nothing(query)
  }

  static func delete(_ call: Call, _ resource: RelatedCollection) throws -> Response {
    let query = try call.request.query()
    // The records that belong to it are deleted too, so they must have been loaded first.
    let collections = RelatedCollections.jsonPlaceholder
    try RecordSeeds.require(collections.family(of: resource), in: call.world)
    guard let id = try recordID(call, resource) else { return ResponseForm.nothing(query) }
    let isFound = try call.world.store.transaction { connection -> Bool in
      guard try resource.table.record(connection, id: .integer(id)) != nil else { return false }
      try collections.delete(connection, resource, ids: [.integer(id)])
      return true
    }
    return isFound ? ResponseForm.response(Array("{}".utf8), query) : ResponseForm.nothing(query)
  }

  /// The id that the path names, once the records are there; nil for what is none.
  private static func recordID(_ call: Call, _ resource: RelatedCollection) throws -> Int64? {
    let text = call.parameters["id"]
    guard let id = Int64(text), String(id) == text else { return nil }
    try RecordSeeds.require([resource], in: call.world)
    return id
  }

  /// The members that were sent, and the one that a nested path stands for.
  private static func sent(
    _ request: Request, _ resource: RelatedCollection, _ parent: (resource: RelatedCollection, id: String)?
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
