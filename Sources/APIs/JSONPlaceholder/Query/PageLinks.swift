import HTTPCore

/// The `Link` header of a page (RFC 8288): the request's own URL with other page numbers.
struct PageLinks {
  /// The URL up to the query.
  private let address: String
  /// A longer header is left out, since it might not fit into what a connection has for the head of an answer.
  private static let maximumLength = 4096

  /// The query's pairs as they came, undecoded.
  private let pairs: [String]

  init(_ request: Request) {
    address = request.origin + request.target.rawPath
    pairs = String(decoding: request.target.rawQuery, as: UTF8.self).split(separator: "&").map(String.init)
  }

  /// The header's value; nil when everything is on the page, or nothing.
  func value(page: Int, limit: Int, count: Int) -> String? {
    let pages = Window.pages(of: count, limit)
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
