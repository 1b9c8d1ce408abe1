import HTTPCore
import JSON
import RegularExpressions

/// A list request in json-server's query language: what to keep, in which order, which part of it, and what to add to each
/// record. Documents are compared in JavaScript's terms, which SQL has not; so they are looked at one by one.
package struct DocumentQuery {
  private let conditions: [DocumentCondition]
  private let fullText: FullText?
  private let order: DocumentOrder?
  private let relations: ShownRelations
  /// The part of the list.
  package let window: ListWindow

  /// The most filters that a query may have, and the most values of those that are compared one by one with every
  /// record: bounds and patterns.
  private static let maximumConditions = 100

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - parent: The member and id that a nested path asks for, instead of what the query says of it.
  /// - Throws: ``Problem`` of kind `invalidParameter`.
  package init(
    _ collection: RelatedCollection, of collections: RelatedCollections, _ names: ListParameters,
    _ query: QueryParameters, parent: (member: String, id: String)? = nil
  ) throws(Problem) {
    let groups = query.grouped(by: Self.listName)
    func values(_ name: String) -> [String] { groups.first { $0.name == name }?.values ?? [] }
    func first(_ name: String) -> String? { values(name).first.flatMap { $0.isEmpty ? nil : $0 } }
    var conditions: [DocumentCondition] = []
    for group in groups where !names.all.contains(group.name) && group.name != parent?.member {
      conditions.append(try DocumentCondition(name: group.name, values: group.values))
    }
    if let parent { conditions.append(try DocumentCondition(name: parent.member, values: [parent.id])) }
    guard conditions.count <= Self.maximumConditions else {
      throw Problem(.invalidParameter, "a query may have \(Self.maximumConditions) filters, not \(conditions.count)")
    }
    let count = conditions.reduce(0) { $0 + $1.comparedCount }
    guard count <= Self.maximumConditions else {
      throw Problem(
        .invalidParameter, "the filters of a query may have \(Self.maximumConditions) values that are no plain ones")
    }
    self.conditions = conditions
    fullText = first(names.search).map { FullText($0) }
    order = try first(names.sort).map { sort throws(Problem) in
      try DocumentOrder(names.sort, sort: sort, order: first(names.order))
    }
    relations = try ShownRelations(collection, of: collections, names, values)
    window = ListWindow(names) { first($0) }
  }

  /// What a query selects.
  package struct Selection {
    package let records: [JSONValue]
    /// How many there were before the window was cut out.
    package let total: Int
    /// The names of parameters that filtered nothing, since no record has such a member.
    package let ignored: [String]
  }

  /// The records asked for.
  ///
  /// - Parameters:
  ///   - all: The records of the collection.
  ///   - related: Reads all records of a related collection.
  /// - Throws: ``Problem`` of kind `invalidParameter` when a regular expression takes too long, and what `related` throws.
  package func answer(
    _ all: [JSONValue], related: (RelatedCollection) throws -> [JSONValue]
  ) throws -> Selection {
    var records = all
    var ignored: [String] = []
    if let fullText { records = records.filter { fullText.isFound(in: $0) } }
    for condition in conditions {
      guard condition.countsAlways || all.contains(where: { condition.path.value(in: $0) != nil }) else {
        if !all.isEmpty { ignored.append(condition.name) }
        continue
      }
      records = try records.filter { try condition.isMet(by: $0) }
    }
    if let order { records = order.sorted(records) }
    let part = Array(records[window.range(of: records.count)])
    return Selection(
      records: try relations.added(to: part, related), total: records.count, ignored: ignored)
  }

  /// A name without the `[]` or `[1]` at its end.
  private static func listName(_ name: String) -> String {
    guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), open > name.startIndex,
      name[name.index(after: open)...].dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return name }
    return String(name[..<open])
  }
}

/// The search for a text anywhere in a record's values, whatever the case.
struct FullText: Sendable {
  private let wanted: ByteSearch

  init(_ text: String) {
    wanted = ByteSearch(Array(text.lowercased().utf8))
  }

  /// Whether a value, or one inside it, has the text. `null`, `false`, 0 and the empty text never have it.
  func isFound(in value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false): return false
    case .array(let elements): return elements.contains { isFound(in: $0) }
    case .object(let object): return object.members.contains { isFound(in: $0.value) }
    case .number(let number) where number.double == 0: return false
    case .number, .string, .bool:
      guard let text = JavaScript.text(value), !text.isEmpty else { return false }
      var folded = text.lowercased()
      return folded.withUTF8 { wanted.first(in: $0) != nil }
    }
  }
}
