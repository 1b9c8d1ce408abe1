import HTTPCore
import JSON
import Store
import World

/// The messages of the greenhouses, as the documented RealDataDto.
enum MessageEndpoints {
  private static let path = "\(Invernaderos.base)/greenhouse"

  static let all = [
    Endpoint(.get, "\(path)/messages/recent", "getRecentMessages", .bearer, answer: recent).slow(),
    Endpoint(.get, "\(path)/messages/range", "getMessagesByTimeRange", .bearer, answer: range).slow(),
    Endpoint(.get, "\(path)/messages/latest", "getLatestMessage", .bearer, answer: latest)
      .slow(when: World.isFarBehind),
    Endpoint(.get, "\(path)/cache/info", "getCacheInfo", .bearer, answer: cacheInfo).slow(when: World.isFarBehind),
  ]

  private static func recent(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let tenant = Answers.tenant(query)
    let limit = try Answers.clamped(query, "limit", default: 100, to: 1...1000, type: "Int")
    // Only the one tenant's answers are kept: clients can make up any number of names.
    guard tenant == SensorCatalogue.tenant else { return .json(.array([])) }
    let response = try Answers.cached(call, key: "recent/\(limit)") {
      try MessageSQL.recent($0, tenant: tenant, limit: Int(limit))
    }
    return response ?? .json(.array([]))
  }

  private static func latest(_ call: Call) throws -> Response {
    let tenant = Answers.tenant(try call.request.query())
    let response =
      tenant == SensorCatalogue.tenant
      ? try Answers.cached(call, key: "latest") { try MessageSQL.newest($0)?.body } : nil
    guard let response else {
      throw Problem(.notFound, "the tenant has no messages", field: "tenantId", value: tenant)
    }
    return response
  }

  /// Messages between two moments, both inclusive, newest first.
  private static func range(_ call: Call) throws -> Response {
    let query = try call.request.query()
    let tenant = Answers.tenant(query)
    let from = try Answers.moment(query, "from")
    let to = try Answers.moment(query, "to")
    guard from <= to else {
      throw Answers.unusable("from", query["from"], "must not lie after \"to\"", type: "Instant")
    }
    // Messages have whole seconds: the first one that counts is the next whole second.
    let first = from.advanced(byNanoseconds: 999_999_999).seconds
    let page = try ListPart.read(query)
    guard first <= to.seconds else { return page?.response(Array("[]".utf8), total: 0, call) ?? .json(.array([])) }
    guard let page else {
      return .json(
        try Answers.read(call) { try MessageSQL.range($0, tenant: tenant, first...to.seconds) })
    }
    let (rows, total) = try Answers.read(call) { connection in
      (
        try MessageSQL.range(connection, tenant: tenant, first...to.seconds, page),
        try MessageSQL.count(connection, tenant: tenant, first...to.seconds)
      )
    }
    return page.response(rows, total: total, call)
  }

  /// The documented cache of a tenant's newest messages of a day, a thousand at most (CONTRACT §2.4); no member is ever
  /// null, since clients decode `Map<String, Any>`.
  private static func cacheInfo(_ call: Call) throws -> Response {
    let tenant = Answers.tenant(try call.request.query())
    let (capacity, lifetime) = (MessageSQL.rawCapacity, Int64(86_400))
    let since = call.world.clock.now.seconds - lifetime
    let cached = try Answers.read(call) { try MessageSQL.cached($0, tenant: tenant, since: since) }
    var info: JSONObject = [
      "tenantId": .string(tenant), "count": .number(JSONNumber(cached.count)),
      "totalMessages": .number(JSONNumber(cached.count)), "maxCapacity": .number(JSONNumber(Int(capacity))),
      "ttlSeconds": .number(JSONNumber(Int(lifetime))), "hasOldestMessage": .bool(cached.oldest != nil),
      "hasLatestMessage": .bool(cached.latest != nil),
    ]
    info["oldestMessage"] = cached.oldest.map { .string(Timestamp(seconds: $0).iso8601) }
    info["latestMessage"] = cached.latest.map { .string(Timestamp(seconds: $0).iso8601) }
    return .json(.object(info))
  }
}

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
    var memory = GreenhouseModel.Memory()
    for start in stride(from: 0, to: times.count, by: batch) {
      let json = array(of: greenhouses, at: times[start..<min(start + batch, times.count)], &memory)
      try MessageSQL.insert(connection, all: String(decoding: json, as: UTF8.self))
    }
    try MessageSQL.thin(connection, afterStoring: Int64(times.count))
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

/// All SQL that writes messages or reads them as they were stored.
enum MessageSQL {
  /// How many messages are kept whatever their time; of older ones, the first of each slot.
  static let rawCapacity: Int64 = 1000
  /// The length of a slot in seconds.
  static let slotSeconds: Int64 = 300
  /// How long messages are kept at all, in seconds: a week.
  static let keptSeconds: Int64 = 604_800

  // MARK: Writing

  /// Stores a message as the newest one.
  ///
  /// - Returns: Its number.
  static func insert(_ connection: Connection, seconds: Int64, body: String) throws -> Int64 {
    try connection.execute(
      "INSERT INTO invernaderos_message (time, tenant, body) VALUES (?, ?, ?)",
      [.integer(seconds), .text(SensorCatalogue.tenant), .text(body)])
    return try connection.value("SELECT last_insert_rowid()")?.integer ?? 0
  }

