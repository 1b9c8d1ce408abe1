import JSON

// How a list is sorted, and searched for a text.

extension ListReader {
  private static let sortNames: Set<String> = [
    "sort", "sortby", "orderby", "ordering", "sorting", "sortfield", "sortkey", "ordenarpor", "orden", "sortcolumn",
    "orderfield", "ordercolumn", "sortproperty", "sorts", "qs", "qsorts", "sortmode", "sorttype",
  ]
  private static let directionNames: Set<String> = [
    "direction", "sortdirection", "sortorder", "orderdirection", "sortdir", "dir", "sorttype", "orderdir", "sortasc",
    "issortasc", "ascending", "asc", "desc", "descending", "isdescending", "sortdesc", "sortdescending", "reverse",
    "orderdesc", "orderasc",
  ]
  private static let directions: Set<String> = ["asc", "desc", "ascending", "descending"]

  /// How a client has the list sorted; nil for none.
  func sorting(_ operation: OperationFacts) -> OperationDescription.Sorting? {
    var candidates: [(name: String, isDirection: Bool)] = []
    var direction: String?
    for parameter in operation.query {
      let key = parameter.key
      var name = parameter.name
      // `order[title]`; the `sort[]` of PHP is a list.
      if let open = name.firstIndex(of: "["), name.hasSuffix("]"), !name.hasSuffix("[]") {
        let base = String(name[..<open])
        if base == "order" || Self.sortNames.contains(Words.key(base)) { name = base }
      }
      // `sortOrders[0][field]` and `sortOrders[0][direction]`
      if let last = Self.part(ofOrder: parameter.name) {
        if last == "field" { candidates.append((name, false)) } else { direction = direction ?? name }
        continue
      }
      if Self.directionNames.contains(key), !Self.sortNames.contains(key) || takesDirection(parameter) {
        direction = direction ?? name
      } else if Self.sortNames.contains(Words.key(name)) || Words.key(name) == "order" {
        if !candidates.contains(where: { $0.name == name }) { candidates.append((name, takesDirection(parameter))) }
      }
    }
    // Of two the one that takes nothing but a direction is that: `sort_by` and `order_by`.
    if candidates.count > 1, let number = candidates.lastIndex(where: \.isDirection), direction == nil {
      direction = candidates.remove(at: number).name
    } else if candidates.count > 1, let number = candidates.firstIndex(where: { Words.key($0.name) == "order" }),
      direction == nil
    {
      direction = candidates.remove(at: number).name
    }
    return candidates.first.map { OperationDescription.Sorting(parameter: $0.name, direction: direction) }
      ?? direction.map { OperationDescription.Sorting(parameter: $0) }
  }

  /// The last name of a parameter of an order in a list of orders, `field` or `direction`; nil for other names.
  private static func part(ofOrder name: String) -> String? {
    let parts = name.split(whereSeparator: { "[]".contains($0) }).map(String.init)
    guard parts.count >= 3, let last = parts.last, ["field", "direction"].contains(last), parts[parts.count - 2] == "0",
      ["sortorders", "sorts", "sort", "orders", "orderby"].contains(Words.key(parts[parts.count - 3]))
    else { return nil }
    return last
  }

  /// Whether a parameter's values are directions, by its schema or its description.
  private func takesDirection(_ parameter: ParameterFacts) -> Bool {
    let values = (parameter.schema.map(index.shape)?.enumeration ?? []).compactMap { $0.string?.lowercased() }
    if !values.isEmpty { return values.allSatisfy(Self.directions.contains) }
    let words = Words.split(parameter.text)
    return words.contains { $0.hasPrefix("asc") } && words.contains { $0.hasPrefix("desc") }
  }

