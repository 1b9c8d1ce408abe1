import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// Numbers about the records of a list that a query chooses: `GET /reviews/summary?productId=5`.

extension OperationHandler {
  private static let summaries: Set<String> = ["summary", "stats", "statistics", "aggregate", "overview"]
  private static let counts: Set<String> = ["count", "total", "totalcount"]
  private static let averages: Set<String> = ["average", "avg", "mean"]
  private static let grades: Set<String> = ["rating", "stars", "score", "grade"]
  /// The most records of which an average is made.
  private static let maximumGraded = 10_000

  /// Answers with how many records of the list at the path before its last name a query chooses, their average grade, and how
  /// many are in each state or of each grade; nil for another operation, and where the response says nothing of these.
  func listSummary(_ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder) throws -> Response? {
    guard operation.kind == .call, operation.method == "GET", let place = answers.place,
      let (list, listed) = summarizedList
    else { return nil }
    let parents = list.scopes.map { scope in
      RecordSeeds.Parent(scope: scope, id: sent.query[scope.parameter] ?? call.parameters[scope.parameter])
    }
    guard parents.allSatisfy({ !$0.id.isEmpty }) else { return nil }
    try RecordSeeds(api: api, world: call.world).require(listed, below: parents)
    var query = listed.query(Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first })
    for (parameter, member) in list.filters.sorted(by: { $0.key < $1.key }) {
      guard let value = sent.query[parameter], !value.isEmpty else { continue }
      query.require(listed.documents.records.condition(listed.path(to: member), in: [value]))
    }
    listed.require(spanOf: call, &query)
    var shown = try facts(at: place, listed, query, call)
    if shown.isEmpty {
      for member in api.maker.members(of: place) where member.types.contains("object") {
        let inner = try facts(at: member.place, listed, query, call)
        if !inner.isEmpty { shown[member.name] = .object(inner) }
      }
    }
    if shown.isEmpty { return nil }
    return try answers.response(
      showing: .object(shown), seed: SplitMix64.seed(of: operation.operationID), within: [])
  }

  /// The list that an operation is about by its path, and its records; nil for none.
  private var summarizedList: (list: OperationDescription, records: RecordCollection)? {
    var names = operation.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = names.popLast(), Self.summaries.contains(last.lowercased()) else { return nil }
    let path = names.joined(separator: "/")
    let list = api.operations.values.joined().first { $0.kind == .list && ($0.path == path || $0.path == path + "/") }
    return list.flatMap { list in
      list.resource.flatMap { api.collections[$0] }.map { (list, $0) }
    }
  }

  private func facts(
    at place: JSONPointer, _ listed: RecordCollection, _ query: RowQuery, _ call: Call
  ) throws -> JSONObject {
    var shown = JSONObject()
    for member in api.maker.members(of: place) {
      if let value = try fact(member, listed, query, call) { shown[member.name] = value }
    }
    return shown
  }

  private func fact(
    _ member: ValueGenerator.Member, _ listed: RecordCollection, _ query: RowQuery, _ call: Call
  ) throws -> JSONValue? {
    let words = Words.split(member.name)
    let records = listed.documents.records
    let grade = listed.orderedMembers.first { Self.grades.contains(Words.key($0.name)) && !$0.types.contains("string") }
    if member.types.contains("object"), let grade {
      let keys = api.maker.members(of: member.place).map(\.name)
      guard ["distribution", "breakdown", "ratings", "histogram"].contains(words.last ?? "") else { return nil }
      return try call.world.store.read { connection in
        var counted = JSONObject()
        for key in keys.isEmpty ? (1...5).map(String.init) : Array(keys.prefix(20)) {
          var query = query
          query.require(records.condition(listed.path(to: grade.name), in: [key]))
          counted[key] = .number(JSONNumber(try records.count(connection, query)))
        }
        return .object(counted)
      }
    }
    guard member.types.contains("integer") || member.types.contains("number") else { return nil }
    if let grade, words.contains(where: Self.averages.contains) || words == ["rating"] {
      var query = query
      query.limit = Self.maximumGraded
      let found = try call.world.store.read { [query] in try listed.documents.records($0, query) }
      let numbers = found.compactMap { $0.content[grade.name]?.number?.double }.filter(\.isFinite)
      let mean = numbers.isEmpty ? 0 : (numbers.reduce(0, +) / Double(numbers.count) * 100).rounded() / 100
      return JSONNumber(mean).map { .number($0) }
    }
    var query = query
    let key = words.joined()
    let own = Words.key(listed.resource.name)
    let isWhole =
      Self.counts.contains(key) || [own + "count", "total" + own, listed.resource.key + "count"].contains(key)
    if !isWhole {
      let rest = words.filter { !["count", "total", "num", "number", "of"].contains($0) }
      guard rest.count == 1, let part = state(rest[0], of: listed) ?? state(Words.singular(rest[0]), of: listed) else {
        return nil
      }
      query.require(part)
    }
    let total = try call.world.store.read { [query] in try records.count($0, query) }
    return .number(JSONNumber(total))
  }
}
