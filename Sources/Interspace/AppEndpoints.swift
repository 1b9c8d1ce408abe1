import HTTPCore
import Records
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
    let account = try Reads.account(call)
    let profile = call.parameters["id"]
    let response = try Reads.list(call, name: "apps") {
      guard try ProfileSQL.exists($0, id: profile, account: account) else { return nil }
      return try Stored.apps.page($0, RowQuery(["profile_id": .text(profile)]), $1)
    }
    guard let response else { throw Problem.missing("profile", profile) }
    return response
  }

  private static func get(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    let response = try Reads.respond(call, key: "profile/\(profile)/app/\(id)") { connection in
      try requireProfile(connection, profile, account)
      return try AppSQL.app(connection, profile: profile, id: id).map { RenderedBody($0) }
    }
    guard let response else { throw Problem.missing("app", id) }
    return response
  }

  /// 201, and 200 for an app of that name that is connected already: it gets the permissions that were sent.
  private static func connect(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let profile = call.parameters["id"]
    var fields = FieldReader(try call.request.jsonObject())
    let name = fields.text("name", length: 1...100)
    let change = AppChange(&fields, call.request, name: name)
    if change.permissions == nil { fields.reject("permissions", "is required") }
    try fields.finish()
    let seconds = call.world.clock.now.seconds
    let (isKnown, id, app) = try call.world.store.transaction { connection -> (Bool, String, [UInt8]?) in
      try requireProfile(connection, profile, account)
      if let known = try AppSQL.id(connection, profile: profile, name: name) {
        return (true, known, try AppSQL.update(connection, profile: profile, id: known, change))
      }
      let new = try AppSQL.insert(connection, profile: profile, name: name, change, at: seconds)
      return (false, new.id, new.json)
    }
    if isKnown, let app { return .json(app) }
    return try .created(app, id: id, call.request)
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
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
    let account = try Reads.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    try call.world.store.transaction { connection in
      try requireProfile(connection, profile, account)
      guard try Stored.apps.delete(connection, AppSQL.query(profile: profile, id: id)) > 0 else {
        throw Problem.missing("app", id)
      }
    }
    return .noContent
  }

  private static func requireProfile(_ connection: Connection, _ id: String, _ account: String) throws {
    guard try ProfileSQL.exists(connection, id: id, account: account) else { throw Problem.missing("profile", id) }
  }
}
