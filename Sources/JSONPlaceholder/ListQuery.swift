import HTTPCore
import JSON
import RegularExpressions

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
    Answer.delayParameter,
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

  /// What a query selects.
  struct Selection {
    let records: [JSONValue]
    /// How many there were before the window was cut out.
    let total: Int
    /// The names of parameters that filtered nothing, since no record has such a member.
    let ignored: [String]
  }

  /// The records asked for.
  func answer(_ all: [JSONValue], from source: Records) throws -> Selection {
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
    if let ordering { records = ordering.sorted(records) }
    let part = Array(records[window.range(of: records.count)])
    return Selection(
      records: try relations.added(to: part, from: source), total: records.count, ignored: ignored)
  }

  /// A name without the `[]` or `[1]` at its end.
  private static func listName(_ name: String) -> String {
    guard name.hasSuffix("]"), let open = name.lastIndex(of: "["), open > name.startIndex,
      name[name.index(after: open)...].dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return name }
    return String(name[..<open])
  }
}

/// One filter of a list, in json-server's older form `views_gte=10` or its newer one `views:gte=10`.
struct Condition: Sendable {
  /// How a member is compared.
  private enum Comparison: Sendable {
    /// By its text; several values mean any of them.
    case equal(Set<[UInt8]>)
    /// By its text; different from every value.
    case different(Set<[UInt8]>)
    case atLeast([String])
    case atMost([String])
    case like([RegularExpression])
    /// The newer form, which compares values of one type.
    case typed(TypedComparison)
  }

  /// The most regular expressions of one name.
  private static let maximumExpressions = 20

  /// The name of the parameter.
  let name: String
  let path: PropertyPath
  private let comparison: Comparison

  /// Whether the filter applies even when no record has the member. A plain one does not: it may be a parameter that
  /// was not meant as a filter.
  let countsAlways: Bool

  /// How many values are compared one by one with every record; plain ones are looked up.
  let comparedCount: Int

  /// Reads a parameter.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when the value of `…_like` is no regular expression.
  init(name: String, values: [String]) throws(Problem) {
    self.name = name
    if let typed = TypedComparison(name: name, values: values) {
      (path, comparison, countsAlways) = (PropertyPath(typed.member), .typed(typed), true)
      comparedCount = typed.comparedCount
      return
    }
    let suffixes = ["_gte", "_lte", "_ne", "_like"]
    let suffix = suffixes.first { name.hasSuffix($0) }
    path = PropertyPath(String(name.dropLast(suffix?.count ?? 0)))
    countsAlways = suffix != nil
    switch suffix {
    case "_gte": comparison = .atLeast(values)
    case "_lte": comparison = .atMost(values)
    case "_ne": comparison = .different(Set(values.map { Array($0.utf8) }))
    case "_like":
      guard values.count <= Self.maximumExpressions else {
        throw Problem(
          .invalidParameter, "a query may have \(Self.maximumExpressions) values of \"\(name.clipped(to: 60))\"",
          field: name.clipped(to: 60))
      }
      comparison = .like(try values.map { value throws(Problem) in try Self.expression(name, value) })
    default: comparison = .equal(Set(values.map { Array($0.utf8) }))
    }
    comparedCount = suffix == nil || suffix == "_ne" ? 0 : values.count
  }

  /// Whether a record passes. A member that is missing never does, nor, but for the newer form, one that is null.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when a regular expression takes too long.
  func isMet(by record: JSONValue) throws(Problem) -> Bool {
    guard let value = path.value(in: record) else { return false }
    if case .typed(let comparison) = comparison { return comparison.isMet(by: value) }
    guard let text = JavaScript.text(value) else { return false }
    switch comparison {
    case .equal(let wanted): return wanted.contains(Array(text.utf8))
    case .different(let unwanted): return !unwanted.contains(Array(text.utf8))
    case .atLeast(let bounds): return bounds.contains { JavaScript.isLess(.string($0), value, orEqual: true) }
    case .atMost(let bounds): return bounds.contains { JavaScript.isLess(value, .string($0), orEqual: true) }
    case .typed(let comparison): return comparison.isMet(by: value)
    case .like(let expressions):
      do {
        return try expressions.contains { try $0.matches(text) }
      } catch {
        throw Problem(.invalidParameter, "a regular expression of the query takes too long; make it simpler")
      }
    }
  }

  private static func expression(_ name: String, _ pattern: String) throws(Problem) -> RegularExpression {
    do {
      return try RegularExpression(pattern, ignoringCase: true)
    } catch {
      throw Problem(
        .invalidParameter, "the query parameter \"\(name.clipped(to: 60))\" is no regular expression: \(error)",
        field: name.clipped(to: 60), value: pattern)
    }
  }
}

/// The search of `q`: a text anywhere in a record's values, whatever the case.
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

/// The order of `_sort` and `_order`: stable, by one member after the other.
struct Ordering: Sendable {
  private struct Key: Sendable {
    let path: PropertyPath
    let isDescending: Bool
  }

