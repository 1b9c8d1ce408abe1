// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.holds`.
public struct Holds: Sendable {
  let link: Link

  /// List the exchanges that are held.
  public func list() async throws -> [HeldExchange] {
    try await link.call("listHolds", "GET", "/_mock/holds", unwrap: "holds")
  }

  /// Wait until exchanges are held.
  @discardableResult
  public func awaitExchange(
    heldBy: String? = nil, atLeast: Int? = nil, timeout: TimeSpan? = nil
  ) async throws -> HoldWait {
    try await link.call(
      "waitForHolds", "POST", "/_mock/holds/wait",
      body: Members(["heldBy": heldBy, "atLeast": atLeast, "timeoutMilliseconds": try timeout?.milliseconds()]),
      patience: 60)
  }

  /// Release all exchanges that are held.
  @discardableResult
  public func releaseAll(heldBy: String? = nil, fault: Fault? = nil) async throws -> Int {
    try await link.call(
      "releaseHolds", "POST", "/_mock/holds/release", body: Members(["heldBy": heldBy, "fault": fault]),
      unwrap: "released")
  }

  /// Look at an exchange that is held.
  public func get(_ id: String) async throws -> HeldExchange {
    try await link.call("getHold", "GET", "/_mock/holds/{id}", path: ["id": id])
  }

  /// Release an exchange that is held.
  public func release(_ id: String, fault: Fault? = nil) async throws {
    try await link.send(
      "releaseHold", "POST", "/_mock/holds/{id}/release", path: ["id": id], body: Members(["fault": fault]))
  }
}

/// An exchange that a fault holds. Its times are real time.
public struct HeldExchange: Sendable, Hashable, Codable {
  /// The request, only of a single exchange.
  public struct Request: Sendable, Hashable, Codable {
    /// Names and values; a list for a name that came more than once.
    public var headers: Headers
    /// As many came.
    public var bodyBytes: Int
    /// The body, with secrets redacted: JSON as such, text, or bytes in base64.
    public var body: JSONValue?
    /// The encoding of the body.
    public var encoding: String?
    /// True when only the beginning was kept.
    public var truncated: Bool?
  }

  /// The response that waits, only of a single exchange; missing for a request.
  public struct Response: Sendable, Hashable, Codable {
    public var status: Int
    /// Names and values; a list for a name that came more than once.
    public var headers: Headers
    /// As many are to go out.
    public var bodyBytes: Int
    /// True for an endless body, which is not kept.
    public var streamed: Bool?
    /// The body, with secrets redacted: JSON as such, text, or bytes in base64.
    public var body: JSONValue?
    /// The encoding of the body.
    public var encoding: String?
    /// True when only the beginning was kept.
    public var truncated: Bool?
    /// How long a fault delays it.
    public var delayMilliseconds: Int?
    /// The rate that a fault set.
    public var bytesPerSecond: Int?
  }

  public var id: String
  /// The id of the fault that holds it.
  public var heldBy: String
  /// What waits.
  public var phase: String
  public var method: String
  public var path: String
  public var query: String?
  public var api: API
  public var operationId: String?
  /// Whose token came along.
  public var account: String?
  /// The id of the device that called.
  public var device: String
  /// Of the response that waits; missing for a request.
  public var status: Int?
  public var since: Date
  /// When it goes on by itself.
  public var until: Date
  /// The request, only of a single exchange.
  public var request: HeldExchange.Request?
  /// The response that waits, only of a single exchange; missing for a request.
  public var response: HeldExchange.Response?
}

/// The result of a wait for exchanges that are held.
public struct HoldWait: Sendable, Hashable, Codable {
  /// Whether so many are held.
  public var satisfied: Bool
  public var holds: [HeldExchange]
}
