import Contract
import HTTPCore
import JSON
import Records
import Resources
import World

// Conditions of other forms than the value of a property: comparisons, flags, and those in the content of a search.

extension OperationHandler {
  /// Has the query fulfil the conditions that the operation's parameters stand for.
  func require(conditionsOf sent: RequestBody, _ query: inout RowQuery, _ collection: RecordCollection) {
    for (parameter, condition) in operation.conditions.sorted(by: { $0.key < $1.key }) {
      let values = (sent.query.values(parameter) + sent.query.values("\(parameter)[]")).filter { !$0.isEmpty }
      guard let text = values.first else {
        // What is included on demand is not there without it.
        if condition.sign == .mayHave, !isIncluded(parameter) {
          require(condition, "false", [], &query, collection)
        }
        continue
      }
      require(condition, text, values, &query, collection)
    }
  }

  /// Whether a parameter that includes more than usual does so when it does not come: its default is true.
  private func isIncluded(_ name: String) -> Bool {
    guard let parameter = try? documented().parameters.first(where: { $0.location == .query && $0.name == name }),
      let place = parameter.place
    else { return false }
    return api.defaultValue(at: place)?.bool == true
  }

  /// Has the query choose the records that are listed by the name of the list.
  func requireListed(_ query: inout RowQuery, _ collection: RecordCollection, _ now: Timestamp) {
    guard let listed = operation.listed else { return }
    require(listed, listed.isOfTime ? now.iso8601 : "true", [], &query, collection)
  }

  private func require(
    _ condition: QueryCondition, _ text: String, _ values: [String], _ query: inout RowQuery,
    _ collection: RecordCollection
  ) {
    let parts = condition.members.compactMap { part(condition, stored($0), text, values, collection) }
    if !parts.isEmpty { query.require(.joined(parts, by: "OR")) }
  }

  private func part(
    _ condition: QueryCondition, _ member: String, _ text: String, _ values: [String], _ collection: RecordCollection
  ) -> RowQuery.Part? {
    let (records, path) = (collection.documents.records, collection.path(to: member))
    let isTrue = !["false", "0", "no", "off"].contains(text.lowercased())
    switch condition.sign {
    case .equal: return records.condition(path, in: values)
    case .unequal: return records.condition(path, Comparison(.unequal, text))
    case .less: return records.condition(path, Comparison(.less, text))
    case .lessOrEqual: return records.condition(path, Comparison(.lessOrEqual, text))
    case .greater: return records.condition(path, Comparison(.greater, text))
    case .greaterOrEqual: return records.condition(path, Comparison(.greaterOrEqual, text))
    case .contains: return records.condition(path, Comparison(.ilike, "*\(text)*"))
    case .startsWith: return records.condition(path, Comparison(.ilike, "\(text)*"))
    case .endsWith: return records.condition(path, Comparison(.ilike, "*\(text)"))
    case .among: return records.condition(path, Comparison(.among, values.joined(separator: ",")))
    case .notAmong where collection.members[member]?.types.contains("array") == true:
      return .negated(records.condition(path, in: values.flatMap { [$0] + $0.split(separator: ",").map(String.init) }))
    case .notAmong: return .negated(records.condition(path, Comparison(.among, values.joined(separator: ","))))
    case .all:
      let each = values.flatMap { $0.split(separator: ",") }.prefix(20).map {
        records.condition(path, in: [String($0)])
      }
      return each.isEmpty ? nil : .joined(each, by: "AND")
    case .isSet, .isNotSet:
      let isNull = records.condition(path, Comparison(.is, "null"))
      return (condition.sign == .isSet) == isTrue ? .negated(isNull) : isNull
    // Texts of dates and times have the order of what they mean.
    case .isPast: return records.condition(path, Comparison(.less, text))
    case .isFuture: return records.condition(path, Comparison(.greaterOrEqual, text))
    case .has: return isTrue ? records.state(path, is: condition.value) : nil
    case .matches:
      let state = records.state(path, is: condition.value)
      return isTrue ? state : .negated(state)
    case .hasNot: return isTrue ? .negated(records.state(path, is: condition.value)) : nil
    case .mayHave: return isTrue ? nil : .negated(records.state(path, is: condition.value))
    case .names: return named(text, member, collection)
    }
  }

