import Contract
import JSON
import Records
import Resources

/// The comparisons that a document explains in words, since any property may stand before their signs: `carbs$gt=2`,
/// `name__contains=oak`, `price[lte]=9`.
final class ToldOperators: Sendable {
  /// A sign, which stands behind the name of a property.
  private enum Sign {
    case compares(Comparison.Operator)
    case excludes, contains, startsWith, endsWith
  }

  /// What stands before the sign, and behind it; nil where the document explains nothing.
  private let form: (before: String, after: String)?
  private static let forms: [(before: String, after: String)] = [("$", ""), ("__", ""), ("[", "]"), (".", "")]
  private static let maximumText = 20_000

  private static let signs: [String: Sign] = [
    "eq": .compares(.equal), "ne": .compares(.unequal), "neq": .compares(.unequal), "gt": .compares(.greater),
    "gte": .compares(.greaterOrEqual), "ge": .compares(.greaterOrEqual), "lt": .compares(.less),
    "lte": .compares(.lessOrEqual), "le": .compares(.lessOrEqual), "in": .compares(.among), "nin": .excludes,
    "like": .contains, "contains": .contains, "startswith": .startsWith, "endswith": .endsWith,
  ]

  /// The comparisons that the descriptions of an operation and of its query explain: examples of two signs in one form.
  init(_ operation: OperationDescription, _ documented: DocumentedOperation, _ api: CustomAPI) {
    let path = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    let own = api.document.root[path]?["description"]?.string
    let texts = documented.parameters.filter { $0.location == .query }.compactMap(api.description)
    let text = ((own.map { [$0] } ?? []) + texts).joined(separator: "\n").prefix(Self.maximumText)
    form = Self.forms.first { form in
      Self.signs.keys.count { text.contains("\(form.before)\($0)\(form.after)=") } >= 2
    }
  }

  /// What a parameter asks of the records; nil for one of another form, and for what is no property of theirs.
  func part(_ name: String, _ text: String, _ collection: RecordCollection) -> RowQuery.Part? {
    guard let form, name.hasSuffix(form.after), let mark = name.ranges(of: form.before).last,
      let sign = Self.signs[name[mark.upperBound...].dropLast(form.after.count).lowercased()]
    else { return nil }
    let member = collection.memberName(like: String(name[..<mark.lowerBound]))
    guard let own = collection.members[member] ?? collection.attributes[member] else { return nil }
    let (records, path) = (collection.documents.records, collection.path(to: member))
    // Lists are separated by a bar where one is there.
    func values() -> String { text.contains("|") ? text.replacing("|", with: ",") : text }
    switch sign {
    case .compares(.among): return records.condition(path, Comparison(.among, values()))
    case .compares(let sign):
      guard let value = sign.orderSign == nil ? text : OperationHandler.bound(text, on: own) else { return nil }
      return records.condition(path, Comparison(sign, value))
    case .excludes: return .negated(records.condition(path, Comparison(.among, values())))
    case .contains: return records.condition(path, Comparison(.ilike, "*\(text)*"))
    case .startsWith: return records.condition(path, Comparison(.ilike, "\(text)*"))
    case .endsWith: return records.condition(path, Comparison(.ilike, "*\(text)"))
    }
  }
}

extension OperationHandler {
  /// Has the query fulfil the comparisons that the document explains in words.
  func require(toldOperatorsOf sent: RequestBody, _ query: inout RowQuery, _ collection: RecordCollection) {
    guard let documented = try? documented() else { return }
    let operators =
      toldOperators.load() ?? toldOperators.storeIfNil(ToldOperators(operation, documented, api))
    let known = Set(documented.parameters.filter { $0.location == .query }.map(\.name))
    for parameter in sent.query.parameters.prefix(100) where !known.contains(parameter.name) {
      if let part = operators.part(parameter.name, parameter.value, collection) { query.require(part) }
    }
  }
}
