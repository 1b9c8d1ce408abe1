import HTTPCore
import JSON

/// Who a request's token speaks for.
package struct Principal: Sendable, Equatable {
  /// The name of the API that issued the token (`iss`).
  package let api: String
  /// The account's id (`sub`).
  package let account: String
  /// The session the token belongs to (`sid`); logging out ends it.
  package let session: String
  /// When the token ends (`exp`), in seconds since 1970.
  package let expiresAt: Int64
  /// All claims of the token (RFC 7519 §4).
  package let claims: JSONObject
}

extension Principal {
  /// The principal of a token's payload, nil when a claim we set is missing or of another type.
  init?(payload: [UInt8]) {
    guard let claims = (try? JSONParser.parse(payload))?.object, let api = claims["iss"]?.string,
      let account = claims["sub"]?.string, let session = claims["sid"]?.string,
      let expiresAt = claims["exp"]?.number?.integer
    else { return nil }
    self.init(
      api: api, account: account, session: session, expiresAt: Int64(expiresAt), claims: claims)
  }
}
