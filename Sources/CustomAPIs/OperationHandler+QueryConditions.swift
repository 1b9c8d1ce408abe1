import Contract
import HTTPCore
import JSON
import Records
import Resources

// Conditions that several parameters of the query make together, such as `filters[0][field]=name` and
// `filters[0][value]=Oak`.

extension OperationHandler {
  /// How many such conditions one request may have.
  private static let maximumConditions = 50

  /// Has the query fulfil the conditions whose property, value and comparison have parameters of their own. Those of one group,
  /// such as `groups[0][filters]`, are alternatives.
  func require(
    conditionsOfSeveral sent: RequestBody, _ query: inout RowQuery, _ collection: RecordCollection,
    _ documented: DocumentedOperation
  ) {
    let ending = "[field]"
    let known = documented.parameters.filter { $0.location == .query && $0.name.hasSuffix(ending) }
    guard
      known.contains(where: { field in
        let holder = field.name.dropLast(ending.count)
        return documented.parameters.contains { $0.name == holder + "[value]" }
      })
    else { return }
    var groups: [String: [RowQuery.Part]] = [:]
    let fields = sent.query.parameters.filter { $0.name.hasSuffix(ending) }
    for field in fields.prefix(Self.maximumConditions) {
      let holder = String(field.name.dropLast(ending.count))
      let name = collection.memberName(like: field.value)
      guard let value = sent.query[holder + "[value]"],
        collection.members[name] != nil || collection.attributes[name] != nil
      else { continue }
      let signs = ["conditionType", "condition_type", "condition", "operator", "op"]
      let sign = signs.lazy.compactMap { sent.query["\(holder)[\($0)]"] }.first ?? "eq"
      groups[Self.group(of: holder), default: []].append(condition(collection.path(to: name), sign, value, collection))
    }
    for group in groups.sorted(by: { $0.key < $1.key }) { query.require(.joined(group.value, by: "OR")) }
  }

  /// What the conditions of one group have in common: `criteria[groups][0]` of `criteria[groups][0][filters][1]`.
  private static func group(of holder: String) -> String {
    let parts = holder.split(separator: "[", omittingEmptySubsequences: false)
    return parts.count >= 5 ? parts.dropLast(2).joined(separator: "[") : holder
  }

  private func condition(
    _ path: String, _ sign: String, _ value: String, _ collection: RecordCollection
  ) -> RowQuery.Part {
    let records = collection.documents.records
    let key = sign.lowercased().filter { !"_$ ".contains($0) }
    let values = value.split(separator: ",").prefix(100).map(String.init)
    switch key {
    case "nin", "notin": return .negated(records.condition(path, in: values))
    case "in", "finset": return records.condition(path, in: values)
    case "null": return records.condition(path, Comparison(.is, "null"))
    case "notnull": return .negated(records.condition(path, Comparison(.is, "null")))
    case "nlike": return .negated(records.condition(path, Comparison(.ilike, value.replacing("%", with: "*"))))
    default: break
    }
    switch Self.signs[key] ?? .equal {
    case .equal: return records.condition(path, in: [value])
    case .ilike:
      let isPattern = value.contains("%") || value.contains("*")
      return records.condition(path, Comparison(.ilike, isPattern ? value.replacing("%", with: "*") : "*\(value)*"))
    case let comparison: return records.condition(path, Comparison(comparison, value))
    }
  }
}
