import HTTPCore
import JSON
import Store
import World

/// Readings that are taken together. What only listeners need is computed only when there are any.
struct SensorRound {
  /// Status and statistics come with every so many readings.
  private static let summaryPeriod: Int64 = 12

  /// The last reading as JSON.
  private(set) var newest: [UInt8] = []
  private let greenhouses: ScriptedGreenhouses
  private let observed: Set<SensorTopic>
  private let given: [Int: Int?]
  private var memory = GreenhouseModel.Memory()
  /// The alerts that are not resolved.
  private var open: [OpenAlert] = []
  /// Readings stored since old ones were forgotten.
  private var stored: Int64 = 0

  init(_ greenhouses: ScriptedGreenhouses, observed: Set<SensorTopic>, given: [Int: Int?]) {
    (self.greenhouses, self.observed, self.given) = (greenhouses, observed, given)
  }

  mutating func run(_ connection: Connection, _ steps: Simulation.Steps) throws {
    try MessageHistory.forget(connection, after: steps.time.seconds)
    try AlertSQL.forget(connection, after: steps.time.seconds)
    // After the clock was set back there may be no earlier reading.
    if try steps.isAfterGap || MessageSQL.newestTime(connection) == nil {
      try MessageHistory.fill(
        connection, greenhouses, until: steps.time.advanced(byNanoseconds: -1),
        following: steps.count.addingReportingOverflow(steps.following).partialValue)
    }
    var previous = try MessageSQL.newestReading(connection)
    open = try AlertSQL.open(connection)
    for time in steps.times {
      let reading = reading(at: time, interval: steps.intervalNanoseconds)
      try take(connection, reading, after: previous)
      previous = reading
    }
    try thin(connection)
  }

  private mutating func take(
    _ connection: Connection, _ reading: GreenhouseReading, after previous: GreenhouseReading?
  ) throws {
    newest = reading.json
    let number = try MessageSQL.insert(
      connection, seconds: reading.seconds, body: String(decoding: newest, as: UTF8.self))
    stored += 1
    try resolve(connection, by: reading)
    for alert in previous.map({ SensorAlert.between($0, reading) }) ?? [] {
      if let raised = try AlertSQL.insert(connection, alert) { open.append(raised) }
    }
    let isSummaryDue = number % Self.summaryPeriod == 0
    if observed.contains(.status), isSummaryDue || previous?.extractors != reading.extractors {
      announce(.status, GreenhouseStatus.json(reading), connection)
    }
    if isSummaryDue, observed.contains(.statistics) {
      try thin(connection)
      announce(
        .statistics,
        JSONWriter.serialize(try StatisticsSummary.read(connection, .hour, until: reading.seconds)), connection)
    }
  }

  private mutating func resolve(_ connection: Connection, by reading: GreenhouseReading) throws {
    for alert in open where alert.isResolved(by: reading) {
      try AlertSQL.resolve(connection, alert.number, at: reading.seconds)
      announce(.resolvedAlerts, alert.resolution(by: reading), connection)
    }
    open.removeAll { $0.isResolved(by: reading) }
  }

  private mutating func thin(_ connection: Connection) throws {
    if stored > 0 { try MessageSQL.thin(connection, afterStoring: stored) }
    stored = 0
  }

  /// Reports what is no record; readings and alerts are.
  private func announce(_ topic: SensorTopic, _ body: [UInt8], _ connection: Connection) {
    if observed.contains(topic) { connection.announce(GreenhouseChanges.action(topic, body)) }
  }

  /// The moment whose values a step shows: the beginning of its second or, at shorter intervals, of its interval. So
  /// readings with the same time stamp are the same, at whatever fraction of a second a server was started.
  private static func moment(of time: Timestamp, interval: Int64) -> Timestamp {
    let grain = min(interval, 1_000_000_000)
    let rest = time.nanoseconds % grain
    return time.advanced(byNanoseconds: -(rest < 0 ? rest + grain : rest))
  }

  private mutating func reading(at time: Timestamp, interval: Int64) -> GreenhouseReading {
    let moment = Self.moment(of: time, interval: interval)
    let reading = greenhouses.reading(
      at: moment, taken: time,
      after: Self.moment(of: time.advanced(byNanoseconds: -interval), interval: interval), &memory)
    let isFrequent = interval < 1_000_000_000
    guard isFrequent || !given.isEmpty else { return reading }
    let rest = moment.nanoseconds - Timestamp(seconds: reading.seconds).nanoseconds
    return GreenhouseReading(
      seconds: reading.seconds, milliseconds: isFrequent ? min(999, max(0, rest / 1_000_000)) : nil,
      hundredths: reading.hundredths.enumerated().map { index, value in given[index] ?? value })
  }
}
