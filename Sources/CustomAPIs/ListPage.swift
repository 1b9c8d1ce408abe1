import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

/// One page of a list, and where it stands in the whole.
struct ListPage {
  let records: [StoredRecord]
  /// How many records there are on all pages.
  let total: Int
  /// How many records stand before the page.
  let offset: Int
  /// The most records on a page.
  let size: Int
  private let paging: Paging?

  private static let maximumUnpaged = 10_000

  /// Reads the page that a query asks for.
  init(
    _ connection: Connection, _ collection: RecordCollection, _ query: RowQuery, _ paging: Paging?,
    _ parameters: QueryParameters
  ) throws {
    self.paging = paging
    var query = query
    total = try collection.documents.records.count(connection, query)
    guard let paging else {
      (offset, size) = (0, Self.maximumUnpaged)
      query.limit = size
      records = try collection.documents.records(connection, query)
      return
    }
    let wanted = paging.size.flatMap { parameters[$0] }.flatMap { Int($0) }
    size = max(1, min(wanted ?? paging.defaultSize, paging.maximumSize, Self.maximumUnpaged))
    let offset = try Self.offset(connection, collection, query, paging, parameters, size)
    (query.offset, query.limit) = (offset.start, offset.count)
    self.offset = offset.start
    records = wanted == 0 ? [] : try collection.documents.records(connection, query)
  }

  /// Where the page begins, and how many records it may have.
  private static func offset(
    _ connection: Connection, _ collection: RecordCollection, _ query: RowQuery, _ paging: Paging,
    _ parameters: QueryParameters, _ size: Int
  ) throws -> (start: Int, count: Int) {
    let text = paging.position.flatMap { parameters[$0] }
    switch paging.style {
    case .page:
      let page = min(max(text.flatMap { Int($0) } ?? paging.first, paging.first), Int(Int32.max)) - paging.first + 1
      return (PageRequest(page: page, limit: size).offset, size)
    case .offset:
      let wanted = text.flatMap { Int($0) } ?? paging.first
      return (max(0, min(max(wanted, 0), Int(Int32.max)) - paging.first), size)
    case .cursor:
      if text == nil, let number = paging.page.flatMap({ parameters[$0] }).flatMap({ Int($0) }) {
        return (PageRequest(page: max(1, min(number, Int(Int32.max))), limit: size).offset, size)
      }
      if paging.isMoment, let text, let last = try record(made: text, connection, collection, query),
        let place = try collection.documents.records.position(connection, id: last, query)
      {
        return (place + 1, size)
      }
      return (text.flatMap(Cursor.offset) ?? 0, size)
    case .record:
      if let backward = paging.backward.flatMap({ parameters[$0] }),
        let place = try collection.documents.records.position(connection, id: backward, query)
      {
        return (max(0, place - size), min(size, place))
      }
      guard let text, let place = try collection.documents.records.position(connection, id: text, query) else {
        return (0, size)
      }
      return (place + 1, size)
    }
  }

  /// The id of the record that was made at a moment, which clients may send as a cursor; nil for none.
  private static func record(
    made moment: String, _ connection: Connection, _ collection: RecordCollection, _ query: RowQuery
  ) throws -> String? {
    guard let created = collection.resource.createdAtMember else { return nil }
    var query = query
    query.require(collection.documents.records.condition(anyOf: [collection.path(to: created)], is: moment))
    query.limit = 1
    return try collection.documents.records(connection, query).first?.id
  }

  private var hasNext: Bool { offset + records.count < total && !records.isEmpty }
  private var hasPrevious: Bool { offset > 0 }

  /// The page's number, counted from the first one's.
  private var pageNumber: Int { offset / size + (paging?.first ?? 1) }
  private var pageCount: Int { PageRequest(page: 1, limit: size).pageCount(total: total) }

  /// What a client sends as its position to get the page that begins at a record.
  private func position(at start: Int) -> String {
    guard let paging else { return "" }
    switch paging.style {
    case .page: return String(start / size + paging.first)
    case .offset: return String(start + paging.first)
    case .cursor: return paging.isMoment ? Cursor.moment(start) : Cursor.text(start)
    case .record: return records.last?.id ?? ""
    }
  }

