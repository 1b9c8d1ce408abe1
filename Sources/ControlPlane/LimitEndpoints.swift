import HTTPCore
import JSON
import World

/// The rate limits of a world's APIs: show, change, exhaust, reset.
package enum LimitEndpoints {
  private static let path = "/_mock/rate-limits"
  private static let requests = 1...1_000_000

  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.get, path, "listRateLimits", .open) { call in
      let limits = call.world.limiters.sorted { $0.key < $1.key }
      return .json(["rateLimits": .array(limits.map { json($0.key, $0.value) })])
    },
    Endpoint(.get, "\(path)/{api}", "getRateLimit", .open) { call in
      .json(json(call.parameters["api"], try limiter(call)))
    },
    Endpoint(.put, "\(path)/{api}", "setRateLimit", .open) { call in
      let limiter = try limiter(call)
      limiter.policy = try policy(try ControlBody(call.request, known: ["off", "authenticated", "anonymous"]))
      return .json(json(call.parameters["api"], limiter))
    },
    Endpoint(.post, "\(path)/{api}/exhaust", "exhaustRateLimit", .open) { call in
      let limiter = try limiter(call)
      guard let client = try client(call) else {
        throw Problem(.validation, "account or address must name the client whose limit is exhausted", field: "account")
      }
      guard limiter.exhaust(client) else {
        throw Problem(.conflict, "\(call.parameters["api"]) has no limits; PUT some first")
      }
      return .json(json(call.parameters["api"], limiter))
    },
    Endpoint(.post, "\(path)/{api}/reset", "resetRateLimit", .open) { call in
      let limiter = try limiter(call)
      limiter.forget(try client(call))
      return .json(json(call.parameters["api"], limiter))
    },
  ]

  private static func limiter(_ call: Call) throws(Problem) -> RateLimiter {
    let api = call.parameters["api"]
    if let limiter = call.world.limiter(of: api) { return limiter }
    let known = call.world.limiters.keys.sorted().joined(separator: ", ")
    throw Problem(.notFound, "there is no API \"\(api.clipped(to: 60))\"; there are \(known)", field: "api", value: api)
  }

  private static func policy(_ body: ControlBody) throws(Problem) -> RateLimitPolicy? {
    let authenticated = try body.integer("authenticated", in: requests)
    let anonymous = try body.integer("anonymous", in: requests)
    if try body.boolean("off") == true { return nil }
    guard let authenticated, let anonymous else {
      throw Problem(
        .validation, "give either off as true, or authenticated and anonymous as requests a minute",
        field: "authenticated")
    }
    return RateLimitPolicy(authenticated: authenticated, anonymous: anonymous)
  }

  private static func client(_ call: Call) throws(Problem) -> RateLimiter.Client? {
    let body = try ControlBody(call.request, known: ["account", "address"])
    let address = try body.text("address", upTo: 64)
    if let account = try body.text("account", upTo: 254) { return .account(account) }
    return address.map(RateLimiter.Client.address)
  }

  private static func json(_ api: String, _ limiter: RateLimiter) -> JSONValue {
    var object: JSONObject = ["api": .string(api), "windowSeconds": 60]
    let policy = limiter.policy
    object["authenticated"] = policy.map { .number(JSONNumber($0.authenticated)) } ?? .null
    object["anonymous"] = policy.map { .number(JSONNumber($0.anonymous)) } ?? .null
    object["clients"] = .array(
      limiter.counts.suffix(1000).map { count in
        var client: JSONObject = [
          "requests": .number(JSONNumber(count.count)),
          "resetInSeconds": .number(
            JSONNumber(Int(clamping: max(0, RateLimitPolicy.windowNanoseconds - count.age) / 1_000_000_000))),
        ]
        switch count.client {
        case .account(let account): client["account"] = .string(account)
        case .address(let address): client["address"] = .string(address)
        }
        return .object(client)
      })
    return .object(object)
  }
}
