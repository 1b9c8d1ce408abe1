import Foundation
import Invernaderos
import Store
import Testing
import World

/// A world of Invernaderos alone whose clock moves only when told to.
struct InvernaderosWorld {
  let world: World

  /// 2026-11-28T14:00:00Z.
  static let start: Int64 = 1_795_874_400

  init(
    _ dataset: Dataset = .demo, at seconds: Int64 = Self.start, seed: UInt64 = 1,
    _ location: Store.Location = .ephemeral
  ) throws {
    let module = Invernaderos()
    let store = try Store(location, schema: World.schema + module.schema)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Seeds/invernaderos")
    if try store.read({ try $0.value("SELECT count(*) FROM invernaderos_sensor")?.integer }) == 0 {
      try store.transaction {
        try module.seed(dataset, from: SeedFolder(path: root.standardizedFileURL.path), into: $0)
      }
    }
    var configuration = World.Configuration()
    configuration.randomSeed = seed
    world = try World(
      id: "test", store: store, clock: WorldClock(start: Timestamp(seconds: seconds)) { 0 },
      configuration: configuration)
  }

  /// Takes steps at an interval, the first one after that time.
  func step(_ count: Int, everySeconds interval: Int64 = 5, isAfterGap: Bool = false) throws {
    for index in 0..<count {
      world.clock.advance(nanoseconds: interval * 1_000_000_000)
      let step = Simulation.Steps(
        time: world.clock.now, intervalNanoseconds: 5_000_000_000, isAfterGap: isAfterGap && index == 0)
      try SensorSimulation.take(world, step)
    }
  }

  /// The seconds of all messages, newest first.
  var times: [Int64] {
    get throws {
      try world.store.read { try $0.rows("SELECT time FROM invernaderos_message ORDER BY number DESC") }
        .compactMap { $0[0].integer }
    }
  }

  var bodies: [String] {
    get throws {
      try world.store.read { try $0.rows("SELECT body FROM invernaderos_message ORDER BY number") }
        .compactMap { $0[0].text }
    }
  }
}

@Suite("The history of the greenhouses")
struct MessageHistoryTests {
  private static let week: Int64 = 604_800

  @Test("is there when it is first asked for, and no sooner", arguments: [Dataset.demo, .minimal])
  func firstAsked(dataset: Dataset) throws {
    let greenhouses = try InvernaderosWorld(dataset)
    #expect(try greenhouses.times.isEmpty)
    try MessageHistory.prepare(greenhouses.world)
    let times = try greenhouses.times
    #expect(times == times.sorted(by: >))
    #expect(times.first == InvernaderosWorld.start)
    #expect(times.last == InvernaderosWorld.start - Self.week)
    let lastHour = times.prefix { $0 > InvernaderosWorld.start - 3600 }
    #expect(lastHour.count == 720)
    #expect(zip(times.dropFirst(720), times.dropFirst(721)).allSatisfy { $0 - $1 == 300 })
    try MessageHistory.prepare(greenhouses.world)
    #expect(try greenhouses.times == times)
  }

  @Test("belongs to the world's start, whenever it is asked for")
  func late() throws {
    let (early, late) = (try InvernaderosWorld(), try InvernaderosWorld())
    late.world.clock.advance(nanoseconds: 3_000_000_000)
    try MessageHistory.prepare(early.world)
    try MessageHistory.prepare(late.world)
    #expect(try early.bodies == late.bodies)
  }

  @Test("is missing from the empty data set, which fills from then on")
  func empty() throws {
    let greenhouses = try InvernaderosWorld(.empty)
    try MessageHistory.prepare(greenhouses.world)
    #expect(try greenhouses.times.isEmpty)
    try greenhouses.step(2)
    #expect(try greenhouses.times == [InvernaderosWorld.start + 10, InvernaderosWorld.start + 5])
  }

  @Test("follows from the seed and the time alone")
  func deterministic() throws {
    let worlds = try [1, 1, 2].map { try InvernaderosWorld(seed: $0) }
    for world in worlds { try world.step(30) }
    #expect(try worlds[0].bodies == worlds[1].bodies)
    #expect(try worlds[0].bodies != worlds[2].bodies)
  }

  @Test("keeps the newest thousand, one of each five minutes before them, and nothing beyond a week")
  func retention() throws {
    let greenhouses = try InvernaderosWorld()
    try greenhouses.step(1300)
    let times = try greenhouses.times
    let now = InvernaderosWorld.start + 6500
    #expect(times.first == now)
    #expect(zip(times.prefix(1000), times.dropFirst().prefix(999)).allSatisfy { $0 - $1 == 5 })
    let older = times.dropFirst(1000)
    #expect(older.count == Set(older.map { $0 / 300 }).count)
    // Each slot of the week has one, the first of its messages.
    #expect(older.dropFirst().allSatisfy { $0 % 300 == 0 })
    #expect((times.last ?? 0) >= now - Self.week)
    #expect((times.last ?? 0) < now - Self.week + 300)
  }

