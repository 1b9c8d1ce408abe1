import HTTPCore
import JSON
import Records
import Store
import World

/// The six collections.
enum ListEndpoints {
  static let all = RelatedCollections.jsonPlaceholder.all.flatMap { resource in
    [
      Endpoint(.get, "/\(resource.name)", "list\(resource.title)", .open) {
        try list($0, resource, parent: nil)
      }.slow { isSlow($0, $1, resource) },
      Endpoint(.post, "/\(resource.name)", "create\(resource.singularTitle)", .open) {
        try RecordWriting.create($0, resource, parent: nil)
      },
    ]
  }

  /// Responds with the records that the query asks for.
  ///
  /// - Parameters:
  ///   - parent: The record whose children are asked for.
  static func list(_ call: Call, _ resource: RelatedCollection, parent: (resource: RelatedCollection, id: String)?)
    throws -> Response
  {
    let query = try call.request.query()
    let records = Records(world: call.world, origin: call.request.origin)
    try RecordSeeds.require([resource], in: call.world)
    let content = try call.world.rendered.content(records.key(call.request)) {
      let parent = parent.map { (member: $0.resource.foreignKey, id: $0.id) }
      return try render(
        call.request, query,
        try DocumentQuery(resource, of: .jsonPlaceholder, .jsonPlaceholder, query, parent: parent), resource, records)
    }
    guard let content else { return ResponseForm.nothing(query) }
    return content.response(to: call.request, cacheControl: ResponseForm.cacheControl)
  }

  /// Whether a list takes long: it has many records, and was not rendered for another request before.
  static func isSlow(_ request: Request, _ world: World, _ resource: RelatedCollection) -> Bool {
    guard ["photos", "comments"].contains(resource.name) else { return false }
    return !world.rendered.holds(Records(world: world, origin: request.origin).key(request))
  }

  private static func render(
    _ request: Request, _ parameters: QueryParameters, _ query: DocumentQuery, _ resource: RelatedCollection,
    _ records: Records
  ) throws -> RenderedBody {
    let selection = try query.answer(try records.all(resource), related: records.all)
    let (selected, total) = (selection.records, selection.total)
    var headers = HeaderFields()
    if let hint = FilterHint.text(selection.ignored) { headers.append(Errors.hint, hint) }
    if query.window.reportsTotal { headers.append("X-Total-Count", "\(total)") }
    if case .page(let page) = query.window, let links = PageLinks(request).value(page, count: total) {
      headers.append("Link", links)
    }
    var writer = JSONWriter(sortedKeys: false)
    if case .numbered(let page) = query.window {
      writer.value(numbered(selected, page, total: total))
    } else {
      writer.value(.array(selected))
    }
    return ResponseForm.rendered(writer.bytes, parameters, origin: records.origin, headers: headers)
  }

  /// The page with what is known about it, as json-server's first major version has it.
  private static func numbered(_ records: [JSONValue], _ page: PageRequest, total: Int) -> JSONValue {
    let (pages, current) = (page.pageCount(total: total), page.within(total: total).page)
    func number(_ value: Int?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
    return .object(
      JSONObject([
        ("first", number(1)), ("prev", number(current > 1 ? current - 1 : nil)),
        ("next", number(current < pages ? current + 1 : nil)), ("last", number(pages)), ("pages", number(pages)),
        ("items", number(total)), ("data", .array(records)),
      ]))
  }
}

/// What a list says about parameters that filtered nothing. They are ignored, as json-server does, and mostly meant as
/// filters.
enum FilterHint {
  /// Endings that look like operators, and what is meant by them.
  private static let operators = ["_gt", "_lt", "_eq", "_in", "_contains", "_startsWith", "_endsWith"]
  private static let maximumCount = 5

  /// The text of the header; nil when nothing was ignored. Names that do not fit into a header are not repeated.
  static func text(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let parts = names.prefix(maximumCount).map(sentence)
    return (names.count > maximumCount ? parts + ["and more"] : parts).joined(separator: "; ")
  }

  private static func sentence(_ name: String) -> String {
    let isShown =
      name.utf8.count <= 60 && name.utf8.allSatisfy { $0.isWordByte || $0 == 0x2E || $0 == 0x3A || $0 == 0x2D }
    guard isShown else { return "a parameter filters nothing" }
    if name == "_where" { return "_where is not known; write its conditions as parameters, such as views:gte=10" }
    if let ending = operators.first(where: { name.hasSuffix($0) && name != $0 }) {
      let member = name.dropLast(ending.count)
      return "\(name) filters nothing; write \(member):\(ending.dropFirst())"
    }
    return "\(name) filters nothing: no record has it"
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or an underscore.
  fileprivate var isWordByte: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
  }
}

/// The `Link` header of a page (RFC 8288): the request's own URL with other page numbers.
struct PageLinks {
  /// The URL up to the query.
  private let address: String
  /// A longer header is left out, since it might not fit into what a connection has for the head of a response.
  private static let maximumLength = 4096

  /// The query's pairs as they came, undecoded.
  private let pairs: [String]

  init(_ request: Request) {
    address = request.origin + request.target.rawPath
    pairs = String(decoding: request.target.rawQuery, as: UTF8.self).split(separator: "&").map(String.init)
  }

  /// The header's value; nil when everything is on the page, or nothing.
  func value(_ request: PageRequest, count: Int) -> String? {
    let (page, pages) = (request.page, request.pageCount(total: count))
    guard pages > 1, page <= pages else { return nil }
    var links = [("first", 1)]
    if page > 1 { links.append(("prev", page - 1)) }
    if page < pages { links.append(("next", page + 1)) }
    links.append(("last", pages))
    let value = links.map { "<\(url(page: $0.1))>; rel=\"\($0.0)\"" }.joined(separator: ", ")
    return value.utf8.count <= Self.maximumLength ? value : nil
  }

  private func url(page: Int) -> String {
    let query = pairs.map { $0.hasPrefix("_page=") ? "_page=\(page)" : $0 }
    return address + "?" + query.joined(separator: "&")
  }
}
