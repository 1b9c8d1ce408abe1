import HTTPCore
import Store

/// Which records of a table a list request wants: conditions in SQL, joined by AND, and a page.
struct ListFilter {
  private(set) var conditions: [String] = []
  private(set) var arguments: [SQLValue] = []
  let paging: Paging?

  init(_ query: QueryParameters) throws {
    paging = try Paging.read(query, defaultLimit: 20, maximumLimit: 100)
  }

  /// Keeps records with the text in one of the columns, whatever the case and the accents.
  mutating func search(_ text: String?, in columns: [String]) {
    guard let text, !text.isEmpty else { return }
    conditions.append("(" + columns.map { "instr(fold(\($0)), fold(?)) > 0" }.joined(separator: " OR ") + ")")
    arguments.append(contentsOf: columns.map { _ in .text(text) })
  }

  /// Keeps records whose column is that text, whatever the case and the accents.
  mutating func match(_ text: String?, column: String) {
    guard let text, !text.isEmpty else { return }
    conditions.append("fold(\(column)) = fold(?)")
    arguments.append(.text(text))
  }

  /// Keeps records whose column is one of a fixed set of values.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for a value outside the set.
  mutating func choose(
    _ parameter: String, in query: QueryParameters, of choices: [String], column: String
  ) throws {
    guard let text = query[parameter], !text.isEmpty else { return }
    guard choices.contains(text) else {
      throw Problem(
        .invalidParameter,
        "the query parameter \"\(parameter)\" must be one of \(choices.joined(separator: ", "))",
        field: parameter, value: text)
    }
    conditions.append("\(column) = ?")
    arguments.append(.text(text))
  }
}

/// The records of a list request, and how many there are beyond the page.
struct ListPage {
  /// A JSON array.
  let records: [UInt8]
  let total: Int

  /// The documented list body; `page` and `totalPages` only when paging was asked for (CONTRACT C9).
  func body(_ name: String, _ paging: Paging?) -> [UInt8] {
    var body = Array("{\"\(name)\":".utf8)
    body.append(contentsOf: records)
    if let paging { body.append(contentsOf: ",\"page\":\(paging.page)".utf8) }
    body.append(contentsOf: ",\"total\":\(total)".utf8)
    if let paging { body.append(contentsOf: ",\"totalPages\":\(paging.pageCount(total: total))".utf8) }
    body.append(UInt8(ascii: "}"))
    return body
  }
}
