import HTTPCore
import Locking
import Store
import Synchronization

/// Everything that a group of requests shares and that a test may change: rows, clock, random numbers, tokens, limits.
/// Two worlds share nothing.
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
    /// What the world is called for people, such as the name of a test; nil for its id alone.
    package var name: String?
    /// The seed of all random numbers.
    package var randomSeed: UInt64 = 1
    /// The limits of each API by its name, nil for none; an API that is missing never has any.
    package var rateLimits: [String: RateLimitPolicy?] = [:]
    /// The token lifetimes of each API by its name.
    package var lifetimes: [String: Lifetimes] = [:]
    /// The options that the APIs declare.
    package var options = APIOptionValues()
    /// Makes the message broker of a world; by default one that no client can connect to.
    package var makeBroker: @Sendable (MessagingRules, WorldClock) -> any MessageBroker = { _, _ in NoBroker() }
    /// How the message broker treats its clients.
    package var messaging = MessagingRules()
    /// What changes as time passes, such as sensor readings.
    package var simulations: [Simulation] = []
    /// Told of a simulation that failed while somebody asked for what it left behind, with its name.
    package var report: @Sendable (String, any Error) -> Void = { _, _ in }
    /// What tells clients what has changed when the whole content is replaced.
    package var announcers: [ReplacementAnnouncer] = []
    /// What simulated readings follow from; nil for what follows from ``randomSeed``.
    package var simulationSeed: UInt64?
    /// How much the journal keeps.
    package var journal = JournalLimits()
    /// The faults that a world has from its beginning, each with an id of its own if with any.
    package var faults: [FaultDefinition] = []
    /// The APIs and operations that may be asked about.
    package var names = RouteNames()
    /// Reads the accounts that there are; nil where that is not known, so that any may be asked about.
    package var accounts: (@Sendable (Connection) throws -> [AccountName])?
    /// Devices that other worlds know.
    package var devices = KnownDevices()
    /// What the rows are loaded from that are only loaded when they are first asked for.
    package var seeds = SeedSource.none
    /// Told of what held a world's database for long, with the world's name; nil for nobody.
    package var longTurns: (@Sendable (String, LongTurn) -> Void)?

    /// The defaults: seed 1, no limits, no lifetimes.
    package init() {}
  }

  /// The name of the world, such as `default`.
  package let id: String
  /// What it is called for people, such as the name of a test; nil for ``id`` alone.
  package let name: String?
  package let store: Store
  package let clock: WorldClock
  package let random: WorldRandom
  /// Random numbers for simulations, apart from ``random``, so that tokens do not depend on them.
  package let simulationRandom: WorldRandom
  /// Determines what is computed from the time of day alone, such as simulated readings of the past.
  package let simulationSeed: UInt64
  /// The world's time when it was made.
  package let startedAt: Timestamp
  package let sessions: Sessions
  package let accessTokens: AccessTokens
  package let refreshTokens: RefreshTokens
  /// Tells who asked for it when an access token ceases to be valid.
  package let tokenWatch: TokenWatch
  package let rendered: RenderedCache
  package let derived: DerivedValues
  package let deferredSeeds: DeferredSeeds
  package let dateHeader: DateHeaderCache
  package let events = EventBus()
  package let broker: any MessageBroker
  package let alarms = Alarms()
  /// What happens at some moment of real time.
  package let realAlarms = Alarms()
  package let usage: UsageLedger
  /// Calls under way that may hold the database for long.
  package let slowCalls = CallCount()
  package let simulations: SimulationDriver
  package let snapshots = Snapshots()
  package let sockets = SocketTable()
  package let faults: FaultTable
  package let journal: Journal
  /// The APIs and operations that may be asked about.
  package var names: RouteNames {
    get { knownNames.withLock { $0 } }
    set { knownNames.withLock { $0 = newValue } }
  }
  private let knownNames: OrderedMutex<RouteNames>
  /// Reads the accounts that there are; nil where that is not known.
  let readAccounts: (@Sendable (Connection) throws -> [AccountName])?
  /// The options that the APIs declare.
  package let options: APIOptionValues
  /// How the message broker treats its clients.
  package let messaging: MessagingRules
  /// The limiter of each API by its name.
  package let limiters: [String: RateLimiter]
  /// What requests with a key of their own were answered.
  package let idempotencyKeys: IdempotencyKeys
  private let beginning: OrderedMutex<[FaultDefinition]>
  let announcers: [ReplacementAnnouncer]
  /// What the world was made from, to which ``reset()`` returns.
  let origin: WorldOrigin
  /// The clock as it was when the world was made.
  let initialClock: WorldClock.Status
  /// What all that looks random in the world follows from.
  package let randomSeed: UInt64
  let isActive = Atomic(false)
  /// Told when something is due, in nanoseconds of ``SystemTime``.
  let expectation = DueObserver()
  /// Told of a simulation that failed, with its name.
  let report: @Sendable (String, any Error) -> Void
  private let lifetimes: [String: Lifetimes]

  /// A world over a database that has the world's schema.
  ///
  /// - Parameters:
  ///   - origin: What ``reset()`` returns to.
  /// - Throws: ``StoreError`` when the database cannot be read, ``Problem`` when the faults are too many or share an id.
  package init(
    id: String, store: Store, clock: WorldClock = WorldClock(), configuration: Configuration,
    origin: WorldOrigin = .unknown
  ) throws {
    self.id = id
    name = configuration.name
    self.store = store
    usage = UsageLedger(world: id == World.defaultID ? nil : configuration.name ?? id)
    (rendered, derived) = (RenderedCache(store), DerivedValues(store))
    if let longTurns = configuration.longTurns {
      store.reportTurns(longerThan: Self.longTurnNanoseconds) { longTurns(id, $0) }
    }
    self.clock = clock
    self.origin = origin
    journal = Journal(limits: configuration.journal, clock: clock, devices: configuration.devices)
    readAccounts = configuration.accounts
    knownNames = OrderedMutex(.leaf, configuration.names)
    deferredSeeds = DeferredSeeds(store: store, source: configuration.seeds)
    initialClock = clock.status
    let seed = configuration.randomSeed
    randomSeed = seed
    // A kept database has seen this seed's sequence before; each further start begins another one, so that no
    // token or session id comes twice.
    let (starts, generation) = try Self.begin(store)
    random = WorldRandom(seed: starts == 1 ? seed : seed &+ UInt64(bitPattern: starts) &* 0xD1B5_4A32_D192_ED03)
    simulationRandom = WorldRandom(seed: ~seed)
    simulationSeed = configuration.simulationSeed ?? ~seed
    startedAt = clock.now
    sessions = try Sessions(store: store, clock: clock, random: random)
    let issuer = id == World.defaultID ? nil : id
    accessTokens = AccessTokens(
      keys: TokenKeys(seed: seed, world: id).after(generation), world: issuer, clock: clock, random: random,
      sessions: sessions)
    refreshTokens = RefreshTokens(world: issuer, store: store, clock: clock, random: random, sessions: sessions)
    tokenWatch = TokenWatch(clock: clock, alarms: alarms, tokens: accessTokens)
    tokenWatch.follow(sessions)
    dateHeader = DateHeaderCache(clock)
    faults = FaultTable(seed: seed, clock: clock, alarms: alarms, sockets: sockets)
    limiters = configuration.rateLimits.mapValues { RateLimiter(policy: $0, clock: clock) }
    idempotencyKeys = IdempotencyKeys(clock: clock, sessions: sessions)
    simulations = SimulationDriver(configuration.simulations, clock: clock)
    announcers = configuration.announcers
    messaging = configuration.messaging
    broker = configuration.makeBroker(messaging, clock)
    lifetimes = configuration.lifetimes
    options = configuration.options
    report = configuration.report
    beginning = OrderedMutex(.leaf, configuration.faults)
    for fault in configuration.faults { try faults.add(fault) }
    watchTime()
  }

  /// Counts a start of the server on a database, which may have no room for that: then what is there can still be read.
  ///
  /// - Returns: The number of starts, this one included, and how often all tokens were invalidated.
  private static func begin(_ store: Store) throws -> (starts: Int64, generation: Int) {
    do {
      return try store.transaction { (try WorldSQL.countStart($0), try WorldSQL.tokenGeneration($0)) }
    } catch let error as StoreError where error.kind == .notStored {
      // A start that is not counted gets a number that no other one has.
      return (max(2, SystemTime.wall().nanoseconds), try store.read { try WorldSQL.tokenGeneration($0) })
    }
  }

  /// What holds the database for this long is told, in nanoseconds.
  private static let longTurnNanoseconds: Int64 = 100_000_000

  /// The name of the world that requests belong to which name none.
  package static let defaultID = "default"

  /// Begins the random numbers and the token keys again.
  func startAnew() {
    (random.position, simulationRandom.position) = (randomSeed, ~randomSeed)
    accessTokens.keys = TokenKeys(seed: randomSeed, world: id)
  }

  /// The limiter of an API, nil when it has no limits.
  package func limiter(of api: String) -> RateLimiter? { limiters[api] }

  /// The token lifetimes of an API; an hour and a week when nothing is configured.
  package func lifetimes(of api: String) -> Lifetimes {
    lifetimes[api] ?? Lifetimes(access: 3600, refresh: 604_800)
  }

  /// The schema that every world's database has.
  package static let schema =
    [SessionSQL.schema, WorldSQL.schema, WorldSQL.deferredSeedsSchema, WorldSQL.rules] + PasswordResets.schema
    + [SessionSQL.predecessors]

  /// Whether somebody has a socket open in it.
  package var isInUse: Bool { sockets.count > 0 }

  /// Ends the world: nothing moves in it any more, and its memory is given back when the last request is done.
  package func end() {
    isActive.store(false, ordering: .relaxed)
    simulations.stop()
    sockets.closeAll(code: 1001, reason: "the world was deleted")
    journal.close()
  }

  /// The faults that it has from its beginning.
  package var initialFaults: [FaultDefinition] { beginning.withLock { $0 } }

  /// Changes the faults that it has from its beginning: new ones are added, missing ones removed. The others keep their
  /// counts, and those that clients added stay.
  ///
  /// - Returns: Why some could not be added: a client's fault has the id, or there are too many.
  package func begin(with faults: [FaultDefinition]) -> [Problem] {
    var gone = beginning.withLock { beginning in
      defer { beginning = faults }
      return beginning
    }
    var added: [FaultDefinition] = []
    for fault in faults {
      if let index = gone.firstIndex(where: { $0.json == fault.json }) {
        gone.remove(at: index)
      } else {
        added.append(fault)
      }
    }
    for fault in gone {
      let record = self.faults.contents.first { $0.set == nil && $0.definition.json == fault.json }
      if let record { self.faults.remove(record.id) }
    }
    return added.compactMap { fault in
      do throws(Problem) {
        try self.faults.add(fault)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Forgets what clients called and which faults there are, but for those from its beginning, which start again.
  package func forgetCalls() {
    faults.removeAll()
    // They were added to an empty table once already.
    for fault in initialFaults { _ = try? faults.add(fault) }
    journal.removeAll()
  }
}

/// What happens in a world as its time passes.
extension World {
  /// Starts the world's simulations and alarms. A world starts them with its first request, so that a fork costs nothing
  /// until it is used.
  package func activate() {
    guard !isActive.load(ordering: .relaxed) else { return }
    isActive.store(true, ordering: .relaxed)
    expectNext()
  }

  /// Does what is due by now and has a listener: steps of simulations, heart-beats, time-outs.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  package func tick(report: (String, any Error) -> Void) {
    guard isActive.load(ordering: .relaxed) else { return }
    _ = simulations.run(self, .observed, upTo: clock.instant, report: report)
    ring()
  }

  /// Rings the alarms that are due by now: heart-beats, time-outs.
  package func ring() {
    guard isActive.load(ordering: .relaxed) else { return }
    alarms.run(now: clock.elapsedNanoseconds)
    realAlarms.run(now: SystemTime.monotonicNanoseconds())
  }

  /// Takes all steps of simulations that are due by now, also those that nobody listened to: to be called before rows
  /// are looked at or changed that simulations write. Costs next to nothing when none is due. Not to be called from
  /// inside a read or write of the store.
  package func settle() { settle(report: report) }

  /// Takes all steps of simulations that are due by now.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  package func settle(report: (String, any Error) -> Void) {
    // Who looks once more at what a condition is about has settled before, and must not wait for a step now.
    guard isActive.load(ordering: .relaxed), !store.isHeldByCaller else { return }
    _ = simulations.run(self, .all, upTo: clock.instant, report: report)
  }

  /// Whether ``settle()`` would take a while: a call that needs it is to be answered beside the threads that read sockets.
  package var isFarBehind: Bool { isActive.load(ordering: .relaxed) && simulations.isFarBehind }

  /// Whether a request would have to wait for much to be settled in its world; says so of endpoints.
  package static let isFarBehind: @Sendable (Request, World) -> Bool = { $1.isFarBehind }

  /// Adds somebody who listens to what moves by itself: what is due from now on is told.
  ///
  /// - Parameters:
  ///   - add: Adds the listener.
  package func listen<Failure: Error>(_ add: () throws(Failure) -> Void) throws(Failure) {
    simulations.noteListener(self)
    try add()
    expectNext()
  }

  // MARK: When something is due

  /// When something happens next in it that somebody hears of, in nanoseconds of ``SystemTime``; nil when nothing does
  /// unless somebody does something.
  package var nextDue: Int64? { [nextStep, nextAlarm].compactMap(\.self).min() }

  /// When the next step of a simulation is due that somebody hears of, in nanoseconds of ``SystemTime``.
  package var nextStep: Int64? {
    isActive.load(ordering: .relaxed) ? simulations.nextDue(self) : nil
  }

  /// When the next alarm may be due, in nanoseconds of ``SystemTime``.
  package var nextAlarm: Int64? {
    guard isActive.load(ordering: .relaxed) else { return nil }
    let next = alarms.earliest.flatMap(clock.monotonicNanoseconds(whenElapsed:))
    return [next, realAlarms.earliest].compactMap(\.self).min()
  }

  /// Sets who is told whenever something becomes due sooner than was reported before, on any thread and under any lock.
  func whenExpecting(_ tell: @escaping @Sendable (_ due: Int64) -> Void) {
    expectation.set(tell)
    expectNext()
  }

  private func expectNext() {
    if let due = nextDue { expectation.expect(due) }
  }

  /// Follows everything by which something may become due sooner.
  func watchTime() {
    let (expectation, clock) = (self.expectation, self.clock)
    clock.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    simulations.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    realAlarms.whenSooner { due in expectation.expect(due) }
    alarms.whenSooner { due in
      if let due = clock.monotonicNanoseconds(whenElapsed: due) { expectation.expect(due) }
    }
  }

  // MARK: Heart-beats

  /// The time that the heart-beats of the message broker follow, in nanoseconds since some moment.
  package var heartbeatNanoseconds: Int64 {
    messaging.overridesHeartbeats ? clock.elapsedNanoseconds : SystemTime.monotonicNanoseconds()
  }

  /// The alarms that go with ``heartbeatNanoseconds``.
  package var heartbeatAlarms: Alarms { messaging.overridesHeartbeats ? alarms : realAlarms }
}

/// Who is told when something is due in a world sooner than was said before. What changes the world's time holds this
/// and not the world: a weak reference to an object makes each count of its references slower, and every request counts
/// those of its world.
final class DueObserver: Sendable {
  private let tell = OrderedMutex<(@Sendable (_ due: Int64) -> Void)?>(.leaf, nil)

  func set(_ tell: @escaping @Sendable (_ due: Int64) -> Void) { self.tell.withLock { $0 = tell } }

  /// Something may be due then, in nanoseconds of ``SystemTime``; now, where it is not known what changed.
  func expect(_ due: Int64) { tell.withLock { $0 }?(due) }
}