  /// The query parameter whose text is looked for.
  func searchParameter(_ operation: OperationFacts) -> String? {
    let names = [
      "q", "query", "search", "searchterm", "searchquery", "searchtext", "keyword", "keywords", "term", "text",
      "buscar", "busqueda", "fulltext", "querystring", "searchstring", "searchvalue", "searchkey", "searchfor",
      "phrase", "s",
    ]
    for name in names {
      if let parameter = operation.query.first(where: { $0.key == name }),
        parameter.schema.map({ index.shape($0).isScalar || index.shape($0).types.isEmpty }) ?? true
      {
        return parameter.name
      }
    }
    // `filter` that looks through several columns.
    return operation.query.first { parameter in
      guard ["filter", "filters"].contains(parameter.key), parameter.schema.map(index.shape)?.types == ["string"] else {
        return false
      }
      let words = Set(Words.split(parameter.text))
      return !words.isDisjoint(with: ["search", "searches", "columns", "fulltext", "keyword", "keywords"])
    }?.name
  }

  /// The property that a description says a list is sorted by where a client asks for no order: "sorted alphabetically by
  /// name", "ordered by `position` in descending order", "in descending order by the number of viewers"; nil where it names
  /// none of the record's properties.
  func statedOrder(
    _ operation: OperationFacts, record: SchemaShape, created: String?
  ) -> OperationDescription.Order? {
    let attributes = record.attributes(index).map { index.shape($0).members } ?? []
    let scalars = (record.members + attributes).filter { index.shape($0.node).isScalar }
    for text in Self.said(operation) {
      if let created, text.contains("oldest first") || text.contains("oldest to newest") {
        return OperationDescription.Order(member: created)
      }
      for sentence in text.prefix(2000).split(separator: ".") {
        let words = sentence.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        let directions = ["descending", "ascending"]
        let place = words.indices.first { place in
          ["sorted", "ordered"].contains(words[place])
            || place > 0 && words[place] == "order" && directions.contains(words[place - 1])
        }
        guard let place,
          !words[..<place].contains(where: { ["can", "be", "may", "could", "if", "when"].contains($0) })
        else { continue }
        let rest = words[(place + 1)...].prefix(8)
        let isFalling =
          rest.contains { $0.hasPrefix("desc") || $0 == "reverse" } || words[max(0, place - 1)] == directions[0]
        let isByText = rest.contains { $0.hasPrefix("alphabetic") || $0.hasPrefix("lexicographic") }
        let by = rest.firstIndex(of: "by") ?? (words[place] == "order" && rest.first == "of" ? rest.startIndex : nil)
        if let by, let member = member(named: rest[(by + 1)...], scalars) {
          return OperationDescription.Order(member: member, isFalling: isFalling)
        }
        let names = scalars.filter { Self.titles.contains($0.key) } + scalars.filter { $0.key == "id" }
        if isByText, let first = names.first {
          return OperationDescription.Order(member: first.name, isFalling: isFalling)
        }
      }
    }
    return nil
  }

  /// The property that the first words behind "by" name: `creation date` is not `date`, but `their ids` are `id`, and `the
  /// number of viewers` is the `viewer_count`.
  private func member(named words: ArraySlice<String>, _ members: [SchemaShape.Member]) -> String? {
    let articles: Set<String> = ["the", "their", "its", "a"]
    let words = words.drop(while: { articles.contains($0) })
    if words.starts(with: ["number", "of"]) {
      guard let counted = words.dropFirst(2).first(where: { !articles.contains($0) }).map(Words.singular) else {
        return nil
      }
      return members.first { member in
        let others = Set(member.words.map(Words.singular)).subtracting(["count", "number", "num", "of", "total"])
        return others == [counted] && index.shape(member.node).isNumber
      }?.name
    }
    return member(called: words.prefix(3).map { $0 }, members)
  }

  private func member(called words: [String], _ members: [SchemaShape.Member]) -> String? {
    for count in stride(from: words.count, to: 0, by: -1) {
      let key = words.prefix(count).map { Words.split($0).joined() }.joined()
      if let found = members.first(where: { $0.key == key || $0.key == Words.singular(key) }) { return found.name }
    }
    return nil
  }

  private static let titles: Set<String> = ["name", "title", "label", "slug", "username", "key"]
}
