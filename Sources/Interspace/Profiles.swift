import APISupport
import HTTPCore
import JSON
import Store
import World

/// The profiles of the signed-in user.
enum ProfileEndpoints {
  private static let path = "\(Interspace.base)/profiles"

  static let all = [
    Endpoint(.get, path, "listProfiles", .bearer, answer: list),
    Endpoint(.post, path, "createProfile", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getProfile", .bearer, answer: get),
    Endpoint(.patch, "\(path)/{id}", "updateProfile", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteProfile", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let response = try Answers.list(call, name: "profiles") {
      try ProfileSQL.list($0, account: account, $1)
    }
    return response ?? .noContent
  }

  private static func get(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let id = call.parameters["id"]
    let response = try Answers.answer(call, key: "profile/\(id)") {
      try ProfileSQL.profile($0, id: id, account: account).map { RenderedContent($0) }
    }
    guard let response else { throw Problem.missing("profile", id) }
    return response
  }

  private static func create(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let new = try ProfileInput.new(call.request)
    let profile = try call.world.store.transaction { connection in
      try refuseTaken(connection, new.username, except: nil)
      return try ProfileSQL.insert(connection, account: account, new)
    } committed: { profile in
      Events.profileUpdated(call.world, account: account, profile)
    }
    let id = profile.flatMap { try? JSONParser.parse($0) }?.object?["id"]?.string
    return try .created(profile, id: id ?? "", call.request)
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let id = call.parameters["id"]
    let (change, isDefault) = try ProfileInput.change(call.request)
    let (profile, _) = try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw Problem.missing("profile", id)
      }
      if let username = change.username { try refuseTaken(connection, username, except: id) }
      try ProfileSQL.update(connection, id: id, change)
      let former = try changeDefault(connection, isDefault, id: id, account: account)
      return (try ProfileSQL.profile(connection, id: id, account: account), former)
    } committed: { profile, former in
      // In this order, so that a listener never has two default profiles.
      Events.profileUpdated(call.world, account: account, former)
      Events.profileUpdated(call.world, account: account, profile)
    }
    guard let profile else { throw Problem.missing("profile", id) }
    return .json(profile)
  }

  /// Makes a profile the default one, or refuses to leave the account without one.
  ///
  /// - Returns: The profile that is not the default one any more; nil for none.
  private static func changeDefault(
    _ connection: Connection, _ isDefault: Bool?, id: String, account: String
  ) throws -> [UInt8]? {
    guard let isDefault else { return nil }
    if isDefault { return try ProfileSQL.makeDefault(connection, id: id, account: account) }
    guard try ProfileSQL.isDefault(connection, id: id) else { return nil }
    throw Problem(
      .validation, "isDefault must be true: it is the default profile, until another one is made the default",
      field: "isDefault", value: "false")
  }

  private static func delete(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let id = call.parameters["id"]
    try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw Problem.missing("profile", id)
      }
      guard try ProfileSQL.count(connection, account: account) > 1 else {
        throw Problem(.conflict, "the last profile of an account cannot be deleted", field: "id", value: id)
      }
      let deleted = try ProfileSQL.profile(connection, id: id, account: account)
      return (deleted, try ProfileSQL.delete(connection, id: id, account: account))
    } committed: { deleted, promoted in
      Events.profileDeleted(call.world, account: account, deleted)
      Events.profileUpdated(call.world, account: account, promoted)
    }
    return .noContent
  }

  private static func refuseTaken(_ connection: Connection, _ username: String, except id: String?) throws {
    guard try ProfileSQL.isTaken(connection, username: username, except: id) else { return }
    throw Problem(.conflict, "another profile has this username", field: "username", value: username)
  }
}

/// Reads the fields of a profile.
enum ProfileInput {
  private static let usernameRule = "must consist of letters, digits, _, - and ."
  /// Pictures may come as data, so avatars may be long.
  private static let avatarLength = 1...700_000

  /// The fields of a new profile.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`.
  static func new(_ request: Request) throws(Problem) -> ProfileSQL.New {
    var fields = FieldReader(try request.jsonObject())
    let username = fields.text("username", length: 1...50)
    check(username, &fields)
    let displayName = fields.text("displayName", length: 1...100)
    let bio = fields.optionalText("bio", length: 0...1000)
    let avatar = fields.optionalText("avatar", length: avatarLength)
    let settings = try SettingsInput(&fields)
    try fields.finish()
    return ProfileSQL.New(
      username: username, displayName: displayName, bio: bio,
      avatar: avatar.map { stored($0, request) }, settings: settings)
  }

  /// The fields of a change, and whether the profile shall become the default one.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`.
  static func change(_ request: Request) throws(Problem) -> (change: ProfileSQL.Change, isDefault: Bool?) {
    var fields = FieldReader(try request.jsonObject())
    let username = fields.optionalText("username", length: 1...50)
    check(username, &fields)
    let displayName = fields.optionalText("displayName", length: 1...100)
    let bio = fields.change("bio", length: 0...1000)
    let avatar = fields.change("avatar", length: avatarLength)
    let isDefault = fields.optionalBoolean("isDefault")
    let settings = try SettingsInput(&fields)
    try fields.finish()
    let change = ProfileSQL.Change(
      username: username, displayName: displayName, bio: bio, avatar: stored(avatar, request), settings: settings)
    return (change, isDefault)
  }

  /// An avatar that a client sends back as it got it is a picture of this server's, whatever the host in its link.
  private static func stored(_ avatar: String, _ request: Request) -> String {
    LocalLink.collapse(avatar, origin: request.origin)
  }

  private static func stored(_ avatar: FieldChange<String>, _ request: Request) -> FieldChange<String> {
    guard case .set(let text) = avatar else { return avatar }
    return .set(stored(text, request))
  }

  private static func check(_ username: String?, _ fields: inout FieldReader) {
    guard let username else { return }
    let isPlain = username.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    if !isPlain { fields.reject("username", usernameRule) }
  }
}

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
