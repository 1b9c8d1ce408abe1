import HTTPCore
import Records
import Store
import World

/// All SQL about social accounts.
enum SocialSQL {
  /// The fields of a link. The platform's access token is not among them: it is never stored nor sent back.
  struct New {
    let platform: String
    let platformAccount: String
    let username: String
    let profileURL: String?
  }

  private static let insertion = NumberedInsertion(
    into: Stored.socials, sequence: "social", idPrefix: "social_",
    ["profile_id", "platform", "platform_account_id", "username", "profile_url", "connected_at"],
    computed: ["verified": "1"])

  static func list(_ connection: Connection, profile: String, _ paging: PageRequest) throws -> RecordPage {
    try Stored.socials.page(connection, RowQuery(["profile_id": .text(profile)]), paging)
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
    return try insertion.insert(
      connection,
      [
        .text(profile), .text(new.platform), .text(new.platformAccount), .text(new.username), .text(new.profileURL),
        .integer(seconds),
      ]
    ).json
  }

  /// Removes a link by its record's id, else by the platform's id of the account (CONTRACT C21).
  static func delete(_ connection: Connection, profile: String, id: String) throws -> Bool {
    for column in ["id", "platform_account_id"] {
      let query = RowQuery(["profile_id": .text(profile), column: .text(id)])
      if try Stored.socials.delete(connection, query) > 0 { return true }
    }
    return false
  }
}
