import HTTPCore
import JSON
import Records
import Resources
import Synthesis
import World

// What a new record has that its content does not say.

extension OperationHandler {
  /// What was sent of a new record with what its parent says of the same: the `server` of an invitation is that of its
  /// channel. The author of the parent need not be that of the record. Call it outside of transactions.
  func withInherited(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard let nearest = parents(call).last, let owner = nearest.scope.parent.flatMap({ api.collections[$0] }),
      owner !== api.accounts
    else { return input }
    let shared = collection.resource.references.filter { name, target in
      input[name] == nil && owner.resource.references[name] == target && collection.members[name] != nil
        && owner.members[name] != nil && target != api.accounts?.resource.name && target != owner.resource.name
        && !collection.resource.ownerMembers.contains(name)
    }
    guard !shared.isEmpty,
      let record = try RecordSeeds(api: api, world: call.world).record(
        of: owner, nearest.id, below: parents(call).dropLast())
    else { return input }
    var result = input
    for name in shared.keys.sorted() {
      guard let value = record.content[name], !value.isNull, let member = collection.members[name],
        api.maker.allows(value, on: member.place)
      else { continue }
      result[name] = value
    }
    return result
  }

  /// What was sent of a new record with the moment that clients send as that of their own clock alone: `start_date` for
  /// `start_date_local`.
  func withMoments(_ input: JSONObject, _ collection: RecordCollection) -> JSONObject {
    var result = input
    for member in input.members where member.key.lowercased().hasSuffix("local") {
      let key = Words.key(String(member.key.dropLast(5)))
      let other = collection.orderedMembers.first { Words.key($0.name) == key && $0.format == "date-time" }
      guard let other, input[other.name] == nil, api.maker.allows(member.value, on: other.place) else { continue }
      result[other.name] = member.value
    }
    return result
  }

  /// What was sent of a new record with the parameters of the query that are called like its properties, where the
  /// content has them not: `?selected=true` beside a file.
  func withQuery(
    _ input: JSONObject, _ collection: RecordCollection, _ sent: RequestBody, _ answers: ResponseBuilder
  ) -> JSONObject {
    guard !sent.query.parameters.isEmpty else { return input }
    var result = input
    for parameter in answers.documented.parameters where parameter.location == .query {
      guard let text = sent.query[parameter.name], let place = parameter.place, result[parameter.name] == nil,
        let member = collection.members[parameter.name], member.name != collection.idPath.first
      else { continue }
      let value = FormReader(api.maker).leaf(text, place)
      if api.maker.allows(value, on: member.place) { result[parameter.name] = value }
    }
    return result
  }
}
