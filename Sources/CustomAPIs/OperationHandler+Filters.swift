import Contract
import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// Which records of a list a request asks for.

extension OperationHandler {
  /// Has the query keep only what the request's filters allow.
  ///
  /// - Parameters:
  ///   - others: The filters that the query has already.
  func filter(
    _ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody, _ documented: DocumentedOperation,
    but others: Set<String> = []
  ) {
    let records = collection.documents.records
    for (parameter, shown) in operation.filters.sorted(by: { $0.key < $1.key }) where !others.contains(parameter) {
      let member = stored(shown)
      let values = sent.query.values(parameter) + sent.query.values("\(parameter)[]")
      // Nothing chosen deletes nothing.
      guard !values.isEmpty, operation.kind == .delete || !values.contains("") else { continue }
      // `state=all` asks for every state.
      if let value = values.first, ["all", "any"].contains(value.lowercased()),
        let known = api.enumeration(of: collection.members[member]),
        !known.contains(value) || Words.split(member).last.map(Self.stateWords.contains) == true
      {
        continue
      }
      if let mark = member.range(of: "[].") {
        // A property of the objects in a list.
        let list = collection.path(to: String(member[..<mark.lowerBound]))
        let parts = values.flatMap { $0.split(separator: ",") }.prefix(100).map {
          records.condition(elementsOf: list, have: String(member[mark.upperBound...]), is: String($0))
        }
        if !parts.isEmpty { query.require(.joined(parts, by: "OR")) }
        continue
      }
      let path = collection.path(to: member)
      let ranges = values.compactMap(TextRange.init)
      if ranges.count == values.count {
        for one in ranges.flatMap(\.comparisons) { query.require(records.condition(path, one)) }
        continue
      }
      let compared = values.compactMap(Comparison.init)
      if compared.count == values.count {
        for one in compared { query.require(records.condition(path, one)) }
        continue
      }
      // `name=Oak*`
      let patterns = values.filter { $0.contains("*") && $0.count > 1 }
      if patterns.count == values.count, collection.members[member]?.types.contains("string") == true {
        query.require(.joined(patterns.prefix(10).map { records.condition(path, Comparison(.ilike, $0)) }, by: "OR"))
        continue
      }
      // `status=a,b` asks for either, unless a comma is part of the value.
      let all = values + values.flatMap { $0.split(separator: ",").map(String.init) }
      let texts = Array(all.prefix(100))
      guard collection.members[member]?.types.contains("object") == true else {
        query.require(records.condition(path, in: texts))
        continue
      }
      // An object is chosen by its id, by what it refers to, or by the id that was sent in its place.
      let places = [path, path + ".id", path + ".reference", RecordTable.path(parameter)]
      query.require(.joined(places.map { records.condition($0, in: texts) }, by: "OR"))
    }
    for parameter in sent.query.parameters {
      guard let deep = DeepName(parameter.name, documented), !parameter.value.isEmpty,
        operation.filters[parameter.name] == nil
      else { continue }
      let known = [deep.inner, collection.memberName(like: deep.inner)].first {
        collection.members[$0] != nil || collection.attributes[$0] != nil
      }
      if let member = known {
        let path = collection.path(to: member)
        if let range = TextRange(parameter.value) {
          for one in range.comparisons { query.require(records.condition(path, one)) }
          continue
        }
        let values = [parameter.value] + parameter.value.split(separator: ",").prefix(100).map(String.init)
        query.require(records.condition(path, in: values))
      } else if Words.key(deep.inner) == "since", let updated = collection.resource.updatedAtMember {
        query.require(
          records.condition(collection.path(to: updated), Comparison(.greaterOrEqual, parameter.value)))
      } else if let sign = Comparison.Operator(rawValue: deep.inner), sign.orderSign != nil,
        collection.members[deep.outer] != nil
      {
        query.require(records.condition(collection.path(to: deep.outer), Comparison(sign, parameter.value)))
      }
    }
    for parameter in sent.query.parameters {
      guard let asked = OperatorName(parameter.name, documented) else { continue }
      guard
        let member = [asked.member, collection.memberName(like: asked.member)].first(where: {
          collection.members[$0] != nil || collection.attributes[$0] != nil
        })
      else { continue }
      query.require(records.condition(collection.path(to: member), asked.comparison(parameter.value)))
    }
    for (bounds, sign) in [
      (operation.lowerBounds, Comparison.Operator.greaterOrEqual), (operation.upperBounds, .lessOrEqual),
    ] {
      for (parameter, shown) in bounds.sorted(by: { $0.key < $1.key }) {
        let member = stored(shown)
        guard let bound = sent.query[parameter], !bound.isEmpty else { continue }
        let own = collection.members[member] ?? collection.attributes[member]
        guard let value = Self.bound(bound, on: own) else { continue }
        query.require(records.condition(collection.path(to: member), Comparison(sign, value)))
      }
    }
    require(conditionsOf: sent, &query, collection)
    require(describedComparisonsOf: sent, &query, collection)
    require(conditionsOfSeveral: sent, &query, collection, documented)
    for parameter in sent.query.parameters.prefix(100) {
      guard operation.filters[parameter.name] == nil, operation.conditions[parameter.name] == nil else { continue }
      let key = parameter.name.lowercased().filter { $0.isLetter || $0.isNumber }
      if Self.expressions.contains(key), operation.searchParameter != parameter.name {
        if let object = Self.object(in: parameter.value) {
          // `filter={"status":{"_eq":"open"}}`
          require(content: object, &query, collection)
        } else {
          _ = query.require(expression: parameter.value, collection)
        }
      } else if let member = collection.members[parameter.name], !parameter.value.isEmpty,
        !member.types.contains("object"), !Self.abouts.contains(key), !documented.knows(query: parameter.name)
      {
        // What the document does not say is a filter where it has a property's name.
        query.require(records.condition(collection.path(to: parameter.name), in: [parameter.value]))
      }
    }
    if let parameter = operation.searchParameter, let text = sent.query[parameter], !text.isEmpty,
      !query.require(expression: text, collection)
    {
      query.require(records.condition(containing: String(text.prefix(200))))
    }
    guard operation.kind == .search, let body = sent.body?.object else { return }
    require(content: body, &query, collection)
    for name in ["query", "q", "text", "search", "term", "keyword"] where collection.members[name] == nil {
      if let text = body[name]?.string, !text.isEmpty {
        query.require(records.condition(containing: String(text.prefix(200))))
      }
    }
  }

