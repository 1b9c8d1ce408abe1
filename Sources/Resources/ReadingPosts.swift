import JSONSchema

/// Finds the POSTs that only read: their content asks for a page, a filter and an order, as a query does that would be too
/// long for an address. Many APIs have them beside a GET that answers the same.
struct ReadingPosts {
  let index: SchemaIndex

  /// Marks them.
  func mark(_ operations: inout [OperationFacts]) {
    var reads: [String: OperationFacts] = [:]
    for operation in operations where operation.method == "GET" { reads[operation.path] = operation }
    for number in operations.indices { operations[number].isReading = isReading(operations[number], reads) }
  }

  private func isReading(_ operation: OperationFacts, _ reads: [String: OperationFacts]) -> Bool {
    guard operation.method == "POST", operation.status == 200, !operation.isFile, let answer = operation.answer,
      let request = operation.request.map(index.shape), !request.isArray, !request.members.isEmpty,
      !Acknowledgement.isOne(index.shape(answer), index)
    else { return false }
    let asksForPage = Self.asksForPage(request)
    guard let twin = reads[operation.path], let other = twin.answer else {
      return asksForPage && areCriteria(request) && showsRecords(answer, operation)
    }
    guard isSame(answer, other) else { return false }
    // What the content and the query may hold is the same.
    let asked = Set(twin.query.map(\.key))
    let common = request.members.count { asked.contains($0.key) }
    return asksForPage || common >= 2 && common * 2 >= request.members.count
  }

  /// Whether an answer shows a list, or a record by its id.
  private func showsRecords(_ answer: Schema, _ operation: OperationFacts) -> Bool {
    if EnvelopeFinder.hasOwnID(index.shape(answer)) { return true }
    let names = operation.shape.segments.last?.literal.map { [$0] } ?? []
    return EnvelopeFinder(index: index).list(in: answer, names: names).map { $0.confidence >= 0.7 } ?? false
  }

  /// Whether two answers are the same: by one schema, or by two with the same text.
  private func isSame(_ left: Schema, _ right: Schema) -> Bool { left == right || left.value == right.value }

  /// Whether a request holds the size of a page beside other criteria.
  static func asksForPage(_ request: SchemaShape) -> Bool {
    let keys = Set(request.members.map(\.key))
    return !keys.isDisjoint(with: ["limit", "pagesize", "perpage", "size", "take"])
      && !keys.isDisjoint(with: ["page", "offset", "skip", "cursor", "filter", "filters", "sort", "query"])
  }

  /// Whether nearly all that a request may hold are criteria, none of which it must hold.
  private func areCriteria(_ request: SchemaShape) -> Bool {
    let count = request.members.count { Self.criteria.contains($0.key) }
    return request.required.isEmpty && count >= 3 && count * 3 >= request.members.count * 2
  }

  private static let criteria: Set<String> = [
    "limit", "pagesize", "perpage", "size", "take", "page", "offset", "skip", "cursor", "filter", "filters", "sort",
    "sorts", "sortby", "sorting", "order", "orderby", "query", "search", "term", "text", "keyword", "ids", "fields",
    "include", "includes", "exclude", "excludes", "expand", "associations", "aggregations", "group", "grouping",
    "groupby", "postfilter", "totalcountmode", "where", "criteria", "conditions", "pagination", "direction",
  ]
}
