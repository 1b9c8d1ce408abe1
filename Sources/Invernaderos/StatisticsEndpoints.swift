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
    let found = try Reads.read(call) {
      try StatisticsSQL.sensors($0, SensorSelection(sensor: id), range).first
    }
    guard let found else { throw Reads.missing(sensor: id) }
    return found
  }

  // MARK: Several sensors

  private static func summary(_ call: Call, default standard: Period) throws -> Response {
    let (period, selection) = try choice(call, default: standard)
    let now = call.world.clock.now.seconds
    return .json(
      try Reads.read(call) { try StatisticsSummary.read($0, period, until: now, selection) })
  }

  private static func historicalData(_ call: Call) throws -> Response {
    let (period, selection) = try choice(call, default: .day)
    let range = period.range(until: call.world.clock.now.seconds)
    let sensors = try Reads.read(call) { try StatisticsSQL.sensors($0, selection, range) }
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
    let parts = try Reads.read(call) {
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
