import HTTPCore
import JSON
import Store
import World

/// Reads the sensors at each step, stores what they show and publishes it to those who listen.
package enum SensorSimulation {
  /// The documented interval: one message each 5 s (CONTRACT §2.4).
  static let interval: Int64 = 5_000_000_000
  /// How many missed steps are taken one by one after a jump of the clock; earlier ones are stored without being
  /// published.
  static let backlog: Int64 = 1000

  /// The readings of a world. Those that nobody listens to are stored when somebody asks for them.
  static func simulation(everyNanoseconds interval: Int64) -> Simulation {
    Simulation(
      name: "sensor readings", intervalNanoseconds: interval, backlog: backlog, unheard: .takenLater,
      isHeard: { world in SensorTopic.allCases.contains { world.broker.hasListeners($0.destination) } }, take: take)
  }

  /// Takes readings.
  @Sendable package static func take(_ world: World, _ steps: Simulation.Steps) throws {
    _ = try read(world, steps)
  }

  /// Takes readings.
  ///
  /// - Parameters:
  ///   - given: Values in place of what the sensors would show, by the indices of the sensors in
  ///     ``SensorCatalogue/all``.
  /// - Returns: The last one as JSON, as it is stored and pushed.
  package static func read(_ world: World, _ steps: Simulation.Steps, given: [Int: Int?] = [:]) throws -> [UInt8] {
    try MessageHistory.begin(world, before: steps)
    let heard = steps.isHeard ? SensorTopic.allCases.filter { world.broker.hasListeners($0.destination) } : []
    var round = SensorRound(try ScriptedGreenhouses(world), heard: Set(heard), given: given)
    return try world.store.transaction { connection in
      try round.run(connection, steps)
      return round
    } committed: { round in
      for announcement in round.announcements {
        world.broker.publish(
          destination: announcement.topic.destination, contentType: "application/json", body: announcement.body)
      }
    }.newest
  }
}

/// The topics that readings are published to.
enum SensorTopic: CaseIterable {
  case messages, status, statistics, alerts

  /// Where the broker has it.
  var destination: String {
    switch self {
    case .messages: "/topic/greenhouse/messages"
    case .status: "/topic/greenhouse/status"
    case .statistics: "/topic/greenhouse/statistics"
    case .alerts: "/topic/tenant/\(SensorCatalogue.tenant)/alerts"
    }
  }
}

/// Readings that are taken together. What only listeners need is computed only when there are any.
private struct SensorRound {
  /// Status and statistics come with every so many readings.
  private static let summaryPeriod: Int64 = 12

  /// What is to be published when all is stored, in order.
  private(set) var announcements: [(topic: SensorTopic, body: [UInt8])] = []
  /// The last reading as JSON.
  private(set) var newest: [UInt8] = []
  private let greenhouses: ScriptedGreenhouses
  private let heard: Set<SensorTopic>
  private let given: [Int: Int?]
  private var memory = GreenhouseModel.Memory()
  /// Readings stored since old ones were forgotten.
  private var stored: Int64 = 0

  init(_ greenhouses: ScriptedGreenhouses, heard: Set<SensorTopic>, given: [Int: Int?]) {
    (self.greenhouses, self.heard, self.given) = (greenhouses, heard, given)
  }

  mutating func run(_ connection: Connection, _ steps: Simulation.Steps) throws {
    try MessageHistory.forget(connection, after: steps.time.seconds)
    // After the clock was set back there may be no earlier reading.
    if try steps.isAfterGap || MessageSQL.newestTime(connection) == nil {
      try MessageHistory.fill(
        connection, greenhouses, until: steps.time.advanced(byNanoseconds: -1),
        following: steps.count.addingReportingOverflow(steps.following).partialValue)
    }
    var previous = try MessageSQL.newestReading(connection)
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
    announce(.messages, newest)
    for alert in previous.map({ SensorAlert.between($0, reading) }) ?? [] {
      announce(.alerts, try AlertSQL.insert(connection, alert))
    }
    let isSummaryDue = number % Self.summaryPeriod == 0
    if heard.contains(.status), isSummaryDue || previous?.extractors != reading.extractors {
      announce(.status, GreenhouseStatus.json(reading))
    }
    if isSummaryDue, heard.contains(.statistics) {
      try thin(connection)
      announce(
        .statistics,
        JSONWriter.serialize(try StatisticsSummary.read(connection, .hour, until: reading.seconds)))
    }
  }

  private mutating func thin(_ connection: Connection) throws {
    if stored > 0 { try MessageSQL.thin(connection, afterStoring: stored) }
    stored = 0
  }

  private mutating func announce(_ topic: SensorTopic, _ body: [UInt8]) {
    if heard.contains(topic) { announcements.append((topic, body)) }
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

/// The state of all greenhouses in one object, for the topic and for those who ask over the socket.
package enum GreenhouseStatus {
  /// What a reading says about the state.
  package static func json(_ reading: GreenhouseReading) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "ONLINE",
      "greenhouses": .array(SensorCatalogue.greenhouses.map { greenhouse($0, reading) }),
      "reserve": values(of: .sensor, in: nil, reading).first ?? .null,
      "timestamp": .string(reading.timestamp),
    ])
  }

  /// The state as long as no sensor has been read.
  static func unknown(at now: Timestamp) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "STARTING", "greenhouses": [],
      "timestamp": .string(now.iso8601),
    ])
  }

  private static func greenhouse(_ greenhouse: Int, _ reading: GreenhouseReading) -> JSONValue {
    [
      "greenhouseId": .string(SensorCatalogue.greenhouseID(greenhouse)),
      "temperature": values(of: .temperature, in: greenhouse, reading).first ?? .null,
      "humidity": values(of: .humidity, in: greenhouse, reading).first ?? .null,
      "extractor": reading.extractors[greenhouse - 1].map(JSONValue.bool) ?? .null,
      "sectors": .array(values(of: .sector, in: greenhouse, reading)),
    ]
  }

  private static func values(
    of kind: SensorCatalogue.Kind, in greenhouse: Int?, _ reading: GreenhouseReading
  ) -> [JSONValue] {
    SensorCatalogue.all.enumerated().compactMap { index, sensor in
      guard sensor.kind == kind, greenhouse == nil || sensor.greenhouse == greenhouse else { return nil }
      return reading.value(at: index).map(JSONValue.decimal) ?? .null
    }
  }
}

