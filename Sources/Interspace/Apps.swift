import HTTPCore
import JSON
import Records
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
  /// One without an icon gets a picture that is drawn for its id.
  private static let insertion = NumberedInsertion(
    into: Stored.apps, sequence: "app", idPrefix: "app_", ["profile_id", "name", "connected_at"],
    computed: ["icon": "coalesce(?, 'media:/icons/app-' || ?1 || '.png')", "permissions": "coalesce(?, '[]')"])

  static func app(_ connection: Connection, profile: String, id: String) throws -> [UInt8]? {
    try Stored.apps.record(connection, query(profile: profile, id: id))
  }

  static func query(profile: String, id: String) -> RowQuery {
    RowQuery(["profile_id": .text(profile), "id": .text(id)])
  }

  static func id(_ connection: Connection, profile: String, name: String) throws -> String? {
    try Stored.apps.first(connection, "id", RowQuery(["profile_id": .text(profile), "name": .text(name)]))?.text
  }

  /// Connects an app.
  static func insert(
    _ connection: Connection, profile: String, name: String, _ app: AppChange, at seconds: Int64
  ) throws -> (id: String, json: [UInt8]?) {
    try insertion.insert(
      connection, [.text(profile), .text(name), .integer(seconds), .text(app.icon), .text(app.permissionsJSON)])
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
