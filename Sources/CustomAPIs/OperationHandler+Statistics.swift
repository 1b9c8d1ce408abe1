import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Numbers of a dashboard that count records: `total_tasks`, `completed_tasks`.

extension OperationHandler {
  private static let names: Set<String> = [
    "stats", "statistics", "dashboard", "summary", "overview", "analytics", "counts", "metrics", "totals",
  ]

  /// Answers with the numbers of what is kept; nil for another operation, and where no number counts records.
  func statistics(_ call: Call, _ answers: ResponseBuilder) throws -> RenderedBody? {
    guard collection?.resource.isSingleton == true, let place = answers.place,
      operation.path.split(separator: "/").contains(where: { name in
        Words.split(String(name)).contains { Self.names.contains($0) }
      })
    else { return nil }
    var shown = JSONObject()
    for member in api.maker.members(of: place) {
      if let number = try number(member, call) {
        shown[member.name] = number
      } else if member.types.contains("object") {
        let inner = try api.maker.members(of: member.place).compactMap { one in
          try number(one, call).map { (one.name, $0) }
        }
        if !inner.isEmpty { shown[member.name] = .object(JSONObject(inner)) }
      }
    }
    guard !shown.isEmpty else { return nil }
    return try answers.content(
      showing: answers.withoutEnvelope(.object(shown)), seed: SplitMix64.seed(of: operation.operationID))
  }

  /// How many records a property is about; nil for one that counts none.
  private func number(_ member: ValueGenerator.Member, _ call: Call) throws -> JSONValue? {
    guard member.types.contains("integer") || member.types.contains("number") else { return nil }
    var words = Words.split(member.name).filter { !["total", "count", "num", "number", "of", "all"].contains($0) }
    guard let last = words.popLast(), words.count <= 1 else { return nil }
    let name = Words.singular(last)
    guard
      let counted = api.collections.values.filter({ !$0.resource.isSingleton && $0.isKnownToAPI }).sorted(by: {
        $0.resource.name < $1.resource.name
      }).first(where: { Words.singularKey($0.resource.name) == name })
    else { return nil }
    var parents: [RecordSeeds.Parent] = []
    if counted.isPrivate, let scope = counted.scopes.first(where: { $0.parameter == AccountUse.parameter }) {
      parents = [RecordSeeds.Parent(scope: scope, id: try actingAccount(call)?.id ?? "")]
    } else if !counted.isReachableWithoutParents {
      return nil
    }
    var query = counted.query(Dictionary(parents.map { ($0.scope.key, $0.id) }) { first, _ in first })
    if let word = words.first {
      guard let part = state(word, of: counted) else { return nil }
      query.require(part)
    }
    try RecordSeeds(api: api, world: call.world).require(counted, below: parents)
    let total = try call.world.store.read { try counted.documents.records.count($0, query) }
    return .number(JSONNumber(total))
  }
}