  /// Holds for records that have a state by its name, or the flag of that name.
  private func named(_ text: String, _ member: String, _ collection: RecordCollection) -> RowQuery.Part? {
    let plain = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let (records, path) = (collection.documents.records, collection.path(to: member))
    let known = api.enumeration(of: collection.members[member] ?? collection.attributes[member]) ?? []
    if let value = known.first(where: { plain($0) == plain(text) }) { return records.condition(path, in: [value]) }
    if "un" + plain(member) == plain(text) { return records.state(path, is: "false") }
    return [plain(text), "is" + plain(text)].contains(plain(member)) ? records.state(path, is: "true") : nil
  }

  // MARK: Conditions in the content

  private static let holders: Set<String> = [
    "query", "filter", "filters", "where", "criteria", "conditions", "condition", "and", "allof",
  ]
  private static let maximumDepth = 6

  /// Has the query fulfil what the content of a search says: values of properties, comparisons with them
  /// (`{"email": {"exact": …}}`), and lists of conditions (`[{"field": …, "type": …, "value": …}]`).
  func require(content: JSONObject, _ query: inout RowQuery, _ collection: RecordCollection, depth: Int = 0) {
    guard depth < Self.maximumDepth else { return }
    for member in content.members.prefix(100) {
      let name = collection.memberName(like: member.key)
      if collection.members[name] != nil || collection.attributes[name] != nil {
        require(name, member.value, &query, collection)
      } else if member.value.object?["operator"]?.string != nil, let inner = innerName(of: member.key, collection) {
        require(inner, member.value, &query, collection)
      } else if Self.holders.contains(member.key.lowercased().filter { !"_$".contains($0) }) {
        for inner in member.value.array?.prefix(50) ?? [member.value] {
          guard let object = inner.object else { continue }
          let field = ["field", "property", "name", "key", "column", "attribute"].lazy.compactMap { object[$0]?.string }
          if let name = field.first.map(collection.memberName), let value = object["value"] ?? object["values"],
            collection.members[name] != nil || collection.attributes[name] != nil
          {
            let sign = ["operator", "op", "type", "condition", "comparison"].lazy.compactMap { object[$0]?.string }
            require(name, [(sign.first ?? "eq"): value], &query, collection)
          } else {
            require(content: object, &query, collection, depth: depth + 1)
          }
        }
      }
    }
  }

  /// What signs of conditions are called, in small letters without `_` and `$`.
  static let signs: [String: Comparison.Operator] = [
    "exact": .equal, "eq": .equal, "equals": .equal, "equal": .equal, "is": .equal, "in": .equal, "any": .equal,
    "equalsany": .equal, "=": .equal, "==": .equal, "ne": .unequal, "neq": .unequal, "not": .unequal, "!=": .unequal,
    "gt": .greater, ">": .greater, "after": .greater, "gte": .greaterOrEqual, ">=": .greaterOrEqual,
    "min": .greaterOrEqual, "from": .greaterOrEqual, "startat": .greaterOrEqual, "lt": .less, "<": .less,
    "before": .less, "lte": .lessOrEqual, "<=": .lessOrEqual, "max": .lessOrEqual, "to": .lessOrEqual,
    "endat": .lessOrEqual, "fuzzy": .ilike, "contains": .ilike, "like": .ilike, "ilike": .ilike, "match": .ilike,
    "prefix": .ilike, "startswith": .ilike, "beginswith": .ilike, "greaterthan": .greater, "lessthan": .less,
    "greaterthanorequal": .greaterOrEqual, "lessthanorequal": .lessOrEqual, "isequal": .equal,
    "gteq": .greaterOrEqual, "lteq": .lessOrEqual,
  ]

