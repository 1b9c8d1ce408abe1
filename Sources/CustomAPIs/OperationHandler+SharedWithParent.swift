import HTTPCore
import JSON
import Records
import Resources
import World

// What views of a record have of it.

extension OperationHandler {
  /// What a view of a record, such as `/routines/{id}/structure`, has in common with it: it has the record's id, and most
  /// of its own properties are the record's.
  func sharedWithParent(
    _ collection: RecordCollection, _ call: Call
  ) throws -> [(path: [String], value: JSONValue?)] {
    if let part = try partOfParent(collection, call) {
      return part.value.members.compactMap { member in
        collection.members[member.key] == nil ? nil : (operation.answerEnvelope + [member.key], member.value)
      }
    }
    guard collection.resource.isSingleton, let nearest = parents(call).last,
      let owner = nearest.scope.parent.flatMap({ api.collections[$0] }),
      case let shared = sharedNames(collection, owner), !shared.isEmpty
    else { return [] }
    let above = Array(parents(call).dropLast())
    let record = try RecordSeeds(api: api, world: call.world).record(of: owner, nearest.id, below: above)
    return shared.sorted().compactMap { name in
      guard let value = record?.content[name], let member = collection.members[name],
        api.maker.allows(value, on: member.place)
      else { return nil }
      return (operation.answerEnvelope + [name], value)
    }
  }

  /// The properties that a view of a record has of it; none where it is no view. One called `status` or `state` has those that
  /// say so: `orderState` of `/orders/{id}/state`.
  private func sharedNames(_ collection: RecordCollection, _ owner: RecordCollection) -> [String] {
    let shared = collection.members.keys.filter { name in owner.members[name]?.types == collection.members[name]?.types
    }
    if let last = operation.path.split(separator: "/").last, ["status", "state"].contains(last.lowercased()) {
      return shared.filter { ["status", "state"].contains(Words.split($0).last) }
    }
    guard let id = owner.idPath.first, owner.idPath.count == 1, collection.members[id] != nil, shared.count >= 2,
      shared.count * 2 >= collection.members.count
    else { return [] }
    return shared
  }
}
