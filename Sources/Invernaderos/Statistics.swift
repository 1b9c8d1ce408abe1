import HTTPCore
import JSON
import Store
import World

/// What the sensors showed over some time, in the forms that upstream has for it (CONTRACT §2.1).
enum StatisticsEndpoints {
  private static let base = Invernaderos.base

  static let all = [
    Endpoint(.get, "\(base)/greenhouse/statistics/summary", "getStatisticsSummary", .bearer) { call in
      try summary(call, default: .hour)
    }.slow(),
    Endpoint(.get, "\(base)/greenhouse/statistics/{sensorId}", "getSensorStatistics", .bearer, answer: sensor).slow(),
    Endpoint(.get, "\(base)/sensors/stats/{sensorId}", "getSensorStats", .bearer, answer: stats).slow(),
    Endpoint(.get, "\(base)/sensors/stats/{sensorId}/trend", "getSensorTrend", .bearer, answer: trend).slow(),
    Endpoint(.get, "\(base)/statistics/historical-data", "getHistoricalData", .bearer, answer: historicalData).slow(),
    Endpoint(.get, "\(base)/statistics/hourly", "getHourlyStatistics", .bearer) { call in
      try parts(call, length: 3600, default: .day)
    }.slow(),
    Endpoint(.get, "\(base)/statistics/daily", "getDailyStatistics", .bearer) { call in
      try parts(call, length: 86_400, default: .week)
    }.slow(),
    Endpoint(.get, "\(base)/statistics/summary", "getHistoricalSummary", .bearer) { call in
      try summary(call, default: .day)
    }.slow(),
  ]

  // MARK: One sensor

  private static func sensor(_ call: Call) throws -> Response {
    let period = Period.read(try call.request.query()["period"], default: .hour)
    var body = try statistics(call, period.range(until: call.world.clock.now.seconds)).json
    body["period"] = .string(period.text)
    return .json(.object(body))
  }

  private static func stats(_ call: Call) throws -> Response {
    let (since, now) = (try SensorEndpoints.since(call, parameter: "hoursAgo"), call.world.clock.now.seconds)
    // A period that lies in the future for ever is empty.
    return .json(.object(try statistics(call, since <= now ? since...now : Int64.max...Int64.max).json))
  }

  private static func trend(_ call: Call) throws -> Response {
    let period = Period.read(try call.request.query()["period"], default: .day)
    let statistics = try statistics(call, period.range(until: call.world.clock.now.seconds))
    var body = statistics.description
    body["period"] = .string(period.text)
    body["count"] = .number(JSONNumber(statistics.count))
    body["direction"] = .string(statistics.direction(up: "UP", down: "DOWN", stable: "STABLE"))
    body["changePercent"] = .decimal(statistics.changePercent)
    body["firstValue"] = statistics.values.map { .decimal($0.first) }
    body["lastValue"] = statistics.values.map { .decimal($0.last) }
    return .json(.object(body))
  }

  /// - Throws: ``Problem`` of kind `notFound` for a sensor that does not exist.
  private static func statistics(_ call: Call, _ range: ClosedRange<Int64>) throws -> SensorStatistics {
    let id = call.parameters["sensorId"]
    let found = try Answers.read(call) {
      try StatisticsSQL.sensors($0, SensorSelection(sensor: id), range).first
    }
    guard let found else { throw Answers.missing(sensor: id) }
    return found
  }

  // MARK: Several sensors

  private static func summary(_ call: Call, default standard: Period) throws -> Response {
    let (period, selection) = try choice(call, default: standard)
    let now = call.world.clock.now.seconds
    return .json(
      try Answers.read(call) { try StatisticsSummary.read($0, period, until: now, selection) })
  }

  private static func historicalData(_ call: Call) throws -> Response {
    let (period, selection) = try choice(call, default: .day)
    let range = period.range(until: call.world.clock.now.seconds)
    let sensors = try Answers.read(call) { try StatisticsSQL.sensors($0, selection, range) }
    return .json(.array(sensors.map { .object(historicalData($0, period)) }))
  }

  private static func historicalData(_ statistics: SensorStatistics, _ period: Period) -> JSONObject {
    var body = statistics.description
    body["period"] = .string(period.text)
    body["currentValue"] = statistics.values.map { .decimal($0.last) }
    body["avgValue"] = statistics.values.map { .decimal($0.average) }
    body["minValue"] = statistics.values.map { .decimal($0.minimum) }
    body["maxValue"] = statistics.values.map { .decimal($0.maximum) }
    body["trendPercent"] = .decimal(statistics.changePercent)
    body["trendDirection"] = .string(
      statistics.direction(up: "INCREASING", down: "DECREASING", stable: "STABLE"))
    return body
  }

