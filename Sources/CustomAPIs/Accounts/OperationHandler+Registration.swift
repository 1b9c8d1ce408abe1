import Contract
import HTTPCore
import JSON
import Records
import Resources
import Store
import World

// What accounts' records hold, and what stands beside them.

extension OperationHandler {
  /// What was sent of an account's record with the properties that requests call by other words where records have them:
  /// `username` and `login`.
  func renamed(_ input: JSONObject, _ accounts: RecordCollection) -> JSONObject {
    var result = input
    for member in input.members where accounts.members[member.key] == nil {
      let names = AccountNames.others(of: member.key, among: accounts.members.keys.sorted())
      if let name = names.first(where: { !result.contains($0) }) { result[name] = member.value }
    }
    guard operation.account?.role == .register, let name = accounts.members.keys.first(where: Self.isShownName) else {
      return result
    }
    // Who has not said what to be called is called as they sign in.
    if result[name] == nil, !requestMembers.contains(where: { $0.name == name }) {
      result[name] =
        ["username", "login", "handle"].lazy.compactMap { key in
          input.members.first { Words.key($0.key) == key }?.value
        }.first
    }
    return result
  }

  private static func isShownName(_ name: String) -> Bool { ["displayname", "screenname"].contains(Words.key(name)) }

  /// Takes the password out of what was sent of an account's record; nil for none, and for other records.
  ///
  /// - Throws: ``Problem`` of kind `validation` when the password is repeated in another way.
  func takePassword(
    from input: inout JSONObject, _ collection: RecordCollection, _ sent: RequestBody, _ world: World
  ) throws -> String? {
    guard collection === api.accounts else { return nil }
    if let use = operation.account { try requireConfirmation(use, sent) }
    let place = operation.account.flatMap { $0.newPassword ?? $0.password }
    let found = place.flatMap(sent.text) ?? input.members.first { AccountNames.isPassword($0.key) }?.value.string
    input = AccountNames.withoutPasswords(input, collection)
    if found != nil { try world.store.require(table: collection.passwordsTable) }
    return found
  }

  /// Keeps the password of a record that was made, when there is one.
  ///
  /// - Returns: The record as it is stored.
  func keep(
    _ password: String?, of record: StoredRecord, _ collection: RecordCollection, _ connection: Connection
  ) throws -> StoredRecord {
    guard collection === api.accounts else { return record }
    let stored = try collection.record(connection, id: record.id, scope: record.scope) ?? record
    if let password { try collection.keep(password: password, of: stored, connection) }
    return stored
  }

  /// - Throws: ``Problem`` of kind `conflict` when another account has one of the names that were sent.
  func requireNewNames(
    _ input: JSONObject, _ connection: Connection, _ collection: RecordCollection, but own: Int64? = nil
  ) throws {
    guard collection === api.accounts, operation.account?.role == .register || documentsConflicts else { return }
    for name in api.model.accounts?.names ?? [] where AccountNames.isOwn(name) {
      guard let text = input[name]?.string, !text.isEmpty else { continue }
      var query = collection.query(accountScope)
      query.require(collection.documents.records.condition(anyOf: [RecordTable.path(name)], is: text))
      let others = try collection.documents.records(connection, query).filter { $0.number != own }
      if !others.isEmpty {
        throw Problem(.conflict, "another account has this \(name.clipped(to: 40))", field: name)
      }
    }
  }

  /// Tells whether an account has a name.
  func checkName(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    try RecordSeeds(api: api, world: call.world).require(accounts, below: [])
    let names = use.names.compactMap { place -> String? in
      let own = call.parameters[place]
      return own.isEmpty ? sent.text(place) : own
    }.filter { !$0.isEmpty }
    let isTaken = try account(named: names, accounts, call.world) != nil
    if use.taken == "" { return try answers.response(showing: .bool(isTaken != use.isTrueForFree), seed: 0) }
    var known = JSONObject()
    if let place = use.taken { known[AccountUse.names(place)] = .bool(isTaken != use.isTrueForFree) }
    return try answers.generated(for: sent, with: known)
  }

  /// The record of the acting account, where a response shows it beside something else.
  func shownAccount(_ call: Call) throws -> [(path: [String], value: JSONValue?)] {
    guard let use = operation.account, use.role == .shows, let place = use.record,
      let account = try actingAccount(call)
    else { return [] }
    return [(AccountUse.names(place), .object(account.content))]
  }
}

extension AccountNames {
  /// A record without what looks like a password. One that responses must have is masked.
  static func withoutPasswords(_ record: JSONObject, _ accounts: RecordCollection) -> JSONObject {
    var result = JSONObject()
    for member in record.members {
      if !isPassword(member.key) {
        result[member.key] = member.value
      } else if let known = accounts.members[member.key], known.isRequired, !known.isWriteOnly {
        result[member.key] = mask
      }
    }
    return result
  }
}

extension RequestBody {
  /// The same without what looks like a password, for responses that repeat what was sent.
  var withoutPasswords: RequestBody {
    var copy = self
    copy.body = body.map(Self.withoutPasswords)
    return copy
  }

  private static func withoutPasswords(_ value: JSONValue) -> JSONValue {
    guard let object = value.object else { return value }
    return .object(
      JSONObject(
        object.members.compactMap { member in
          AccountNames.isPassword(member.key) ? nil : (member.key, withoutPasswords(member.value))
        }))
  }
}

extension DocumentedOperation.Credential {
  /// The name of the cookie that holds it; nil for another place.
  var cookieName: String? { if case .cookie(let name) = self { name } else { nil } }
}
