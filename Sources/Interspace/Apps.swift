import APISupport
import HTTPCore
import JSON
import Store
import World

/// The apps that are connected to a profile. The document lists and disconnects them; that a client connects, reads and
/// changes one is ours (CONTRACT C36).
enum AppEndpoints {
  private static let path = "\(Interspace.base)/profiles/{id}/apps"

  static let all = [
    Endpoint(.get, path, "listConnectedApps", .bearer, answer: list),
    Endpoint(.post, path, "connectApp", .bearer, answer: connect),
    Endpoint(.get, "\(path)/{appId}", "getConnectedApp", .bearer, answer: get),
    Endpoint(.patch, "\(path)/{appId}", "updateConnectedApp", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{appId}", "revokeApp", .bearer, answer: revoke),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let profile = call.parameters["id"]
    let response = try Answers.list(call, name: "apps") {
      guard try ProfileSQL.exists($0, id: profile, account: account) else { return nil }
      return try SharedSQL.page($0, RecordJSON.app, of: Schema.app, "profile_id", profile, $1)
    }
    guard let response else { throw Problem.missing("profile", profile) }
    return response
  }

  private static func get(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    let response = try Answers.answer(call, key: "profile/\(profile)/app/\(id)") { connection in
      try requireProfile(connection, profile, account)
      return try AppSQL.app(connection, profile: profile, id: id).map { RenderedContent($0) }
    }
    guard let response else { throw Problem.missing("app", id) }
    return response
  }

  /// 201, and 200 for an app of that name that is connected already: it gets the permissions that were sent.
  private static func connect(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let profile = call.parameters["id"]
    var fields = FieldReader(try call.request.jsonObject())
    let name = fields.text("name", length: 1...100)
    let change = AppChange(&fields, call.request, name: name)
    if change.permissions == nil { fields.reject("permissions", "is required") }
    try fields.finish()
    let seconds = call.world.clock.now.seconds
    let (known, app) = try call.world.store.transaction { connection -> (String?, [UInt8]?) in
      try requireProfile(connection, profile, account)
      if let known = try AppSQL.id(connection, profile: profile, name: name) {
        return (known, try AppSQL.update(connection, profile: profile, id: known, change))
      }
      return (nil, try AppSQL.insert(connection, profile: profile, name: name, change, at: seconds))
    }
    if known != nil, let app { return .json(app) }
    let id = app.flatMap { try? JSONParser.parse($0) }?.object?["id"]?.string
    return try .created(app, id: id ?? "", call.request)
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    var fields = FieldReader(try call.request.jsonObject())
    let name = fields.optionalText("name", length: 1...100)
    let change = AppChange(&fields, call.request, name: name)
    try fields.finish()
    let app = try call.world.store.transaction { connection in
      try requireProfile(connection, profile, account)
      if let name, let other = try AppSQL.id(connection, profile: profile, name: name), other != id {
        throw Problem(.conflict, "another app of the profile has this name", field: "name", value: name)
      }
      return try AppSQL.update(connection, profile: profile, id: id, change)
    }
    guard let app else { throw Problem.missing("app", id) }
    return .json(app)
  }

  private static func revoke(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    try call.world.store.transaction { connection in
      try requireProfile(connection, profile, account)
      let count = try connection.execute(
        "DELETE FROM interspace_app WHERE profile_id = ? AND id = ?", [.text(profile), .text(id)])
      guard count > 0 else { throw Problem.missing("app", id) }
    }
    return .noContent
  }

  private static func requireProfile(_ connection: Connection, _ id: String, _ account: String) throws {
    guard try ProfileSQL.exists(connection, id: id, account: account) else { throw Problem.missing("profile", id) }
  }
}

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