  /// The JSON object that a parameter holds; nil for another text.
  private static func object(in text: String) -> JSONObject? {
    guard text.hasPrefix("{"), text.utf8.count <= 10_000 else { return nil }
    return (try? JSONParser.parse(Array(text.utf8)))?.object
  }

  /// What a bound is compared as: a moment in the way of the property, which may have seconds since 1970 where the query has
  /// a date and time, or the other way around. nil for what a number cannot be compared with.
  static func bound(_ text: String, on member: ValueGenerator.Member?) -> String? {
    guard let member else { return Double(text) == nil ? nil : text }
    if member.types.contains("string") {
      guard member.format?.hasPrefix("date") == true, let seconds = Int64(text),
        seconds.magnitude >= earliestSeconds
      else {
        return text
      }
      // Milliseconds are far in the future, read as seconds.
      return Timestamp(seconds: seconds.magnitude > latestSeconds ? seconds / 1000 : seconds).iso8601
    }
    if Double(text) != nil { return text }
    return ISO8601Moment.parse(text).flatMap { MomentText.value($0, like: member).number?.literal }
  }

  /// The least and the greatest number that is taken for seconds since 1970, about the years 1973 and 5138.
  private static let (earliestSeconds, latestSeconds): (UInt64, UInt64) = (100_000_000, 100_000_000_000)
  /// What properties are called that say which state a record is in: none is in all of them.
  private static let stateWords: Set<String> = ["status", "state", "stage", "phase"]
  /// Parameters that hold a ``FilterExpression``.
  private static let expressions: Set<String> = [
    "filter", "filters", "where", "query", "queryfilter", "filterby", "expression", "filterexpression", "rsql",
    "criteria", "conditions",
  ]
  /// Parameters that say how a list is shown rather than what is in it.
  private static let abouts: Set<String> = [
    "page", "limit", "offset", "size", "sort", "order", "fields", "include", "expand", "format", "locale", "lang",
    "key", "token",
  ]
}

/// The numbers or dates between two, both included, of which one may be missing: `12..24`, `20..`, `..2026-01-31`. Two dates
/// may have a comma between them: `2026-01-01,2026-01-31`.
private struct TextRange {
  let comparisons: [Comparison]

