import HTTPCore
import Store
import World

/// Passwords of an API's accounts as their users change them: with the old one, or with a token where it is forgotten.
package struct PasswordAccounts: Sendable {
  /// How many characters a new password has.
  package static let length = 6...1024
  /// Seconds that a reset token is good.
  private static let lifetime: Int64 = 3600

  private let api: String
  private let path: String
  private let id: @Sendable (_ connection: Connection, _ email: String) throws -> String?
  private let hash: @Sendable (_ connection: Connection, _ id: String) throws -> [UInt8]?
  private let setHash: @Sendable (_ connection: Connection, _ id: String, _ hash: [UInt8]) throws -> Bool

  /// The accounts of an API.
  ///
  /// - Parameters:
  ///   - base: The path that the API's routes begin with.
  ///   - id: The id of the account that has an e-mail address.
  ///   - hash: The hash of an account's password (``PasswordHash``); nil for an account without one.
  ///   - setHash: Gives an account another password; false when there is no such account.
  package init(
    api: String, base: String,
    id: @escaping @Sendable (_ connection: Connection, _ email: String) throws -> String?,
    hash: @escaping @Sendable (_ connection: Connection, _ id: String) throws -> [UInt8]?,
    setHash: @escaping @Sendable (_ connection: Connection, _ id: String, _ hash: [UInt8]) throws -> Bool
  ) {
    (self.api, path) = (api, "\(base)/auth")
    (self.id, self.hash, self.setHash) = (id, hash, setHash)
  }

  // MARK: Forgotten passwords

  /// `forgot-password` gives a token, `reset-password` takes it.
  package func recovery(forgottenMatchScore: Endpoint.MatchScore? = nil, resetMatchScore: Endpoint.MatchScore? = nil)
    -> [Endpoint]
  {
    [
      Endpoint(
        .post, "\(path)/forgot-password", "forgotPassword", .open, matchScore: forgottenMatchScore, answer: forgot),
      Endpoint(.post, "\(path)/reset-password", "resetPassword", .open, matchScore: resetMatchScore, answer: reset),
    ]
  }

  /// Says the same whether or not there is such an account. No mail is sent, so the token that would stand in it comes
  /// in a header.
  @Sendable private func forgot(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 1...254)
    if !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    try fields.finish()
    let world = call.world
    let token = Base64URL.encode(world.random.bytes(24))
    let end = world.clock.now.seconds.saturatingAdd(Self.lifetime)
    let isKnown = try world.store.transaction { connection -> Bool in
      guard let account = try id(connection, email) else { return false }
      try PasswordResets.insert(connection, token: token, api: api, account: account, expiresAt: end)
      return true
    }
    var response = Response.json(["message": "if the account exists, a message with a token was sent to it"])
    if isKnown { response.headers.append("X-Mock-Reset-Token", token) }
    return response
  }

  /// Sets the new password and ends the account's sessions: who forgot a password may have lost it to somebody.
  @Sendable private func reset(_ call: Call) throws -> Response {
    let body = try call.request.jsonObject()
    var fields = FieldReader(body)
    let token = fields.text("token", length: 1...1024)
    let password = fields.text(body["password"] == nil ? "newPassword" : "password", length: Self.length)
    try fields.finish()
    let world = call.world
    let now = world.clock.now.seconds
    let account = try world.store.transaction { connection in
      guard let account = try PasswordResets.take(connection, token: token, api: api, at: now),
        try set(password, of: account, connection)
      else { throw Problem(.validation, "the token is unknown, used or too old", field: "token") }
      return account
    }
    try world.sessions.endAll(of: account, api: api, lifetime: world.lifetimes(of: api).access)
    return .json(["message": "the password was changed"])
  }

  /// Gives an account another password. All its reset tokens end: one that was sent earlier, perhaps to another person,
  /// must not replace the new password (OWASP ASVS 4.0.3, requirement 2.5.6).
  ///
  /// - Returns: Whether there is such an account.
  private func set(_ password: String, of account: String, _ connection: Connection) throws -> Bool {
    try endResets(of: account, connection)
    return try setHash(connection, account, PasswordHash.hash(password, account: account))
  }

  /// Ends the reset tokens of an account, in the transaction that deletes the account or changes the address to which
  /// they were sent.
  package func endResets(of account: String, _ connection: Connection) throws {
    try PasswordResets.deleteAll(connection, api: api, account: account)
  }

  // MARK: Known passwords

  /// `change-password`, for the signed-in account.
  package var change: Endpoint {
    Endpoint(.post, "\(path)/change-password", "changePassword", .bearer, answer: changePassword)
  }

  /// The session that asks goes on; the account's others end. An account without a password gets its first one.
  @Sendable private func changePassword(_ call: Call) throws -> Response {
    guard let principal = call.principal else { throw Problem(.unauthenticated, "a bearer token is needed") }
    let (world, account) = (call.world, principal.account)
    var fields = FieldReader(try call.request.jsonObject())
    let current = fields.optionalText("currentPassword", length: 1...1024)
    let password = fields.text("newPassword", length: Self.length)
    // Compared where it is replaced: of two changes at once, the second needs the password that the first one set.
    try world.store.transaction { connection in
      let known = try hash(connection, account)
      if let known, known != current.map({ PasswordHash.hash($0, account: account) }) {
        fields.reject("currentPassword", "is not the account's password")
      }
      try fields.finish()
      guard try set(password, of: account, connection) else {
        throw Problem(.unauthenticated, "the token's account does not exist any more")
      }
    }
    try world.sessions.endAll(
      of: account, api: api, but: principal.session, lifetime: world.lifetimes(of: api).access)
    return .noContent
  }

  // MARK: Deleted accounts

  /// Ends the sessions of an account that a call has just deleted.
  package func endSessions(of account: String, _ call: Call) throws {
    let (world, lifetime) = (call.world, call.world.lifetimes(of: api).access)
    try world.sessions.endAll(of: account, api: api, lifetime: lifetime)
    if let principal = call.principal { try world.sessions.end(principal.session, until: principal.expiresAt) }
  }
}