  private static func parts(_ call: Call, length: Int64, default standard: Period) throws -> Response {
    let (period, selection) = try choice(call, default: standard)
    let range = period.range(until: call.world.clock.now.seconds)
    let parts = try Answers.read(call) {
      try StatisticsSQL.parts($0, selection, range, length: length)
    }
    return .json(
      .array(
        parts.map { part in
          var body = part.statistics.json
          body["timestamp"] = .string(Timestamp(seconds: part.start).iso8601)
          return .object(body)
        }))
  }

  /// The `period`, `sensorId` and `greenhouseId` of a request.
  private static func choice(_ call: Call, default standard: Period) throws -> (Period, SensorSelection) {
    let query = try call.request.query()
    let sensor = query["sensorId"].flatMap { $0.isEmpty ? nil : $0 }
    return (
      Period.read(query["period"], default: standard),
      SensorSelection(greenhouse: SensorEndpoints.greenhouse(query), sensor: sensor)
    )
  }
}

/// A length of time as clients write it: `30m`, `24h` or `7d`.
package struct Period: Sendable, Equatable {
  static let hour = Period(text: "1h", seconds: 3600)
  /// The last 24 hours.
  package static let day = Period(text: "24h", seconds: 86_400)
  /// The last seven days.
  package static let week = Period(text: "7d", seconds: 604_800)

  /// The period as it was written.
  package let text: String
  /// Its length.
  package let seconds: Int64

  /// The period of a text; the default one for anything that cannot be read (CONTRACT §2.3).
  package static func read(_ text: String?, default standard: Period) -> Period {
    let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
    guard let text, let unit = text.last.flatMap({ units[$0] }), let count = Int32(text.dropLast()), count >= 0 else {
      return standard
    }
    return Period(text: text, seconds: Int64(count) * unit)
  }

  /// The seconds of the period that ends at a second, both ends inclusive.
  package func range(until end: Int64) -> ClosedRange<Int64> { (end - seconds)...end }
}

/// What a sensor showed over some time.
struct SensorStatistics: Sendable {
  /// What the values amount to.
  struct Values: Sendable {
    let minimum: Double
    let maximum: Double
    /// Rounded half up to two decimals.
    let average: Double
    /// The oldest and the newest value.
    let first: Double
    let last: Double
  }

  let sensorID: String
  let greenhouseID: String
  let type: String
  let unit: String
  let count: Int
  /// nil when nothing was measured.
  let values: Values?

  /// How much the newest value differs from the oldest.
  private var change: PercentChange {
    values.map { PercentChange(from: $0.first, to: $0.last) } ?? .init(from: 0, to: 0)
  }

  /// The change in percent, rounded half up to two decimals; a change from zero counts as 100.
  var changePercent: Double { change.percent }

  /// Changes up to this, in tenths of a percent, count as none (CONTRACT §9).
  private static let stableTenths = 5

  /// Which of three words the change deserves, before it is rounded.
  func direction(up: String, down: String, stable: String) -> String {
    switch change.direction(beyondTenths: Self.stableTenths) {
    case 1: up
    case -1: down
    default: stable
    }
  }

  /// The members about the sensor itself, to which each answer adds its own.
  var description: JSONObject {
    [
      "sensorId": .string(sensorID), "greenhouseId": .string(greenhouseID), "sensorType": .string(type),
      "unit": .string(unit),
    ]
  }

  /// The sensor with the number, the extremes and the mean of its values, which are left out when there are none.
  var json: JSONObject {
    var object = description
    object["count"] = .number(JSONNumber(count))
    if let values {
      object["min"] = .decimal(values.minimum)
      object["max"] = .decimal(values.maximum)
      object["avg"] = .decimal(values.average)
    }
    return object
  }
}

/// The statistics of all sensors in one object, for the topic and the route.
enum StatisticsSummary {
  /// What the chosen sensors showed in a period that ends at a second.
  static func read(
    _ connection: Connection, _ period: Period, until end: Int64, _ selection: SensorSelection = SensorSelection()
  ) throws -> JSONValue {
    let range = period.range(until: end)
    let sensors = try StatisticsSQL.sensors(connection, selection, range)
    return [
      "tenantId": .string(SensorCatalogue.tenant), "period": .string(period.text),
      "from": .string(Timestamp(seconds: range.lowerBound).iso8601), "to": .string(Timestamp(seconds: end).iso8601),
      "sensors": .array(sensors.map { .object($0.json) }), "timestamp": .string(Timestamp(seconds: end).iso8601),
    ]
  }
}

