import HTTPCore
import Store
import World

/// Everything at once, as json-server's `/db` has it.
enum DatabaseEndpoint {
  static let all = [Endpoint(.get, "/db", "getDatabase", .open, answer: get).slow()]

  private static func get(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let origin = call.request.origin
    try RecordSeeds.require(Resource.allCases, in: call.world)
    let version = call.world.store.version(of: Resource.allCases.map(\.table))
    let callback = query["callback"] ?? ""
    let content = try call.world.rendered.content(
      "\(JSONPlaceholder.identifier) \(origin) db \(callback)", version: version
    ) {
      let lists = try call.world.store.read { connection in
        try Resource.allCases.map { resource in
          let records = String(decoding: try RecordSQL.all(connection, resource), as: UTF8.self)
          return "\"\(resource.rawValue)\":\(records)"
        }
      }
      let json = Array("{\(lists.joined(separator: ","))}".utf8)
      return Answer.rendered(LocalLink.expand(in: json, origin: origin), query)
    }
    guard let content else { return Answer.nothing(query) }
    return content.response(to: call.request, cacheControl: Answer.cacheControl)
  }
}
