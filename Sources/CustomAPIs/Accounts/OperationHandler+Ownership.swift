import Contract
import HTTPCore
import JSON
import Records
import Resources
import World

// Whose a new record is.

extension OperationHandler {
  /// The acting account as a parent of records that each account has of its own; none for others.
  func ownScope(_ collection: RecordCollection, _ call: Call) throws -> [RecordSeeds.Parent] {
    guard collection.isPrivate, let scope = collection.scopes.first(where: { $0.parameter == AccountUse.parameter }),
      let account = try actingAccount(call)
    else { return [] }
    return [RecordSeeds.Parent(scope: scope, id: account.id)]
  }

  /// The account that a request acts as by a token of its own, where the document refuses some and it is no admin's.
  func accountToRefuse(_ call: Call, _ documented: DocumentedOperation) throws -> StoredRecord? {
    guard api.accounts != nil, documented.answers.contains(where: { $0.status == "403" }), try principal(call) != nil,
      let account = try actingAccount(call), AccountNames.isAdmin(account.content) != true
    else { return nil }
    return account
  }

  /// - Throws: ``Problem`` of kind `forbidden` for a record of another account.
  func requireOwner(
    of record: StoredRecord, _ collection: RecordCollection, as account: StoredRecord?
  ) throws(Problem) {
    guard let account, let accounts = api.accounts, accounts !== collection else { return }
    for name in collection.resource.ownerMembers {
      guard let value = record.content[name], let id = value.object.map(accounts.idText) ?? RecordCollection.text(value)
      else { continue }
      if id == account.id { return }
      throw Problem(.forbidden, "the record belongs to another account", field: name)
    }
  }

  /// What ties a new record to its parents: the account that the request names comes before the one that acts.
  func creationScope(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) -> [String: String] {
    var scope = scope(call)
    guard let accounts = api.accounts, accounts !== collection,
      let own = operation.scopes.first(where: { $0.parameter == AccountUse.parameter }),
      let id = named(input, collection, accounts)
    else { return scope }
    scope[own.key] = id
    return scope
  }

  /// What was sent of a new record with the account that it belongs to: that of the path, else the one that the request
  /// acts as. What a client sent stays. Call it outside of transactions.
  func owned(_ input: JSONObject, _ collection: RecordCollection, _ call: Call) throws -> JSONObject {
    guard let accounts = api.accounts, accounts !== collection, !collection.resource.ownerMembers.isEmpty else {
      return input
    }
    let missing = collection.resource.ownerMembers.filter { input[$0].map(\.isNull) ?? true }
    guard !missing.isEmpty else { return input }
    let owners = parents(call).filter { $0.scope.key == accounts.resource.name }
    let inPath = owners.first { $0.scope.parameter != AccountUse.parameter }?.id
    let account =
      try (inPath ?? named(input, collection, accounts) ?? owners.first?.id).map { id in
        try RecordSeeds(api: api, world: call.world).record(of: accounts, id, below: [])
      } ?? actingAccount(call)
    guard let account else { return input }
    var result = input
    for name in missing {
      guard let member = collection.members[name] else { continue }
      if member.types.contains("object"), !member.types.contains("string") {
        result[name] = .object(account.content)
      } else if name.lowercased().hasSuffix("name"), let text = account.content["username"] {
        result[name] = text
      } else if name.lowercased().hasSuffix("email"), let text = account.content["email"] {
        result[name] = text
      } else {
        result[name] = accounts.idValue(account.id)
      }
    }
    return result
  }

  /// The account for which a request makes something, by a property that no record has: `{"userId": 11}`; nil for none.
  private func named(_ input: JSONObject, _ collection: RecordCollection, _ accounts: RecordCollection) -> String? {
    let names = [accounts.resource.key + "id", "userid", "accountid"]
    let member = input.members.first { collection.members[$0.key] == nil && names.contains(Words.key($0.key)) }
    return member.flatMap { RecordCollection.text($0.value) }
  }
}
