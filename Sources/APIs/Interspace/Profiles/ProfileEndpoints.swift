import HTTPCore
import JSON
import Store
import World

/// The profiles of the signed-in user.
enum ProfileEndpoints {
  private static let path = "\(Interspace.base)/profiles"
  static let readFrom = [InterspaceSchema.profile, InterspaceSchema.social]
  private static let changed = [InterspaceSchema.profile]

  static let all = [
    Endpoint(.get, path, "listProfiles", .bearer, answer: list),
    Endpoint(.post, path, "createProfile", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getProfile", .bearer, answer: get),
    Endpoint(.patch, "\(path)/{id}", "updateProfile", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteProfile", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let response = try InterspaceReading.list(call, name: "profiles", tables: readFrom) {
      try ProfileSQL.list($0, account: account, $1)
    }
    return response ?? .noContent
  }

  private static func get(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let id = call.parameters["id"]
    let response = try InterspaceReading.answer(call, key: "profile/\(id)", tables: readFrom) {
      try ProfileSQL.profile($0, id: id, account: account).map { RenderedContent($0) }
    }
    guard let response else { throw InterspaceReading.missing("profile", id) }
    return response
  }

  private static func create(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let new = try ProfileInput.new(call.request)
    let profile = try call.world.store.transaction(changed) { connection in
      try refuseTaken(connection, new.username, except: nil)
      return try ProfileSQL.insert(connection, account: account, new)
    } committed: { profile in
      InterspaceEvents.profileUpdated(call.world, account: account, profile)
    }
    guard let profile, let id = (try? JSONParser.parse(profile))?.object?["id"]?.string else {
      throw Problem(.internalError, "the created profile could not be read back")
    }
    var response = Response.json(profile, status: 201)
    response.headers.append("Location", "/" + (call.request.target.segments + [id]).joined(separator: "/"))
    return response
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let id = call.parameters["id"]
    let (change, isDefault) = try ProfileInput.change(call.request)
    let (profile, _) = try call.world.store.transaction(changed) { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw InterspaceReading.missing("profile", id)
      }
      if let username = change.username { try refuseTaken(connection, username, except: id) }
      try ProfileSQL.update(connection, id: id, change)
      let former =
        isDefault == true ? try ProfileSQL.makeDefault(connection, id: id, account: account) : nil
      return (try ProfileSQL.profile(connection, id: id, account: account), former)
    } committed: { profile, former in
      // In this order, so that a listener never has two default profiles.
      InterspaceEvents.profileUpdated(call.world, account: account, former)
      InterspaceEvents.profileUpdated(call.world, account: account, profile)
    }
    guard let profile else { throw InterspaceReading.missing("profile", id) }
    return .json(profile)
  }

  private static func delete(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let id = call.parameters["id"]
    let tables = [InterspaceSchema.profile, InterspaceSchema.social, InterspaceSchema.app]
    try call.world.store.transaction(tables) { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw InterspaceReading.missing("profile", id)
      }
      guard try ProfileSQL.count(connection, account: account) > 1 else {
        throw Problem(.conflict, "the last profile of an account cannot be deleted", field: "id", value: id)
      }
      let deleted = try ProfileSQL.profile(connection, id: id, account: account)
      return (deleted, try ProfileSQL.delete(connection, id: id, account: account))
    } committed: { deleted, promoted in
      InterspaceEvents.profileDeleted(call.world, account: account, deleted)
      InterspaceEvents.profileUpdated(call.world, account: account, promoted)
    }
    return .noContent
  }

  private static func refuseTaken(_ connection: Connection, _ username: String, except id: String?) throws {
    guard try ProfileSQL.isTaken(connection, username: username, except: id) else { return }
    throw Problem(.conflict, "another profile has this username", field: "username", value: username)
  }
}
