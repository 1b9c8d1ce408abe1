import HTTPCore

/// Something that will happen in a world when its time passes.
package struct UpcomingEvent: Sendable {
  /// When, by the world's clock; of several equal ones the first.
  package let time: Timestamp
  /// Such as `accessTokenExpiry`.
  package let kind: String
  /// What it is, for people.
  package let about: String
  /// How many there are of it; at least 1.
  package let count: Int
  /// The API that it happens in; nil for the world as a whole.
  package let api: String?
  /// The account that it happens to.
  package let account: String?

  /// An event from its parts.
  package init(
    time: Timestamp, kind: String, about: String, count: Int = 1, api: String? = nil, account: String? = nil
  ) {
    (self.time, self.kind, self.about, self.count) = (time, kind, about, max(1, count))
    (self.api, self.account) = (api, account)
  }
}

extension World {
  /// The most refresh tokens that are looked at.
  private static let maximumRefreshTokens = 1000

  /// What will happen of itself until a moment, in no order; APIs know more.
  package func upcoming(until end: Timestamp) throws -> [UpcomingEvent] {
    let (now, elapsed) = (clock.now, clock.elapsedNanoseconds)
    let length = end.nanoseconds.saturatingSubtract(now.nanoseconds)
    func time(_ due: Int64) -> Timestamp { now.advanced(byNanoseconds: max(0, due.saturatingSubtract(elapsed))) }
    let access = accessTokens.known.filter { $0.expiresAt >= now.seconds && !sessions.isEnded($0.session) }.map {
      UpcomingEvent(
        time: Timestamp(seconds: $0.expiresAt), kind: "accessTokenExpiry",
        about: "an access token of \($0.email ?? $0.account) ends", api: $0.api, account: $0.account)
    }
    let refresh = try refreshTokens.newest(Self.maximumRefreshTokens).filter { !$0.isSpent }.map {
      UpcomingEvent(
        time: Timestamp(seconds: $0.expiresAt), kind: "refreshTokenExpiry",
        about: "a refresh token of \($0.account) ends", api: $0.api, account: $0.account)
    }
    let steps = simulations.nextSteps.compactMap { step -> UpcomingEvent? in
      let rest = max(0, step.next.saturatingSubtract(elapsed))
      guard rest <= length else { return nil }
      let count = (length - rest) / max(1, step.intervalNanoseconds) + 1
      return UpcomingEvent(
        time: time(step.next), kind: "simulation", about: step.name, count: Int(clamping: count))
    }
    let edges = faults.nextEdges.map {
      UpcomingEvent(
        time: time($0.edge), kind: $0.begins ? "faultBegin" : "faultEnd",
        about: "\($0.id) (\($0.type)) \($0.begins ? "begins" : "is over")")
    }
    let limits = limiters.flatMap { api, limiter in
      limiter.counts.suffix(Self.maximumRefreshTokens).map { count -> UpcomingEvent in
        let rest = RateLimitPolicy.windowNanoseconds - count.age
        let (client, account): (String, String?) =
          switch count.client {
          case .account(let account): (account, account)
          case .address(let address): (address, nil)
          }
        return UpcomingEvent(
          time: now.advanced(byNanoseconds: max(0, rest)), kind: "rateLimitReset",
          about: "the limit of \(client) begins anew", api: api, account: account)
      }
    }
    return (access + refresh + steps + edges + limits).filter { $0.time >= now && $0.time <= end }
  }

  /// When the next access token ends that is good now; nil when none is known.
  package var nextTokenExpiry: Timestamp? {
    let now = clock.now.seconds
    let ends = accessTokens.known.filter { $0.expiresAt > now && !sessions.isEnded($0.session) }.map(\.expiresAt)
    return ends.min().map { Timestamp(seconds: $0) }
  }
}
