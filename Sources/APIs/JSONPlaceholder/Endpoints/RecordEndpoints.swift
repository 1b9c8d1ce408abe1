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
    let query = try call.request.query()
    let records = Records(world: call.world, origin: call.request.origin)
    guard var json = try records.record(resource, id: call.parameters["id"]) else { return Answer.nothing(query) }
    let (embed, expand) = (query.values("_embed"), query.values("_expand"))
    if !embed.isEmpty || !expand.isEmpty {
      let relations = try Relations(resource, embed: embed, expand: expand)
      let record = try relations.added(to: [try JSONParser.parse(json)], from: records)
      json = JSONWriter.serialize(record[0], sortedKeys: false)
    }
    return Answer.rendered(json, query).response(to: call.request, cacheControl: Answer.cacheControl)
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
