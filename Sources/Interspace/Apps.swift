import APISupport
import HTTPCore
import JSON
import Store
import World

/// What a request says about an app; what is absent stays as it is.
struct AppChange {
  let name: String?
  let icon: String?
  let permissions: [String]?

  private static let permissionsRule = "must be an array of up to 50 texts of 1 to 100 characters"

  /// Reads `icon` and `permissions`.
  init(_ fields: inout FieldReader, _ request: Request, name: String?) {
    self.name = name
    icon = fields.optionalText("icon", length: 1...2000).map { LocalLink.collapse($0, origin: request.origin) }
    guard let value = fields.value("permissions") else {
      permissions = nil
      return
    }
    let texts = value.array?.compactMap(\.string) ?? []
    if texts.count != value.array?.count || texts.count > 50 || !texts.allSatisfy(Self.isPermission) {
      fields.reject("permissions", Self.permissionsRule)
    }
    permissions = texts
  }

  /// The permissions as the column has them.
  fileprivate var permissionsJSON: String? {
    permissions.map { String(decoding: JSONWriter.serialize(.array($0.map(JSONValue.string))), as: UTF8.self) }
  }

  private static func isPermission(_ text: String) -> Bool {
    (1...100).contains(text.unicodeScalars.count) && !text.allSatisfy(\.isWhitespace) && !text.utf8.contains(0)
  }
}

/// All SQL about apps.
enum AppSQL {
  static func app(_ connection: Connection, profile: String, id: String) throws -> [UInt8]? {
    try connection.bytes(
      "SELECT \(RecordJSON.app) FROM interspace_app WHERE profile_id = ? AND id = ?", [.text(profile), .text(id)])
  }

  static func id(_ connection: Connection, profile: String, name: String) throws -> String? {
    try connection.value(
      "SELECT id FROM interspace_app WHERE profile_id = ? AND name = ? ORDER BY number LIMIT 1",
      [.text(profile), .text(name)])?.text
  }

  /// Connects an app. One without an icon gets a picture that is drawn for its id.
  static func insert(
    _ connection: Connection, profile: String, name: String, _ app: AppChange, at seconds: Int64
  ) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "app", for: Schema.app, prefix: "app_")
    return try connection.bytes(
      """
      INSERT INTO interspace_app (number, id, profile_id, name, icon, permissions, connected_at)
      VALUES (?, ?, ?, ?, ?, coalesce(?, '[]'), ?) RETURNING \(RecordJSON.app)
      """,
      [
        .integer(number), .text("app_\(number)"), .text(profile), .text(name),
        .text(app.icon ?? "media:/icons/app-\(number).png"), .text(app.permissionsJSON), .integer(seconds),
      ])
  }

  static func update(_ connection: Connection, profile: String, id: String, _ change: AppChange) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE interspace_app SET name = coalesce(?, name), icon = coalesce(?, icon),
        permissions = coalesce(?, permissions)
      WHERE profile_id = ? AND id = ? RETURNING \(RecordJSON.app)
      """,
      [.text(change.name), .text(change.icon), .text(change.permissionsJSON), .text(profile), .text(id)])
  }
}
