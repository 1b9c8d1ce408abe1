import Contract
import HTTPCore
import JSON
import Records
import Resources

/// What the descriptions of an operation and of its query parameters say beyond what their schemas do.
final class DescribedQuery: Sendable {
  /// A sign, which stands behind the name of a property.
  private enum Sign {
    case compares(Comparison.Operator)
    case excludes, contains, startsWith, endsWith
  }

  /// What stands before the sign of a comparison, and behind it, where any property may stand before that: `carbs$gt=2`,
  /// `name__contains=oak`, `price[lte]=9`; nil where the document explains no such signs.
  private let form: (before: String, after: String)?
  /// The parameter that names the properties which a response is to have; nil for none.
  let fieldsParameter: String?
  /// Parameters that do not go together.
  let contradictions: [(name: String, other: String)]

  private static let forms: [(before: String, after: String)] = [("$", ""), ("__", ""), ("[", "]"), (".", "")]
  private static let maximumText = 20_000

  private static let signs: [String: Sign] = [
    "eq": .compares(.equal), "ne": .compares(.unequal), "neq": .compares(.unequal), "gt": .compares(.greater),
    "gte": .compares(.greaterOrEqual), "ge": .compares(.greaterOrEqual), "lt": .compares(.less),
    "lte": .compares(.lessOrEqual), "le": .compares(.lessOrEqual), "in": .compares(.among), "nin": .excludes,
    "like": .contains, "contains": .contains, "startswith": .startsWith, "endswith": .endsWith,
  ]

  /// Reads the descriptions. Signs are explained by examples of two of them in one form.
  init(_ operation: OperationDescription, _ documented: DocumentedOperation, _ api: CustomAPI) {
    let path = JSONPointer(["paths", operation.path, operation.method.lowercased()])
    let own = api.document.root[path]?["description"]?.string
    let parameters = documented.parameters.filter { $0.location == .query }.compactMap { parameter in
      api.description(of: parameter).map { (name: parameter.name, text: $0) }
    }
    let text = ((own.map { [$0] } ?? []) + parameters.map(\.text)).joined(separator: "\n").prefix(Self.maximumText)
    form = Self.forms.first { form in
      Self.signs.keys.count { text.contains("\(form.before)\($0)\(form.after)=") } >= 2
    }
    fieldsParameter =
      parameters.first { Self.fields.contains(Words.key($0.name)) && Self.saysThatItChooses($0.text) }?.name
    let names = Set(parameters.map(\.name))
    contradictions = parameters.compactMap { parameter in
      let text = parameter.text.prefix(2000)
      guard let phrase = Self.contradicting.lazy.compactMap({ text.firstRange(of: $0) }).first else { return nil }
      let rest = text[phrase.upperBound...].prefix { $0 != "." && $0 != "\n" }
      let named = rest.split { "`'\", ".contains($0) }.map(String.init)
      return named.first { $0 != parameter.name && names.contains($0) }.map { (parameter.name, $0) }
    }
  }

  private static let fields: Set<String> = ["fields", "field", "select", "onlyfields", "fieldset", "properties"]

  /// Whether the description of a parameter says that it chooses what comes.
  private static func saysThatItChooses(_ text: String) -> Bool {
    let words = Set(Words.split(String(text.prefix(2000))).map(Words.singular))
    return !words.isDisjoint(with: ["field", "property", "attribute", "column"])
      && !words.isDisjoint(with: ["return", "returned", "include", "included", "only", "chosen", "select", "response"])
  }

  private static let contradicting = [
    "cannot be combined with", "can not be combined with", "can't be combined with", "cannot be used together with",
    "can't be used together with", "must not be combined with", "cannot be used with", "can't be used with",
    "mutually exclusive with",
  ]

  /// Whether the document explains signs of comparisons.
  var explainsSigns: Bool { form != nil }

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
  /// What descriptions say of the query, read when it is first asked for; nil for a document that cannot be used.
  var describedQuery: DescribedQuery? {
    if let known = described.load() { return known }
    guard let documented = try? documented() else { return nil }
    return described.storeIfNil(DescribedQuery(operation, documented, api))
  }

  /// Has the query fulfil the comparisons that the document explains in words.
  func require(describedComparisonsOf sent: RequestBody, _ query: inout RowQuery, _ collection: RecordCollection) {
    guard !sent.query.parameters.isEmpty, let described = describedQuery, described.explainsSigns,
      let documented = try? documented()
    else { return }
    let known = Set(documented.parameters.filter { $0.location == .query }.map(\.name))
    for parameter in sent.query.parameters.prefix(100) where !known.contains(parameter.name) {
      if let part = described.part(parameter.name, parameter.value, collection) { query.require(part) }
    }
  }

  /// - Throws: ``Problem`` when two parameters came of which the description of one says that it does not go with the
  ///   other: "This parameter cannot be combined with `sort`".
  func requireNoContradiction(_ sent: RequestBody) throws(Problem) {
    guard sent.query.parameters.count > 1, let contradictions = describedQuery?.contradictions, !contradictions.isEmpty
    else { return }
    let came = Set(sent.query.parameters.map(\.name))
    guard let (name, other) = contradictions.first(where: { came.contains($0.name) && came.contains($0.other) }) else {
      return
    }
    throw Problem(
      .invalidParameter, "\(name) cannot be combined with \(other)".clipped(to: 200),
      details: [Problem.Detail(name, "cannot be combined with \(other)".clipped(to: 200))])
  }
}
