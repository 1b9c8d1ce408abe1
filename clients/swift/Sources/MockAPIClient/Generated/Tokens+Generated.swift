// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.tokens`.
public struct Tokens: Sendable {
  let link: Link

  /// List the tokens that were given out or shown lately.
  public func list() async throws -> [IssuedToken] {
    try await link.call("listTokens", "GET", "/_mock/tokens", unwrap: "tokens")
  }

  /// Make tokens for an account.
  @discardableResult
  public func mint(
    _ api: API, account: String, session: String? = nil, expiresIn: TimeSpan? = nil,
    claims: [String: JSONValue]? = nil
  ) async throws -> Token {
    try await link.call(
      "mintToken", "POST", "/_mock/tokens",
      body: Members([
        "api": api,
        "account": account,
        "session": session,
        "expiresIn": try expiresIn?.seconds(),
        "claims": claims,
      ]))
  }

  /// End a session.
  public func endSession(_ session: String) async throws {
    try await link.send("endSession", "DELETE", "/_mock/sessions/{session}", path: ["session": session])
  }

  /// Make all tokens invalid.
  public func invalidate() async throws {
    try await link.send("invalidateTokens", "POST", "/_mock/tokens/invalidate")
  }

  /// Look into an access token.
  @discardableResult
  public func inspect(_ token: String) async throws -> TokenInfo {
    try await link.call("inspectToken", "POST", "/_mock/tokens/inspect", body: Members(["token": token]))
  }
}

/// A token that was given out or shown lately, without the token itself.
public struct IssuedToken: Sendable, Hashable, Codable {
  public var kind: String
  public var api: API
  public var account: String
  public var email: String?
  public var session: String
  public var issuedAt: Date?
  public var expiresAt: Date
  public var state: String
}

/// A token that was made.
public struct Token: Sendable, Hashable, Codable {
  /// The access token.
  public var token: String
  public var refreshToken: String
  public var api: API
  public var account: String
  public var session: String
  /// When the access token expires.
  public var expiresAt: Date
  /// The headers with which a request shows the access token.
  public var headers: [String: String]
}

/// The claims of a token, and why it is refused.
public struct TokenInfo: Sendable, Hashable, Codable {
  public var valid: Bool
  /// Why it is not valid.
  public var reason: String?
  /// The world that it belongs to, when that is another world.
  public var world: String?
  public var api: API?
  public var account: String?
  public var session: String?
  public var expiresAt: Date?
  /// Seconds.
  public var expiresIn: Int?
  public var claims: JSONValue?
}
