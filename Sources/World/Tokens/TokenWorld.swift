import HTTPCore
import JSON

/// Which world a token was issued in, as the token itself says; nobody has checked it.
package enum TokenWorld {
  /// The claim of access tokens that names the world; those of the default world have none.
  package static let claim = "wid"
  /// What stands between a refresh token and the name of its world.
  package static let separator: Character = "~"

  /// The longest token that is looked into, in bytes.
  private static let maximumLength = 8192

  /// The name in an access token; nil when it says none.
  package static func name(in token: String) -> String? {
    guard token.utf8.count <= maximumLength else { return nil }
    let parts = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
    return (try? JSONParser.parse(payload))?.object?[claim]?.string
  }

  /// A refresh token that says its world.
  static func mark(_ token: String, _ world: String?) -> String {
    world.map { "\(token)\(separator)\($0)" } ?? token
  }
}
