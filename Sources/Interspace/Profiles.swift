import APISupport
import HTTPCore
import JSON
import Store
import World

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
