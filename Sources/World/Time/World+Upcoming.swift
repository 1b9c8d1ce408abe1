import HTTPCore

/// An event that will happen in a world as its time passes.
package struct UpcomingEvent: Sendable {
  /// The time by the world's clock; for several equal events, the first.
  package let time: Timestamp
  /// Such as `accessTokenExpiry`.
  package let kind: String
  /// A description.
  package let about: String
  /// The number of such events, at least 1.
  package let count: Int
  /// The API of the event; nil for the world as a whole.
  package let api: String?
  /// The account that it concerns.
  package let account: String?

  /// Creates an event.
  package init(
    time: Timestamp, kind: String, about: String, count: Int = 1, api: String? = nil, account: String? = nil
  ) {
    (self.time, self.kind, self.about, self.count) = (time, kind, about, max(1, count))
    (self.api, self.account) = (api, account)
  }
}

extension World {
  /// The most refresh tokens, and the most clients of a rate limit, that are read.
  private static let maximumReads = 1000

  /// The events that will happen without a caller up to a time, unordered; APIs add others.
  ///
  /// - Parameters:
  ///   - count: The largest number of events for the caller. Of repeating events the first ones are sufficient: this
  ///     many and one more.
  /// - Returns: The events: all, or more than `count`.
  package func upcoming(
    until end: Timestamp, atMost count: Int
  ) throws -> (events: [UpcomingEvent], isComplete: Bool) {
    let (now, elapsed) = (clock.now, clock.elapsedNanoseconds)
    let length = end.nanoseconds.saturatingSubtract(now.nanoseconds)
    func time(_ due: Int64) -> Timestamp { now.advanced(byNanoseconds: max(0, due.saturatingSubtract(elapsed))) }
    let access = accessTokens.known.filter { $0.expiresAt >= now.seconds && !sessions.isEnded($0.session) }.map {
      UpcomingEvent(
        time: Timestamp(seconds: $0.expiresAt), kind: "accessTokenExpiry",
        about: "an access token of \($0.email ?? $0.account) ends", api: $0.api, account: $0.account)
    }
    let newest = try refreshTokens.newest(Self.maximumReads + 1)
    let refresh = newest.prefix(Self.maximumReads).filter { !$0.isUsed }.map {
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
    let edges = faults.edges(upTo: elapsed.saturatingAdd(max(0, length)), atMost: count + 1).map {
      UpcomingEvent(
        time: time($0.moment), kind: $0.begins ? "faultBegin" : "faultEnd",
        about: "\($0.id) (\($0.type)) \($0.begins ? "begins" : "is over")")
    }
    let counts = limiters.mapValues(\.counts)
    let limits = counts.flatMap { api, counts in
      counts.prefix(Self.maximumReads).map { count -> UpcomingEvent in
        let rest = RateLimitPolicy.windowNanoseconds - count.age
        let (client, account): (String, String?) =
          switch count.client {
          case .account(let account): (account, account)
          case .address(let address): (address, nil)
          }
        return UpcomingEvent(
          time: now.advanced(byNanoseconds: max(0, rest)), kind: "rateLimitReset",
          about: "the rate limit of \(client) resets", api: api, account: account)
      }
    }
    let events = (access + refresh + steps + edges + limits).filter { $0.time >= now && $0.time <= end }
    let hasSeenAll = newest.count <= Self.maximumReads && counts.values.allSatisfy { $0.count <= Self.maximumReads }
    return (events, hasSeenAll)
  }

  /// When the next valid access token expires; nil when none is known.
  package var nextTokenExpiry: Timestamp? {
    let now = clock.now.seconds
    let ends = accessTokens.known.filter { $0.expiresAt > now && !sessions.isEnded($0.session) }.map(\.expiresAt)
    return ends.min().map { Timestamp(seconds: $0) }
  }
}
