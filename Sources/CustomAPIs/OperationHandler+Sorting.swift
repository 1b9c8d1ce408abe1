import HTTPCore
import JSON
import Records
import Resources

// The order of a list, as the request says.

extension OperationHandler {
  private static let maximumKeys = 4
  /// Words that mean the time of creation, and whether the latest comes first.
  private static let byTime: [String: Bool] = [
    "new": true, "newest": true, "latest": true, "recent": true, "desc": true, "descending": true, "old": false,
    "oldest": false, "asc": false, "ascending": false,
  ]

  /// Has the query sort as the request says, when it names members.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for a name that records in the style of JSON:API do not have (§8.5).
  func sort(_ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody) throws {
    let parameters = operation.kind == .search ? sent.withContent : sent.query
    if let sorting = operation.sorting, let text = Self.text(sorting, parameters), !text.isEmpty {
      if collection.resource.resourceObject != nil { try requireSortable(text, collection, by: sorting.parameter) }
      let direction = sorting.direction.flatMap { name in parameters[name].map { (name, $0) } }
      sort(&query, collection, keys: text, isFalling: direction.map(Self.isFalling))
    } else if let name = operation.sorting?.direction, let text = parameters[name],
      text.split(separator: ",").contains(where: { member(String($0), collection)?.path != nil })
    {
      // `sort$desc=date` beside `sort=date`.
      sort(&query, collection, keys: text, isFalling: Words.split(name).contains { $0.hasPrefix("desc") })
    } else if operation.kind == .search, let content = sent.body?.object {
      sort(&query, collection, content)
    }
  }

  private func requireSortable(_ keys: String, _ collection: RecordCollection, by parameter: String) throws {
    for key in keys.split(separator: ",") where member(String(key.trimmingPrefix { $0 == " " }), collection) == nil {
      throw Problem(
        .invalidParameter,
        "\(parameter): \(collection.resource.name) cannot be sorted by \"\(key.prefix(60))\"", field: parameter)
    }
  }

  /// What is sorted by: the parameter's value, the values of `sort[]`, or `title:desc` of `order[title]=desc`.
  private static func text(_ sorting: OperationDescription.Sorting, _ parameters: QueryParameters) -> String? {
    let values = parameters.values(sorting.parameter) + parameters.values("\(sorting.parameter)[]")
    if !values.isEmpty { return values.prefix(maximumKeys).joined(separator: ",") }
    let inner = parameters.parameters.filter {
      $0.name.hasPrefix("\(sorting.parameter)[") && $0.name.hasSuffix("]")
    }
    guard !inner.isEmpty else { return nil }
    return inner.prefix(maximumKeys).map { parameter in
      "\(parameter.name.dropFirst(sorting.parameter.count + 1).dropLast()):\(parameter.value)"
    }.joined(separator: ",")
  }

  /// Whether a direction is that of the greatest first: `desc`, or true for `descending` and false for `ascending`.
  private static func isFalling(_ name: String, _ value: String) -> Bool {
    let value = value.lowercased()
    guard ["true", "false", "1", "0"].contains(value) else { return value.hasPrefix("desc") || value == "-1" }
    return (value == "true" || value == "1") != name.lowercased().contains("asc")
  }

  private func sort(_ query: inout RowQuery, _ collection: RecordCollection, keys: String, isFalling: Bool?) {
    var parts: [RowQuery.Part] = []
    for key in keys.split(separator: ",").prefix(Self.maximumKeys) {
      let key = key.trimmingPrefix { $0 == " " }
      // `sort=title,desc`
      if let falls = Self.byTime[key.lowercased()], let last = parts.popLast() {
        parts.append(falls ? RowQuery.Part(last.sql + " DESC", last.arguments) : last)
        continue
      }
      guard let (path, falls) = member(String(key), collection) else { continue }
      let isKeyFalling = falls ?? isFalling ?? false
      guard let path else {
        // The order in which records were made is that of the table.
        parts.append(RowQuery.Part("number\(isKeyFalling ? " DESC" : "")"))
        continue
      }
      parts.append(collection.documents.records.sorting(by: path, isFalling: isKeyFalling))
      if parts.count == 1, isKeyFalling, key.count < 12, Self.byTime[key.lowercased()] != nil {
        parts.append(RowQuery.Part("number DESC"))
      }
    }
    guard !parts.isEmpty else { return }
    query.order = RowQuery.Part(parts.map(\.sql).joined(separator: ", "), parts.flatMap(\.arguments))
  }

  /// The path of the member that a text names, and whether the greatest comes first where it says so: `-title`,
  /// `title:desc`, `title desc`, `titleDesc`. No path means the order of creation; nil for a text that names nothing.
  private func member(_ text: String, _ collection: RecordCollection) -> (path: String?, isFalling: Bool?)? {
    let plain = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let names = collection.members.keys.sorted() + collection.attributes.keys.sorted()
    func find(_ wanted: String) -> String? {
      [wanted, wanted + "at", wanted + "date", wanted + "time"].lazy.compactMap { wanted in
        names.first { plain($0) == wanted }
      }.first
    }
    let sign: Bool? = text.hasPrefix("-") ? true : text.hasPrefix("+") ? false : nil
    let wanted = plain(text)
    if let name = find(wanted) { return (collection.path(to: name), sign) }
    if let falls = Self.byTime[wanted] {
      let isFalling = sign ?? falls
      return (collection.resource.createdAtMember.map(collection.path), isFalling)
    }
    for (ending, falls) in [("descending", true), ("desc", true), ("ascending", false), ("asc", false)]
    where wanted.hasSuffix(ending) {
      if let name = find(String(wanted.dropLast(ending.count))) { return (collection.path(to: name), falls) }
    }
    // `author.name`
    guard let dot = text.firstIndex(of: "."), let outer = find(plain(String(text[..<dot]))) else {
      return SpokenOrder(text, collection).map { ($0.member.map(collection.path), $0.isFalling) }
    }
    let inner = text[text.index(after: dot)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return (collection.path(to: outer) + RecordTable.path(String(inner)).dropFirst(), sign)
  }

  /// Has the query sort by what the content of a search says: `{"sort": {"field": …, "order": …}}`, or a list of such.
  private func sort(_ query: inout RowQuery, _ collection: RecordCollection, _ content: JSONObject) {
    let places = [content, content["query"]?.object].compactMap(\.self)
    let names = ["sort", "sorts", "order", "orderBy", "order_by"]
    guard let sort = places.lazy.flatMap({ place in names.lazy.compactMap { place[$0] } }).first else { return }
    let keys = (sort.array ?? [sort]).prefix(Self.maximumKeys).compactMap { key -> String? in
      if let text = key.string { return text }
      let field = ["field", "property", "by", "key", "name", "column"].lazy.compactMap { key[$0]?.string }.first
      let direction = ["order", "direction", "dir", "sort_order"].lazy.compactMap { key[$0]?.string }.first
      return field.map { direction.map { $0.lowercased().hasPrefix("desc") } == true ? "-\($0)" : $0 }
    }
    self.sort(&query, collection, keys: keys.joined(separator: ","), isFalling: nil)
  }
}
