import Crypto
import HTTPCore
import Store

/// Everything that a group of requests shares and that a test may bend: rows, clock, chance, tokens, limits.
/// Two worlds have nothing in common.
package final class World: Sendable {
  /// How long tokens live, in seconds.
  package struct Lifetimes: Sendable, Equatable {
    package let access: Int
    package let refresh: Int

    /// Lifetimes in seconds.
    package init(access: Int, refresh: Int) {
      self.access = access
      self.refresh = refresh
    }
  }

  /// What a world is made of, besides its database.
  package struct Configuration: Sendable {
    /// Determines everything that looks like chance.
    package var randomSeed: UInt64 = 1
    /// The limits of each API by its name; an API that is missing has none.
    package var rateLimits: [String: RateLimitPolicy] = [:]
    /// The token lifetimes of each API by its name.
    package var lifetimes: [String: Lifetimes] = [:]
    /// Seconds that clients may keep answers of APIs which document caching.
    package var cacheMaxAge = 300
    /// Whether passkeys that cannot be verified are refused.
    package var isStrictAboutPasskeys = false
    /// Whether sockets of the message broker need a valid token.
    package var requiresMessagingTokens = false
    /// How much the journal keeps.
    package var journal = JournalLimits()
    /// What the rows are loaded from that are only loaded when they are first asked for.
    package var seeds = SeedSource.none

    /// The defaults: seed 1, no limits, no lifetimes.
    package init() {}
  }

  /// The name of the world, such as `default`.
  package let id: String
  package let store: Store
  package let clock: WorldClock
  package let random: WorldRandom
  /// Chance for what moves by itself, apart from ``random``, so that tokens do not depend on it.
  package let simulationRandom: WorldRandom
  /// Determines what is computed from the time of day alone, such as simulated readings of the past.
  package let simulationSeed: UInt64
  /// The world's time when it was made.
  package let startedAt: Timestamp
  package let sessions: Sessions
  package let accessTokens: AccessTokens
  package let refreshTokens: RefreshTokens
  package let rendered = RenderedCache()
  package let derived = DerivedValues()
  package let deferredSeeds: DeferredSeeds
  package let dateHeader: DateHeaderCache
  package let events = EventBus()
  package let broker = Broker()
  package let alarms = Alarms()
  package let usage = UsageLedger()
  package let journal: Journal
  /// The `Cache-Control` of answers of APIs which document caching.
  package let cacheControl: String
  /// Whether passkeys that cannot be verified are refused.
  package let isStrictAboutPasskeys: Bool
  /// Whether sockets of the message broker need a valid token.
  package let requiresMessagingTokens: Bool
  private let limiters: [String: RateLimiter]
  private let lifetimes: [String: Lifetimes]

  /// A world over a database that has the world's schema.
  ///
  /// - Throws: ``StoreError`` when the database cannot be read.
  package init(
    id: String, store: Store, clock: WorldClock = WorldClock(), configuration: Configuration
  ) throws {
    self.id = id
    self.store = store
    self.clock = clock
    journal = Journal(limits: configuration.journal, clock: clock)
    deferredSeeds = DeferredSeeds(store: store, source: configuration.seeds)
    let seed = configuration.randomSeed
    // A kept database has seen this seed's sequence before; each further start begins another one, so that no
    // token or session id comes twice.
    let starts = try store.transaction([]) { try WorldSQL.countStart($0) }
    random = WorldRandom(seed: starts == 1 ? seed : seed &+ UInt64(bitPattern: starts) &* 0xD1B5_4A32_D192_ED03)
    simulationRandom = WorldRandom(seed: ~seed)
    simulationSeed = ~seed
    startedAt = clock.now
    sessions = try Sessions(store: store, clock: clock, random: random)
    accessTokens = AccessTokens(
      key: Self.key(seed: seed, world: id), clock: clock, random: random, sessions: sessions)
    refreshTokens = RefreshTokens(store: store, clock: clock, random: random, sessions: sessions)
    dateHeader = DateHeaderCache(clock)
    limiters = configuration.rateLimits.mapValues { RateLimiter(policy: $0, clock: clock) }
    lifetimes = configuration.lifetimes
    cacheControl = "max-age=\(configuration.cacheMaxAge)"
    isStrictAboutPasskeys = configuration.isStrictAboutPasskeys
    requiresMessagingTokens = configuration.requiresMessagingTokens
  }

  /// The limiter of an API, nil when it has no limits.
  package func limiter(of api: String) -> RateLimiter? { limiters[api] }

  /// The token lifetimes of an API; an hour and a week when nothing is configured.
  package func lifetimes(of api: String) -> Lifetimes {
    lifetimes[api] ?? Lifetimes(access: 3600, refresh: 604_800)
  }

  /// The schema that every world's database has.
  package static let schema = [SessionSQL.schema, WorldSQL.schema, WorldSQL.deferredSeedsSchema]

  /// The key that signs the world's tokens. It follows from the seed, so tokens stay good when the server is
  /// started again; it is no secret and guards nothing.
  private static func key(seed: UInt64, world: String) -> [UInt8] {
    Array(SHA256.hash(data: Array("mock-api token key \(seed) \(world)".utf8)))
  }
}
