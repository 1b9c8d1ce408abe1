import HTTPCore
import JSON
import Store
import World

/// The six collections.
enum ListEndpoints {
  static let all = Resource.allCases.flatMap { resource in
    [
      Endpoint(.get, "/\(resource.rawValue)", "list\(resource.title)", .open) {
        try list($0, resource, parent: nil)
      }.slow { isSlow($0, $1, resource) },
      Endpoint(.post, "/\(resource.rawValue)", "create\(resource.singularTitle)", .open) {
        try RecordWriting.create($0, resource, parent: nil)
      },
    ]
  }

  /// Answers with the records that the query asks for.
  ///
  /// - Parameters:
  ///   - parent: The record whose children are asked for.
  static func list(_ call: Call, _ resource: Resource, parent: (resource: Resource, id: String)?) throws -> Response {
    let query = try call.request.query()
    let records = Records(world: call.world, origin: call.request.origin)
    try RecordSeeds.require([resource], in: call.world)
    // The records of other resources are in the answer only when the query asks for them.
    let isPlain = !query.parameters.contains { $0.name.hasPrefix("_e") }
    let tables = isPlain ? [resource.table] : Resource.allCases.map(\.table)
    let version = call.world.store.version(of: tables)
    let content = try call.world.rendered.content(key(call.request, records), version: version) {
      let parent = parent.map { (member: $0.resource.foreignKey, id: $0.id) }
      return try render(call.request, query, try ListQuery(resource, query, parent: parent), resource, records)
    }
    guard let content else { return Answer.nothing(query) }
    return content.response(to: call.request, cacheControl: Answer.cacheControl)
  }

  /// Whether a list takes long: it is made of many records, and is not there from another request.
  static func isSlow(_ request: Request, _ world: World, _ resource: Resource) -> Bool {
    guard resource == .photos || resource == .comments else { return false }
    return !world.rendered.holds(key(request, Records(world: world, origin: request.origin)))
  }

  private static func key(_ request: Request, _ records: Records) -> String {
    let query = String(decoding: request.target.rawQuery, as: UTF8.self)
    return "\(JSONPlaceholder.identifier) \(records.origin)\(request.target.rawPath)?\(query)"
  }

  private static func render(
    _ request: Request, _ parameters: QueryParameters, _ query: ListQuery, _ resource: Resource, _ records: Records
  ) throws -> RenderedContent {
    let (selected, total) = try query.answer(try records.all(resource), from: records)
    var headers = HeaderFields()
    if query.window.tellsTotal { headers.append("X-Total-Count", "\(total)") }
    if case .page(let number, let limit) = query.window,
      let links = PageLinks(request).value(page: number, limit: limit, count: total)
    {
      headers.append("Link", links)
    }
    var writer = JSONWriter(sortedKeys: false)
    if case .numbered(let page, let perPage) = query.window {
      writer.value(numbered(selected, page: page, perPage: perPage, total: total))
    } else {
      writer.value(.array(selected))
    }
    return Answer.rendered(writer.bytes, parameters, headers: headers)
  }

  /// The page with what is known about it, as json-server's first major version has it.
  private static func numbered(_ records: [JSONValue], page: Int, perPage: Int, total: Int) -> JSONValue {
    let pages = Window.pages(of: total, perPage)
    let current = min(page, pages)
    func number(_ value: Int?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
    return .object(
      JSONObject([
        ("first", number(1)), ("prev", number(current > 1 ? current - 1 : nil)),
        ("next", number(current < pages ? current + 1 : nil)), ("last", number(pages)), ("pages", number(pages)),
        ("items", number(total)), ("data", .array(records)),
      ]))
  }
}
