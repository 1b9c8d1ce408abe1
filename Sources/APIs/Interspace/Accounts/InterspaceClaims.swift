import HTTPCore
import World

/// What marks requests on shared paths as Interspace's.
enum InterspaceClaims {
  /// Headers that Interspace's apps send (CONTRACT §6.1).
  private static let appHeaders = ["X-Platform", "X-App-Version"]

  /// A sign-in with an e-mail address; one that has a user name besides only from an app of ours (CONTRACT C1).
  static func login(_ request: Request, _ world: World) throws -> Int {
    let body = try request.jsonObject()
    guard let email = body["email"], email != .null else {
      var fields = FieldReader(body)
      _ = fields.text("email", length: 1...254)
      try fields.finish()
      return 0
    }
    guard let userName = body["username"], userName != .null else { return 2 }
    return appHeaders.contains { request.headers[$0] != nil } ? 3 : 1
  }

  /// A session of ours, and whatever is nobody's (CONTRACT C2).
  static func session(_ request: Request, _ world: World) throws -> Int {
    try SessionClaim.strength(request, world, api: Interspace.identifier) ?? 1
  }
}
