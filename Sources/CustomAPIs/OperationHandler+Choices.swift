import JSON
import Records
import Resources
import Store
import World

/// A flag of records that says whether an account has chosen them: `isFavorite` of products that `POST /favorites/{id}`
/// chooses.
struct ChoiceFlag: Sendable {
  let member: String
  /// The records that are chosen from those with the flag.
  let chosen: RecordCollection

  /// Those of a collection.
  static func all(of collection: RecordCollection, _ api: CustomAPI) -> [ChoiceFlag] {
    let chosen = api.collections.values.filter { $0.resource.chosenFrom == collection.resource.name }
      .sorted { $0.resource.name < $1.resource.name }
    if chosen.isEmpty { return [] }
    return collection.orderedMembers.compactMap { member -> ChoiceFlag? in
      guard member.types.contains("boolean"), let word = Words.split(member.name).last else { return nil }
      let own = chosen.first { one in
        let name = Words.split(one.resource.name).last.map(Words.singular) ?? ""
        return [name, name + "d", name + "ed", name + "ted"].contains(word)
      }
      return own.map { ChoiceFlag(member: member.name, chosen: $0) }
    }
  }
}

extension OperationHandler {
  /// Has a record show whether the acting account has chosen it.
  func showChoices(in content: inout JSONObject, of record: StoredRecord, _ call: Call) throws {
    for flag in choiceFlags {
      var scope: [String: String] = [:]
      if let own = flag.chosen.scopes.first(where: { $0.parameter == AccountUse.parameter }) {
        scope[own.key] = try actingAccount(call)?.id ?? ""
      }
      try RecordSeeds(api: api, world: call.world).require(
        flag.chosen,
        below: flag.chosen.scopes.compactMap { one in
          scope[one.key].map { RecordSeeds.Parent(scope: one, id: $0) }
        })
      let isChosen = try call.world.store.read { try flag.chosen.contains($0, id: record.id, scope: scope) }
      content[flag.member] = .bool(isChosen)
    }
  }
}
