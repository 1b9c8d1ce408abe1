import HTTPCore
import JSON
import Store
import World

/// The messages that were there before the server looked: a week of them at the first start, later whatever happened
/// while no server ran or while the clock jumped. They are computed when somebody first asks, since that takes longer
/// than the whole start.
package enum MessageHistory {
  /// The time between messages of the last hour of a history, in seconds, which is the documented interval
  /// (CONTRACT §2.4); before it there is one message a slot.
  static let rawInterval: Int64 = 5
  private static let rawSeconds: Int64 = 3600
  /// How many messages are stored with one statement, so that their text does not have to be in memory as a whole.
  private static let batch = 250
  private static let fact = "invernaderos/history"
  /// The second up to which the history was computed, so that messages which were deleted since do not come back.
  private static let endFact = "invernaderos/history-end"

  /// Notes that an empty database shall have a history, which the data set `empty` has not.
  static func plan(_ connection: Connection) throws {
    try WorldSQL.setFact(connection, fact, "a week")
  }

  /// Makes sure that the messages up to now are there: those up to the world's start, or up to now where the clock was
  /// set back since, and all readings since. Costs next to nothing when they are.
  package static func prepare(_ world: World) throws {
    world.settle()
    try begin(world)
    try forgetFuture(of: world)
  }

  /// Forgets the messages that a clock which was set back has left in the future: they are still to come. The next
  /// reading would do so too, but a clock may stand still before it.
  private static func forgetFuture(of world: World) throws {
    guard world.clock.status.isAdjusted,
      let newest = try world.store.read({ try MessageSQL.newestTime($0) }), newest > world.clock.now.seconds
    else { return }
    let greenhouses = try ScriptedGreenhouses(world)
    try world.store.transaction { connection in
      let now = world.clock.now
      try forget(connection, after: now.seconds)
      try AlertSQL.forget(connection, after: now.seconds)
      if try MessageSQL.newestTime(connection) == nil { try fill(connection, greenhouses, until: now) }
    }
  }

  /// Makes sure that the messages up to the world's start are there.
  ///
  /// - Parameters:
  ///   - steps: Readings that are about to be taken, which are no part of the past; nil when none are.
  static func begin(_ world: World, before steps: Simulation.Steps? = nil) throws {
    // Once for each content of the database: a snapshot may have been taken before anybody asked.
    try world.derived.once("invernaderos/history") {
      // What is missing before a gap is filled together with it.
      if steps?.isAfterGap == true { return }
      let greenhouses = try ScriptedGreenhouses(world)
      try world.store.transaction { connection in
        let last = steps.map { $0.time.advanced(byNanoseconds: -1) } ?? .init(nanoseconds: .max)
        try fill(connection, greenhouses, until: min(end(of: world), last))
      }
    }
  }

  /// Adds the messages between the newest one and a moment, at most those of the last week. May be repeated: messages
  /// that are there already are not added again.
  ///
  /// - Parameters:
  ///   - following: How many messages follow at once, which leave no room for as many at the raw interval.
  static func fill(
    _ connection: Connection, _ greenhouses: ScriptedGreenhouses, until end: Timestamp, following: Int = 0
  ) throws {
    let room = max(0, MessageSQL.rawCapacity - Int64(following))
    let times = try missingTimes(connection, until: end, rawSeconds: min(rawSeconds, room * rawInterval))
    guard !times.isEmpty else { return }
    // For clients they were there all the time.
    try connection.unannounced {
      var memory = GreenhouseModel.Memory()
      for start in stride(from: 0, to: times.count, by: batch) {
        let json = array(of: greenhouses, at: times[start..<min(start + batch, times.count)], &memory)
        try MessageSQL.insert(connection, all: String(decoding: json, as: UTF8.self))
      }
      try MessageSQL.thin(connection, afterStoring: Int64(times.count))
    }
    try WorldSQL.setFact(connection, endFact, "\(end.seconds)")
  }

  /// Forgets messages after a moment, in seconds since 1970: the clock was set back, so they are still to come.
  static func forget(_ connection: Connection, after seconds: Int64) throws {
    guard try MessageSQL.deleteAll(connection, after: seconds) > 0 else { return }
    try WorldSQL.setFact(connection, endFact, MessageSQL.newestTime(connection).map { "\($0)" } ?? "")
  }

  /// The newest message of a world, also before somebody has asked for its history; nil when it has none.
  static func newest(_ connection: Connection, _ world: World) throws -> GreenhouseReading? {
    guard let last = try missingTimes(connection, until: end(of: world)).last else {
      return try MessageSQL.newestReading(connection)
    }
    let greenhouses = ScriptedGreenhouses(seed: world.simulationSeed, script: try ScenarioSQL.script(connection))
    return greenhouses.reading(at: Timestamp(seconds: last))
  }

  /// Up to when there is a history at first.
  private static func end(of world: World) -> Timestamp { min(world.startedAt, world.clock.now) }

  /// The seconds of the messages that there should be after the newest one and after what was computed, oldest first.
  private static func missingTimes(
    _ connection: Connection, until end: Timestamp, rawSeconds: Int64 = Self.rawSeconds
  ) throws -> [Int64] {
    let known = [try MessageSQL.newestTime(connection), try WorldSQL.fact(connection, endFact).flatMap { Int64($0) }]
    let newest = known.compactMap(\.self).max()
    guard try newest != nil || WorldSQL.fact(connection, fact) != nil else { return [] }
    let last = end.seconds
    let first = max(newest.map { $0.saturatingAdd(1) } ?? .min, last - MessageSQL.keptSeconds)
    return first <= last ? times(first...last, rawSeconds: rawSeconds) : []
  }

  /// A JSON array of what the sensors showed at some seconds.
  private static func array(
    of greenhouses: ScriptedGreenhouses, at times: ArraySlice<Int64>, _ memory: inout GreenhouseModel.Memory
  ) -> [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    for seconds in times {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json.append(contentsOf: greenhouses.reading(at: Timestamp(seconds: seconds), &memory).json)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// The seconds of a history's messages: the starts of slots, and at the end an hour at the raw interval.
  package static func times(_ range: ClosedRange<Int64>, rawSeconds: Int64 = Self.rawSeconds) -> [Int64] {
    let slot = MessageSQL.slotSeconds
    let raw = max(range.lowerBound, range.upperBound - rawSeconds + 1)
    let slots = stride(from: (range.lowerBound + slot - 1).floored(to: slot), to: raw, by: Int(slot))
    let lastHour = stride(
      from: (raw + rawInterval - 1).floored(to: rawInterval), through: range.upperBound, by: Int(rawInterval))
    return Array(slots) + Array(lastHour)
  }
}

extension Int64 {
  /// The greatest multiple of a unit that is not above the number.
  fileprivate func floored(to unit: Int64) -> Int64 {
    let remainder = self % unit
    return self - (remainder < 0 ? remainder + unit : remainder)
  }
}
