import Foundation

/// A call of the control plane that changed something.
public struct Activity: Sendable, Hashable, Codable {
  /// Its number.
  public var id: Int
  /// When, by the world's clock.
  public var time: Date
  /// When, in real time.
  public var at: Date
  /// The world that was called.
  public var world: String
  /// The operation, such as `setClock`.
  public var operationId: String
  /// The method.
  public var method: String
  /// The path.
  public var path: String
  /// The status of its answer.
  public var status: Int
  /// What was sent, if it was short.
  public var body: JSONValue?
}

/// Who calls, by address and user agent, and what went wrong for them.
public struct Device: Sendable, Hashable, Codable {
  /// Eight hexadecimal digits.
  public var id: String
  /// Where it calls from.
  public var address: String
  /// What the app calls itself.
  public var userAgent: String?
  /// What people call it.
  public var name: String?
  /// How many requests the journal has of it.
  public var requests: Int
  /// Answers of 404.
  public var notFound: Int
  /// Requests that leave their document.
  public var violations: Int
  /// Answers of 500 and more.
  public var serverErrors: Int
  /// When it called first, by the world's clock.
  public var firstSeen: Date
  /// When it called last.
  public var lastSeen: Date
}

/// Something that happens when time passes.
public struct UpcomingEvent: Sendable, Hashable, Codable {
  /// When, by the world's clock; of several equal ones, the first.
  public var time: Date
  /// `accessTokenExpiry`, `refreshTokenExpiry`, `simulation`, `scenarioBegin`, `scenarioEnd`, `sensorValueEnd`,
  /// `faultBegin`, `faultEnd` or `rateLimitReset`.
  public var kind: String
  /// What it is, for people.
  public var about: String
  /// How many there are of it.
  public var count: Int
  /// The API that it happens in.
  public var api: API?
  /// The account that it happens to.
  public var account: String?
}

/// What happens until a moment.
public struct Upcoming: Sendable, Hashable, Codable {
  /// The world's time.
  public var now: Date
  /// The moment.
  public var until: Date
  /// The events in their order.
  public var events: [UpcomingEvent]
  /// When the next access token ends that is good now.
  public var nextTokenExpiry: Date?
  /// Whether there are more events.
  public var truncated: Bool
}

/// A token that was given out or shown lately, without the token itself.
public struct IssuedToken: Sendable, Hashable, Codable {
  /// `access` or `refresh`.
  public var kind: String
  /// The API that gave it out.
  public var api: API
  /// Whose it is.
  public var account: String
  /// The account's e-mail address.
  public var email: String?
  /// The session that it belongs to.
  public var session: String
  /// When it was given out.
  public var issuedAt: Date?
  /// When it ends.
  public var expiresAt: Date
  /// `valid`, `expired`, `signedOut` or `spent`.
  public var state: String
}

/// One condition, and how a request compares with it.
public struct Comparison: Sendable, Hashable, Codable {
  /// Such as `path segment 2`.
  public var name: String
  /// What would match.
  public var expected: String
  /// What came.
  public var actual: String
  /// Whether it matches.
  public var matches: Bool
}

/// Why a request matched what it did, or nothing.
public struct Explanation: Sendable, Hashable, Codable {
  /// An operation, compared with the request.
  public struct Operation: Sendable, Hashable, Codable {
    /// Its API.
    public var api: API
    /// The operation in the API's document.
    public var operationId: String
    /// Its method.
    public var method: String
    /// Its path.
    public var path: String
    /// The method and the segments of the path, one by one.
    public var members: [Comparison]
  }

  /// A fault, compared with the request.
  public struct Fault: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// Its type.
    public var type: String
    /// Its conditions.
    public var members: [Comparison]
  }

  /// Whether it is an operation of an API.
  public var matched: Bool
  /// Why, in a sentence.
  public var reason: String
  /// The nearest operations, the nearest first.
  public var operations: [Operation]
  /// The newest faults.
  public var faults: [Fault]
}

/// What became of a request that was sent again.
public struct Replay: Sendable, Hashable, Codable {
  /// The number of its entry.
  public var id: Int?
  /// What the client would have seen; nil for none.
  public var status: Int?
}

/// Who calls a world.
public struct Devices: Sendable {
  let link: Link

  /// The devices that the journal knows, the one that called last first.
  public func list() async throws -> [Device] {
    struct Answer: Decodable { var devices: [Device] }
    return try await link.call("listDevices", "GET", "/_mock/devices", as: Answer.self).devices
  }

  /// Gives a device a name in all worlds; nil takes it away.
  @discardableResult
  public func name(_ id: String, _ name: String?) async throws -> Device {
    let body: [String: JSONValue] = ["name": name.map { .string($0) } ?? .null]
    return try await link.call("nameDevice", "PUT", "/_mock/devices/{id}", path: ["id": id], body: body)
  }
}
