// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.rateLimits`.
public struct RateLimits: Sendable {
  let link: Link

  /// List the rate limits of every API.
  public func list() async throws -> [RateLimit] {
    try await link.call("listRateLimits", "GET", "/_mock/rate-limits", unwrap: "rateLimits")
  }

  /// Look at the rate limits of an API.
  public func get(_ api: API) async throws -> RateLimit {
    try await link.call("getRateLimit", "GET", "/_mock/rate-limits/{api}", path: ["api": api.rawValue])
  }

  /// Change the rate limits of an API, or remove them.
  @discardableResult
  public func set(
    _ api: API, off: Bool? = nil, authenticated: Int? = nil, anonymous: Int? = nil
  ) async throws -> RateLimit {
    try await link.call(
      "setRateLimit", "PUT", "/_mock/rate-limits/{api}", path: ["api": api.rawValue],
      body: Members(["off": off, "authenticated": authenticated, "anonymous": anonymous]))
  }

  /// Use up the requests of an account or address.
  @discardableResult
  public func exhaust(_ api: API, account: String? = nil, address: String? = nil) async throws -> RateLimit {
    try await link.call(
      "exhaustRateLimit", "POST", "/_mock/rate-limits/{api}/exhaust", path: ["api": api.rawValue],
      body: Members(["account": account, "address": address]))
  }

  /// Forget the requests of an account or address, or of all.
  @discardableResult
  public func reset(_ api: API, account: String? = nil, address: String? = nil) async throws -> RateLimit {
    try await link.call(
      "resetRateLimit", "POST", "/_mock/rate-limits/{api}/reset", path: ["api": api.rawValue],
      body: Members(["account": account, "address": address]))
  }
}

/// The limit of an API: requests in a window with a token and without one, null for no limit.
public struct RateLimit: Sendable, Hashable, Codable {
  /// `clients` of `RateLimit`.
  public struct Client: Sendable, Hashable, Codable {
    public var account: String?
    public var address: String?
    public var requests: Int
    public var resetInSeconds: Int
  }

  public var api: API
  public var windowSeconds: Int
  /// Requests in a window with a token; null for no limits.
  public var authenticated: Int?
  /// Requests in a window without a token; null for no limits.
  public var anonymous: Int?
  /// The clients with requests in this window, at most 1000 of them.
  public var clients: [RateLimit.Client]
}
