import HTTPCore
import JSON
import Records
import Store
import World

/// One record of a collection.
enum RecordEndpoints {
  static let all = RelatedCollections.jsonPlaceholder.all.flatMap { resource in
    let path = "/\(resource.name)/{id}"
    let name = resource.singularTitle
    return [
      Endpoint(.get, path, "get\(name)", .open) { try get($0, resource) },
      Endpoint(.put, path, "replace\(name)", .open) { try RecordWriting.change($0, resource, .replace) },
      Endpoint(.patch, path, "update\(name)", .open) { try RecordWriting.change($0, resource, .merge) },
      Endpoint(.delete, path, "delete\(name)", .open) { try RecordWriting.delete($0, resource) },
      Endpoint(.post, path, "override\(name)", .open) { try overridden($0, resource) },
    ]
  }

  private static func get(_ call: Call, _ resource: RelatedCollection) throws -> Response {
    let records = Records(world: call.world, origin: call.request.origin)
    let content = try call.world.rendered.content(records.key(call.request)) {
      try render(call, resource, records)
    }
    guard let content else { return ResponseForm.nothing(try call.request.query()) }
    return content.response(to: call.request, cacheControl: ResponseForm.cacheControl)
  }

  private static func render(_ call: Call, _ resource: RelatedCollection, _ records: Records) throws -> RenderedBody? {
    let query = try call.request.query()
    guard var json = try records.record(resource, id: call.parameters["id"]) else { return nil }
    let relations = try ShownRelations(resource, of: .jsonPlaceholder, .jsonPlaceholder, query.values)
    if !relations.isEmpty {
      let record = try relations.added(to: [try JSONParser.parse(json)], records.all)
      json = JSONWriter.serialize(record[0], sortedKeys: false)
    }
    return ResponseForm.rendered(json, query, origin: call.request.origin)
  }

  /// POST to a record is for clients that cannot send the method they mean, such as Java's HttpURLConnection with
  /// PATCH (CONTRACT Q-H3): json-server reads it from `X-HTTP-Method-Override`.
  private static func overridden(_ call: Call, _ resource: RelatedCollection) throws -> Response {
    switch call.request.headers["X-HTTP-Method-Override"]?.uppercased() {
    case "PUT": try RecordWriting.change(call, resource, .replace)
    case "PATCH": try RecordWriting.change(call, resource, .merge)
    case "DELETE": try RecordWriting.delete(call, resource)
    default: ResponseForm.nothing(try call.request.query())
    }
  }
}

/// The records that belong to a record, such as `/posts/1/comments`.
enum NestedEndpoints {
  static let all = RelatedCollections.jsonPlaceholder.all.flatMap { parent in
    RelatedCollections.jsonPlaceholder.children(of: parent).flatMap { child in
      let path = "/\(parent.name)/{id}/\(child.name)"
      let owner = parent.singularTitle
      return [
        Endpoint(.get, path, "list\(owner)\(child.title)", .open) {
          try ListEndpoints.list($0, child, parent: (parent, $0.parameters["id"]))
        }.slow { ListEndpoints.isSlow($0, $1, child) },
        Endpoint(.post, path, "create\(owner)\(child.singularTitle)", .open) {
          try RecordWriting.create($0, child, parent: (parent, $0.parameters["id"]))
        },
      ]
    }
  }
}

/// The content of a request that writes a record.
enum RecordBody {
  /// The members that were sent: those of a JSON object, or the fields of a form with values of the documented types. No
  /// content is an object without members.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` when it is neither.
  static func object(_ request: Request, of resource: RelatedCollection) throws(Problem) -> JSONObject {
    if let form = try FormBody(request) { return try FormFields.members(form.fields, of: resource) }
    return request.body.isEmpty ? JSONObject() : try request.jsonObject()
  }

  /// The members of a change, and the deviations to report. Clients such as HTTP-RPC's send the arguments of a PUT in the
  /// query: without content they are its members, since nothing would be left of the record otherwise.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody`.
  static func changes(
    _ request: Request, _ query: QueryParameters, of resource: RelatedCollection
  ) throws(Problem) -> (members: JSONObject, hint: String?) {
    guard request.body.isEmpty else { return (try object(request, of: resource), nil) }
    let arguments = query.parameters.filter { !$0.name.hasPrefix("_") && $0.name != "callback" }
    if arguments.isEmpty {
      return (JSONObject(), request.method == .put ? "no content came, so every member but the id is gone" : nil)
    }
    return (
      try FormFields.members(QueryParameters(arguments), of: resource),
      "no content came, so the members are those of the query"
    )
  }

  /// An id from a path as it is stored: as a number when it is one.
  static func id(_ text: String) -> JSONValue {
    if let number = Int(text), String(number) == text { return .number(JSONNumber(number)) }
    return .string(text)
  }
}

/// All records at once, as json-server's `/db` gives them.
enum DatabaseEndpoint {
  static let all = [Endpoint(.get, "/db", "getDatabase", .open, answer: get).slow()]

  private static func get(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let origin = call.request.origin
    try RecordSeeds.require(RelatedCollections.jsonPlaceholder.all, in: call.world)
    let callback = query["callback"] ?? ""
    let content = try call.world.rendered.content(
      "\(JSONPlaceholder.identifier) \(origin) db \(callback)"
    ) {
      let lists = try call.world.store.read { connection in
        try RelatedCollections.jsonPlaceholder.all.map { resource in
          let records = String(decoding: try resource.table.array(connection), as: UTF8.self)
          return "\"\(resource.name)\":\(records)"
        }
      }
      let json = Array("{\(lists.joined(separator: ","))}".utf8)
      return ResponseForm.rendered(LocalLink.expand(in: json, origin: origin), query, origin: origin)
    }
    guard let content else { return ResponseForm.nothing(query) }
    return content.response(to: call.request, cacheControl: ResponseForm.cacheControl)
  }
}
