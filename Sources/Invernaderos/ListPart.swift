import HTTPCore
import World

/// A part of a list, by `limit` and `offset` (CONTRACT §2.3).
struct ListPart: Sendable, Equatable {
  /// The first part, of the usual length.
  static let first = ListPart(limit: 100, offset: 0)

  /// How many rows at most, 1…1000.
  let limit: Int
  /// How many newer rows are left out.
  let offset: Int

  /// The part that a request asks for; nil when it has neither parameter, which means the whole list.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for anything but whole numbers.
  static func read(_ query: QueryParameters) throws(Problem) -> ListPart? {
    let isAsked = ["limit", "offset"].contains { name in !(query[name]?.trimmingBlanks() ?? "").isEmpty }
    guard isAsked else { return nil }
    return ListPart(
      limit: Int(try Reads.clamped(query, "limit", default: Int64(first.limit), to: 1...1000, type: "Int")),
      offset: Int(try Reads.clamped(query, "offset", default: 0, to: 0...1_000_000_000, type: "Int")))
  }

  /// The response with the part's rows, with the number of all rows and the addresses of other parts (RFC 8288).
  ///
  /// - Parameters:
  ///   - pinned: Parameters of these addresses that keep newer rows out, which would shift the parts.
  func response(_ rows: [UInt8], total: Int, _ call: Call, pinned: [(name: String, value: String)] = []) -> Response {
    var response = Response.json(rows)
    response.headers.append("X-Total-Count", "\(total)")
    if let links = links(total: total, call.request, pinned) { response.headers.append("Link", links) }
    return response
  }

  /// A longer header is left out, since it might not fit into what a connection has for the head of a response.
  private static let maximumLength = 4096

  private func links(total: Int, _ request: Request, _ pinned: [(name: String, value: String)]) -> String? {
    var parts: [(name: String, offset: Int)] = []
    if offset > 0 { parts += [("first", 0), ("prev", max(0, offset - limit))] }
    if offset + limit < total { parts += [("next", offset + limit), ("last", (total - 1) / limit * limit)] }
    guard !parts.isEmpty else { return nil }
    let replaced: [String] = ["limit", "offset"] + pinned.map(\.name)
    let kept: [String] = String(decoding: request.target.rawQuery, as: UTF8.self).split(separator: "&").map(String.init)
      .filter { pair in !replaced.contains { pair == $0 || pair.hasPrefix("\($0)=") } }
    let address: String = request.origin + request.target.rawPath
    let links: [String] = parts.map { (name: String, offset: Int) -> String in
      let own: [String] = ["limit=\(limit)", "offset=\(offset)"] + pinned.map { "\($0.name)=\($0.value)" }
      let query: String = (kept + own).joined(separator: "&")
      return "<\(address)?\(query)>; rel=\"\(name)\""
    }
    let value: String = links.joined(separator: ", ")
    return value.utf8.count <= Self.maximumLength ? value : nil
  }
}