  /// The address of another page.
  private func url(at start: Int, _ request: Request) -> String? {
    guard let paging, let name = paging.position else { return nil }
    let query = (try? request.query())?.parameters ?? []
    var pairs = query.filter { $0.name != name && $0.name != paging.backward }.map { ($0.name, $0.value) }
    if start > 0 || paging.style == .page { pairs.append((name, position(at: start))) }
    let text = pairs.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    return request.origin + request.target.rawPath + (text.isEmpty ? "" : "?\(text)")
  }

  /// The `Link` header with the addresses of the other pages (RFC 8288); nil when there are none.
  func linkHeader(_ request: Request) -> String? {
    var links: [(String, String?)] = []
    if hasNext { links.append(("next", url(at: offset + records.count, request))) }
    if hasPrevious { links.append(("prev", url(at: max(0, offset - size), request))) }
    if !links.isEmpty, paging?.style == .page || paging?.style == .offset {
      links.append(("first", url(at: 0, request)))
      links.append(("last", url(at: (pageCount - 1) * size, request)))
    }
    let parts = links.compactMap { link in link.1.map { "<\($0)>; rel=\"\(link.0)\"" } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What the answer's members say of the page; nil for a member that is left out.
  func facts(
    _ request: Request, _ maker: ValueGenerator, _ schema: JSONPointer?
  ) -> [(path: [String], value: JSONValue?)] {
    (paging?.members ?? []).map { member in
      (member.path, value(member.role, request, Self.types(of: member.path, maker, schema)))
    }
  }

  /// The types that a member of the answer may have, and whether it must be there.
  private static func types(
    of path: [String], _ maker: ValueGenerator, _ schema: JSONPointer?
  ) -> (types: Set<String>, isRequired: Bool) {
    var place = schema
    for name in path.dropLast() { place = place.flatMap { maker.shape(of: $0).members[name] } }
    guard let place, let name = path.last,
      let member = maker.members(of: place).first(where: { $0.name == name })
    else { return ([], false) }
    return (Set(member.types), member.isRequired)
  }

  private func value(
    _ role: Paging.Role, _ request: Request, _ known: (types: Set<String>, isRequired: Bool)
  ) -> JSONValue? {
    func number(_ value: Int) -> JSONValue {
      known.types.contains("string") && !known.types.contains("integer") && !known.types.contains("number")
        ? .string(String(value)) : .number(JSONNumber(value))
    }
    func text(_ value: String?) -> JSONValue? {
      guard let value else {
        if known.types.contains("null") { return .null }
        guard known.isRequired else { return nil }
        if known.types.contains("boolean") { return .bool(false) }
        if known.types.contains("string") { return "" }
        return known.types.contains("integer") || known.types.contains("number") ? .number(JSONNumber(0)) : nil
      }
      if !known.types.contains("string"), known.types.contains("integer") || known.types.contains("number"),
        let number = JSONNumber(literal: value)
      {
        return .number(number)
      }
      return .string(value)
    }
    func position(_ start: Int?) -> JSONValue? {
      guard let start else { return text(nil) }
      let isNumber = paging?.style == .cursor && !known.types.isEmpty && !known.types.contains("string")
      return isNumber ? .number(JSONNumber(start)) : text(self.position(at: start))
    }
    switch role {
    case .total: return number(total)
    case .pageCount: return number(pageCount)
    case .page: return number(pageNumber)
    case .offset: return number(offset)
    case .size: return number(size)
    case .count: return number(records.count)
    case .firstNumber: return records.isEmpty ? text(nil) : number(offset + 1)
    case .lastNumber: return records.isEmpty ? text(nil) : number(offset + records.count)
    case .hasMore: return .bool(hasNext)
    case .hasPrevious: return .bool(hasPrevious)
    case .isFirst: return .bool(!hasPrevious)
    case .isLast: return .bool(!hasNext)
    case .isEmpty: return .bool(records.isEmpty)
    case .nextPosition: return position(hasNext ? offset + records.count : nil)
    case .previousPosition: return position(hasPrevious ? max(0, offset - size) : nil)
    case .nextURL: return text(hasNext ? url(at: offset + records.count, request) : nil)
    case .previousURL: return text(hasPrevious ? url(at: max(0, offset - size), request) : nil)
    case .firstURL: return text(url(at: 0, request))
    case .lastURL: return text(url(at: (pageCount - 1) * size, request))
    case .selfURL: return text(url(at: offset, request))
    case .firstID: return text(records.first?.id)
    case .lastID: return text(records.last?.id)
    }
  }
}
