import HTTPCore
import World

/// Finds the world that a request belongs to: by its header, else by the prefix of its path, else by a token that was
/// issued in it; else it is the default one.
struct WorldChoice: Sendable {
  /// The header that names a world.
  static let header = "X-Mock-World"
  /// The first segment of a path whose second one names a world.
  static let prefix = "_w"

  /// As much of a body is looked through for a refresh token; those who renew a session send little.
  private static let searchedBytes = 16 << 10

  let worlds: Worlds

  /// The world, and the request as that world sees it: without the prefix in its path.
  ///
  /// - Throws: ``Problem`` when there is no world of the name.
  func world(of request: inout Request) throws(Problem) -> World {
    let prefixed = try strip(&request)
    if let name = request.headers[Self.header]?.trimmingBlanks(), !name.isEmpty {
      return try named(name, by: "the header \(Self.header)")
    }
    if let prefixed { return prefixed }
    guard worlds.hasOthers else { return worlds.main }
    let token = request.bearerToken ?? (try? request.query()["token"])
    return token.flatMap(TokenWorld.name).flatMap { worlds[$0] } ?? byRefreshToken(request) ?? worlds.main
  }

  private func strip(_ request: inout Request) throws(Problem) -> World? {
    guard Self.hasPrefix(request.target) else { return nil }
    let name = request.target.segments[1]
    request.basePath = "/\(Self.prefix)/\(name)"
    request.target = request.target.droppingSegments(2)
    return try named(name, by: "the path's beginning")
  }

  /// The segments of a path without those that name a world.
  static func segmentsBehindPrefix(_ target: RequestTarget) -> [String] {
    hasPrefix(target) ? Array(target.segments.dropFirst(2)) : target.segments
  }

  private static func hasPrefix(_ target: RequestTarget) -> Bool {
    target.segments.first == prefix && target.segments.count >= 2
  }

  private func named(_ name: String, by what: String) throws(Problem) -> World {
    if let world = worlds[name] { return world }
    throw Problem(
      .malformedRequest,
      "\(what) names the world \"\(name.clipped(to: 64))\", and there is none of that name: it was never made, was"
        + " deleted, or nobody used it for long", field: "world", value: name)
  }

  /// The world that a refresh token in the body names.
  private func byRefreshToken(_ request: Request) -> World? {
    guard request.method == .post, (1...Self.searchedBytes).contains(request.body.count),
      let separator = TokenWorld.separator.asciiValue, let place = request.body.firstIndex(of: separator)
    else { return nil }
    let name = request.body[(place + 1)...].prefix(64).prefix { byte in
      Worlds.isName(String(UnicodeScalar(byte)))
    }
    return worlds[String(decoding: name, as: UTF8.self)]
  }
}

/// Who asks, and whether they may ask again already.
struct Admission {
  /// The valid token's owner, or why there is none.
  let principal: Result<Principal, Problem>
  /// What the limiter said; nil where there are no limits.
  let decision: RateLimiter.Decision?
  private let resetSeconds: Int64

  /// Checks the token and counts the request: for the account when the token is valid, else for the address
  /// (CONTRACT §6.4).
  ///
  /// - Parameters:
  ///   - counts: Whether the request counts.
  init(_ request: Request, api: String, world: World, counts: Bool) {
    principal = Self.principal(request, api: api, world: world)
    guard counts, let limiter = world.limiter(of: api) else {
      (decision, resetSeconds) = (nil, 0)
      return
    }
    let client: RateLimiter.Client =
      switch principal {
      case .success(let principal): .account(principal.account)
      case .failure: .address(request.remoteAddress)
      }
    guard let decision = limiter.admit(client) else {
      (self.decision, resetSeconds) = (nil, 0)
      return
    }
    let end = world.clock.now.advanced(byNanoseconds: decision.nanosecondsUntilReset + 999_999_999)
    (self.decision, resetSeconds) = (decision, end.seconds)
  }

  /// - Throws: ``Problem`` of kind `rateLimited` with a true `Retry-After` (RFC 9110 §10.2.3).
  func requireFreeRequest() throws(Problem) {
    guard let decision, !decision.isAdmitted else { return }
    let seconds = decision.retryAfterSeconds
    let allowed = decision.limit == 1 ? "1 request" : "\(decision.limit) requests"
    throw Problem(
      .rateLimited, "more than \(allowed) in a minute; try again in \(seconds) s",
      details: [Problem.Detail("limit", "\(decision.limit)"), Problem.Detail("retryAfter", "\(seconds)")],
      headers: ["Retry-After": "\(seconds)"])
  }

  /// Adds `X-RateLimit-*`; the reset is in seconds since 1970.
  func annotate(_ response: inout Response) {
    guard let decision else { return }
    response.headers.append("X-RateLimit-Limit", "\(decision.limit)")
    response.headers.append("X-RateLimit-Remaining", "\(decision.remaining)")
    response.headers.append("X-RateLimit-Reset", "\(resetSeconds)")
  }

  private static func principal(_ request: Request, api: String, world: World) -> Result<Principal, Problem> {
    guard let token = request.bearerToken else {
      return .failure(Problem(.unauthenticated, "a bearer token is needed: Authorization: Bearer <token>"))
    }
    return Result { () throws(Problem) in try world.accessTokens.verify(token, api: api) }
  }
}