/// All SQL of the statistics.
enum StatisticsSQL {
  /// The statistics of the chosen sensors between two seconds, both inclusive, in the order of the sensors. Nearly
  /// every message has a value of every sensor, so the oldest and newest values are those of the first and last
  /// message, and are only searched for where a sensor had no value then.
  static func sensors(
    _ connection: Connection, _ selection: SensorSelection, _ seconds: ClosedRange<Int64>
  ) throws -> [SensorStatistics] {
    let rows = try connection.rows(
      """
      WITH ends AS (
        SELECT min(number) AS first, max(number) AS last FROM invernaderos_message WHERE time BETWEEN ? AND ?
      ), \(readings(selection)), measured AS (
        SELECT sensor, count(value) AS count, min(value) AS minimum, max(value) AS maximum, \(total) AS total
        FROM reading GROUP BY sensor
      )
      SELECT sensor.id, sensor.greenhouse, sensor.type, sensor.unit, coalesce(measured.count, 0), measured.minimum,
        measured.maximum, measured.total,
        coalesce(
          json_extract((SELECT body FROM invernaderos_message WHERE number = (SELECT first FROM ends)), sensor.path),
          (SELECT value FROM reading WHERE reading.sensor = sensor.number AND value IS NOT NULL ORDER BY time LIMIT 1)),
        coalesce(
          json_extract((SELECT body FROM invernaderos_message WHERE number = (SELECT last FROM ends)), sensor.path),
          (SELECT value FROM reading WHERE reading.sensor = sensor.number AND value IS NOT NULL ORDER BY time DESC LIMIT 1))
      FROM invernaderos_sensor AS sensor LEFT JOIN measured ON measured.sensor = sensor.number
      WHERE \(selection.condition) ORDER BY sensor.number
      """, bounds(seconds) + bounds(seconds) + selection.arguments + selection.arguments)
    return rows.compactMap { statistics($0[...]) }
  }

  /// The statistics of the chosen sensors in each part of a time, oldest first.
  ///
  /// - Parameters:
  ///   - length: The length of a part in seconds; parts begin at its multiples.
  static func parts(
    _ connection: Connection, _ selection: SensorSelection, _ seconds: ClosedRange<Int64>, length: Int64
  ) throws -> [(start: Int64, statistics: SensorStatistics)] {
    let rows = try connection.rows(
      """
      WITH \(readings(selection))
      SELECT reading.time / ? AS part, sensor.id, sensor.greenhouse, sensor.type, sensor.unit, count(value),
        min(value), max(value), \(total), 0.0, 0.0
      FROM reading JOIN invernaderos_sensor AS sensor ON sensor.number = reading.sensor
      GROUP BY part, sensor.number HAVING count(value) > 0 ORDER BY part, sensor.number
      """, bounds(seconds) + selection.arguments + [.integer(length)])
    return rows.compactMap { row in
      guard let part = row[0].integer, let statistics = statistics(row[1...]) else { return nil }
      return (part * length, statistics)
    }
  }

  /// The sum of values in ten thousandths. Of values with up to four decimals it is a whole number but for an error that
  /// is far below a half, so that the mean can be rounded as it is.
  private static let total = "total(value * 10000.0)"

  /// The mean of a sum in ten thousandths, rounded half up to two decimals.
  private static func mean(_ total: Double, count: Int) -> Double {
    // Beyond 2^53 not every whole number is a Double.
    guard count > 0, total.magnitude < 9e15 else { return total / 10_000 / Double(max(1, count)) }
    let (divisor, isTooLarge) = count.multipliedReportingOverflow(by: 100)
    return isTooLarge ? 0 : Double(HalfUp.quotient(Int(total.rounded()), by: divisor)) / 100
  }

  /// The table of the chosen readings, made once, since SQLite would take each value out of its message again for each
  /// use otherwise. Its arguments are the bounds and those of the selection.
  private static func readings(_ selection: SensorSelection) -> String {
    """
    reading AS MATERIALIZED (
      SELECT message.time AS time, sensor.number AS sensor, \(SensorSQL.value) AS value
      FROM \(SensorSQL.source) WHERE message.time BETWEEN ? AND ? AND \(selection.condition)
    )
    """
  }

  private static func bounds(_ seconds: ClosedRange<Int64>) -> [SQLValue] {
    [.integer(seconds.lowerBound), .integer(seconds.upperBound)]
  }

  private static func statistics(_ columns: ArraySlice<SQLValue>) -> SensorStatistics? {
    let row = Array(columns)
    guard row.count == 10, let id = row[0].text, let greenhouse = row[1].text, let type = row[2].text,
      let unit = row[3].text, let count = row[4].integer
    else { return nil }
    let numbers = row[5...].compactMap(\.real)
    let values =
      numbers.count == 5
      ? SensorStatistics.Values(
        minimum: numbers[0], maximum: numbers[1], average: mean(numbers[2], count: Int(count)), first: numbers[3],
        last: numbers[4]) : nil
    return SensorStatistics(
      sensorID: id, greenhouseID: greenhouse, type: type, unit: unit, count: Int(count), values: values)
  }
}

extension SQLValue {
  /// The number, or nil for another storage class.
  fileprivate var real: Double? {
    guard case .real(let value) = self else { return nil }
    return value
  }
}
