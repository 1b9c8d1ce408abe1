import HTTPCore
import Locking
import Store
import Synchronization

/// All state that a group of requests shares and that a test can change: rows, clock, random numbers, tokens, limits.
/// Two worlds share nothing.
package final class World: Sendable {
  /// The lifetimes of tokens, in seconds.
  package struct Lifetimes: Sendable, Equatable {
    package let access: Int
    package let refresh: Int

    /// Lifetimes in seconds.
    package init(access: Int, refresh: Int) {
      self.access = access
      self.refresh = refresh
    }
  }

  /// The configuration of a world, besides its database.
  package struct Configuration: Sendable {
    /// The display name of the world, such as the name of a test; nil to show its id.
    package var name: String?
    /// The seed of all random numbers.
    package var randomSeed: UInt64 = 1
    /// The limits of each API by its name, nil for none; a missing API never has any.
    package var rateLimits: [String: RateLimitPolicy?] = [:]
    /// The token lifetimes of each API by its name.
    package var lifetimes: [String: Lifetimes] = [:]
    /// The options that the APIs declare.
    package var options = APIOptionValues()
    /// Creates the message broker of a world; by default one without clients.
    package var makeBroker: @Sendable (MessagingRules, WorldClock) -> any MessageBroker = { _, _ in NoBroker() }
    /// The rules of the message broker.
    package var messaging = MessagingRules()
    /// Values that change with time, such as sensor readings.
    package var simulations: [Simulation] = []
    /// Receives the error of a simulation that failed while a caller read its results, with its name.
    package var report: @Sendable (String, any Error) -> Void = { _, _ in }
    /// The records whose changes can be followed.
    package var changeSources: [ChangeSource] = []
    /// Makes what passes changes on to sockets.
    package var relays: [@Sendable (World) -> ChangeRelay] = []
    /// The seed of simulated readings; nil to derive it from ``randomSeed``.
    package var simulationSeed: UInt64?
    /// The capacity of the journal.
    package var journal = JournalLimits()
    /// The initial faults of a world, each with a unique id if with any.
    package var faults: [FaultDefinition] = []
    /// The APIs and operations for conditions.
    package var names = RouteNames()
    /// Reads the existing accounts; nil where they are unknown, so that any is allowed in conditions.
    package var accounts: (@Sendable (Connection) throws -> [AccountName])?
    /// Devices that called any world.
    package var devices = KnownDevices()
    /// The source of rows that are loaded on first use.
    package var seeds = SeedSource.none
    /// Receives operations that occupied a world's database for long, with the world's name; nil to ignore them.
    package var longTurns: (@Sendable (String, LongTurn) -> Void)?

    /// The defaults: seed 1, no limits, no lifetimes.
    package init() {}
  }

  /// The name of the world, such as `default`.
  package let id: String
  /// Its display name, such as the name of a test; nil to show ``id``.
  package let name: String?
  package let store: Store
  package let clock: WorldClock
  package let random: WorldRandom
  /// Random numbers for simulations, separate from ``random``, so that tokens do not depend on them.
  package let simulationRandom: WorldRandom
  /// Seed of values that depend only on the time of day, such as simulated readings of the past.
  package let simulationSeed: UInt64
  /// The world's time when it was created.
  package let startedAt: Timestamp
  package let sessions: Sessions
  package let accessTokens: AccessTokens
  package let refreshTokens: RefreshTokens
  /// Notifies subscribers when an access token becomes invalid.
  package let tokenWatch: TokenWatch
  package let rendered: RenderedCache
  package let derived: DerivedValues
  package let deferredSeeds: DeferredSeeds
  package let dateHeader: DateHeaderCache
  /// What changes in it.
  package let feed: ChangeFeed
  /// Requests that wait for what changes in it.
  package let newsWaits: NewsWaits
  /// The listeners of the channels of APIs.
  package let channels: ChannelHub
  package let broker: any MessageBroker
  package let alarms = Alarms()
  /// Alarms by real time.
  package let realAlarms = Alarms()
  package let usage: UsageLedger
  /// Running calls that may occupy the database for long.
  package let slowCalls = CallCount()
  package let simulations: SimulationDriver
  /// What follows the clock besides simulations: lifecycles of records, deliveries of webhooks.
  package let timedWork = TimedWork()
  package let snapshots = Snapshots()
  package let sockets = SocketTable()
  /// The exchanges that faults hold.
  package let heldExchanges: HeldExchanges
  package let faults: FaultTable
  package let journal: Journal
  /// The APIs and operations for conditions.
  package var names: RouteNames {
    get { knownNames.withLock { $0 } }
    set { knownNames.withLock { $0 = newValue } }
  }
  private let knownNames: OrderedMutex<RouteNames>
  /// Reads the existing accounts; nil where they are unknown.
  let readAccounts: (@Sendable (Connection) throws -> [AccountName])?
  /// The options that the APIs declare.
  package let options: APIOptionValues
  /// The rules of the message broker.
  package let messaging: MessagingRules
  /// The limiter of each API by its name.
  package let limiters: [String: RateLimiter]
  /// The responses to requests with an `Idempotency-Key`.
  package let idempotencyKeys: IdempotencyKeys
  private let beginning: OrderedMutex<[FaultDefinition]>
  /// The initial state that ``reset()`` restores.
  let origin: WorldOrigin
  /// The clock's state when the world was created.
  let initialClock: WorldClock.Status
  /// The seed of all random values in the world.
  package let randomSeed: UInt64
  let isActive = Atomic(false)
  /// Notified when something is due, in nanoseconds of ``SystemTime``.
  let expectation = DueObserver()
  /// Receives the error of a simulation that failed, with its name.
  let report: @Sendable (String, any Error) -> Void
  private let lifetimes: [String: Lifetimes]

  /// Creates a world with a database that has the world's schema.
  ///
  /// - Parameters:
  ///   - origin: The state that ``reset()`` restores.
  /// - Throws: ``StoreError`` when the database cannot be read, ``Problem`` when there are too many faults or two share
  ///   an id.
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
    channels = ChannelHub(usage: usage, clock: clock)
    feed = ChangeFeed(store, clock)
    newsWaits = NewsWaits(feed, clock, alarms)
    self.origin = origin
    journal = Journal(limits: configuration.journal, clock: clock, devices: configuration.devices)
    readAccounts = configuration.accounts
    knownNames = OrderedMutex(.leaf, configuration.names)
    deferredSeeds = DeferredSeeds(store: store, source: configuration.seeds)
    initialClock = clock.status
    let seed = configuration.randomSeed
    randomSeed = seed
    // A kept database has used this seed's sequence before. Each further start begins another sequence, so that no
    // token or session id occurs twice.
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
    heldExchanges = HeldExchanges(realAlarms)
    faults = FaultTable(
      seed: seed, clock: clock, alarms: alarms, sockets: sockets, heldExchanges: heldExchanges)
    limiters = configuration.rateLimits.mapValues { RateLimiter(policy: $0, clock: clock) }
    idempotencyKeys = IdempotencyKeys(clock: clock, sessions: sessions)
    simulations = SimulationDriver(configuration.simulations, clock: clock)
    messaging = configuration.messaging
    broker = configuration.makeBroker(messaging, clock)
    lifetimes = configuration.lifetimes
    options = configuration.options
    report = configuration.report
    beginning = OrderedMutex(.leaf, configuration.faults)
    for fault in configuration.faults { try faults.add(fault) }
    watchTime()
    feed.sources = configuration.changeSources
    setRelays(configuration.relays)
  }

  /// Counts a start of the server on a database. If the disk is full, the start is not counted, and the data can still
  /// be read.
  ///
  /// - Returns: The number of starts, including this one, and how often all tokens were invalidated.
  private static func begin(_ store: Store) throws -> (starts: Int64, generation: Int) {
    do {
      return try store.transaction { (try WorldSQL.countStart($0), try WorldSQL.tokenGeneration($0)) }
    } catch let error as StoreError where error.kind == .notStored {
      // A start that is not counted gets a unique number.
      return (max(2, SystemTime.wall().nanoseconds), try store.read { try WorldSQL.tokenGeneration($0) })
    }
  }

  /// An operation on the database that takes this long is reported, in nanoseconds.
  private static let longTurnNanoseconds: Int64 = 100_000_000

  /// The name of the world of requests that name none.
  package static let defaultID = "default"

  /// Restarts the random numbers and the token keys.
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

  /// Whether it has an open socket.
  package var isInUse: Bool { sockets.count > 0 }

  /// Ends the world: its simulations stop, and its memory is released when the last request ends.
  package func end() {
    isActive.store(false, ordering: .relaxed)
    simulations.stop()
    newsWaits.endAll()
    heldExchanges.end()
    sockets.closeAll(code: 1001, reason: "the world was deleted")
    journal.close()
    // Messages that are held back own sockets, which own the world.
    channels.endHolds()
  }

  /// Its initial faults.
  package var initialFaults: [FaultDefinition] { beginning.withLock { $0 } }

  /// Changes its initial faults: new ones are added, missing ones removed. The others keep their counts, and those that
  /// clients added stay.
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

  /// Removes the journal, the messages that are held back, and all faults except the initial ones, which start again.
  package func forgetCalls() {
    faults.removeAll()
    // They were added to an empty table before, so this cannot fail.
    for fault in initialFaults { _ = try? faults.add(fault) }
    journal.removeAll()
    channels.endHolds()
  }
}

