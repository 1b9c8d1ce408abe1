import HTTPCore
import JSON

/// A page of a list.
struct PageOfRecords {
  /// A JSON array.
  let records: [UInt8]
  /// How many records there are on all pages.
  let total: Int

  /// The list's body with `pagination` (CONTRACT §6.4), and its `Link` (RFC 8288).
  ///
  /// - Parameters:
  ///   - name: The member that holds the records.
  ///   - path: The path of the list, for links.
  func rendered(_ name: String, path: String, _ paging: Paging) -> RenderedContent {
    let pages = paging.pageCount(total: total)
    let pagination: JSONValue = [
      "page": .number(JSONNumber(paging.page)), "limit": .number(JSONNumber(paging.limit)),
      "total": .number(JSONNumber(total)), "totalPages": .number(JSONNumber(pages)),
      "hasNext": .bool(paging.page < pages), "hasPrev": .bool(paging.page > 1),
    ]
    // Keys sorted, as everywhere: "pagination" comes before "profiles" and "wallets", after "apps" and "accounts".
    let members = [(name, records), ("pagination", JSONWriter.serialize(pagination))].sorted { $0.0 < $1.0 }
    var body: [UInt8] = []
    for (key, value) in members {
      body.append(UInt8(ascii: body.isEmpty ? "{" : ","))
      body.append(contentsOf: "\"\(key)\":".utf8)
      body.append(contentsOf: value)
    }
    body.append(UInt8(ascii: "}"))
    return RenderedContent(body, headers: ["Link": link(path, paging, pages: pages)])
  }

  private func link(_ path: String, _ paging: Paging, pages: Int) -> String {
    var relations = [("first", 1), ("last", pages)]
    if paging.page > 1 { relations.append(("prev", min(paging.page - 1, pages))) }
    if paging.page < pages { relations.append(("next", paging.page + 1)) }
    return relations.map { "<\(path)?page=\($0.1)&limit=\(paging.limit)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
  }
}
