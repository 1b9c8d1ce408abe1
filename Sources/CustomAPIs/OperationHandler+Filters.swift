import Contract
import HTTPCore
import JSON
import Resources
import Store

// Which records of a list a request asks for.

extension OperationHandler {
  /// Has the query keep only what the request's filters allow.
  func filter(
    _ query: inout RowQuery, _ collection: RecordCollection, _ sent: RequestBody, _ documented: DocumentedOperation
  ) {
    for (parameter, member) in operation.filters.sorted(by: { $0.key < $1.key }) {
      let values = sent.query.values(parameter) + sent.query.values("\(parameter)[]")
      // Nothing chosen deletes nothing.
      guard !values.isEmpty, operation.kind == .delete || !values.contains("") else { continue }
      // `state=all` asks for every state.
      if let value = values.first, ["all", "any"].contains(value.lowercased()),
        let known = api.enumeration(of: collection.members[member]), !known.contains(value)
      {
        continue
      }
      let path = collection.path(to: member)
      let compared = values.compactMap(Comparison.init)
      if compared.count == values.count {
        for one in compared { query.require(path, one) }
        continue
      }
      // `status=a,b` asks for either, unless a comma is part of the value.
      let all = values + values.flatMap { $0.split(separator: ",").map(String.init) }
      query.require(path, in: Array(all.prefix(100)))
    }
    for parameter in sent.query.parameters {
      guard let deep = DeepName(parameter.name, documented), !parameter.value.isEmpty else { continue }
      if let member = [deep.inner, collection.memberName(like: deep.inner)].first(where: {
        collection.members[$0] != nil
      }) {
        query.require(
          collection.path(to: member),
          in: [parameter.value] + parameter.value.split(separator: ",").prefix(100).map(String.init))
      } else if let order = RowQuery.Order(rawValue: deep.inner), collection.members[deep.outer] != nil {
        query.require(collection.path(to: deep.outer), order, parameter.value)
      }
    }
    for parameter in sent.query.parameters {
      guard let asked = OperatorName(parameter.name, documented) else { continue }
      guard
        let member = [asked.member, collection.memberName(like: asked.member)].first(where: {
          collection.members[$0] != nil || collection.attributes[$0] != nil
        })
      else { continue }
      query.require(collection.path(to: member), asked.comparison(parameter.value))
    }
    for (bounds, order) in [
      (operation.lowerBounds, RowQuery.Order.greaterOrEqual), (operation.upperBounds, .lessOrEqual),
    ] {
      for (parameter, member) in bounds.sorted(by: { $0.key < $1.key }) {
        guard let bound = sent.query[parameter], !bound.isEmpty else { continue }
        // Moments that records have as numbers are not compared with texts.
        let isNumber = collection.members[member]?.types.contains("string") != true
        if isNumber, Double(bound) == nil { continue }
        query.require(collection.path(to: member), order, bound)
      }
    }
    for name in ["$filter", "filter"] where operation.filters[name] == nil && operation.searchParameter != name {
      if let text = sent.query[name] { _ = query.require(expression: text, collection) }
    }
    if let parameter = operation.searchParameter, let text = sent.query[parameter], !text.isEmpty,
      !query.require(expression: text, collection)
    {
      query.require(text: String(text.prefix(200)))
    }
    guard operation.kind == .search, let body = sent.body?.object else { return }
    for member in body.members where collection.members[member.key] != nil {
      let values = (member.value.array ?? [member.value]).compactMap { $0.string ?? $0.number?.literal }
      if !values.isEmpty { query.require(collection.path(to: member.key), in: Array(values.prefix(100))) }
    }
    for name in ["query", "q", "text", "search"] where collection.members[name] == nil {
      if let text = body[name]?.string, !text.isEmpty { query.require(text: String(text.prefix(200))) }
    }
  }
}

/// A comparison in a value of the query, as PostgREST has it: `gt.10`, `in.(1,2)`, `ilike.*lamp*`.
package struct Comparison {
  /// How a member's value is compared.
  package enum Operator: String {
    case equal = "eq"
    case unequal = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
    case among = "in"
    case like, ilike, `is`
  }

  package let sign: Operator
  package let value: String

  /// A comparison from its parts.
  package init(_ sign: Operator, _ value: String) { (self.sign, self.value) = (sign, value) }

  /// nil for a value without an operator.
  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let sign = Operator(rawValue: String(text[..<dot])) else { return nil }
    (self.sign, value) = (sign, String(text[text.index(after: dot)...]))
  }
}

extension RowQuery {
  /// Only records for whose member a comparison holds.
  ///
  /// - Parameters:
  ///   - path: The member as ``RecordCollection/path(to:)`` has it.
  mutating func require(_ path: String, _ comparison: Comparison) {
    let value = comparison.value
    switch comparison.sign {
    case .equal: require(path, in: [value])
    case .unequal:
      require(Part("CAST(json_extract(record, ?) AS TEXT) IS NOT ?", [.text(path), .text(value)]))
    case .greater, .greaterOrEqual, .less, .lessOrEqual:
      Order(rawValue: comparison.sign.rawValue).map { require(path, $0, value) }
    case .among:
      let values = value.trimmingPrefix("(").split(separator: ",").prefix(100).map {
        String($0.hasSuffix(")") ? $0.dropLast() : $0).filter { $0 != "\"" }
      }
      require(path, in: values)
    case .like, .ilike:
      let pattern = value.replacing("*", with: "%")
      let sql =
        comparison.sign == .like ? "json_extract(record, ?) LIKE ?" : "fold(json_extract(record, ?)) LIKE fold(?)"
      require(Part(sql, [.text(path), .text(pattern)]))
    case .is:
      if value == "null" {
        require(Part("json_extract(record, ?) IS NULL", [.text(path)]))
      } else {
        require(path, in: [value])
      }
    }
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
