import Records
import Store
import World

// What Interspace's records are: their tables, their JSON, and how seed files fill them. To give one another column:
//
// 1. `Schema.steps`: add a step with `ALTER TABLE … ADD COLUMN …`. The steps before it stay as they are, since
//    databases that users keep have run them already.
// 2. `RecordJSON` writes the column into responses, `Seeds` takes it from seed files.
// 3. The file of the endpoints, such as `Wallets.swift`, reads it from requests, and its SQL stores it.
// 4. `Seeds/interspace`: its values. `openapi/interspace.yaml`: the field in the record's schema.

/// Where the records are stored.
enum Stored {
  static let accounts = RecordTable(Schema.account, .columns(json: RecordJSON.user))
  static let profiles = RecordTable(Schema.profile, .columns(json: RecordJSON.profile))
  static let socials = RecordTable(Schema.social, .columns(json: RecordJSON.social))
  static let wallets = RecordTable(Schema.wallet, .columns(json: RecordJSON.wallet))
  static let apps = RecordTable(Schema.app, .columns(json: RecordJSON.app))
}

/// The documented models (CONTRACT §6.2) as SQL expressions over their tables. Fields that the document's examples
/// leave out but its models require are always there.
enum RecordJSON {
  static let social = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("platform", "platform"),
    JSONExpression.text("username", "username"), JSONExpression.optionalText("profileUrl", "profile_url"),
    JSONExpression.boolean("verified", "verified"), JSONExpression.date("connectedAt", "connected_at"),
  ])

  static let profile = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("username", "username"),
    JSONExpression.text("displayName", "display_name"), JSONExpression.optionalText("bio", "bio"),
    JSONExpression.optionalText("avatar", "avatar"), JSONExpression.boolean("isDefault", "is_default"),
    JSONExpression.array(
      "socialAccounts",
      """
      SELECT \(social) AS record FROM interspace_social
      WHERE profile_id = interspace_profile.id ORDER BY number
      """),
    JSONExpression.json("settings", SettingsInput.json),
  ])

  static let user = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("email", "email"),
    JSONExpression.array(
      "profiles",
      """
      SELECT \(profile) AS record FROM interspace_profile
      WHERE account_id = interspace_account.id ORDER BY number
      """),
    JSONExpression.json("settings", SettingsInput.json), JSONExpression.date("createdAt", "created_at"),
    JSONExpression.date("updatedAt", "updated_at"),
  ])

  static let wallet = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("address", "address"), JSONExpression.text("type", "type"),
    JSONExpression.text("chain", "chain"), JSONExpression.boolean("isPrimary", "is_primary"),
    JSONExpression.optionalJSON("balance", "balance"),
  ])

  static let app = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("name", "name"), JSONExpression.text("icon", "icon"),
    JSONExpression.json("permissions", "permissions"), JSONExpression.date("connectedAt", "connected_at"),
  ])
}
