import HTTPCore
import JSON
import Records
import Store
import World

/// What Invernaderos' reads have in common.
enum Reads {
  /// Responds with content made from messages, rendered once for each state of them.
  ///
  /// - Parameters:
  ///   - key: Names the content among Invernaderos'.
  static func cached(_ call: Call, key: String, render: (Connection) throws -> [UInt8]?) throws -> Response? {
    try MessageHistory.prepare(call.world)
    return try CachedResponse.answer(
      call, key: "invernaderos/\(key)", cacheControl: "private, no-cache"
    ) { try render($0).map { RenderedBody($0) } }
  }

  /// Reads messages for a response that depends on the time of day too.
  static func read<Outcome>(_ call: Call, _ body: (Connection) throws -> Outcome) throws -> Outcome {
    try MessageHistory.prepare(call.world)
    return try call.world.store.read(body)
  }

  /// The tenant that messages are asked of: `DEFAULT` when none is named (CONTRACT §2.3).
  static func tenant(_ query: QueryParameters) -> String {
    let given = query["tenantId"]?.trimmingBlanks() ?? ""
    return given.isEmpty ? SensorCatalogue.tenant : given
  }

  /// A whole number of any size, clamped to a range; the default when it is absent or empty.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` for anything but a whole number.
  static func clamped(
    _ query: QueryParameters, _ name: String, default standard: Int64, to range: ClosedRange<Int64>, type: String
  ) throws(Problem) -> Int64 {
    guard let text = query[name]?.trimmingBlanks(), !text.isEmpty else { return standard }
    guard let value = wholeNumber(text) else { throw unusable(name, text, "must be a whole number", type: type) }
    return min(range.upperBound, max(range.lowerBound, value))
  }

  /// The number of a text of digits, the nearest Int64 when there are too many of them.
  static func wholeNumber(_ text: String) -> Int64? {
    if let value = Int64(text) { return value }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard text.utf8.count - digits.count <= 1, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return text.hasPrefix("-") ? .min : .max
  }

  /// A date-time that must be given; a space before its zone is a `+` (CONTRACT G8).
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` when it is missing or cannot be read.
  static func moment(_ query: QueryParameters, _ name: String) throws(Problem) -> Timestamp {
    let rule = "must be a date-time with a zone, such as 2024-11-01T12:00:00Z"
    guard let text = query.dateText(name) else { throw unusable(name, nil, rule, type: "Instant") }
    if let moment = ISO8601Moment.parse(text) { return moment }
    guard hasMissingDay(text) else { throw unusable(name, text, rule, type: "Instant") }
    throw unusable(name, text, "names a day that its month has not: \"\(text.clipped(to: 60))\"", type: "Instant")
  }

  /// Whether it would be a date-time with another day, as 30 February would.
  private static func hasMissingDay(_ text: String) -> Bool {
    var bytes = Array(text.utf8)
    guard bytes.count > 10 else { return false }
    let day = bytes[8...9]
    guard day.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    bytes.replaceSubrange(8...9, with: "01".utf8)
    return ISO8601Moment.parse(String(decoding: bytes, as: UTF8.self)) != nil
  }

  /// The refusal of a query parameter.
  ///
  /// - Parameters:
  ///   - text: What came; nil when nothing did.
  ///   - type: The documented type.
  static func unusable(_ name: String, _ text: String?, _ rule: String, type: String) -> Problem {
    let reason = text == nil ? "is required: it \(rule)" : rule
    var problem = Problem(
      .invalidParameter, "the query parameter \"\(name)\" \(reason)", field: name, value: text)
    problem.details.append(Problem.Detail("expectedType", type))
    return problem
  }

  /// The refusal for a sensor that is not there.
  static func missing(sensor id: String) -> Problem {
    Problem(.notFound, "there is no sensor \"\(id.clipped(to: 60))\"", field: "sensorId", value: id)
  }
}

/// Whether the API is up, for those who watch it.
enum HealthEndpoints {
  static let all = [
    Endpoint(.get, "\(Invernaderos.base)/health", "getHealth", .open) { call in
      .json(["status": "UP", "timestamp": .string(call.world.clock.now.iso8601)])
    },
    Endpoint(.get, "\(Invernaderos.base)/greenhouse/health", "getGreenhouseHealth", .open, answer: greenhouse),
  ]

  private static func greenhouse(_ call: Call) throws -> Response {
    let newest = try Reads.read(call) { try MessageSQL.newestTime($0) }
    var body: JSONObject = ["status": "UP", "timestamp": .string(call.world.clock.now.iso8601)]
    body["latestMessage"] = newest.map { .string(Timestamp(seconds: $0).iso8601) }
    return .json(.object(body))
  }
}
