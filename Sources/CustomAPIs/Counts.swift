import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Numbers that follow from what is kept.

extension OperationHandler {
  /// Answers `GET /recipes/count` with how many there are; nil for another operation.
  func count(_ call: Call, _ answers: ResponseBuilder) throws -> RenderedBody? {
    guard collection?.resource.isSingleton == true, let counted, let place = answers.place,
      let member = api.maker.members(of: place).first(where: {
        ["count", "total", "totalCount", "total_count"].contains($0.name) && $0.types.contains("integer")
      })
    else { return nil }
    try RecordSeeds(api: api, world: call.world).require(counted, below: parents(call))
    let total = try call.world.store.read { try counted.documents.records.count($0, counted.query(scope(call))) }
    return try answers.content(
      showing: .object(JSONObject([(member.name, .number(JSONNumber(total)))])),
      seed: SplitMix64.seed(of: operation.operationID))
  }

  /// The records that an operation counts; nil when it counts none.
  private var counted: RecordCollection? {
    let ending = ["/count", "/count.json"].first(where: operation.path.hasSuffix)
    guard let ending else { return nil }
    let path = operation.path.dropLast(ending.count) + ending.dropFirst("/count".count)
    let list = api.operations.values.joined().first { $0.kind == .list && $0.path == path }
    return list?.resource.flatMap { api.collections[$0] }
  }

  /// What an answer tells of several records that were made or removed at once: their number, and their ids.
  func tally(_ ids: [String], _ collection: RecordCollection, _ answers: ResponseBuilder) -> JSONObject {
    var told = JSONObject()
    for member in answers.place.map(api.maker.members(of:)) ?? [] {
      let name = member.name.lowercased().filter { $0.isLetter }
      if member.types.contains("integer") || member.types.contains("number"), Self.tallies.contains(name) {
        told[member.name] = .number(JSONNumber(ids.count))
      } else if member.types.contains("array"), name == "ids" || name.hasSuffix("edids") {
        told[member.name] = .array(ids.map { collection.idValue($0) })
      }
    }
    return told
  }

  private static let tallies: Set<String> = [
    "count", "total", "deleted", "deletedcount", "removed", "removedcount", "affected", "affectedrows", "created",
    "createdcount", "inserted", "insertedcount", "imported", "updated", "updatedcount",
  ]

  /// Has `likes` follow when an action sets or takes back `liked`.
  func addToCount(
    _ content: inout JSONObject, _ old: JSONObject, _ change: OperationDescription.StateChange,
    _ collection: RecordCollection
  ) {
    guard let isSet = change.value.bool, (old[change.member]?.bool ?? false) != isSet else { return }
    let verb = operation.path.split(separator: "/").last?.lowercased().filter(\.isLetter) ?? ""
    let names = [verb + "s", verb + "count", verb + "scount"]
    let member = collection.orderedMembers.first {
      names.contains($0.name.lowercased().filter(\.isLetter)) && $0.types.contains("integer")
    }
    guard let member else { return }
    let count = old[member.name]?.number?.integer ?? 0
    content[member.name] = .number(JSONNumber(isSet ? min(count, Int.max - 1) + 1 : max(count, 1) - 1))
  }
}
