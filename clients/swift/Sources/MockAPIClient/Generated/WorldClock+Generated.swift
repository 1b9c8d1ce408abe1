// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.clock`.
public struct WorldClock: Sendable {
  let link: Link

  /// Look at the clock.
  public func get() async throws -> Clock {
    try await link.call("getClock", "GET", "/_mock/clock")
  }

  /// Stop the clock, set it, let time pass, or let it run faster.
  @discardableResult
  public func set(
    freeze: Bool? = nil, now: Moment? = nil, advance: TimeSpan? = nil, rate: Double? = nil, reset: Bool? = nil
  ) async throws -> Clock {
    try await link.call(
      "setClock", "PUT", "/_mock/clock",
      body: Members(["freeze": freeze, "set": now, "advance": try advance?.iso(), "rate": rate, "reset": reset]))
  }

  /// List what happens when time passes.
  public func upcoming(until: Moment? = nil, within: TimeSpan? = nil) async throws -> Upcoming {
    try await link.call(
      "listUpcoming", "GET", "/_mock/clock/upcoming",
      query: .filled(["until": until?.text, "seconds": try within?.seconds()]))
  }
}

/// The events until a time, and when the next valid access token expires.
public struct Upcoming: Sendable, Hashable, Codable {
  public var now: Date
  public var until: Date
  public var events: [UpcomingEvent]
  public var nextTokenExpiry: Date?
  /// True when there are more.
  public var truncated: Bool
}

/// An event that is due when time passes. `time` is by the world's clock; for several equal events, that of the first.
public struct UpcomingEvent: Sendable, Hashable, Codable {
  /// By the world's clock; for several equal events, that of the first.
  public var time: Date
  public var kind: String
  public var about: String
  public var count: Int
  public var api: API?
  public var account: String?
}
