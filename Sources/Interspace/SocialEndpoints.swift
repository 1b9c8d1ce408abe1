import HTTPCore
import Records
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
    let account = try Reads.account(call)
    let profile = call.parameters["id"]
    let response = try Reads.list(call, name: "accounts") {
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

  /// Changes the links of a profile of the caller's.
  private static func change<Outcome>(
    _ call: Call, _ body: (Connection, String) throws -> Outcome
  ) throws -> Outcome {
    let account = try Reads.account(call)
    let profile = call.parameters["id"]
    return try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: profile, account: account) else {
        throw Problem.missing("profile", profile)
      }
      return try body(connection, profile)
    }
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
