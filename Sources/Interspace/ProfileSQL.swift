import HTTPCore
import JSON
import Records
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

  /// An account's first profile is its default.
  private static let insertion = NumberedInsertion(
    into: Stored.profiles, sequence: "profile", idPrefix: "profile_",
    ["account_id", "username", "display_name", "bio", "avatar", "settings"],
    computed: [
      "notifications": "coalesce(?, 1)", "theme": "coalesce(?, 'system')", "privacy": "coalesce(?, 'public')",
      "is_default": "NOT EXISTS (SELECT 1 FROM interspace_profile WHERE account_id = ?)",
    ])

  private static func query(id: String, account: String) -> RowQuery {
    RowQuery(["id": .text(id), "account_id": .text(account)])
  }

  static func profile(_ connection: Connection, id: String, account: String) throws -> [UInt8]? {
    try Stored.profiles.record(connection, query(id: id, account: account))
  }

  static func exists(_ connection: Connection, id: String, account: String) throws -> Bool {
    try Stored.profiles.contains(connection, query(id: id, account: account))
  }

  static func isDefault(_ connection: Connection, id: String) throws -> Bool {
    try connection.value("SELECT is_default FROM interspace_profile WHERE id = ?", [.text(id)])?.integer == 1
  }

  static func list(_ connection: Connection, account: String, _ paging: PageRequest) throws -> RecordPage {
    try Stored.profiles.page(connection, RowQuery(["account_id": .text(account)]), paging)
  }

  static func count(_ connection: Connection, account: String) throws -> Int {
    try Stored.profiles.count(connection, RowQuery(["account_id": .text(account)]))
  }

  static func isTaken(_ connection: Connection, username: String, except id: String?) throws -> Bool {
    try Stored.profiles.isTaken(connection, "username", .text(username), except: id)
  }

  /// Creates a profile.
  static func insert(
    _ connection: Connection, account: String, _ new: New
  ) throws -> (id: String, json: [UInt8]?) {
    try insertion.insert(
      connection,
      [
        .text(account), .text(new.username), .text(new.displayName), .text(new.bio), .text(new.avatar),
        .text(try new.settings.column(after: nil)), .boolean(new.settings.notifications), .text(new.settings.theme),
        .text(new.settings.privacy), .text(account),
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

  /// Makes a profile the account's default one: after the former one has ceased to be, so that observers of the changes
  /// never has two.
  static func makeDefault(_ connection: Connection, id: String, account: String) throws {
    try connection.execute(
      "UPDATE interspace_profile SET is_default = 0 WHERE account_id = ? AND is_default", [.text(account)])
    try connection.execute("UPDATE interspace_profile SET is_default = 1 WHERE id = ?", [.text(id)])
  }

  /// Deletes a profile with its social accounts and apps; when it was the default one, the oldest of the others becomes it.
  static func delete(_ connection: Connection, id: String, account: String) throws {
    try connection.execute("DELETE FROM interspace_profile WHERE id = ?", [.text(id)])
    try connection.execute(
      """
      UPDATE interspace_profile SET is_default = 1
      WHERE number = (SELECT min(number) FROM interspace_profile WHERE account_id = ?)
        AND NOT EXISTS (SELECT 1 FROM interspace_profile WHERE account_id = ? AND is_default)
      """, [.text(account), .text(account)])
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