  /// nil for a text that is no range.
  init?(_ text: String) {
    if let days = Self.days(text) {
      // The last day is in it with all its hours.
      comparisons = [Comparison(.greaterOrEqual, days.first), Comparison(.lessOrEqual, days.last + "T24")]
      return
    }
    guard let dots = text.range(of: ".."), text.utf8.count <= 80 else { return nil }
    let bounds = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    let isPlain = bounds.allSatisfy { $0.isEmpty || $0.first?.isNumber == true && !$0.contains("..") }
    guard isPlain, bounds != ["", ""] else { return nil }
    comparisons = zip([Comparison.Operator.greaterOrEqual, .lessOrEqual], bounds).filter { !$0.1.isEmpty }.map {
      Comparison($0, $1)
    }
  }

  /// The first and the last of the days between two with a comma between them; nil for another text.
  private static func days(_ text: String) -> (first: String, last: String)? {
    guard text.utf8.count == 21 else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isDay = { (part: Substring) in
      part.utf8.count == 10 && ISO8601Moment.parse("\(part)T00:00:00Z") != nil
    }
    return parts.count == 2 && parts.allSatisfy(isDay) && parts[0] <= parts[1]
      ? (String(parts[0]), String(parts[1])) : nil
  }
}

/// A comparison whose sign stands in the name of a parameter: `filter[name][_eq]` as Directus has it,
/// `filters[title][$containsi]` as Strapi does.
private struct OperatorName {
  let member: String
  private let sign: String

  /// nil for a name that is none, or of an object that the document does not have.
  init?(_ name: String, _ documented: DocumentedOperation) {
    let parts = name.split(separator: "[", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].hasSuffix("]"), parts[2].hasSuffix("]"), let mark = parts[2].first,
      mark == "_" || mark == "$"
    else { return nil }
    let outer = String(parts[0])
    guard ["filter", "filters", "where"].contains(outer),
      documented.parameters.contains(where: { $0.location == .query && $0.name.prefix { $0 != "[" } == outer })
    else { return nil }
    member = String(parts[1].dropLast())
    sign = parts[2].dropFirst().dropLast().lowercased()
  }

  /// What is compared, in the signs of ``Comparison``; one that is not known compares as equal.
  func comparison(_ value: String) -> Comparison {
    switch sign {
    case "ne", "neq": Comparison(.unequal, value)
    case "gt": Comparison(.greater, value)
    case "gte": Comparison(.greaterOrEqual, value)
    case "lt": Comparison(.less, value)
    case "lte": Comparison(.lessOrEqual, value)
    case "in": Comparison(.among, value)
    case "contains", "containsi", "icontains": Comparison(.ilike, "*\(value)*")
    case "startswith", "starts_with", "startswithi": Comparison(.ilike, "\(value)*")
    case "endswith", "ends_with", "endswithi": Comparison(.ilike, "*\(value)")
    case "null": Comparison(.is, "null")
    default: Comparison(.equal, value)
    }
  }
}

/// The name of a member of an object in the query: `filter[status]`.
private struct DeepName {
  let outer: String
  let inner: String

  /// nil for a name that is none, or that the document does not have.
  init?(_ name: String, _ documented: DocumentedOperation) {
    guard name.hasSuffix("]"), let open = name.firstIndex(of: "["), open > name.startIndex else { return nil }
    outer = String(name[..<open])
    inner = String(name[name.index(after: open)...].dropLast())
    let outer = outer
    guard !inner.isEmpty, !inner.contains("["),
      documented.parameters.contains(where: {
        $0.location == .query && ($0.name == name || $0.name == outer && $0.isFreeForm)
      })
    else { return nil }
  }
}

extension DocumentedOperation {
  /// Whether a parameter of the query has this name.
  fileprivate func knows(query name: String) -> Bool {
    parameters.contains { $0.location == .query && $0.name == name }
  }
}

extension RowQuery {
  /// Only records for which an expression holds; false, and nothing required, when it is none or names no members.
  mutating func require(expression text: String, _ collection: RecordCollection) -> Bool {
    guard let expression = FilterExpression(text) else { return false }
    let names = expression.names.map { collection.memberName(like: $0) }
    guard names.allSatisfy({ collection.members[$0] != nil || collection.attributes[$0] != nil }) else {
      return false
    }
    require(
      expression.part { name, comparison in
        let path = collection.path(to: collection.memberName(like: name))
        return collection.documents.records.condition(path, comparison)
      })
    return true
  }
}
