import APISupport
import HTTPCore
import JSON
import Records
import Resources
import Store
import Synthesis
import World

// Registering, signing in and out.

extension OperationHandler {
  /// The password of accounts that have none of their own, such as those that are there from the beginning.
  static let usualPassword = "password"

  /// Carries out what an operation does for accounts beside what it does with their records; nil when that is all.
  func signed(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder
  ) throws -> Response? {
    switch use.role {
    case .register, .me, .shows, .issueToken: return nil
    case .signIn:
      var account = try signIn(use, accounts, call, sent)
      // Who signs in by a code has shown that the address is theirs.
      if use.password == nil, !use.names.isEmpty { account = try noteVerified(account, accounts, call.world) }
      return try session(of: account, use, call, sent, answers)
    case .refresh:
      let (account, grant) = try renew(use, accounts, call, sent)
      return try session(of: account, use, call, sent, answers, renewing: grant)
    case .signOut:
      try signOut(use, call, sent)
      var response = try answers.generated(for: sent)
      if let cookie = api.tokenPlaces.lazy.compactMap(\.cookieName).first {
        response.headers.append("Set-Cookie", "\(cookie)=; Path=/; Max-Age=0")
      }
      return response
    case .changePassword:
      let named = try use.idParameter.map { name in
        let id = call.parameters[name]
        let record = try RecordSeeds(api: api, world: call.world).record(of: accounts, id, below: [])
        guard let record else { throw missing(accounts, id) }
        return record
      }
      let account = try named ?? actingAccount(call)
      if let account { try changePassword(of: account, use, accounts, call, sent) }
      return try account.map { try session(of: $0, use, call, sent, answers) } ?? answers.generated(for: sent)
    case .recover: return try recover(use, accounts, call, sent, answers)
    case .resetPassword:
      let account = try resetPassword(use, accounts, call, sent)
      return try session(of: account, use, call, sent, answers)
    case .verify: return try verify(use, accounts, call, sent, answers)
    case .checkName: return try checkName(use, accounts, call, sent, answers)
    }
  }