  /// Stores many messages, oldest first.
  ///
  /// - Parameters:
  ///   - json: An array of the messages. Each ends with its time, which is cut out of it, since reading the whole
  ///     message for it would take longer than everything else here.
  static func insert(_ connection: Connection, all json: String) throws {
    try connection.execute(
      """
      INSERT INTO invernaderos_message (time, tenant, body)
      SELECT CAST(strftime('%s', substr(value, -22, 20)) AS INTEGER), ?, value FROM json_each(?)
      """, [.text(SensorCatalogue.tenant), .text(json)])
  }

  /// Forgets what is too old, as a store of time series does, after messages were stored.
  ///
  /// - Parameters:
  ///   - count: How many were stored since this was done last.
  static func thin(_ connection: Connection, afterStoring count: Int64) throws {
    let row = try connection.row("SELECT number, time FROM invernaderos_message ORDER BY number DESC LIMIT 1")
    guard let row, let number = row[0].integer, let seconds = row[1].integer else { return }
    try connection.execute(
      "DELETE FROM invernaderos_message WHERE time < ?", [.integer(seconds.saturatingSubtract(keptSeconds))])
    let last = number.saturatingSubtract(rawCapacity)
    try connection.execute(
      """
      DELETE FROM invernaderos_message WHERE number BETWEEN ? AND ? AND EXISTS (
        SELECT 1 FROM invernaderos_message AS older
        WHERE older.time BETWEEN invernaderos_message.time / ? * ? AND invernaderos_message.time
          AND older.number < invernaderos_message.number
      )
      """, [.integer(last.saturatingSubtract(count - 1)), .integer(last), .integer(slotSeconds), .integer(slotSeconds)])
  }

  /// Deletes the messages after a moment, in seconds since 1970.
  ///
  /// - Returns: How many there were.
  static func deleteAll(_ connection: Connection, after seconds: Int64) throws -> Int {
    try connection.execute("DELETE FROM invernaderos_message WHERE time > ?", [.integer(seconds)])
  }

  // MARK: Reading

  static func newestTime(_ connection: Connection) throws -> Int64? {
    try connection.value("SELECT max(time) FROM invernaderos_message")?.integer
  }

  /// The newest message of a tenant.
  static func newest(
    _ connection: Connection, tenant: String = SensorCatalogue.tenant
  ) throws -> (seconds: Int64, body: [UInt8])? {
    let row = try connection.row(
      "SELECT time, body FROM invernaderos_message WHERE tenant = ? ORDER BY number DESC LIMIT 1", [.text(tenant)])
    guard let row, let seconds = row[0].integer, let body = row[1].text else { return nil }
    return (seconds, Array(body.utf8))
  }

  /// The newest message of all as a reading.
  static func newestReading(_ connection: Connection) throws -> GreenhouseReading? {
    try newest(connection).flatMap { GreenhouseReading(json: $0.body, seconds: $0.seconds) }
  }

  /// An array of a tenant's newest messages, newest first.
  static func recent(_ connection: Connection, tenant: String, limit: Int) throws -> [UInt8] {
    try list(connection, "WHERE tenant = ? ORDER BY number DESC LIMIT ?", [.text(tenant), .integer(Int64(limit))])
  }

  /// An array of a tenant's messages between two seconds, both inclusive, newest first; a part of them or all.
  static func range(
    _ connection: Connection, tenant: String, _ seconds: ClosedRange<Int64>, _ page: ListPart? = nil
  ) throws -> [UInt8] {
    try list(
      connection, "WHERE tenant = ? AND time BETWEEN ? AND ? ORDER BY number DESC LIMIT ? OFFSET ?",
      [
        .text(tenant), .integer(seconds.lowerBound), .integer(seconds.upperBound),
        .integer(Int64(page?.limit ?? -1)), .integer(Int64(page?.offset ?? 0)),
      ])
  }

  /// How many messages a tenant has between two seconds, both inclusive.
  static func count(_ connection: Connection, tenant: String, _ seconds: ClosedRange<Int64>) throws -> Int {
    let count = try connection.value(
      "SELECT count(*) FROM invernaderos_message WHERE tenant = ? AND time BETWEEN ? AND ?",
      [.text(tenant), .integer(seconds.lowerBound), .integer(seconds.upperBound)])
    return Int(count?.integer ?? 0)
  }

  /// How many of a tenant's newest messages are not older than a second, and the times of the first and last of them.
  static func cached(
    _ connection: Connection, tenant: String, since seconds: Int64
  ) throws -> (count: Int, oldest: Int64?, latest: Int64?) {
    let row = try connection.row(
      """
      SELECT count(*), min(time), max(time) FROM (
        SELECT time FROM invernaderos_message WHERE tenant = ? AND time >= ? ORDER BY number DESC LIMIT ?
      )
      """, [.text(tenant), .integer(seconds), .integer(rawCapacity)])
    return (Int(row?[0].integer ?? 0), row?[1].integer, row?[2].integer)
  }

  private static func list(_ connection: Connection, _ selection: String, _ arguments: [SQLValue]) throws -> [UInt8] {
    let array = JSONExpression.arraySQL("SELECT body AS record FROM invernaderos_message \(selection)")
    return try connection.bytes("SELECT \(array)", arguments) ?? Array("[]".utf8)
  }
}