  private let keys: [Key]

  /// The most members to sort by; each may be compared for each pair of records.
  private static let maximumKeys = 20

  /// Reads the two parameters.
  ///
  /// - Parameters:
  ///   - sort: Members separated by commas; one with a minus in front is descending.
  ///   - order: For each of them `desc` or anything else, in any case.
  /// - Throws: ``Problem`` of kind `invalidParameter` for too many members.
  init(sort: String, order: String?) throws(Problem) {
    let orders = (order ?? "").split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
    let names = sort.split(separator: ",")
    guard names.count <= Self.maximumKeys else {
      throw Problem(
        .invalidParameter, "_sort may name \(Self.maximumKeys) members, not \(names.count)", field: "_sort")
    }
    keys = names.enumerated().map { index, name in
      let isNegated = name.hasPrefix("-")
      let isDescending = isNegated || (orders.indices.contains(index) && orders[index] == "desc")
      return Key(path: PropertyPath(String(isNegated ? name.dropFirst() : name)), isDescending: isDescending)
    }
  }

  /// The records in order.
  func sorted(_ records: [JSONValue]) -> [JSONValue] {
    let decorated = records.map { record in (record, keys.map { $0.path.value(in: record) }) }
    return decorated.sorted { left, right in precedes(left.1, right.1) }.map(\.0)
  }

  /// Swift's sort is stable, so equal ones stay as they were.
  private func precedes(_ left: [JSONValue?], _ right: [JSONValue?]) -> Bool {
    for (index, key) in keys.enumerated() {
      let (first, second) = key.isDescending ? (right[index], left[index]) : (left[index], right[index])
      if Self.isAfter(second, first) { return true }
      if Self.isAfter(first, second) { return false }
    }
    return false
  }

  /// Whether one value comes after another: null after all others, and missing ones at the very end.
  private static func isAfter(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (_, nil): false
    case (nil, _?): true
    case (.null?, .null?): false
    case (.null?, _?): true
    case (_?, .null?): false
    case (let left?, let right?): JavaScript.isLess(right, left)
    }
  }
}

/// The records that `_embed` and `_expand` put into each record of an answer.
struct Relations {
  private let resource: Resource
  /// Names of children to add.
  private let embedded: [String]
  /// Names of parents to add.
  private let expanded: [String]

  /// The most relations that a query may ask for; each is added to every record.
  private static let maximumCount = 20

  /// Reads the parameters; a name counts once. `_embed=user` names a parent, as in json-server's first major version.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for too many relations.
  init(_ resource: Resource, embed: [String], expand: [String]) throws(Problem) {
    self.resource = resource
    embedded = Self.distinct(embed.filter { !$0.isEmpty && Resource(singular: $0) == nil })
    // Another name than a parent's adds nothing.
    expanded = Self.distinct((expand + embed).filter { Resource(singular: $0) != nil })
    guard embedded.count <= Self.maximumCount else {
      throw Problem(
        .invalidParameter, "_embed may name \(Self.maximumCount) relations, not \(embedded.count)", field: "_embed")
    }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The records with their relations.
  func added(to records: [JSONValue], from source: Records) throws -> [JSONValue] {
    var records = records
    for name in embedded {
      let children = try children(name, source)
      for index in records.indices {
        let key = records[index]["id"].flatMap(Self.key)
        Self.set(name, .array(key.flatMap { children[$0] } ?? []), in: &records[index])
      }
    }
    for name in expanded {
      guard let parent = Resource(singular: name) else { continue }
      let parents = try source.all(parent)
      let byID = Dictionary(parents.map { (Self.idText($0), $0) }, uniquingKeysWith: { first, _ in first })
      for index in records.indices {
        let id = records[index][parent.foreignKey].flatMap(JavaScript.text)
        if let record = id.flatMap({ byID[$0] }) { Self.set(name, record, in: &records[index]) }
      }
    }
    return records
  }

  /// The children of this resource by their parent; none when there is no resource of that name.
  private func children(_ name: String, _ source: Records) throws -> [String: [JSONValue]] {
    guard let child = Resource(rawValue: name) else { return [:] }
    return Dictionary(grouping: try source.all(child)) { $0[resource.foreignKey].flatMap(Self.key) ?? "" }
  }

  /// A value for comparison by type and value; nil for values that are no ids.
  private static func key(_ value: JSONValue) -> String? {
    switch value {
    case .number: JavaScript.text(value).map { "number \($0)" }
    case .string(let text): "text \(text)"
    default: nil
    }
  }

  private static func idText(_ record: JSONValue) -> String { record["id"].flatMap(JavaScript.text) ?? "" }

  private static func set(_ name: String, _ value: JSONValue, in record: inout JSONValue) {
    guard case .object(var object) = record else { return }
    object[name] = value
    record = .object(object)
  }
}
