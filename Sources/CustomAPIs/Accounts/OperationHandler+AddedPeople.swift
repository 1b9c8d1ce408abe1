import JSON
import Records
import Resources
import World

// People who are added to something: `POST /projects/{id}/members` with `{"userId": 7, "role": "developer"}`.

extension OperationHandler {
  private static let namesOfPeople: Set<String> = [
    "name", "username", "fullname", "displayname", "firstname", "email", "avatar", "avatarurl",
  ]

  /// What was sent of a new record with what it shows of the account that the request names, where its records show
  /// accounts by their own ids; as it came for other records. Call it outside of transactions.
  func withPerson(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard let accounts = api.accounts, accounts !== collection, operation.scopes.contains(where: { $0.parent != nil }),
      let place = collection.idPath.first, collection.idPath.count == 1, input[place] == nil
    else { return input }
    let shown = collection.orderedMembers.filter { Self.namesOfPeople.contains(Words.key($0.name)) }
    let known = Dictionary(accounts.orderedMembers.map { (Words.key($0.name), $0.name) }) { first, _ in first }
    guard shown.contains(where: { known[Words.key($0.name)] != nil }) else { return input }
    let names = [accounts.resource.key + "id", "userid", "memberid", "accountid"]
    let sent = input.members.first { collection.members[$0.key] == nil && names.contains(Words.key($0.key)) }
    guard let sent, let id = RecordCollection.text(sent.value),
      let account = try RecordSeeds(api: api, world: call.world).record(of: accounts, id, below: [])
    else { return input }
    var result = input
    for member in collection.orderedMembers where result[member.name] == nil {
      guard let value = known[Words.key(member.name)].flatMap({ account.content[$0] }), member.name != place,
        api.maker.allows(value, on: member.place)
      else { continue }
      result[member.name] = value
    }
    result[place] = accounts.idValue(account.id)
    return result
  }
}