  /// The property inside of an object of the record that a condition names, perhaps behind the resource's own name:
  /// `metadata.status` for `status` and `bookStatus`; nil where none or several have the name.
  private func innerName(of name: String, _ collection: RecordCollection) -> String? {
    let words = Words.split(name)
    let own = collection.nameWords
    let rest = words.count > own.count && words.starts(with: own) ? Array(words.dropFirst(own.count)) : words
    let keys = Set([words.joined(), rest.joined(), Words.plural(rest.joined())])
    if let direct = collection.orderedMembers.first(where: { keys.contains(Words.key($0.name)) }) { return direct.name }
    let found = collection.orderedMembers.filter { $0.types.contains("object") }.flatMap { outer in
      api.maker.members(of: outer.place).filter { keys.contains(Words.key($0.name)) }.map { "\(outer.name).\($0.name)" }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static let negations: [String: Comparison.Operator] = [
    "isnot": .equal, "isnotequal": .equal, "doesnotcontain": .ilike, "notcontains": .ilike, "notin": .equal,
    "doesnotbeginwith": .ilike,
  ]

  /// Holds for records of which an operator and a value say something: `{"operator": "isNot", "value": "draft"}`; nil for
  /// other objects, and where the operator is not known.
  private func compared(_ object: JSONObject, _ path: String, _ collection: RecordCollection) -> RowQuery.Part? {
    guard let text = (object["operator"] ?? object["op"])?.string, let value = object["value"] ?? object["values"]
    else {
      return nil
    }
    let key = text.lowercased().filter { !"_$ ".contains($0) }
    let values = (value.array ?? [value]).prefix(100).compactMap { value in
      value.string ?? value.number?.literal ?? value.bool.map { $0 ? "true" : "false" }
    }
    guard let first = values.first, let sign = Self.signs[key] ?? Self.negations[key] else { return nil }
    let records = collection.documents.records
    let part: RowQuery.Part
    switch sign {
    case .equal: part = records.condition(path, in: values)
    case .ilike: part = records.condition(path, Comparison(.ilike, "*\(first)*"))
    default: part = records.condition(path, Comparison(sign, first))
    }
    return Self.signs[key] == nil ? .negated(part) : part
  }

  private func require(
    _ name: String, _ value: JSONValue, _ query: inout RowQuery, _ collection: RecordCollection
  ) {
    let (records, path) = (collection.documents.records, collection.path(to: name))
    func texts(_ value: JSONValue) -> [String] {
      (value.array ?? [value]).prefix(100).compactMap { value in
        value.string ?? value.number?.literal ?? value.bool.map { $0 ? "true" : "false" }
      }
    }
    guard let object = value.object else {
      let values = texts(value)
      if !values.isEmpty { query.require(records.condition(path, in: values)) }
      return
    }
    if let part = compared(object, path, collection) { return query.require(part) }
    for member in object.members {
      let key = member.key.lowercased().filter { !"_$ ".contains($0) }
      guard let sign = Self.signs[key], let text = texts(member.value).first else { continue }
      switch sign {
      case .equal: query.require(records.condition(path, in: texts(member.value)))
      case .ilike: query.require(records.condition(path, Comparison(.ilike, "*\(text)*")))
      default: query.require(records.condition(path, Comparison(sign, text)))
      }
    }
  }
}

extension RowQuery.Part {
  /// Holds where another one does not.
  static func negated(_ part: RowQuery.Part) -> RowQuery.Part {
    RowQuery.Part("NOT coalesce(\(part.sql), 0)", part.arguments)
  }
}

extension RecordTable {
  /// Holds for records whose member has a value; `set` and `unset` mean any, and none.
  fileprivate func state(_ path: String, is value: String) -> RowQuery.Part {
    let isNull = condition(path, Comparison(.is, "null"))
    switch value {
    case "set": return .negated(isNull)
    case "unset": return isNull
    // What is not there is not so.
    case "false": return .negated(condition(path, in: ["true"]))
    default: return condition(path, in: [value])
    }
  }
}
