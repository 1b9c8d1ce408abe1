import HTTPCore
import JSON
import Store
import World

/// One record of a collection.
enum RecordEndpoints {
  static let all = Resource.allCases.flatMap { resource in
    let path = "/\(resource.rawValue)/{id}"
    let name = resource.singularTitle
    return [
      Endpoint(.get, path, "get\(name)", .open) { try get($0, resource) },
      Endpoint(.put, path, "replace\(name)", .open) { try RecordWriting.change($0, resource, .replace) },
      Endpoint(.patch, path, "update\(name)", .open) { try RecordWriting.change($0, resource, .merge) },
      Endpoint(.delete, path, "delete\(name)", .open) { try RecordWriting.delete($0, resource) },
      Endpoint(.post, path, "override\(name)", .open) { try overridden($0, resource) },
    ]
  }

  private static func get(_ call: Call, _ resource: Resource) throws -> Response {
    let records = Records(world: call.world, origin: call.request.origin)
    let content = try call.world.rendered.content(records.key(call.request)) {
      try render(call, resource, records)
    }
    guard let content else { return Answer.nothing(try call.request.query()) }
    return content.response(to: call.request, cacheControl: Answer.cacheControl)
  }

  private static func render(_ call: Call, _ resource: Resource, _ records: Records) throws -> RenderedContent? {
    let query = try call.request.query()
    guard var json = try records.record(resource, id: call.parameters["id"]) else { return nil }
    let (embed, expand) = (query.values("_embed"), query.values("_expand"))
    if !embed.isEmpty || !expand.isEmpty {
      let relations = try Relations(resource, embed: embed, expand: expand)
      let record = try relations.added(to: [try JSONParser.parse(json)], from: records)
      json = JSONWriter.serialize(record[0], sortedKeys: false)
    }
    return Answer.rendered(json, query, origin: call.request.origin)
  }

  /// POST to a record is for clients that cannot send the method they mean, such as Java's HttpURLConnection with
  /// PATCH (CONTRACT Q-H3): json-server reads it from `X-HTTP-Method-Override`.
  private static func overridden(_ call: Call, _ resource: Resource) throws -> Response {
    switch call.request.headers["X-HTTP-Method-Override"]?.uppercased() {
    case "PUT": try RecordWriting.change(call, resource, .replace)
    case "PATCH": try RecordWriting.change(call, resource, .merge)
    case "DELETE": try RecordWriting.delete(call, resource)
    default: Answer.nothing(try call.request.query())
    }
  }
}

/// The records that belong to a record, such as `/posts/1/comments`.
enum NestedEndpoints {
  static let all = Resource.allCases.flatMap { parent in
    parent.children.flatMap { child in
      let path = "/\(parent.rawValue)/{id}/\(child.rawValue)"
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

/// The content of a request that writes a record.
enum RecordBody {
  /// The members that were sent: those of a JSON object, or the fields of a form with values of the documented types. No
  /// content is an object without members.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` when it is neither.
  static func object(_ request: Request, of resource: Resource) throws(Problem) -> JSONObject {
    if let form = try FormContent(request) { return try FormFields.members(form.fields, of: resource) }
    return request.body.isEmpty ? JSONObject() : try request.jsonObject()
  }

  /// The members of a change, and what to tell of them. Clients such as HTTP-RPC's send the arguments of a PUT in the
  /// query: without content they are its members, since nothing would be left of the record otherwise.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody`.
  static func changes(
    _ request: Request, _ query: QueryParameters, of resource: Resource
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
    try RecordSeeds.require(Resource.allCases, in: call.world)
    let callback = query["callback"] ?? ""
    let content = try call.world.rendered.content(
      "\(JSONPlaceholder.identifier) \(origin) db \(callback)"
    ) {
      let lists = try call.world.store.read { connection in
        try Resource.allCases.map { resource in
          let records = String(decoding: try RecordSQL.all(connection, resource), as: UTF8.self)
          return "\"\(resource.rawValue)\":\(records)"
        }
      }
      let json = Array("{\(lists.joined(separator: ","))}".utf8)
      return Answer.rendered(LocalLink.expand(in: json, origin: origin), query, origin: origin)
    }
    guard let content else { return Answer.nothing(query) }
    return content.response(to: call.request, cacheControl: Answer.cacheControl)
  }
}

/// The form of every answer: the headers that json-server sends against caches, and JSONP when a callback is named.
enum Answer {
  /// In every answer besides `Cache-Control`, which ``cacheControl`` gives to those that carry a tag.
  static let headers: HeaderFields = ["Cache-Control": cacheControl] + cacheHeaders
  static let cacheControl = "no-cache"
  private static let cacheHeaders: HeaderFields = ["Pragma": "no-cache", "Expires": "-1"]
  private static let scriptType = "text/javascript; charset=utf-8"

  /// Content that is kept until a record changes.
  ///
  /// - Parameters:
  ///   - origin: What the links in the content begin with.
  static func rendered(
    _ json: [UInt8], _ query: QueryParameters, origin: String, headers: HeaderFields = [:]
  ) -> RenderedContent {
    var fields = cacheHeaders + headers
    let plain = LocalLink.collapse(in: json, origin: origin)
    guard let callback = callback(query) else { return RenderedContent(json, headers: fields, tagged: plain) }
    fields.append("X-Content-Type-Options", "nosniff")
    return RenderedContent(
      script(callback, json), mediaType: scriptType, headers: fields, tagged: script(callback, plain))
  }

  /// An answer that is not kept.
  static func response(
    _ json: [UInt8], status: Int = 200, _ query: QueryParameters, headers: HeaderFields = [:]
  ) -> Response {
    var response = Response(status: status, headers: Self.headers + headers)
    if let callback = callback(query) {
      response.headers.append("X-Content-Type-Options", "nosniff")
      response.headers.append("Content-Type", scriptType)
      response.content = .bytes(script(callback, json))
    } else {
      response.headers.append("Content-Type", Response.jsonType)
      response.content = .bytes(json)
    }
    return response
  }

  /// 404 with `{}`.
  static func nothing(_ query: QueryParameters) -> Response { response(Array("{}".utf8), status: 404, query) }

  /// The parameter by which a client asks for a slow answer, in milliseconds of real time, as upstream has it.
  static let delayParameter = "_delay"
  private static let delayBytes = Array("\(delayParameter)=".utf8)

  /// The answer, later by as much as the query says; what is no number is no delay.
  static func delayed(_ response: Response, _ call: Call) throws -> Response {
    // Most queries have none, and are not read once more for that.
    guard call.request.target.rawQuery.firstRange(of: delayBytes) != nil,
      let milliseconds = try call.request.query()[delayParameter].flatMap(JavaScript.parseInteger)
    else { return response }
    var response = response
    response.delay(byMilliseconds: milliseconds)
    return response
  }

  /// The name of the function to call, without what is no part of a JavaScript reference.
  private static func callback(_ query: QueryParameters) -> String? {
    let name = (query["callback"] ?? "").filter { character in
      character.isASCII && (character.isLetter || character.isNumber || "[]_$.".contains(character))
    }
    return name.isEmpty ? nil : name
  }

  /// The comment in front keeps the answer from being read as Flash; U+2028 and U+2029 end lines in older JavaScript.
  private static func script(_ callback: String, _ json: [UInt8]) -> [UInt8] {
    let safe = String(decoding: json, as: UTF8.self).replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
    return Array("/**/ typeof \(callback) === 'function' && \(callback)(\(safe));".utf8)
  }
}
