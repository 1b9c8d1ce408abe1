import HTTPCore
import Store
import World

/// The apps that are connected to a profile.
enum AppEndpoints {
  private static let path = "\(Interspace.base)/profiles/{id}/apps"

  static let all = [
    Endpoint(.get, path, "listConnectedApps", .bearer, answer: list),
    Endpoint(.delete, "\(path)/{appId}", "revokeApp", .bearer, answer: revoke),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let profile = call.parameters["id"]
    let tables = [InterspaceSchema.app, InterspaceSchema.profile]
    let response = try InterspaceReading.list(call, name: "apps", tables: tables) {
      guard try ProfileSQL.exists($0, id: profile, account: account) else { return nil }
      return try InterspaceSQL.page(
        $0, record: InterspaceJSON.app, from: "interspace_app WHERE profile_id = ?", [.text(profile)], $1)
    }
    guard let response else { throw InterspaceReading.missing("profile", profile) }
    return response
  }

  private static func revoke(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let (profile, id) = (call.parameters["id"], call.parameters["appId"])
    try call.world.store.transaction([InterspaceSchema.app]) { connection in
      guard try ProfileSQL.exists(connection, id: profile, account: account) else {
        throw InterspaceReading.missing("profile", profile)
      }
      let count = try connection.execute(
        "DELETE FROM interspace_app WHERE profile_id = ? AND id = ?", [.text(profile), .text(id)])
      guard count > 0 else { throw InterspaceReading.missing("app", id) }
    }
    return .noContent
  }
}
