import Foundation

/// What a fault happens to. Conditions that are nil do not matter.
public struct FaultMatch: Sendable, Hashable, Codable {
  /// The method.
  public var method: String?
  /// The path; `*` is a text within a segment, `**` any number of segments.
  public var path: String?
  /// The API.
  public var api: API?
  /// The operation in the API's document.
  public var operationId: String?
  /// An account, by id or e-mail address.
  public var account: String?
  /// An open socket by its number.
  public var socket: Int?
  /// Parameters of the query and their values: a text, true for present, false for absent.
  public var query: [String: SearchValue]?
  /// Headers and their values.
  public var header: [String: SearchValue]?
  /// Members of a JSON body and their values.
  public var body: [String: JSONValue]?

  /// Conditions.
  public init(
    _ method: String? = nil, _ path: String? = nil, api: API? = nil, operationId: String? = nil,
    account: String? = nil, socket: Int? = nil, query: [String: SearchValue]? = nil,
    header: [String: SearchValue]? = nil, body: [String: JSONValue]? = nil
  ) {
    self.method = method
    self.path = path
    self.api = api
    self.operationId = operationId
    self.account = account
    self.socket = socket
    self.query = query
    self.header = header
    self.body = body
  }
}

/// A fault to add, with what it happens to and how often.
public struct FaultWish: Sendable, Hashable, Codable {
  /// A name for it; one is made without it.
  public var id: String?
  /// What it happens to; everything without it.
  public var match: FaultMatch?
  /// What goes wrong.
  public var fault: Fault
  /// How many matches pass before the first that it happens to.
  public var after: Int?
  /// How often it happens at most.
  public var times: Int?
  /// The share of matches that it happens to, 0 to 1.
  public var probability: Double?
  /// Seconds of the world's time until it begins.
  public var afterSeconds: Int?
  /// Seconds of the world's time that it lasts.
  public var forSeconds: Int?

  /// A fault to add.
  public init(
    _ fault: Fault, on match: FaultMatch? = nil, id: String? = nil, after: Int? = nil, times: Int? = nil,
    probability: Double? = nil, afterSeconds: Int? = nil, forSeconds: Int? = nil
  ) {
    self.fault = fault
    self.match = match
    self.id = id
    self.after = after
    self.times = times
    self.probability = probability
    self.afterSeconds = afterSeconds
    self.forSeconds = forSeconds
  }
}

/// A fault of a world.
public struct FaultRecord: Sendable, Hashable, Codable {
  /// Its id.
  public var id: String
  /// The ready-made set that it came with.
  public var set: FaultSetName?
  /// What it happens to.
  public var match: FaultMatch?
  /// What goes wrong.
  public var fault: Fault
  /// How many matches pass before the first that it happens to.
  public var after: Int?
  /// How often it happens at most.
  public var times: Int?
  /// The share of matches that it happens to.
  public var probability: Double?
  /// Seconds of the world's time until it begins.
  public var afterSeconds: Int?
  /// Seconds of the world's time that it lasts.
  public var forSeconds: Int?
  /// How many requests and messages it matched.
  public var matches: Int
  /// How many of them it happened to.
  public var applications: Int
  /// Whether it will never happen again.
  public var spent: Bool
}

/// A type of faults.
public struct FaultType: Sendable, Hashable, Codable {
  /// A field of it.
  public struct Field: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// What it means.
    public var about: String
    /// Whether it must be there.
    public var required: Bool
  }

  /// The type.
  public var type: String
  /// What happens.
  public var about: String
  /// `requests`, `sockets` or `both`.
  public var scope: String
  /// Its fields.
  public var fields: [Field]
}

/// The name of a ready-made set of faults.
public struct FaultSetName: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The name.
  public var rawValue: String
  /// The set of that name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The set of that name.
  public init(stringLiteral value: String) { rawValue = value }

  /// A slow and shaky mobile network.
  public static let flaky3G: FaultSetName = "flaky-3g"
  /// Offline for 20 s of every 90 s.
  public static let tunnel: FaultSetName = "tunnel"
  /// 503 for 20 s, then every token is invalid.
  public static let backendDeploy: FaultSetName = "backend-deploy"
  /// Everything that a server can do wrong.
  public static let hostile: FaultSetName = "hostile"
}

/// A ready-made set of faults.
public struct FaultSet: Sendable, Hashable, Codable {
  /// Its name.
  public var name: FaultSetName
  /// What it is like.
  public var about: String
  /// Whether the world has it.
  public var active: Bool
  /// Its faults.
  public var faults: [FaultWish]
}
