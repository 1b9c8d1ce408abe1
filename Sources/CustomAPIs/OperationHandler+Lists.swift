import APISupport
import Contract
import HTTPCore
import JSON
import Resources
import Store
import Synthesis
import World

// Lists of records: filtered, sorted, and cut into pages in the way that the document has.

extension OperationHandler {
  /// Answers with the records that the query asks for.
  func list(
    _ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> RenderedBody {
    try RecordSeeds(api: api, world: call.world).require(collection, below: parents(call))
    var query = chosen(collection, call, sent, answers)
    sort(&query, collection, sent.query)
    let page = try call.world.store.read { connection in
      try ListPage(
        connection, collection, query, answers.paging, operation.kind == .search ? sent.withContent : sent.query)
    }
    note(total: page.total)
    let link = operation.paging?.hasLinkHeader == true ? page.linkHeader(call.request) : nil
    return try answers.content(
      showing: .array(page.records.map { shown($0, call) }), seed: SplitMix64.seed(of: operation.operationID),
      telling: page.facts(call.request, api.maker, answers.place),
      headers: link.map { ["Link": $0] } ?? [:])
  }

  /// The records that the query of a request chooses.
  func chosen(_ collection: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) -> RowQuery
  {
    var query = collection.query(scope(call))
    filter(&query, collection, sent, answers.documented)
    return query
  }

  /// `-title` for `order[title]=desc`.
  private static func bracketed(_ sorting: OperationDescription.Sorting, _ parameters: QueryParameters) -> String? {
    let found = parameters.parameters.first { $0.name.hasPrefix("\(sorting.parameter)[") && $0.name.hasSuffix("]") }
    guard let found else { return nil }
    let member = found.name.dropFirst(sorting.parameter.count + 1).dropLast()
    return (found.value.lowercased().hasPrefix("desc") ? "-" : "") + member
  }

  /// Has the query sort as the request says, when it names a member.
  private func sort(_ query: inout RowQuery, _ collection: RecordCollection, _ parameters: QueryParameters) {
    guard let sorting = operation.sorting,
      let text = parameters[sorting.parameter] ?? Self.bracketed(sorting, parameters)
    else { return }
    var name = text.split(separator: ",").first.map(String.init) ?? text
    var isFalling = false
    if name.hasPrefix("-") || name.hasPrefix("+") { isFalling = name.removeFirst() == "-" }
    for (ending, falls) in [
      (":desc", true), (":asc", false), (".desc", true), (".asc", false), (" desc", true), (" asc", false),
      ("_desc", true), ("_asc", false),
    ]
    where name.lowercased().hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
      isFalling = falls
    }
    if text.lowercased().hasSuffix(",desc") { isFalling = true }
    if let direction = sorting.direction.flatMap({ parameters[$0] }) {
      isFalling = direction.lowercased().hasPrefix("desc")
    }
    let plain = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    // `sort=created` may mean `created_at`.
    let wanted = plain(name)
    let names = collection.members.keys.sorted() + collection.attributes.keys.sorted()
    guard let member = names.first(where: { plain($0) == wanted }) ?? names.first(where: { plain($0) == wanted + "at" })
    else { return }
    query.sort(by: collection.path(to: member), isFalling: isFalling)
  }
}

/// A place in a list as a text that clients hand back as it is.
package enum Cursor {
  private static let prefix = "at:"

  /// The text of a place.
  package static func text(_ offset: Int) -> String { Base64URL.encode(Array("\(prefix)\(offset)".utf8)) }

  /// The place of a text; nil for one that was not given out.
  package static func offset(_ text: String) -> Int? {
    // A document may have numbers for cursors.
    if let offset = Int(text) { return (0...Int(Int32.max)).contains(offset) ? offset : nil }
    guard let bytes = Base64URL.decode(text.utf8), let plain = String(validating: bytes, as: UTF8.self),
      plain.hasPrefix(prefix), let offset = Int(plain.dropFirst(prefix.count)), (0...Int(Int32.max)).contains(offset)
    else { return nil }
    return offset
  }
}
