import HTTPCore
import JSON
import Store
import World

/// The readings of single sensors.
enum SensorEndpoints {
  private static let path = "\(Invernaderos.base)/sensors"
  /// Ten years, more than any client needs (CONTRACT §2.3).
  private static let hours: ClosedRange<Int64> = -1...87_600

  static let all = [
    Endpoint(.get, "\(path)/latest", "getLatestReadings", .bearer, answer: latest)
      .slow(when: World.isFarBehind),
    Endpoint(.get, "\(path)/by-greenhouse/{greenhouseId}", "getReadingsByGreenhouse", .bearer, answer: byGreenhouse)
      .slow(),
    Endpoint(.get, "\(path)/by-sensor/{sensorId}", "getReadingsBySensor", .bearer, answer: bySensor).slow(),
    Endpoint(.get, "\(path)/current", "getCurrentSensorValues", .bearer, answer: current)
      .slow(when: World.isFarBehind),
  ]

  private static func latest(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let limit = try Answers.clamped(query, "limit", default: 10, to: 1...1000, type: "Int")
    let greenhouse = greenhouse(query)
    let key = "sensors/\(greenhouse?.key ?? "all")/\(limit)"
    let response = try Answers.cached(call, key: key) {
      try SensorSQL.readings($0, SensorSelection(greenhouse: greenhouse), limit: limit)
    }
    return response ?? .json(.array([]))
  }

  private static func byGreenhouse(_ call: Call) throws -> Response {
    let greenhouse = GreenhouseID(text: call.parameters["greenhouseId"])
    return try readings(call, SensorSelection(greenhouse: greenhouse), parameter: "hours")
  }

  private static func bySensor(_ call: Call) throws -> Response {
    try readings(call, SensorSelection(sensor: call.parameters["sensorId"]), parameter: "hoursAgo")
  }

  /// The readings of the last hours, or of those before `until`, newest first; none for a negative number of hours. Of a
  /// part, the hours end at the newest reading, which the addresses of the other parts name.
  private static func readings(_ call: Call, _ selection: SensorSelection, parameter: String) throws -> Response {
    let query = try call.request.query()
    let until = query["until"] == nil ? nil : try Answers.moment(query, "until").seconds
    guard let page = try ListPart.read(query) else {
      let since = try since(call, parameter: parameter, until: until)
      return .json(try Answers.read(call) { try SensorSQL.readings($0, selection, since: since, until: until ?? .max) })
    }
    let (rows, total, newest) = try Answers.read(call) { connection in
      let newest = try until ?? MessageSQL.newestTime(connection) ?? call.world.clock.now.seconds
      let since = try since(call, parameter: parameter, until: newest)
      let rows = try SensorSQL.readings(
        connection, selection, since: since, until: newest, limit: Int64(page.limit), offset: Int64(page.offset))
      return (rows, try SensorSQL.count(connection, selection, since: since, until: newest), newest)
    }
    return page.response(
      rows, total: total, call, pinned: query["until"] == nil ? [("until", Timestamp(seconds: newest).iso8601)] : [])
  }

  /// The second since which a number of hours has passed, one that never comes for a negative number.
  ///
  /// - Parameters:
  ///   - until: The second at which the hours end; nil for now.
  static func since(_ call: Call, parameter: String, until: Int64? = nil) throws -> Int64 {
    let query = try call.request.query()
    let count = try Answers.clamped(query, parameter, default: 24, to: hours, type: "Long")
    return count < 0 ? .max : (until ?? call.world.clock.now.seconds).saturatingSubtract(count * 3600)
  }

  private static func current(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let (name, type) = ("greenhouseId", "Long")
    guard let text = query[name]?.trimmingBlanks(), !text.isEmpty else {
      throw Answers.unusable(name, nil, "must be a whole number, such as 1", type: type)
    }
    guard let number = Answers.wholeNumber(text) else {
      throw Answers.unusable(name, text, "must be a whole number, such as 1", type: type)
    }
    let response = try Answers.cached(call, key: "current/\(number)") { connection in
      let sensors = try SensorSQL.current(connection, GreenhouseID(text: "\(number)"))
      let time = try MessageSQL.newestTime(connection) ?? call.world.clock.now.seconds
      return Array("{\"greenhouseId\":\(number),\"sensors\":".utf8) + sensors
        + Array(",\"timestamp\":\"\(Timestamp(seconds: time).iso8601)\"}".utf8)
    }
    return response ?? .json(JSONValue.object([:]))
  }

  /// The greenhouse asked for; nil for all of them.
  static func greenhouse(_ query: QueryParameters) -> GreenhouseID? {
    guard let text = query["greenhouseId"]?.trimmingBlanks(), !text.isEmpty else { return nil }
    return GreenhouseID(text: text)
  }
}

/// A greenhouse as clients name it: `001`, or `1` where a client takes it for a number (CONTRACT C16).
struct GreenhouseID: Sendable, Equatable {
  let text: String
  /// The text as a number, nil when it is none.
  var number: Int64? { Int64(text) }

