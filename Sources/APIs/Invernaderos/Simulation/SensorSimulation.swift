import HTTPCore
import Store
import World

/// Reads the sensors at each step, stores what they show and tells everyone who listens.
enum SensorSimulation {
  /// The documented interval: one message each 5 s (CONTRACT §2.4).
  static let interval: Int64 = 5_000_000_000
  /// How many steps are made up for one by one after a jump of the clock; what was before them is filled in without a
  /// word.
  static let backlog: Int64 = 1000
  /// Status and statistics come with every so many readings.
  private static let summaryPeriod: Int64 = 12

  /// Something to be published.
  private struct Announcement {
    let destination: String
    let body: [UInt8]
  }

  /// Takes one reading.
  static func step(_ world: World, _ step: Simulation.Step) throws {
    _ = try read(world, step)
  }

  /// Takes one reading.
  ///
  /// - Parameters:
  ///   - given: Values in place of what the sensors would show, by the places of the sensors in
  ///     ``SensorCatalogue/all``.
  /// - Returns: It as JSON, as it is stored and pushed.
  static func read(_ world: World, _ step: Simulation.Step, given: [Int: Int?] = [:]) throws -> [UInt8] {
    try MessageHistory.prepare(world, before: step.time)
    let greenhouses = try ScriptedGreenhouses(world)
    return try world.store.transaction([InvernaderosSchema.message]) { connection in
      try take(connection, greenhouses, step, given)
    } committed: { _, announcements in
      for announcement in announcements {
        world.broker.publish(
          destination: announcement.destination, contentType: "application/json", body: announcement.body)
      }
    }.body
  }

  /// The moment whose values a step shows: the beginning of its second or, at shorter intervals, of its interval. So
  /// readings with the same time stamp are the same, at whatever fraction of a second a server was started.
  private static func moment(of time: Timestamp, interval: Int64) -> Timestamp {
    let grain = min(interval, 1_000_000_000)
    let rest = time.nanoseconds % grain
    return time.advanced(byNanoseconds: -(rest < 0 ? rest + grain : rest))
  }

  private static func reading(
    _ greenhouses: ScriptedGreenhouses, _ step: Simulation.Step, _ given: [Int: Int?]
  ) -> GreenhouseReading {
    let (time, interval) = (step.time, step.intervalNanoseconds)
    let reading = greenhouses.reading(
      at: moment(of: time, interval: interval), taken: time,
      after: moment(of: time.advanced(byNanoseconds: -interval), interval: interval))
    guard !given.isEmpty else { return reading }
    return GreenhouseReading(
      seconds: reading.seconds,
      hundredths: reading.hundredths.enumerated().map { index, value in given[index] ?? value })
  }

  private static func take(
    _ connection: Connection, _ greenhouses: ScriptedGreenhouses, _ step: Simulation.Step, _ given: [Int: Int?]
  ) throws -> (body: [UInt8], [Announcement]) {
    let seconds = step.time.seconds
    try MessageSQL.deleteAll(connection, after: seconds)
    // After the clock was set back there may be nothing left of the past.
    if try step.isAfterGap || MessageSQL.newestTime(connection) == nil {
      try MessageHistory.fill(connection, greenhouses, until: step.time.advanced(byNanoseconds: -1))
    }
    let previous = try MessageSQL.newestReading(connection)
    let reading = reading(greenhouses, step, given)
    let body = reading.json
    let number = try MessageSQL.insert(connection, seconds: seconds, body: String(decoding: body, as: UTF8.self))
    try MessageSQL.thin(connection, afterStoring: 1)

    var announcements = [Announcement(destination: "/topic/greenhouse/messages", body: body)]
    if let previous {
      for alert in SensorAlert.between(previous, reading) {
        let body = try AlertSQL.insert(connection, alert)
        announcements.append(Announcement(destination: "/topic/tenant/\(SensorCatalogue.tenant)/alerts", body: body))
      }
    }
    let isSummaryDue = number % summaryPeriod == 0
    if isSummaryDue || previous.map({ $0.extractors != reading.extractors }) ?? true {
      announcements.append(
        Announcement(destination: "/topic/greenhouse/status", body: GreenhouseStatus.json(reading)))
    }
    if isSummaryDue {
      let summary = try StatisticsSummary.read(connection, .hour, until: seconds)
      announcements.append(
        Announcement(destination: "/topic/greenhouse/statistics", body: JSONWriter.serialize(summary)))
    }
    return (body, announcements)
  }
}
