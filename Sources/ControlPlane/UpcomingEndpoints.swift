import HTTPCore
import JSON
import World

/// The upcoming events of a world's clock, and the tokens whose expiry is among them.
package enum UpcomingEndpoints {
  private static let path = "/_mock/clock/upcoming"
  private static let defaultSeconds = 3600
  /// 31 days.
  private static let maximumSeconds = 2_678_400
  /// The most events of one response, the earliest.
  private static let maximumEvents = 500
  /// The most tokens of one response.
  private static let maximumTokens = 500

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - more: Further events of a world, besides those that worlds know.
  package static func all(_ more: @escaping @Sendable (World) throws -> [UpcomingEvent]) -> [Endpoint] {
    [
      Endpoint(.get, path, "listUpcoming", .open) { try upcoming($0, more) }.slow(),
      Endpoint(.get, "/_mock/tokens", "listTokens", .open, answer: tokens).slow(),
      Endpoint(.delete, "/_mock/sessions/{session}", "endSession", .open, answer: endSession).slow(),
    ]
  }

  private static func upcoming(
    _ call: Call, _ more: @Sendable (World) throws -> [UpcomingEvent]
  ) throws -> Response {
    let (world, now) = (call.world, call.world.clock.now)
    let end = try end(call, now)
    let own = try world.upcoming(until: end, atMost: maximumEvents)
    let events = try (own.events + more(world).filter { $0.time >= now && $0.time <= end })
      .sorted { ($0.time, $0.kind, $0.about) < ($1.time, $1.kind, $1.about) }
    return .json([
      "now": .string(now.iso8601), "until": .string(end.iso8601),
      "events": .array(events.prefix(maximumEvents).map(json)),
      "nextTokenExpiry": world.nextTokenExpiry.map { .string($0.iso8601) } ?? .null,
      "truncated": .bool(events.count > maximumEvents || !own.isComplete),
    ])
  }

  private static func end(_ call: Call, _ now: Timestamp) throws(Problem) -> Timestamp {
    let parameters = try call.request.query()
    for parameter in parameters.parameters {
      try JournalQueryReader.requireKnown(parameter.name, among: ["until", "seconds"], what: "query parameter")
    }
    let seconds = try parameters.integer("seconds", in: 0...maximumSeconds)
    let text = parameters.dateText("until")
    let far = seconds ?? (text == nil ? defaultSeconds : maximumSeconds)
    let latest = now.advanced(byNanoseconds: Int64(far) * 1_000_000_000)
    guard let text else { return latest }
    guard let end = ISO8601Moment.parse(text) else {
      throw Problem(
        .invalidParameter, "until must be a time of ISO 8601 such as \(now.iso8601)", field: "until",
        value: text.clipped(to: 60))
    }
    // There are no events before a time in the past.
    return max(now, min(end, latest))
  }

  private static func json(_ event: UpcomingEvent) -> JSONValue {
    var members: JSONObject = [
      "time": .string(event.time.iso8601), "kind": .string(event.kind), "about": .string(event.about),
      "count": .number(JSONNumber(event.count)),
    ]
    if let api = event.api { members["api"] = .string(api) }
    if let account = event.account { members["account"] = .string(account) }
    return .object(members)
  }

  // MARK: Tokens

  private static func tokens(_ call: Call) throws -> Response {
    let world = call.world
    let now = world.clock.now.seconds
    let access = world.accessTokens.known.map { principal -> (Int64, JSONValue) in
      let state =
        world.sessions.isEnded(principal.session) ? "signedOut" : principal.expiresAt > now ? "valid" : "expired"
      let issuedAt = principal.claims["iat"]?.number?.integer.map { Timestamp(seconds: Int64($0)) }
      return (
        principal.expiresAt,
        token(
          "access", principal.api, principal.account, principal.email, principal.session, issuedAt,
          principal.expiresAt, state)
      )
    }
    let refresh = try world.refreshTokens.newest(maximumTokens).map { shown -> (Int64, JSONValue) in
      let state = shown.isUsed ? "used" : shown.expiresAt > now ? "valid" : "expired"
      let lifetime = Int64(clamping: world.lifetimes(of: shown.api).refresh)
      let issuedAt = Timestamp(seconds: shown.expiresAt.saturatingSubtract(lifetime))
      return (
        shown.expiresAt,
        token("refresh", shown.api, shown.account, nil, shown.session, issuedAt, shown.expiresAt, state)
      )
    }
    let all = access.sorted { $0.0 > $1.0 } + refresh
    return .json([
      "tokens": .array(all.prefix(maximumTokens).map(\.1)), "truncated": .bool(all.count > maximumTokens),
    ])
  }

  private static func token(
    _ kind: String, _ api: String, _ account: String, _ email: String?, _ session: String, _ issuedAt: Timestamp?,
    _ expiresAt: Int64, _ state: String
  ) -> JSONValue {
    [
      "kind": .string(kind), "api": .string(api), "account": .string(account),
      "email": email.map(JSONValue.string) ?? .null, "session": .string(session),
      "issuedAt": issuedAt.map { .string($0.iso8601) } ?? .null,
      "expiresAt": .string(Timestamp(seconds: expiresAt).iso8601), "state": .string(state),
    ]
  }

  private static func endSession(_ call: Call) throws -> Response {
    let (world, session) = (call.world, call.parameters["session"])
    let access = world.accessTokens.known.filter { $0.session == session }
    let refresh = try world.refreshTokens.newest(Int(Int32.max)).contains { $0.session == session }
    guard !access.isEmpty || refresh, !world.sessions.isEnded(session) else {
      throw Problem(
        .notFound, "there is no session \"\(session.clipped(to: 60))\" that has tokens; GET /_mock/tokens lists them",
        field: "session", value: session.clipped(to: 60))
    }
    let lifetime = access.map(\.expiresAt).max() ?? world.clock.now.seconds.saturatingAdd(86_400)
    try world.sessions.end(session, until: lifetime)
    return .noContent
  }
}
