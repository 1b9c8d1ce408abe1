import HTTPCore
import World

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
