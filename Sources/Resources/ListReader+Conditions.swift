import JSON

// Query parameters that say how a property is compared, or that are flags of their own.

extension ListReader {
  private typealias Sign = QueryCondition.Sign

  /// The words behind a property's name that say how it is compared, as many frameworks have them.
  private static let signs: [String: Sign] = [
    "eq": .equal, "equals": .equal, "exact": .equal, "iexact": .equal, "ne": .unequal, "neq": .unequal,
    "not_eq": .unequal, "not": .unequal, "cont": .contains, "contains": .contains, "icontains": .contains,
    "containsi": .contains, "i_cont": .contains, "icont": .contains, "like": .contains, "ilike": .contains,
    "start": .startsWith, "startswith": .startsWith, "starts_with": .startsWith, "istartswith": .startsWith,
    "end": .endsWith, "endswith": .endsWith, "ends_with": .endsWith, "iendswith": .endsWith, "lt": .less,
    "lte": .lessOrEqual, "lteq": .lessOrEqual, "le": .lessOrEqual, "gt": .greater, "gte": .greaterOrEqual,
    "gteq": .greaterOrEqual, "ge": .greaterOrEqual, "in": .among, "any_of": .among, "not_in": .notAmong,
    "nin": .notAmong, "none": .notAmong, "all": .all, "present": .isSet, "not_null": .isSet, "exists": .isSet,
    "blank": .isNotSet, "null": .isNotSet,
    "isnull": .isNotSet, "is_null": .isNotSet,
  ]
  /// Objects in the query that hold conditions: `q[name_cont]`, `filter[status]`.
  private static let holders: Set<String> = ["q", "filter", "filters", "where", "query", "search", "criteria"]
  private static let only: Set<String> = ["only", "just"]
  private static let excluding: Set<String> = ["exclude", "excluding", "hide", "without", "skip", "ignore", "omit"]
  private static let excludes: Set<String> = ["excludes", "hides", "skips", "ignores", "omits"]
  private static let including: Set<String> = ["include", "including", "with", "show", "also"]
  private static let states: Set<String> = [
    "filter", "status", "state", "type", "view", "tab", "show", "statusfilter", "statefilter", "typefilter",
  ]

  /// The name of a parameter inside of an object that holds conditions; else the name itself.
  static func conditionName(_ name: String) -> String {
    guard let open = name.firstIndex(of: "["), holders.contains(name[..<open].lowercased()), name.hasSuffix("]") else {
      return name
    }
    return String(name[name.index(after: open)...].dropLast())
  }

  /// What parameters ask for, by their names.
  func conditions(_ operation: OperationFacts, record: SchemaShape, used: Set<String>) -> [String: QueryCondition] {
    let attributes = record.attributes(index).map { index.shape($0).members } ?? []
    var members: [String: (name: String, shape: SchemaShape)] = [:]
    for member in record.members + attributes where members[member.key] == nil {
      members[member.key] = (member.name, index.shape(member.node))
    }
    var found: [String: QueryCondition] = [:]
    for parameter in operation.query where !used.contains(parameter.name) {
      let name = Self.conditionName(parameter.name)
      if let flag = flag(parameter, name, members) {
        found[parameter.name] = flag
      } else if members[Words.key(name)] == nil, let excluded = excluded(name, members) {
        found[parameter.name] = excluded
      } else if members[Words.key(name)] == nil, var compared = compared(name, members) {
        let isMoment = parameter.schema.map(index.shape)?.format == "date-time"
        if isMoment { compared.members = compared.members.map { moment(of: $0, members) } }
        found[parameter.name] = compared
      } else if let named = named(parameter, members) {
        found[parameter.name] = named
      }
    }
    return found
  }

  /// The property with a moment in place of one that says the same as a text for people: `completed_at_iso8601` beside
  /// `completed_at`.
  private func moment(of name: String, _ members: [String: (name: String, shape: SchemaShape)]) -> String {
    let key = Words.key(name)
    guard let own = members[key], own.shape.format == nil, own.shape.types.contains("string") else { return name }
    let others = members.filter { $0.key.hasPrefix(key) && $0.value.shape.format == "date-time" }
    return others.count == 1 ? others.first?.value.name ?? name : name
  }

  /// `name_or_sku_cont`, `price__gte`, `title[contains]`
  private func compared(_ name: String, _ members: [String: (name: String, shape: SchemaShape)]) -> QueryCondition? {
    let words = Words.split(name)
    for length in [2, 1] where words.count > length {
      guard let sign = Self.signs[words.suffix(length).joined(separator: "_")] else { continue }
      let rest = words.dropLast(length)
      // `tags__id__in` compares the ids that `tags` holds.
      let plain = rest.count > 1 && ["id", "pk", "uuid"].contains(rest.last ?? "") ? rest.dropLast() : rest
      if let member = members[rest.joined()] ?? members[plain.joined()] { return QueryCondition([member.name], sign) }
      let several = rest.split(separator: "or").map { members[$0.joined()]?.name }
      if several.count > 1, several.allSatisfy({ $0 != nil }) {
        return QueryCondition(several.compactMap(\.self), sign)
      }
    }
    return nil
  }

