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
    try MessageHistory.prepare(world)
    try world.store.transaction([InvernaderosSchema.message]) { connection in
      try take(connection, GreenhouseModel(seed: world.simulationSeed), step)
    } committed: { announcements in
      for announcement in announcements {
        world.broker.publish(
          destination: announcement.destination, contentType: "application/json", body: announcement.body)
      }
    }
  }

  /// The moment whose values a step shows: the beginning of its second or, at shorter intervals, of its interval. So
  /// readings with the same time stamp are the same, at whatever fraction of a second a server was started.
  private static func moment(of step: Simulation.Step) -> Timestamp {
    let grain = min(step.intervalNanoseconds, 1_000_000_000)
    let rest = step.time.nanoseconds % grain
    return step.time.advanced(byNanoseconds: -(rest < 0 ? rest + grain : rest))
  }

  private static func take(
    _ connection: Connection, _ model: GreenhouseModel, _ step: Simulation.Step
  ) throws -> [Announcement] {
    let seconds = step.time.seconds
    try MessageSQL.deleteAll(connection, after: seconds)
    // After the clock was set back there may be nothing left of the past.
    if try step.isAfterGap || MessageSQL.newestTime(connection) == nil {
      try MessageHistory.fill(connection, model, until: step.time.advanced(byNanoseconds: -1))
    }
    let previous = try MessageSQL.newestReading(connection)
    let reading = model.reading(at: moment(of: step))
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
    return announcements
  }
}
