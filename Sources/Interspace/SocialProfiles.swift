import APISupport
import HTTPCore
import Store
import World

/// The social accounts of a profile.
enum SocialEndpoints {
  private static let path = "\(Interspace.base)/profiles/{id}/social-accounts"

  static let all = [
    Endpoint(.get, path, "listSocialAccounts", .bearer, answer: list),
    Endpoint(.post, path, "linkSocialAccount", .bearer, answer: link),
    Endpoint(.delete, "\(path)/{accountId}", "unlinkSocialAccount", .bearer, answer: unlink),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let profile = call.parameters["id"]
    let response = try Answers.list(call, name: "accounts") {
      guard try ProfileSQL.exists($0, id: profile, account: account) else { return nil }
      return try SocialSQL.list($0, profile: profile, $1)
    }
    guard let response else { throw Problem.missing("profile", profile) }
    return response
  }

  private static func link(_ call: Call) throws -> Response {
    let new = try input(call.request)
    let seconds = call.world.clock.now.seconds
    let social = try change(call) { try SocialSQL.insert($0, profile: $1, new, at: seconds) }
    guard let social else { throw Problem(.internalError, "the linked account could not be read back") }
    return .json(social, status: 201)
  }

  private static func unlink(_ call: Call) throws -> Response {
    let id = call.parameters["accountId"]
    _ = try change(call) { connection, profile in
      guard try SocialSQL.delete(connection, profile: profile, id: id) else {
        throw Problem.missing("social account", id)
      }
    }
    return .noContent
  }

  /// Changes the links of a profile of the caller's, and announces the profile as it is then.
  private static func change<Outcome>(
    _ call: Call, _ body: (Connection, String) throws -> Outcome
  ) throws -> Outcome {
    let account = try Answers.account(call)
    let profile = call.parameters["id"]
    return try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: profile, account: account) else {
        throw Problem.missing("profile", profile)
      }
      let outcome = try body(connection, profile)
      return (outcome, try ProfileSQL.profile(connection, id: profile, account: account))
    } committed: { _, profile in
      Events.profileUpdated(call.world, account: account, profile)
    }.0
  }

  private static func input(_ request: Request) throws(Problem) -> SocialSQL.New {
    var fields = FieldReader(try request.jsonObject())
    let platform = fields.text("platform", length: 1...50)
    let platformAccount = fields.text("accountId", length: 1...200)
    let username = fields.text("username", length: 1...100)
    _ = fields.text("accessToken", length: 1...4096)
    let profileURL = fields.optionalText("profileUrl", length: 1...2000)
    try fields.finish()
    return SocialSQL.New(
      platform: platform, platformAccount: platformAccount, username: username, profileURL: profileURL)
  }
}

/// All SQL about social accounts.
enum SocialSQL {
  /// The fields of a link. The platform's access token is not among them: it is never stored nor sent back.
  struct New {
    let platform: String
    let platformAccount: String
    let username: String
    let profileURL: String?
  }

  static func list(_ connection: Connection, profile: String, _ paging: PageRequest) throws -> RecordPage {
    try SharedSQL.page(connection, RecordJSON.social, of: Schema.social, "profile_id", profile, paging)
  }

  /// Links an account; linking the same one again renews its name.
  static func insert(_ connection: Connection, profile: String, _ new: New, at seconds: Int64) throws -> [UInt8]? {
    let known = try connection.bytes(
      """
      UPDATE interspace_social SET username = ?, profile_url = coalesce(?, profile_url)
      WHERE profile_id = ? AND platform = ? AND platform_account_id = ? RETURNING \(RecordJSON.social)
      """,
      [
        .text(new.username), .text(new.profileURL), .text(profile), .text(new.platform), .text(new.platformAccount),
      ])
    if let known { return known }
    let number = try WorldSQL.next(connection, "social", for: Schema.social, prefix: "social_")
    return try connection.bytes(
      """
      INSERT INTO interspace_social
        (number, id, profile_id, platform, platform_account_id, username, profile_url, verified, connected_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?) RETURNING \(RecordJSON.social)
      """,
      [
        .integer(number), .text("social_\(number)"), .text(profile), .text(new.platform),
        .text(new.platformAccount), .text(new.username), .text(new.profileURL), .integer(seconds),
      ])
  }

  /// Removes a link by its record's id, else by the platform's id of the account (CONTRACT C21).
  static func delete(_ connection: Connection, profile: String, id: String) throws -> Bool {
    for column in ["id", "platform_account_id"] {
      let count = try connection.execute(
        "DELETE FROM interspace_social WHERE profile_id = ? AND \(column) = ?", [.text(profile), .text(id)])
      if count > 0 { return true }
    }
    return false
  }
}
