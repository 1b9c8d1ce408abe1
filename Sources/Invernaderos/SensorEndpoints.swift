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
    let limit = try Reads.clamped(query, "limit", default: 10, to: 1...1000, type: "Int")
    let greenhouse = greenhouse(query)
    let key = "sensors/\(greenhouse?.key ?? "all")/\(limit)"
    let response = try Reads.cached(call, key: key) {
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
    let until = query["until"] == nil ? nil : try Reads.moment(query, "until").seconds
    guard let page = try ListPart.read(query) else {
      let since = try since(call, parameter: parameter, until: until)
      return .json(try Reads.read(call) { try SensorSQL.readings($0, selection, since: since, until: until ?? .max) })
    }
    let (rows, total, newest) = try Reads.read(call) { connection in
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
    let count = try Reads.clamped(query, parameter, default: 24, to: hours, type: "Long")
    return count < 0 ? .max : (until ?? call.world.clock.now.seconds).saturatingSubtract(count * 3600)
  }

  private static func current(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let (name, type) = ("greenhouseId", "Long")
    guard let text = query[name]?.trimmingBlanks(), !text.isEmpty else {
      throw Reads.unusable(name, nil, "must be a whole number, such as 1", type: type)
    }
    guard let number = Reads.wholeNumber(text) else {
      throw Reads.unusable(name, text, "must be a whole number, such as 1", type: type)
    }
    let response = try Reads.cached(call, key: "current/\(number)") { connection in
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