extension GreenhouseReading {
  /// Whether the extractor of each greenhouse runs; nil for one that sent no value.
  var extractors: [Bool?] {
    SensorCatalogue.all.enumerated().filter { $0.element.kind == .extractor }.map {
      value(at: $0.offset).map { $0 > 0 }
    }
  }
}

/// A value that passed a threshold from one reading to the next.
package struct SensorAlert: Sendable, Equatable {
  /// A threshold of a kind of sensor.
  package struct Rule: Sendable {
    /// Of which sensors.
    package let kind: SensorCatalogue.Kind
    /// The alert's type on the wire.
    package let type: String
    /// In the sensor's unit.
    package let threshold: Double
    /// Whether values above the threshold are the wrong ones, else those below.
    package let isUpper: Bool
    /// What is said of the sensor.
    package let complaint: String
  }

  /// Thresholds that the model's days pass a few times.
  static let rules = [
    Rule(kind: .temperature, type: "TEMPERATURE_HIGH", threshold: 28, isUpper: true, complaint: "is too warm"),
    Rule(kind: .temperature, type: "TEMPERATURE_LOW", threshold: 18, isUpper: false, complaint: "is too cold"),
    Rule(kind: .humidity, type: "HUMIDITY_HIGH", threshold: 85, isUpper: true, complaint: "is too humid"),
    Rule(kind: .humidity, type: "HUMIDITY_LOW", threshold: 45, isUpper: false, complaint: "is too dry"),
    Rule(kind: .sensor, type: "RESERVE_LOW", threshold: 25, isUpper: false, complaint: "is nearly empty"),
  ]

  /// The threshold that was passed.
  package let rule: Rule
  /// Whose reading passed it.
  package let sensor: SensorCatalogue.Sensor
  /// What the sensor shows now.
  package let value: Double
  /// Seconds since 1970.
  package let seconds: Int64

  /// Whether two alerts say the same; a rule is known by its type.
  package static func == (left: SensorAlert, right: SensorAlert) -> Bool {
    left.rule.type == right.rule.type && left.sensor == right.sensor && left.value == right.value
      && left.seconds == right.seconds
  }

  /// The alerts of a reading, given the one before it. A sensor without a value in the reading before counts as having
  /// crossed the threshold, so that one that comes back with a bad value raises the alert.
  package static func between(_ previous: GreenhouseReading, _ reading: GreenhouseReading) -> [SensorAlert] {
    watched.compactMap { index, rule in
      let (before, value) = (previous.value(at: index), reading.value(at: index))
      guard let value, rule.isBroken(by: value), before.map(rule.isBroken) != true else { return nil }
      return SensorAlert(rule: rule, sensor: SensorCatalogue.all[index], value: value, seconds: reading.seconds)
    }
  }

  /// The places of the sensors in ``SensorCatalogue/all`` that a rule is about, each with its rules.
  private static let watched: [(index: Int, rule: Rule)] = SensorCatalogue.all.enumerated().flatMap { index, sensor in
    rules.filter { $0.kind == sensor.kind }.map { (index, $0) }
  }

  /// The alert as it is pushed.
  package func json(number: Int64) -> [UInt8] {
    JSONWriter.serialize([
      "alertId": "alert_\(number)", "tenantId": .string(SensorCatalogue.tenant),
      "greenhouseId": .string(sensor.greenhouseID), "sensorId": .string(sensor.id), "type": .string(rule.type),
      "severity": "WARNING", "value": .decimal(value), "threshold": .decimal(rule.threshold),
      "message": .string("\(sensor.id) \(rule.complaint): \(value) \(sensor.kind.unit)"),
      "timestamp": .string(Timestamp(seconds: seconds).iso8601),
    ])
  }
}

extension SensorAlert.Rule {
  fileprivate func isBroken(by value: Double) -> Bool { isUpper ? value > threshold : value < threshold }
}

extension JSONValue {
  /// A number with a fraction, `null` when it is not finite.
  static func decimal(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }
}

/// All SQL about alerts. No route answers with them; they are kept so that their numbers continue.
enum AlertSQL {
  /// How many are kept.
  private static let capacity: Int64 = 1000
  private static let sequence = "invernaderos_alert"

  /// Stores an alert.
  ///
  /// - Returns: It as JSON.
  static func insert(_ connection: Connection, _ alert: SensorAlert) throws -> [UInt8] {
    let number = try WorldSQL.next(connection, sequence, for: "invernaderos_alert")
    let json = alert.json(number: number)
    try connection.execute(
      "INSERT INTO invernaderos_alert (number, time, body) VALUES (?, ?, ?)",
      [.integer(number), .integer(alert.seconds), .text(String(decoding: json, as: UTF8.self))])
    try connection.execute(
      "DELETE FROM invernaderos_alert WHERE number <= ?", [.integer(number.saturatingSubtract(capacity))])
    return json
  }
}
