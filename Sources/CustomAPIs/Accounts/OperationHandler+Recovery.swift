import APISupport
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Lost passwords, and addresses that are to be verified. No message is sent: what would stand in it comes in a header, and
// any other code is as good where accounts are not strict.

extension OperationHandler {
  /// Seconds that a code or a token to reset a password is good.
  private static let resetLifetime: Int64 = 3600

  /// Sends a code or a token to somebody who has lost a password; with a code in the request, checks that and gives a token.
  /// The response is the same for an account that there is not.
  ///
  /// - Throws: ``Problem`` of kind `wrongCredentials` for a code that is not good.
  func recover(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    let world = call.world
    try RecordSeeds(api: api, world: world).require(accounts, below: [])
    let isChecked = use.code != nil
    let account = isChecked ? try recovering(use, accounts, call, sent) : try named(use, accounts, sent, world)
    let end = world.clock.now.seconds.saturatingAdd(Self.resetLifetime)
    let token = isChecked || !api.sendsDigits ? Base64URL.encode(world.random.bytes(24)) : digits(world)
    if let account {
      try world.store.transaction { connection in
        try PasswordResets.insert(connection, token: token, api: api.name, account: account.id, expiresAt: end)
      }
    }
    var known = JSONObject()
    for place in use.accessTokens { known[AccountUse.names(place)] = .string(token) }
    var response = try answers.generated(for: sent.withoutPasswords, with: known)
    if account != nil { response.headers.append("X-Mock-Reset-Token", token) }
    return response
  }

  /// A code of six digits.
  private func digits(_ world: World) -> String { String(100_000 + world.random.next() % 900_000) }

  /// Sets the new password of an account. Its sessions go on.
  ///
  /// - Returns: The account.
  /// - Throws: ``Problem`` of kind `wrongCredentials` for a code that is not good.
  func resetPassword(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> StoredRecord {
    try requireConfirmation(use, sent)
    let world = call.world
    try RecordSeeds(api: api, world: world).require(accounts, below: [])
    let account = try recovering(use, accounts, call, sent)
    guard let password = (use.newPassword ?? use.password).flatMap(sent.text) else { return account }
    try set(password, of: account, accounts, world)
    return account
  }

  /// The account that a code or a token was sent to: the one that it was made for, else the one that the request names,
  /// else the one that asked last.
  private func recovering(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> StoredRecord {
    let world = call.world
    let refusal = Problem(.wrongCredentials, "the code is unknown, used or too old", field: use.code ?? "body")
    let code = use.code.flatMap { place -> String? in
      let own = call.parameters[place]
      return own.isEmpty ? sent.text(place) : own
    }
    let isStrict = world.options.accounts.isStrict
    let known = try code.flatMap { code in
      try world.store.read {
        try PasswordResets.account($0, token: code, api: api.name, at: world.clock.now.seconds)
      }
    }
    let named = try named(use, accounts, sent, world)
    if !use.names.isEmpty, named == nil || known != nil && known != named?.id { throw refusal }
    if isStrict, use.code != nil, known == nil { throw refusal }
    let id =
      try known ?? named?.id
      ?? world.store.read { connection in
        try PasswordResets.last(connection, api: api.name, at: world.clock.now.seconds)
      }
    guard let id, let account = try world.store.read({ try accounts.record($0, id: id, scope: [:]) }) else {
      throw refusal
    }
    return account
  }

  /// The account that a request names; nil for none.
  private func named(
    _ use: AccountUse, _ accounts: RecordCollection, _ sent: RequestBody, _ world: World
  ) throws -> StoredRecord? {
    let names = use.names.compactMap(sent.text).filter { !$0.isEmpty }
    return names.isEmpty ? nil : try account(named: names, accounts, world)
  }

  // MARK: Addresses

  /// Notes in the record of the account that a request names, else of the one that acts, that an address is verified.
  func verify(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response {
    try RecordSeeds(api: api, world: call.world).require(accounts, below: [])
    let account = try named(use, accounts, sent, call.world) ?? (principal(call) == nil ? nil : actingAccount(call))
    if use.code != nil, let account { try noteVerified(account, accounts, call.world) }
    return try answers.generated(for: sent)
  }

  /// Notes that an address of an account is verified: the one that the path is about, where it names one.
  ///
  /// - Returns: The account as it is stored.
  @discardableResult func noteVerified(
    _ account: StoredRecord, _ accounts: RecordCollection, _ world: World
  ) throws -> StoredRecord {
    let words = Set(Words.split(operation.path))
    let kinds = ["email", "phone"].filter(words.contains)
    let flags = accounts.orderedMembers.filter { member in
      let own = Words.split(member.name)
      return own.contains { ["verified", "confirmed"].contains($0) }
        && (kinds.isEmpty || !own.contains { ["email", "phone"].contains($0) } || own.contains(where: kinds.contains))
    }
    if flags.isEmpty { return account }
    return try world.store.transaction { connection in
      guard var record = try accounts.record(connection, id: account.id, scope: [:]) else { return account }
      let old = record.content
      for flag in flags {
        record.content[flag.name] =
          flag.types.contains("boolean") ? .bool(true) : MomentText.value(world.clock.now, like: flag)
      }
      if record.content != old {
        try accounts.documents.update(
          connection, number: record.number, id: record.id, scope: record.scope, record.content)
      }
      return record
    }
  }
}

extension CustomAPI {
  /// Whether what this API sends to somebody who has lost a password is a short code that people type.
  var sendsDigits: Bool {
    model.operations.contains { operation in
      guard let use = operation.account, [.recover, .resetPassword].contains(use.role) else { return false }
      let key = use.code.flatMap { AccountUse.names($0).last }.map(Words.key) ?? ""
      return key.hasSuffix("code") || key.hasPrefix("otp") || key == "pin"
    }
  }
}
