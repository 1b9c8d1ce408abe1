import Foundation

/// The faults of a world.
public struct Faults: Sendable {
  let link: Link

  /// The faults, in the order in which they happen.
  public func list() async throws -> [FaultRecord] {
    struct Answer: Decodable { var faults: [FaultRecord] }
    return try await link.call("listFaults", "GET", "/_mock/faults", as: Answer.self).faults
  }

  /// Adds a fault.
  @discardableResult
  public func add(_ wish: FaultWish) async throws -> FaultRecord {
    try await link.call("addFault", "POST", "/_mock/faults", body: wish)
  }

  /// Adds a fault that happens to what matches, so many times at most.
  @discardableResult
  public func add(
    _ fault: Fault, on match: FaultMatch? = nil, times: Int? = nil
  ) async throws -> FaultRecord {
    try await add(FaultWish(fault, on: match, times: times))
  }

  /// Looks at a fault.
  public func get(_ id: String) async throws -> FaultRecord {
    try await link.call("getFault", "GET", "/_mock/faults/{id}", path: ["id": id])
  }

  /// Removes a fault.
  public func remove(_ id: String) async throws {
    try await link.send("removeFault", "DELETE", "/_mock/faults/{id}", path: ["id": id])
  }

  /// Removes all faults.
  public func removeAll() async throws { try await link.send("removeFaults", "DELETE", "/_mock/faults") }

  /// The types of faults that there are.
  public func types() async throws -> [FaultType] {
    struct Answer: Decodable { var types: [FaultType] }
    return try await link.call("listFaultTypes", "GET", "/_mock/fault-types", as: Answer.self).types
  }
}

/// Ready-made sets of faults.
public struct FaultSets: Sendable {
  let link: Link

  /// The sets that there are.
  public func list() async throws -> [FaultSet] {
    struct Answer: Decodable { var sets: [FaultSet] }
    return try await link.call("listFaultSets", "GET", "/_mock/fault-sets", as: Answer.self).sets
  }

  /// Adds a set, for what matches.
  @discardableResult
  public func add(_ name: FaultSetName, on match: FaultMatch? = nil) async throws -> FaultSet {
    struct Wish: Encodable { var match: FaultMatch? }
    return try await link.call(
      "addFaultSet", "PUT", "/_mock/fault-sets/{name}", path: ["name": name.rawValue], body: Wish(match: match))
  }

  /// Removes the faults of a set.
  public func remove(_ name: FaultSetName) async throws {
    try await link.send("removeFaultSet", "DELETE", "/_mock/fault-sets/{name}", path: ["name": name.rawValue])
  }
}

/// Tokens of accounts.
public struct Tokens: Sendable {
  let link: Link

  /// Makes tokens for an account, with no sign-in.
  ///
  /// - Parameters:
  ///   - api: The API that is to take them.
  ///   - account: Its id.
  ///   - session: The session that they belong to; a new one without it.
  ///   - expiresIn: Seconds; negative for a token that has expired.
  ///   - claims: More that the token says.
  public func mint(
    _ api: API, account: String, session: String? = nil, expiresIn: Int? = nil,
    claims: [String: JSONValue]? = nil
  ) async throws -> MintedToken {
    struct Wish: Encodable {
      var api: API
      var account: String
      var session: String?
      var expiresIn: Int?
      var claims: [String: JSONValue]?
    }
    return try await link.call(
      "mintToken", "POST", "/_mock/tokens",
      body: Wish(api: api, account: account, session: session, expiresIn: expiresIn, claims: claims))
  }

  /// Looks into an access token.
  public func inspect(_ token: String) async throws -> TokenReport {
    try await link.call("inspectToken", "POST", "/_mock/tokens/inspect", body: ["token": token])
  }

  /// Those that were given out or shown lately: whose they are and until when, not what they are.
  public func list() async throws -> [IssuedToken] {
    struct Answer: Decodable { var tokens: [IssuedToken] }
    return try await link.call("listTokens", "GET", "/_mock/tokens", as: Answer.self).tokens
  }

  /// Ends a session, as by signing out.
  public func endSession(_ session: String) async throws {
    try await link.send("endSession", "DELETE", "/_mock/sessions/{session}", path: ["session": session])
  }

  /// Makes all tokens invalid.
  public func invalidate() async throws { try await link.send("invalidateTokens", "POST", "/_mock/tokens/invalidate") }
}

/// Rate limits of the APIs in a world.
public struct RateLimits: Sendable {
  let link: Link

  private struct Limits: Encodable {
    var off: Bool?
    var authenticated: Int?
    var anonymous: Int?
  }

  /// The limits of every API.
  public func list() async throws -> [RateLimit] {
    struct Answer: Decodable { var rateLimits: [RateLimit] }
    return try await link.call("listRateLimits", "GET", "/_mock/rate-limits", as: Answer.self).rateLimits
  }

  /// The limits of an API.
  public func get(_ api: API) async throws -> RateLimit {
    try await link.call("getRateLimit", "GET", "/_mock/rate-limits/{api}", path: ["api": api.rawValue])
  }

  /// Changes the limits of an API: requests a minute for an account and for an address. What is nil stays.
  @discardableResult
  public func set(_ api: API, authenticated: Int? = nil, anonymous: Int? = nil) async throws -> RateLimit {
    try await put(api, Limits(authenticated: authenticated, anonymous: anonymous))
  }

  /// Removes the limits of an API.
  @discardableResult
  public func off(_ api: API) async throws -> RateLimit { try await put(api, Limits(off: true)) }

  /// Uses up the requests of an account or address.
  @discardableResult
  public func exhaust(_ api: API, for client: RateLimitClient) async throws -> RateLimit {
    try await link.call(
      "exhaustRateLimit", "POST", "/_mock/rate-limits/{api}/exhaust", path: ["api": api.rawValue], body: client)
  }

  /// Forgets the requests of an account or address, or of all.
  @discardableResult
  public func reset(_ api: API, for client: RateLimitClient? = nil) async throws -> RateLimit {
    try await link.call(
      "resetRateLimit", "POST", "/_mock/rate-limits/{api}/reset", path: ["api": api.rawValue], body: client)
  }

  private func put(_ api: API, _ limits: Limits) async throws -> RateLimit {
    try await link.call(
      "setRateLimit", "PUT", "/_mock/rate-limits/{api}", path: ["api": api.rawValue], body: limits)
  }
}