  /// A reading each five seconds, several at once, the first one five seconds from now.
  private static func take(_ greenhouses: InvernaderosWorld, _ counts: [Int], isAfterGap: Bool = false) throws {
    var (following, isFirst) = (counts.reduce(0, +), true)
    for count in counts {
      following -= count
      let time = greenhouses.world.clock.now.advanced(byNanoseconds: 5_000_000_000)
      greenhouses.world.clock.advance(nanoseconds: Int64(count) * 5_000_000_000)
      try SensorSimulation.take(
        greenhouses.world,
        Simulation.Steps(
          time: time, intervalNanoseconds: 5_000_000_000, count: count, following: following,
          isAfterGap: isAfterGap && isFirst, hasObservers: false))
      isFirst = false
    }
  }

  @Test("is the same whether it is made reading by reading or at once, alerts included")
  func atOnce() throws {
    let (single, many) = (try InvernaderosWorld(), try InvernaderosWorld())
    try single.step(1300)
    try Self.take(many, [1, 200, 99, 1000])
    #expect(try single.bodies == many.bodies)
    let alerts = { (greenhouses: InvernaderosWorld) in
      try greenhouses.world.store.read { try $0.rows("SELECT number, time, body FROM invernaderos_alert") }
    }
    #expect(try !alerts(single).isEmpty)
    #expect(try alerts(single) == alerts(many))
  }

  @Test("has the same messages after a jump, whether somebody looked before or not", arguments: [true, false])
  func jump(isAskedBefore: Bool) throws {
    let (single, many) = (try InvernaderosWorld(), try InvernaderosWorld())
    try single.step(3)
    if isAskedBefore { try many.step(3) } else { many.world.clock.advance(nanoseconds: 15_000_000_000) }
    for world in [single, many] { world.world.clock.advance(nanoseconds: 86_400_000_000_000) }
    try single.step(1, isAfterGap: true)
    try single.step(999)
    try Self.take(many, [200, 200, 600], isAfterGap: true)
    #expect(try single.times.prefix(1250) == many.times.prefix(1250))
    if isAskedBefore { #expect(try single.bodies == many.bodies) }
  }

  @Test("is filled where the clock jumped, as if somebody had looked")
  func gap() throws {
    let greenhouses = try InvernaderosWorld()
    try greenhouses.step(3)
    try greenhouses.step(1, everySeconds: 86_400, isAfterGap: true)
    let times = try greenhouses.times
    #expect(times.first == InvernaderosWorld.start + 15 + 86_400)
    #expect((zip(times, times.dropFirst()).map { $0 - $1 }.max() ?? 0) <= 300)
    #expect((times.last ?? 0) >= InvernaderosWorld.start + 15 + 86_400 - Self.week)
    #expect(times.count < 3100)
  }

  @Test("is not filled between readings that are far apart on purpose")
  func longInterval() throws {
    let greenhouses = try InvernaderosWorld()
    try greenhouses.step(3, everySeconds: 3600)
    #expect(try Array(greenhouses.times.prefix(4)) == [3, 2, 1, 0].map { InvernaderosWorld.start + $0 * 3600 })
  }

  @Test("knows no future when the clock is set back", arguments: [Int64(7200), 86_400, 8_640_000])
  func setBack(seconds: Int64) throws {
    let greenhouses = try InvernaderosWorld()
    try greenhouses.step(3)
    greenhouses.world.clock.set(Timestamp(seconds: InvernaderosWorld.start - seconds))
    try greenhouses.step(1)
    let times = try greenhouses.times
    #expect(times == times.sorted(by: >))
    #expect(times.first == InvernaderosWorld.start - seconds + 5)
    #expect(times.count > 1)
  }

  @Test("goes on in a kept database, also over the time when no server ran")
  func kept() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let first = try InvernaderosWorld(.file(file))
    try first.step(10)
    let kept = try first.bodies
    first.world.store.close()
    let second = try InvernaderosWorld(at: InvernaderosWorld.start + 7200, .file(file))
    defer { second.world.store.close() }
    try MessageHistory.prepare(second.world)
    let times = try second.times
    #expect(times.first == InvernaderosWorld.start + 7200)
    #expect((zip(times, times.dropFirst()).map { $0 - $1 }.max() ?? 0) <= 300)
    #expect(Set(kept.suffix(10)).isSubset(of: Set(try second.bodies)))
  }

  @Test("survives moments at the ends of time", arguments: [Int64.min, -1, 0, .max])
  func extremes(nanoseconds: Int64) throws {
    let greenhouses = try InvernaderosWorld(.empty)
    for isAfterGap in [false, true] {
      let step = Simulation.Steps(
        time: Timestamp(nanoseconds: nanoseconds), intervalNanoseconds: 5_000_000_000, isAfterGap: isAfterGap)
      try SensorSimulation.take(greenhouses.world, step)
    }
    #expect(try greenhouses.times.first == Timestamp(nanoseconds: nanoseconds).seconds)
  }
}

extension InvernaderosWorld {
  fileprivate init(at seconds: Int64 = Self.start, _ location: Store.Location) throws {
    try self.init(.demo, at: seconds, seed: 1, location)
  }
}
