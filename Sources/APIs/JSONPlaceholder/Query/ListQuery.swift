import HTTPCore
import JSON

/// A list request as json-server reads it (CONTRACT §4): what to keep, in which order, which part of it, and what to
/// add to each record.
struct ListQuery {
  private let conditions: [Condition]
  private let fullText: FullText?
  private let ordering: Ordering?
  private let relations: Relations
  let window: Window

  /// Parameters that are no filters; `_` is what jQuery adds against caches.
  private static let reserved: Set<String> = [
    "q", "callback", "_", "_start", "_end", "_limit", "_page", "_per_page", "_sort", "_order", "_embed", "_expand",
  ]

  /// The most filters that a query may have, and the most values of those that are compared one by one with every
  /// record: bounds and patterns.
  private static let maximumConditions = 100

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - parent: The member and id that a nested path asks for, instead of what the query says of it.
  /// - Throws: ``Problem`` of kind `invalidParameter`.
  init(_ resource: Resource, _ query: QueryParameters, parent: (member: String, id: String)? = nil) throws(Problem) {
    let groups = query.grouped(by: Self.listName)
    func values(_ name: String) -> [String] { groups.first { $0.name == name }?.values ?? [] }
    func first(_ name: String) -> String? { values(name).first.flatMap { $0.isEmpty ? nil : $0 } }
    var conditions: [Condition] = []
    for group in groups where !Self.reserved.contains(group.name) && group.name != parent?.member {
      conditions.append(try Condition(name: group.name, values: group.values))
    }
    if let parent { conditions.append(try Condition(name: parent.member, values: [parent.id])) }
    guard conditions.count <= Self.maximumConditions else {
      throw Problem(.invalidParameter, "a query may have \(Self.maximumConditions) filters, not \(conditions.count)")
    }
    let count = conditions.reduce(0) { $0 + $1.comparedCount }
    guard count <= Self.maximumConditions else {
      throw Problem(
        .invalidParameter, "the filters of a query may have \(Self.maximumConditions) values that are no plain ones")
    }
    self.conditions = conditions
    fullText = first("q").map { FullText($0) }
    ordering = try first("_sort").map { sort throws(Problem) in try Ordering(sort: sort, order: first("_order")) }
    relations = try Relations(resource, embed: values("_embed"), expand: values("_expand"))
    window = Window { first($0) }
  }

  /// The records asked for, and how many there were before the window was cut out.
  func answer(_ all: [JSONValue], from source: Records) throws -> (records: [JSONValue], total: Int) {
    var records = all
    if let fullText { records = records.filter { fullText.isFound(in: $0) } }
    for condition in conditions
    where condition.countsAlways || all.contains(where: { condition.path.value(in: $0) != nil }) {
      records = try records.filter { try condition.isMet(by: $0) }
    }
    if let ordering { records = ordering.sorted(records) }
    let part = Array(records[window.range(of: records.count)])
    return (try relations.added(to: part, from: source), records.count)
  }

  /// A name without the `[]` or `[1]` at its end.
  private static func listName(_ name: String) -> String {
    guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), open > name.startIndex,
      name[name.index(after: open)...].dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return name }
    return String(name[..<open])
  }
}
