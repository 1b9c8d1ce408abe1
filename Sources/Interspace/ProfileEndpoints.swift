import HTTPCore
import Records
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
    let account = try Reads.account(call)
    let response = try Reads.list(call, name: "profiles") {
      try ProfileSQL.list($0, account: account, $1)
    }
    return response ?? .noContent
  }

  private static func get(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let id = call.parameters["id"]
    let response = try Reads.respond(call, key: "profile/\(id)") {
      try ProfileSQL.profile($0, id: id, account: account).map { RenderedBody($0) }
    }
    guard let response else { throw Problem.missing("profile", id) }
    return response
  }

  private static func create(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let new = try ProfileInput.new(call.request)
    let profile = try call.world.store.transaction { connection in
      try refuseTaken(connection, new.username, except: nil)
      return try ProfileSQL.insert(connection, account: account, new)
    }
    return try .created(profile.json, id: profile.id, call.request)
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let id = call.parameters["id"]
    let (change, isDefault) = try ProfileInput.change(call.request)
    let profile = try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw Problem.missing("profile", id)
      }
      if let username = change.username { try refuseTaken(connection, username, except: id) }
      try ProfileSQL.update(connection, id: id, change)
      try changeDefault(connection, isDefault, id: id, account: account)
      return try ProfileSQL.profile(connection, id: id, account: account)
    }
    guard let profile else { throw Problem.missing("profile", id) }
    return .json(profile)
  }

  /// Makes a profile the default one, or refuses to leave the account without one.
  private static func changeDefault(
    _ connection: Connection, _ isDefault: Bool?, id: String, account: String
  ) throws {
    guard let isDefault else { return }
    if isDefault { return try ProfileSQL.makeDefault(connection, id: id, account: account) }
    guard try ProfileSQL.isDefault(connection, id: id) else { return }
    throw Problem(
      .validation, "isDefault must be true: it is the default profile, until another one is made the default",
      field: "isDefault", value: "false")
  }

  private static func delete(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let id = call.parameters["id"]
    try call.world.store.transaction { connection in
      guard try ProfileSQL.exists(connection, id: id, account: account) else {
        throw Problem.missing("profile", id)
      }
      guard try ProfileSQL.count(connection, account: account) > 1 else {
        throw Problem(.conflict, "the last profile of an account cannot be deleted", field: "id", value: id)
      }
      try ProfileSQL.delete(connection, id: id, account: account)
    }
    return .noContent
  }

  private static func refuseTaken(_ connection: Connection, _ username: String, except id: String?) throws {
    guard try ProfileSQL.isTaken(connection, username: username, except: id) else { return }
    throw Problem(.conflict, "another profile has this username", field: "username", value: username)
  }
}