  /// The account that a request signs in to.
  ///
  /// - Throws: ``Problem`` of kind `wrongCredentials`.
  private func signIn(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> StoredRecord {
    if let token = use.refreshToken.flatMap(sent.text) ?? sent.text("refresh_token"),
      sent.text("grant_type").map({ $0.contains("refresh") }) ?? (use.names.compactMap(sent.text).isEmpty)
    {
      return try renew(token, accounts, call).account
    }
    let known = use.names.compactMap(sent.text).filter { !$0.isEmpty }
    let names = known.isEmpty && use.password.flatMap(sent.text) != nil ? sent.namesInside : known
    guard !names.isEmpty else {
      // A token or a code that somebody else has given out is as good as any credentials.
      guard let account = try actingAccount(call) else { throw Self.wrongCredentials }
      return account
    }
    let password = use.password.flatMap(sent.text)
    try RecordSeeds(api: api, world: call.world).require(accounts, below: [])
    if let account = try account(named: names, accounts, call.world) {
      guard try use.password == nil || accounts.isPassword(password ?? "", of: account, call.world) else {
        throw Self.wrongCredentials
      }
      try requireAdmitted(account)
      return account
    }
    // Where nobody can register, everybody has an account, and so has everybody who signs in by a code.
    let mustRegister = use.password != nil && api.model.accounts?.canRegister == true
    if mustRegister || call.world.options.accounts.isStrict { throw Self.wrongCredentials }
    var input = JSONObject()
    for place in use.names {
      guard let name = AccountUse.names(place).last, let text = sent.text(place) else { continue }
      let key = text.contains("@") ? "email" : name
      input[accounts.members[key] == nil ? name : key] = .string(text)
    }
    return try register(input, password: password, accounts, call)
  }

  static let wrongCredentials = Problem(.wrongCredentials, "the name or the password is wrong")

  /// The account with one of some names; nil for none.
  func account(named names: [String], _ accounts: RecordCollection, _ world: World) throws -> StoredRecord? {
    let members = api.model.accounts?.names ?? []
    return try world.store.read { connection in
      for text in names.flatMap({ [$0, $0.lowercased()] }) {
        let id = try accounts.id(connection, where: members, is: text, scope: accountScope)
        if let id, let found = try accounts.record(connection, id: id, scope: [:]) { return found }
      }
      return nil
    }
  }

  private func register(
    _ input: JSONObject, password: String?, _ accounts: RecordCollection, _ call: Call
  ) throws -> StoredRecord {
    let seeds = RecordSeeds(api: api, world: call.world)
    let content = try begun(input, accounts, scope: [:], seeds)
    try call.world.store.require(table: accounts.passwordsTable)
    return try call.world.store.transaction { connection in
      let made = try insert(input, content, connection, accounts, scope: [:], seeds)
      guard let record = try accounts.record(connection, id: made.id, scope: [:]) else { return made }
      if let password { try accounts.keep(password: password, of: record, connection) }
      return record
    }
  }

  // MARK: Sessions

  /// A response that shows an account and the tokens of a session that begins.
  ///
  /// - Parameters:
  ///   - grant: The session that goes on; nil for one that begins.
  func session(
    of account: StoredRecord, _ use: AccountUse, _ call: Call, _ sent: RequestBody, _ answers: ResponseBuilder,
    renewing grant: RefreshTokens.Grant? = nil, adding others: [(path: [String], value: JSONValue)] = []
  ) throws -> Response {
    let facts = try tokens(of: account, use, call, renewing: grant) + others
    // The token of a session that the documented response does not show.
    lazy var hidden = JSONValue.string(accessToken(of: account, session: call.world.sessions.begin(), call))
    var response: Response
    var isOpen = false
    if !use.showsTokens, !use.changesPassword,
      // Most APIs show these where the document says nothing of the response.
      let open = try answers.undocumented({ .object(try openSession(of: account, token: hidden, call)) })
    {
      (response, isOpen) = (open, true)
    } else if use.accessTokens.first == "", let token = facts.first?.value {
      response = try answers.response(showing: token, seed: 0)
    } else if operation.recordSchema == nil {
      var known = JSONObject()
      for fact in facts + shownBesideToken(account, use, answers) { known[fact.path] = fact.value }
      response = try answers.generated(for: sent.withoutPasswords, with: known)
    } else {
      let device = use.role == .signIn ? sentBesideName(use, sent, answers) : []
      response = try answers.response(
        showing: shown(account, call), seed: UInt64(bitPattern: account.number), adding: device + facts)
    }
    let headers = answers.documented.answer(response.status)?.headers.map(\.name) ?? []
    for name in headers where !use.changesPassword && Words.split(name).last == "token" {
      response.headers[name] = facts.first?.value.string ?? hidden.string
    }
    // Who gets a token and may send it needs no cookie.
    let hasToken = (use.showsTokens || isOpen) && TokenPlaces.hasOthersThanCookies(in: api.document.root)
    if let cookie = api.tokenPlaces.lazy.compactMap(\.cookieName).first, !use.changesPassword, !hasToken {
      let token = (use.showsTokens ? facts.first?.value : nil)?.string ?? hidden.string ?? ""
      response.headers.append("Set-Cookie", "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Lax")
    }
    return response
  }

  /// What a request to sign in says of the session beside names and passwords, where the response has it, too: the
  /// `device_id` that somebody signs in from.
  private func sentBesideName(
    _ use: AccountUse, _ sent: RequestBody, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    guard operation.answerEnvelope.isEmpty else { return [] }
    return (answers.place.map(api.maker.members(of:)) ?? []).compactMap { member in
      guard Words.split(member.name).last == "id", !use.names.contains(member.name), !use.ids.contains(member.name),
        let value = sent.body?[member.name], api.maker.allows(value, on: member.place)
      else { return nil }
      return ([member.name], value)
    }
  }

  /// What a session shows where the document says nothing of the response: tokens by the names that most APIs have for
  /// them, those of OAuth 2 (RFC 6749 §5.1) among them, and by those that the operation to renew them has.
  private func openSession(of account: StoredRecord, token: JSONValue, _ call: Call) throws -> JSONObject {
    var made: JSONObject = [
      "token": token, "access_token": token, "token_type": "bearer", "user": shown(account, call),
    ]
    // What was made is the record, too.
    if operation.account?.role == .register {
      for member in shown(account, call).object?.members ?? [] where made[member.key] == nil {
        made[member.key] = member.value
      }
    }
    // Where properties are written so.
    let isCamelCase = api.accounts?.members.keys.contains { name in
      name.first?.isLowercase == true && name.contains(where: \.isUppercase) && !name.contains("_")
    }
    if isCamelCase == true || api.model.convention != nil { made["accessToken"] = token }
    let renewing = api.model.operations.lazy.compactMap(\.account).first { $0.role == .refresh }
    guard let renewing, let session = token.string.flatMap(call.world.accessTokens.owner)?.session else { return made }
    for place in renewing.accessTokens { made[AccountUse.names(place)] = token }
    for place in Set(renewing.refreshTokens + [renewing.refreshToken].compactMap(\.self)) {
      let refresh = try call.world.refreshTokens.issue(
        api: api.name, account: account.id, session: session, lifetime: call.world.lifetimes(of: api.name).refresh)
      made[AccountUse.names(place)] = .string(refresh)
    }
    return made
  }

  /// What a response says of the account beside its token, by the names that the account's record has: `role`.
  private func shownBesideToken(
    _ account: StoredRecord, _ use: AccountUse, _ answers: ResponseBuilder
  ) -> [(path: [String], value: JSONValue)] {
    let path = Array(use.accessTokens.first.map(AccountUse.names)?.dropLast() ?? [])
    let issued = Set((use.accessTokens + use.refreshTokens + use.ids).compactMap { AccountUse.names($0).last })
    return (answers.place(of: path).map(api.maker.members(of:)) ?? []).compactMap { member in
      guard !issued.contains(member.name), let value = account.content[member.name],
        api.maker.allows(value, on: member.place)
      else { return nil }
      return (path + [member.name], value)
    }
  }

  /// The token that a creation shows beside its record; none where it shows no such one.
  func issuedToken(_ call: Call) throws -> [(path: [String], value: JSONValue)] {
    guard let use = operation.account, use.role == .issueToken, let account = try actingAccount(call) else { return [] }
    return try tokens(of: account, use, call, renewing: nil)
  }

  private func accessToken(of account: StoredRecord, session: String, _ call: Call) -> String {
    call.world.accessTokens.issue(
      api: api.name, account: account.id, session: session, lifetime: call.world.lifetimes(of: api.name).access)
  }

  /// The tokens of a session and what a response says of them, each with its place in it; the access token is the first.
  private func tokens(
    of account: StoredRecord, _ use: AccountUse, _ call: Call, renewing grant: RefreshTokens.Grant?
  ) throws -> [(path: [String], value: JSONValue)] {
    let id = (api.accounts ?? collection)?.idValue(account.id) ?? .string(account.id)
    let ids = use.ids.map { (path: AccountUse.names($0), value: id) }
    guard use.showsTokens else { return ids }
    let world = call.world
    let lifetimes = world.lifetimes(of: api.name)
    let session = grant?.session ?? world.sessions.begin()
    let token = accessToken(of: account, session: session, call)
    var facts: [(path: [String], value: JSONValue)] = use.accessTokens.map { (AccountUse.names($0), .string(token)) }
    if !use.refreshTokens.isEmpty {
      let refresh =
        try grant?.refreshToken
        ?? world.refreshTokens.issue(
          api: api.name, account: account.id, session: session, lifetime: lifetimes.refresh)
      facts += use.refreshTokens.map { (AccountUse.names($0), .string(refresh)) }
    }
    facts += use.lifetimes.map { (AccountUse.names($0), .number(JSONNumber(lifetimes.access))) }
    let end = Timestamp(seconds: world.clock.now.seconds.saturatingAdd(Int64(clamping: lifetimes.access)))
    for place in use.ends {
      let path = AccountUse.names(place)
      guard let member = answers(at: path) else { continue }
      facts.append((path, MomentText.value(end, like: member)))
    }
    for place in use.tokenTypes { facts.append((AccountUse.names(place), tokenType(at: AccountUse.names(place)))) }
    return facts + ids
  }

  /// The property at a place of this operation's response.
  private func answers(at path: [String]) -> ValueGenerator.Member? {
    guard let content = try? documented().answer(operation.status)?.content.first else { return nil }
    return api.member(at: path, of: content.place)
  }

  /// `bearer`, as the document writes it.
  private func tokenType(at path: [String]) -> JSONValue {
    let place = answers(at: path).flatMap { api.resolved($0.place) }
    let schema = place.flatMap { api.document.root[$0] }
    let known = [schema?["example"], schema?["default"], schema?["const"], schema?["enum"]?.array?.first]
    if let first = known.lazy.compactMap({ $0?.string }).first { return .string(first) }
    return .string(schema?["description"]?.string?.contains("bearer") == true ? "bearer" : "Bearer")
  }

  private func renew(
    _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws -> (account: StoredRecord, grant: RefreshTokens.Grant?) {
    let token =
      use.refreshToken.flatMap(sent.text) ?? sent.text("refresh_token") ?? sent.text("refreshToken")
      ?? sent.text("token") ?? sent.text("refresh")
    if let token { return try renew(token, accounts, call) }
    guard let account = try actingAccount(call) else { throw Self.wrongCredentials }
    return (account, nil)
  }

  /// How many characters refresh tokens have that are issued here.
  private static let refreshLength = 43

  private func renew(
    _ token: String, _ accounts: RecordCollection, _ call: Call
  ) throws -> (account: StoredRecord, grant: RefreshTokens.Grant?) {
    let world = call.world
    if let principal = world.accessTokens.owner(of: token), principal.api == api.name {
      _ = try world.accessTokens.verify(token, api: api.name)
      return try (holder(principal.account, accounts, world), nil)
    }
    let isKnown = try world.refreshTokens.session(of: token, api: api.name) != nil
    let plain = token.prefix { $0 != TokenWorld.separator }
    let isOfOurs = plain.utf8.count == Self.refreshLength && Base64URL.decode(plain.utf8) != nil
    guard isKnown || isOfOurs || world.options.accounts.isStrict else {
      guard let account = try actingAccount(call) else { throw Self.wrongCredentials }
      return (account, nil)
    }
    let lifetimes = world.lifetimes(of: api.name)
    let grant = try world.refreshTokens.exchange(
      token, api: api.name, rotation: world.options.sessionRenewal.rotation, lifetime: lifetimes.refresh,
      accessLifetime: lifetimes.access)
    return try (holder(grant.account, accounts, world), grant)
  }

  private func holder(_ id: String, _ accounts: RecordCollection, _ world: World) throws -> StoredRecord {
    guard let record = try world.store.read({ try accounts.record($0, id: id, scope: [:]) }) else {
      throw Problem(.unauthenticated, "the account of the token was deleted")
    }
    return record
  }

  /// Ends the sessions whose tokens came. Others end nothing, and are no error.
  private func signOut(_ use: AccountUse, _ call: Call, _ sent: RequestBody) throws {
    let world = call.world
    let end = world.clock.now.seconds.saturatingAdd(Int64(clamping: world.lifetimes(of: api.name).access))
    let inContent = sent.body?.object?.members.compactMap(\.value.string) ?? []
    for token in inContent {
      guard let session = try world.refreshTokens.session(of: token, api: api.name) else { continue }
      try world.sessions.end(session, until: end)
    }
    for token in credentials(call.request) + inContent {
      guard let owner = world.accessTokens.owner(of: token), owner.api == api.name else { continue }
      try world.sessions.end(owner.session, until: owner.expiresAt)
    }
  }

  // MARK: Passwords

  private func changePassword(
    of account: StoredRecord, _ use: AccountUse, _ accounts: RecordCollection, _ call: Call, _ sent: RequestBody
  ) throws {
    guard let new = (use.newPassword ?? use.password).flatMap(sent.text) else { return }
    try requireConfirmation(use, sent)
    if use.newPassword != nil, let old = use.password.flatMap(sent.text),
      try !accounts.isPassword(old, of: account, call.world, mayBeAny: true)
    {
      throw Problem(.wrongCredentials, "the old password is wrong", field: use.password ?? "password")
    }
    try set(new, of: account, accounts, call.world)
  }

  /// Gives an account another password, which ends what was sent to reset the old one.
  func set(_ password: String, of account: StoredRecord, _ accounts: RecordCollection, _ world: World) throws {
    try world.store.require(table: accounts.passwordsTable)
    try world.store.transaction { connection in
      try PasswordResets.deleteAll(connection, api: api.name, account: account.id)
      try accounts.keep(password: password, of: account, connection)
    }
  }

  /// - Throws: ``Problem`` of kind `validation` when a password and its repetition differ.
  func requireConfirmation(_ use: AccountUse, _ sent: RequestBody) throws(Problem) {
    guard let place = use.confirmation, let repeated = sent.text(place),
      let password = (use.newPassword ?? use.password).flatMap(sent.text), password != repeated
    else { return }
    throw Problem(.validation, "must be the same as the password", field: place)
  }
}

extension RequestBody {
  /// Names of accounts in the objects of the content that the document leaves open: `{"identifier": {"user": "ada"}}`.
  fileprivate var namesInside: [String] {
    (body?.object?.members ?? []).compactMap(\.value.object).flatMap { inner in
      ["username", "user", "email", "address", "login", "phone"].compactMap { inner[$0]?.string }
    }.filter { !$0.isEmpty }
  }

  /// The text, or the number as one, at a place of the content, else of the query parameter of that name.
  func text(_ place: String) -> String? {
    let names = AccountUse.names(place)
    let value = names.reduce(body) { $0?[$1] }
    return value?.string ?? value?.number?.literal ?? (names.count == 1 ? query[place] : nil)
  }
}