/// Events of a world as its time passes.
extension World {
  /// Starts the world's simulations and alarms. The first request of a world starts them, so that a fork costs nothing
  /// until it is used.
  package func activate() {
    guard !isActive.load(ordering: .relaxed) else { return }
    isActive.store(true, ordering: .relaxed)
    expectNext()
  }

  /// Runs what is due and has a listener: simulation steps, heartbeats, timeouts.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  package func tick(report: (String, any Error) -> Void) {
    guard isActive.load(ordering: .relaxed) else { return }
    _ = simulations.run(self, .observed, upTo: clock.instant, report: report)
    ring()
    timedWork.run()
  }

  /// Runs the alarms that are due: heartbeats, timeouts.
  package func ring() {
    guard isActive.load(ordering: .relaxed) else { return }
    alarms.run(now: clock.elapsedNanoseconds)
    realAlarms.run(now: SystemTime.monotonicNanoseconds())
  }

  /// Runs all simulation steps that are due, including those without listeners. Call it before reading or changing rows
  /// that simulations write. It is cheap when none is due. Must not be called from inside a read or write of the store.
  package func settle() { settle(report: report) }

  /// Runs all simulation steps that are due.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
  package func settle(report: (String, any Error) -> Void) {
    // A caller that compares a condition inside a write has settled before, and must not wait for a step now.
    guard isActive.load(ordering: .relaxed), !store.isHeldByCaller else { return }
    _ = simulations.run(self, .all, upTo: clock.instant, report: report)
  }

  /// Whether ``settle()`` would take long: a call that needs it must not run on threads that read sockets.
  package var isFarBehind: Bool { isActive.load(ordering: .relaxed) && simulations.isFarBehind }

  /// Whether a request would have to wait for many steps of its world; classifies endpoints.
  package static let isFarBehind: @Sendable (Request, World) -> Bool = { $1.isFarBehind }

  /// Adds a listener to simulations: it receives what is due from now on.
  ///
  /// - Parameters:
  ///   - add: Adds the listener.
  package func listen<Failure: Error>(_ add: () throws(Failure) -> Void) throws(Failure) {
    simulations.noteListener(self)
    try add()
    feed.wakeRelays()
    expectNext()
  }

  /// Sets what passes changes on to sockets, in the place of what did before.
  package func setRelays(_ relays: [@Sendable (World) -> ChangeRelay]) {
    let kept = timedWork.saved
    channels.removeOwners()
    timedWork.removeAll()
    feed.setRelays(relays.map { $0(self) })
    if !kept.isEmpty { timedWork.restore(kept) }
  }

  // MARK: When something is due

  /// When the next event with a listener is due, in nanoseconds of ``SystemTime``; nil when none is, unless a caller
  /// changes something.
  package var nextDue: Int64? { [nextStep, nextAlarm].compactMap(\.self).min() }

  /// When the next simulation step with a listener is due, in nanoseconds of ``SystemTime``.
  package var nextStep: Int64? {
    isActive.load(ordering: .relaxed) ? simulations.nextDue(self) : nil
  }

  /// When the next alarm may be due, in nanoseconds of ``SystemTime``.
  package var nextAlarm: Int64? {
    guard isActive.load(ordering: .relaxed) else { return nil }
    let next = alarms.earliest.flatMap(clock.monotonicNanoseconds(whenElapsed:))
    return [next, realAlarms.earliest].compactMap(\.self).min()
  }

  /// Sets the closure that is called whenever something becomes due earlier than was reported before, on any thread and
  /// under any lock.
  func whenExpecting(_ report: @escaping @Sendable (_ due: Int64) -> Void) {
    expectation.set(report)
    expectNext()
  }

  func expectNext() {
    if let due = nextDue { expectation.expect(due) }
  }

  /// Observes everything that can make something due earlier.
  func watchTime() {
    let (expectation, clock) = (self.expectation, self.clock)
    clock.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    simulations.whenChanged { expectation.expect(SystemTime.monotonicNanoseconds()) }
    realAlarms.whenSooner { due in expectation.expect(due) }
    alarms.whenSooner { due in
      if let due = clock.monotonicNanoseconds(whenElapsed: due) { expectation.expect(due) }
    }
  }

  // MARK: Heartbeats

  /// The time of the message broker's heartbeats, in nanoseconds since an arbitrary start.
  package var heartbeatNanoseconds: Int64 {
    messaging.overridesHeartbeats ? clock.elapsedNanoseconds : SystemTime.monotonicNanoseconds()
  }

  /// The alarms that belong to ``heartbeatNanoseconds``.
  package var heartbeatAlarms: Alarms { messaging.overridesHeartbeats ? alarms : realAlarms }
}

/// Receives when something is due in a world earlier than was reported before. Objects that change the world's time
/// hold this instead of the world: a weak reference to an object makes each reference count of it slower, and every
/// request counts references to its world.
final class DueObserver: Sendable {
  private let report = OrderedMutex<(@Sendable (_ due: Int64) -> Void)?>(.leaf, nil)

  func set(_ report: @escaping @Sendable (_ due: Int64) -> Void) { self.report.withLock { $0 = report } }

  /// Something may be due then, in nanoseconds of ``SystemTime``; now, if it is unknown what changed.
  func expect(_ due: Int64) { report.withLock { $0 }?(due) }
}