  /// `excludeTags`
  private func excluded(_ name: String, _ members: [String: (name: String, shape: SchemaShape)]) -> QueryCondition? {
    let words = Words.split(name)
    guard words.count > 1, Self.excluding.contains(words[0]), let last = words.last else { return nil }
    let rest = words.dropFirst().dropLast().joined()
    let member = [last, Words.plural(last), Words.singular(last)].lazy.compactMap { members[rest + $0] }.first
    return member.map { QueryCondition([$0.name], .notAmong) }
  }

  /// `unread_only`, `onlyMuted`, `exclude_offline`, `include_archived`, `unread`
  private func flag(
    _ parameter: ParameterFacts, _ name: String, _ members: [String: (name: String, shape: SchemaShape)]
  ) -> QueryCondition? {
    let shape = parameter.schema.map(index.shape)
    let isBoolean = shape?.types == ["boolean"]
    guard isBoolean || shape?.isScalar != true else { return nil }
    var words = Words.split(name)
    let isOnly = words.contains(where: Self.only.contains)
    let excludes = words.first.map(Self.excluding.contains) ?? false
    let includes = !isOnly && words.count > 1 && (words.first.map(Self.including.contains) ?? false)
    words.removeAll { Self.only.contains($0) }
    if words.count > 1, words.first.map({ Self.excluding.contains($0) || Self.including.contains($0) }) == true {
      words.removeFirst()
    }
    guard isBoolean || isOnly || excludes || includes else { return nil }
    let text = Words.split(parameter.text)
    guard let (member, value) = flagged(words, members) else {
      // "excludes private photos"
      guard isBoolean, let first = text.first, Self.excluding.contains(first) || Self.excludes.contains(first),
        let (member, value) = flagged(text.dropFirst().prefix(2).map(\.self), members)
      else { return nil }
      return QueryCondition([member], .hasNot, value: value)
    }
    // What turns a filter on and off shows and hides nothing by itself.
    let isOfFilter = Words.split(name).last == "filter"
    let saysAlso = !isOfFilter && (text.contains("also") || text.contains { $0 == "include" || $0 == "includes" })
    if includes || saysAlso && !isOnly && !text.contains(where: { $0 == "only" || $0 == "exclude" }) {
      return QueryCondition([member], .mayHave, value: value)
    }
    if excludes { return QueryCondition([member], .hasNot, value: value) }
    // A flag by the name of its own is a filter like others.
    guard isOnly || value != "true" || Words.key(member) != words.joined() else { return nil }
    return QueryCondition([member], isOnly ? .has : .matches, value: value)
  }

  /// The property that words such as `unread` are about, and the value that it then has.
  private func flagged(
    _ words: [String], _ members: [String: (name: String, shape: SchemaShape)]
  ) -> (member: String, value: String)? {
    func find(_ key: String) -> (name: String, value: String)? {
      for name in [key, "is" + key, "has" + key, String(key.hasPrefix("is") ? key.dropFirst(2) : "")] {
        if let member = members[name], member.shape.types.contains("boolean") { return (member.name, "true") }
      }
      // What was created is everything.
      for name in ["created", "updated", "modified"].contains(key) ? [] : [key + "at", key + "on", key + "date"] {
        if let member = members[name], member.shape.isScalar { return (member.name, "set") }
      }
      for name in ["status", "state", "visibility", "type", "kind"] {
        guard let member = members[name] else { continue }
        let values = member.shape.enumeration.compactMap(\.string)
        if let value = values.first(where: { Words.key($0) == key }) { return (member.name, value) }
      }
      return nil
    }
    // `deleted` means `deleted`, and `deleted_notes` too.
    for count in stride(from: words.count, to: 0, by: -1) {
      let key = words.prefix(count).joined()
      if let found = find(key) { return (found.name, found.value) }
      if key.hasPrefix("un"), key.count > 4, let found = find(String(key.dropFirst(2))) {
        return (found.name, found.value == "true" ? "false" : found.value == "set" ? "unset" : "")
      }
      // `include_non_active`, `inactive`, `disabled`
      let opposites = [("non", ""), ("not", ""), ("in", ""), ("dis", "en"), ("deactivated", "active")]
      for (prefix, rest) in opposites where key.hasPrefix(prefix) {
        let plain = rest + key.dropFirst(prefix.count)
        if plain.count > 4, let found = find(plain), found.value == "true" { return (found.name, "false") }
      }
    }
    return nil
  }

  /// `filter=resolved` where a property has such states, or flags are called so.
  private func named(
    _ parameter: ParameterFacts, _ members: [String: (name: String, shape: SchemaShape)]
  ) -> QueryCondition? {
    guard let shape = parameter.schema.map(index.shape), Self.states.contains(parameter.key),
      members[parameter.key] == nil
    else { return nil }
    let values = Set(shape.enumeration.compactMap(\.string).map(Words.key))
    guard !values.isEmpty else { return nil }
    let fitting = members.values.filter { member in
      let states = Set(member.shape.enumeration.compactMap(\.string).map(Words.key))
      if !states.isDisjoint(with: values) { return true }
      let key = Words.key(member.name)
      return member.shape.types == ["boolean"]
        && (values.contains(key) || values.contains("un" + key)
          || key.hasPrefix("is") && values.contains(String(key.dropFirst(2))))
    }
    return fitting.isEmpty ? nil : QueryCondition(fitting.map(\.name).sorted(), .names)
  }
}