  /// One short text for all names of a greenhouse, for keys of rendered content. A name that is too long is cut, since
  /// no greenhouse has such a one.
  var key: String { number.map { "\($0)" } ?? "\"" + text.clipped(to: 20) }

  /// The condition on `invernaderos_sensor` that a sensor belongs to the greenhouse.
  static let condition = "(sensor.greenhouse = ? OR sensor.greenhouse_number = ?)"

  /// The arguments of ``condition``.
  var arguments: [SQLValue] { [.text(text), number.map(SQLValue.integer) ?? .null] }
}

/// Which sensors are wanted.
struct SensorSelection: Sendable, Equatable {
  var greenhouse: GreenhouseID?
  var sensor: String?

  /// The condition on `invernaderos_sensor`.
  var condition: String {
    var conditions: [String] = []
    if greenhouse != nil { conditions.append(GreenhouseID.condition) }
    if sensor != nil { conditions.append("sensor.id = ?") }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }

  /// The arguments of ``condition``.
  var arguments: [SQLValue] { (greenhouse?.arguments ?? []) + (sensor.map { [.text($0)] } ?? []) }
}

/// All SQL that reads single sensors. There is no table of readings: they are taken out of the messages, so that both
/// always agree, digit for digit.
enum SensorSQL {
  /// Every sensor of every message, messages in the outer loop, since SQLite keeps the parsed text of a message until
  /// the next one.
  static let source = "invernaderos_message AS message CROSS JOIN invernaderos_sensor AS sensor"
  static let value = "json_extract(message.body, sensor.path)"
  /// When a message was, as JSON: with the milliseconds that it ends with, if it does. They are cut out of it, since to
  /// parse it for them would take longer than the rest.
  static let time = """
    CASE WHEN substr(message.body, -16) GLOB 'T??:??:??.???Z"}' THEN '"' || substr(message.body, -26, 24) || '"'
    ELSE \(JSONExpression.dateSQL("message.time")) END
    """

  private static let record = JSONExpression.object([
    JSONExpression.json("time", time), JSONExpression.text("sensorId", "sensor.id"),
    JSONExpression.text("greenhouseId", "sensor.greenhouse"), JSONExpression.text("sensorType", "sensor.type"),
    JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
  ])

  /// An array of readings, newest first, those of one message in the order of the sensors. A sensor that sent no value
  /// has no reading: its record is NULL, which makes no element of an array but counts for the limit, so that it is
  /// left out where there is one.
  ///
  /// - Parameters:
  ///   - seconds: Readings before it are left out.
  ///   - until: Readings after it are left out.
  ///   - limit: How many at most.
  ///   - offset: How many of the newest are left out.
  static func readings(
    _ connection: Connection, _ selection: SensorSelection, since seconds: Int64 = .min, until: Int64 = .max,
    limit: Int64 = -1, offset: Int64 = 0
  ) throws -> [UInt8] {
    let hasValue = limit < 0 ? "" : " AND \(value) IS NOT NULL"
    let array = JSONExpression.arraySQL(
      """
      SELECT \(record) AS record FROM \(source)
      WHERE message.time BETWEEN ? AND ? AND \(selection.condition)\(hasValue)
      ORDER BY message.number DESC, sensor.number LIMIT ? OFFSET ?
      """)
    let bounds: [SQLValue] = [.integer(seconds), .integer(until)]
    return try connection.bytes(
      "SELECT \(array)", bounds + selection.arguments + [.integer(limit), .integer(offset)]) ?? Array("[]".utf8)
  }

  /// How many readings there are between two seconds, both inclusive.
  static func count(
    _ connection: Connection, _ selection: SensorSelection, since seconds: Int64, until: Int64
  ) throws -> Int {
    let count = try connection.value(
      "SELECT count(\(value)) FROM \(source) WHERE message.time BETWEEN ? AND ? AND \(selection.condition)",
      [.integer(seconds), .integer(until)] + selection.arguments)
    return Int(count?.integer ?? 0)
  }

  /// An object of what the sensors of a greenhouse show, by their ids.
  static func current(_ connection: Connection, _ greenhouse: GreenhouseID) throws -> [UInt8] {
    let entry = JSONExpression.object([
      JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
      JSONExpression.json("timestamp", time), JSONExpression.text("type", "sensor.type"),
    ])
    let members = try connection.bytes(
      """
      SELECT group_concat(record, ',') FROM (
        SELECT json_quote(sensor.id) || ':' || \(entry) AS record FROM \(source)
        WHERE message.number = (SELECT max(number) FROM invernaderos_message) AND \(GreenhouseID.condition)
        ORDER BY sensor.number
      )
      """, greenhouse.arguments)
    return [UInt8(ascii: "{")] + (members ?? []) + [UInt8(ascii: "}")]
  }
}
