import Store
import Synchronization
import Testing
import World

/// What a simulation was asked for, and whether somebody listens.
private final class Diary: Sendable {
  struct Failure: Error {}

  let hasObservers = Atomic(false)
  let fails = Atomic(false)
  private let entries = Mutex<[Simulation.Steps]>([])
  /// Called with each piece of work.
  let working = Mutex<(@Sendable () -> Void)?>(nil)

  var all: [Simulation.Steps] { entries.withLock { $0 } }
  var count: Int { all.map(\.count).reduce(0, +) }
  /// When steps were due, in seconds of the world's time, with those that were told marked.
  var lines: [String] {
    all.flatMap { steps in
      steps.times.map { "\($0.seconds)\(steps.hasObservers ? "!" : "")\(steps.isAfterGap ? "^" : "")" }
    }
  }

  func simulation(_ unobserved: Simulation.UnobservedSteps, backlog: Int64 = 1000) -> Simulation {
    Simulation(
      name: "diary", intervalNanoseconds: 5_000_000_000, backlog: backlog, unobserved: unobserved,
      hasObservers: { _ in self.hasObservers.load(ordering: .relaxed) }, take: { try self.take($1) })
  }

  private func take(_ steps: Simulation.Steps) throws {
    working.withLock { $0 }?()
    if fails.exchange(false, ordering: .relaxed) { throw Failure() }
    entries.withLock { $0.append(steps) }
  }
}

@Suite("The simulations of a world")
struct SimulationDriverTests {
  private let diary = Diary()

  private func world(_ unobserved: Simulation.UnobservedSteps = .takenLater, backlog: Int64 = 1000) throws -> World {
    var configuration = World.Configuration()
    configuration.simulations = [diary.simulation(unobserved, backlog: backlog)]
    let world = try World(
      id: "w", store: try Store(.ephemeral, schema: World.schema),
      clock: WorldClock(start: Timestamp(seconds: 0)) { 0 }, configuration: configuration)
    world.activate()
    return world
  }

  private func advance(_ world: World, _ seconds: Int64) {
    world.clock.advance(nanoseconds: seconds * 1_000_000_000)
    world.tick { _, _ in }
  }

  @Test("take no step that nobody hears, however far the clock goes", arguments: [Int64(5), 3600, 2_592_000])
  func nobody(seconds: Int64) throws {
    let world = try world()
    advance(world, seconds)
    #expect(diary.all.isEmpty)
    #expect(world.nextDue == nil)
  }

  @Test("take them when somebody asks, each once, without a word")
  func asked() throws {
    let world = try world()
    advance(world, 12)
    world.settle()
    world.settle()
    #expect(diary.lines == ["5", "10"])
    advance(world, 3)
    world.settle()
    #expect(diary.lines == ["5", "10", "15"])
  }

  @Test("tell those who listen of what is due since they do, after what was due before")
  func listening() throws {
    let world = try world()
    advance(world, 12)
    world.listen { diary.hasObservers.store(true, ordering: .relaxed) }
    advance(world, 10)
    #expect(diary.lines == ["5", "10", "15!", "20!"])
    diary.hasObservers.store(false, ordering: .relaxed)
    advance(world, 10)
    #expect(diary.count == 4)
    world.listen { diary.hasObservers.store(true, ordering: .relaxed) }
    advance(world, 5)
    #expect(diary.lines.suffix(3) == ["25", "30", "35!"])
  }

  @Test("leave out for ever what nobody heard, where that is how they are")
  func leftOut() throws {
    let world = try world(.leftOut)
    advance(world, 2_592_000)
    world.settle()
    #expect(diary.all.isEmpty)
    world.listen { diary.hasObservers.store(true, ordering: .relaxed) }
    advance(world, 7)
    #expect(diary.lines == ["2592005!"])
  }

  @Test("skip what is beyond the backlog, and say so with the first step behind the gap")
  func backlog() throws {
    let world = try world(backlog: 3)
    diary.hasObservers.store(true, ordering: .relaxed)
    advance(world, 60)
    #expect(diary.lines == ["50!^", "55!^", "60!^"])
    #expect(diary.all.first?.following == 0)
  }

  @Test("come in pieces that know how many steps follow")
  func pieces() throws {
    let world = try world()
    advance(world, 3600)
    world.settle()
    #expect(diary.count == 720)
    #expect(diary.all.count > 1)
    #expect(diary.all.first.map { $0.count + $0.following } == 720)
    #expect(diary.lines == (1...720).map { "\($0 * 5)" })
  }

  @Test("read the clock once: what becomes due meanwhile waits, so that a fast clock is never chased")
  func deadline() throws {
    let world = try world()
    diary.hasObservers.store(true, ordering: .relaxed)
    // Each piece of work takes longer than the clock needs to the next one.
    diary.working.withLock { $0 = { [clock = world.clock] in clock.advance(nanoseconds: 3_600_000_000_000) } }
    advance(world, 10)
    #expect(diary.lines == ["5!", "10!"])
  }

  @Test("leave the rest for later at a deadline")
  func slice() throws {
    let world = try world()
    diary.hasObservers.store(true, ordering: .relaxed)
    world.clock.advance(nanoseconds: 3_600_000_000_000)
    let instant = world.clock.instant
    #expect(!world.simulations.run(world, .observed, upTo: instant, until: .min) { _, _ in })
    #expect((1..<720).contains(diary.count))
    #expect(world.simulations.run(world, .observed, upTo: instant) { _, _ in })
    #expect(diary.count == 720)
  }

  @Test("give up when the world ends, in the midst of a jump")
  func stop() throws {
    let world = try world()
    diary.hasObservers.store(true, ordering: .relaxed)
    diary.working.withLock { $0 = { world.end() } }
    advance(world, 3600)
    #expect(diary.all.count == 1)
    #expect(world.nextDue == nil)
    diary.working.withLock { $0 = nil }
  }

  @Test("have the next step fill the gap of one that failed")
  func failure() throws {
    let world = try world()
    diary.fails.store(true, ordering: .relaxed)
    advance(world, 5)
    var names: [String] = []
    world.settle { name, _ in names.append(name) }
    #expect(names == ["diary"])
    advance(world, 5)
    world.settle()
    #expect(diary.lines == ["10^"])
  }

  @Test("say when somebody hears of something next, by real time")
  func nextDue() throws {
    let world = try world()
    diary.hasObservers.store(true, ordering: .relaxed)
    #expect(world.nextDue == 5_000_000_000)
    world.clock.run(rate: 100)
    #expect(world.nextDue == 50_000_000)
    world.clock.freeze(true)
    #expect(world.nextDue == nil)
    world.clock.advance(nanoseconds: 5_000_000_000)
    #expect(world.nextDue == 0)
    #expect(world.simulations.pause(true))
    #expect(world.nextDue == nil)
  }
}
