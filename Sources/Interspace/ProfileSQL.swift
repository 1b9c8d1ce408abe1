import APISupport
import HTTPCore
import JSON
import Store
import World

/// All SQL about profiles.
enum ProfileSQL {
  /// The fields of a new profile.
  struct New {
    let username: String
    let displayName: String
    let bio: String?
    let avatar: String?
    let settings: SettingsInput
  }

  /// What a change of a profile says.
  struct Change {
    let username: String?
    let displayName: String?
    let bio: FieldChange<String>
    let avatar: FieldChange<String>
    let settings: SettingsInput
  }

  static func profile(_ connection: Connection, id: String, account: String) throws -> [UInt8]? {
    try connection.bytes(
      "SELECT \(RecordJSON.profile) FROM interspace_profile WHERE id = ? AND account_id = ?",
      [.text(id), .text(account)])
  }

  static func exists(_ connection: Connection, id: String, account: String) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM interspace_profile WHERE id = ? AND account_id = ?", [.text(id), .text(account)]) != nil
  }

  static func isDefault(_ connection: Connection, id: String) throws -> Bool {
    try connection.value("SELECT is_default FROM interspace_profile WHERE id = ?", [.text(id)])?.integer == 1
  }

  static func list(_ connection: Connection, account: String, _ paging: PageRequest) throws -> RecordPage {
    try SharedSQL.page(connection, RecordJSON.profile, of: Schema.profile, "account_id", account, paging)
  }

  /// Every profile of an account, oldest first.
  static func all(_ connection: Connection, account: String) throws -> [[UInt8]] {
    try SharedSQL.all(
      connection, "SELECT \(RecordJSON.profile) FROM interspace_profile WHERE account_id = ? ORDER BY number",
      account: account)
  }

  static func count(_ connection: Connection, account: String) throws -> Int64 {
    try connection.value(
      "SELECT count(*) FROM interspace_profile WHERE account_id = ?", [.text(account)])?.integer ?? 0
  }

  static func isTaken(_ connection: Connection, username: String, except id: String?) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM interspace_profile WHERE username = ? AND id IS NOT ?", [.text(username), .text(id)]) != nil
  }

  /// Creates a profile; an account's first one is its default.
  static func insert(_ connection: Connection, account: String, _ new: New) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "profile", for: Schema.profile, prefix: "profile_")
    let isFirst = try count(connection, account: account) == 0
    return try connection.bytes(
      """
      INSERT INTO interspace_profile
        (number, id, account_id, username, display_name, bio, avatar, is_default, notifications, theme, privacy,
        settings)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, 1), coalesce(?, 'system'), coalesce(?, 'public'), ?)
      RETURNING \(RecordJSON.profile)
      """,
      [
        .integer(number), .text("profile_\(number)"), .text(account), .text(new.username), .text(new.displayName),
        .text(new.bio), .text(new.avatar), .boolean(isFirst), .boolean(new.settings.notifications),
        .text(new.settings.theme), .text(new.settings.privacy), .text(try new.settings.column(after: nil)),
      ])
  }

  static func update(_ connection: Connection, id: String, _ change: Change) throws {
    let (setsBio, bio) = column(change.bio)
    let (setsAvatar, avatar) = column(change.avatar)
    let former = try connection.value("SELECT settings FROM interspace_profile WHERE id = ?", [.text(id)])?.text
    try connection.execute(
      """
      UPDATE interspace_profile SET username = coalesce(?, username), display_name = coalesce(?, display_name),
        bio = CASE WHEN ? THEN ? ELSE bio END, avatar = CASE WHEN ? THEN ? ELSE avatar END,
        notifications = coalesce(?, notifications), theme = coalesce(?, theme), privacy = coalesce(?, privacy),
        settings = ?
      WHERE id = ?
      """,
      [
        .text(change.username), .text(change.displayName), setsBio, bio, setsAvatar, avatar,
        .boolean(change.settings.notifications), .text(change.settings.theme), .text(change.settings.privacy),
        .text(try change.settings.column(after: former)), .text(id),
      ])
  }

  /// Makes a profile the account's default one.
  ///
  /// - Returns: The profile that is not the default one any more, as it is now; nil when there was no other.
  static func makeDefault(_ connection: Connection, id: String, account: String) throws -> [UInt8]? {
    let former = try connection.value(
      "SELECT id FROM interspace_profile WHERE account_id = ? AND is_default AND id <> ?", [.text(account), .text(id)])
    try connection.execute(
      "UPDATE interspace_profile SET is_default = 0 WHERE account_id = ? AND is_default", [.text(account)])
    try connection.execute("UPDATE interspace_profile SET is_default = 1 WHERE id = ?", [.text(id)])
    return try former?.text.flatMap { try profile(connection, id: $0, account: account) }
  }

  /// Deletes a profile with its social accounts and apps.
  ///
  /// - Returns: The profile that became the default one in its place, nil when the default did not change.
  static func delete(_ connection: Connection, id: String, account: String) throws -> [UInt8]? {
    try connection.execute("DELETE FROM interspace_profile WHERE id = ?", [.text(id)])
    let hasDefault = try connection.value(
      "SELECT 1 FROM interspace_profile WHERE account_id = ? AND is_default", [.text(account)])
    guard hasDefault == nil else { return nil }
    try connection.execute(
      """
      UPDATE interspace_profile SET is_default = 1
      WHERE number = (SELECT min(number) FROM interspace_profile WHERE account_id = ?)
      """, [.text(account)])
    return try connection.bytes(
      "SELECT \(RecordJSON.profile) FROM interspace_profile WHERE account_id = ? AND is_default",
      [.text(account)])
  }

  /// Whether to set a column, and to what.
  private static func column(_ change: FieldChange<String>) -> (SQLValue, SQLValue) {
    switch change {
    case .keep: (.integer(0), .null)
    case .remove: (.integer(1), .null)
    case .set(let text): (.integer(1), .text(text))
    }
  }
}
