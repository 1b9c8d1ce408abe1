import Foundation

/// A row of a table: columns and their values.
public typealias Row = [String: JSONValue]

/// A snapshot of a world.
public struct Snapshot: Sendable, Hashable, Codable {
  /// Its name.
  public var name: String
  /// When it was taken.
  public var takenAt: Date
  /// The world that it was taken of.
  public var world: String
}

/// What looks like chance in a world.
public struct Chance: Sendable, Hashable, Codable {
  /// What answers draw from.
  public var random: String
  /// What simulations draw from.
  public var simulation: String
}

/// A whole world.
public struct WorldState: Sendable, Hashable, Codable {
  /// The version of the form, 1.
  public var version: Int
  /// The world's id.
  public var world: String
  /// Its clock.
  public var clock: Clock
  /// Its chance.
  public var chance: Chance
  /// Its rows, by table.
  public var tables: [String: [Row]]
}

/// What to put into a world. Tables that are not named stay as they are.
public struct StateWish: Sendable, Hashable, Codable {
  /// The clock to take over, where it is frozen.
  public struct ClockState: Sendable, Hashable, Codable {
    /// Its time.
    public var now: Moment?
    /// Whether it stands still.
    public var frozen: Bool?
    /// Seconds of the world for each real one.
    public var rate: Double?

    /// A clock.
    public init(now: Moment? = nil, frozen: Bool? = nil, rate: Double? = nil) {
      self.now = now
      self.frozen = frozen
      self.rate = rate
    }
  }

  /// The version of the form, 1.
  public var version: Int?
  /// The world that it came from.
  public var world: String?
  /// The clock.
  public var clock: ClockState?
  /// The chance.
  public var chance: Chance?
  /// The rows, by table.
  public var tables: [String: [Row]]

  /// What to put in.
  public init(tables: [String: [Row]], clock: ClockState? = nil, chance: Chance? = nil) {
    self.tables = tables
    self.clock = clock
    self.chance = chance
  }

  /// A world that was exported.
  public init(_ state: WorldState) {
    version = state.version
    world = state.world
    clock = ClockState(now: Moment(state.clock.now), frozen: state.clock.frozen, rate: state.clock.rate)
    chance = state.chance
    tables = state.tables
  }
}

/// A table of a world.
public struct Table: Sendable, Hashable, Codable {
  /// Its name.
  public var name: String
  /// How many rows it has.
  public var rows: Int
  /// Its columns.
  public var columns: [String]
}

/// Rows of a table.
public struct RowPage: Sendable, Hashable, Codable {
  /// The rows.
  public var rows: [Row]
  /// How many there are in all.
  public var total: Int
}

/// Tokens that were made.
public struct MintedToken: Sendable, Hashable, Codable {
  /// The access token.
  public var token: String
  /// The refresh token.
  public var refreshToken: String
  /// The API that takes them.
  public var api: API
  /// Whose they are.
  public var account: String
  /// The session that they belong to.
  public var session: String
  /// When the access token ends.
  public var expiresAt: Date
}

/// What is known of an access token.
public struct TokenReport: Sendable, Hashable, Codable {
  /// Whether it is good.
  public var valid: Bool
  /// Why it is not.
  public var reason: String?
  /// The world in which it was issued.
  public var world: String?
  /// Its API.
  public var api: API?
  /// Its account.
  public var account: String?
  /// Its session.
  public var session: String?
  /// When it ends.
  public var expiresAt: Date?
  /// In how many seconds.
  public var expiresIn: Int?
  /// What it says.
  public var claims: JSONValue?
}

/// The rate limits of an API.
public struct RateLimit: Sendable, Hashable, Codable {
  /// An account or address, and what it has used.
  public struct Client: Sendable, Hashable, Codable {
    /// The account.
    public var account: String?
    /// The address of requests without an account.
    public var address: String?
    /// How many requests it made.
    public var requests: Int
    /// When it may go on, in seconds.
    public var resetInSeconds: Int
  }

  /// The API.
  public var api: API
  /// How long a window is, in seconds.
  public var windowSeconds: Int
  /// Requests in a window for an account; nil where there is no limit.
  public var authenticated: Int?
  /// Requests in a window for an address; nil where there is no limit.
  public var anonymous: Int?
  /// Who made requests.
  public var clients: [Client]
}

/// Whose requests are meant.
public enum RateLimitClient: Sendable, Hashable, Encodable {
  /// An account, by its id.
  case account(String)
  /// Those without a token of an address.
  case address(String)

  private enum CodingKeys: String, CodingKey {
    case account
    case address
  }

  /// Writes the one member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .account(let account): try container.encode(account, forKey: .account)
    case .address(let address): try container.encode(address, forKey: .address)
    }
  }
}
