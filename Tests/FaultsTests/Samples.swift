import Faults
import HTTPCore
import JSON
import Store
import Synchronization
import World

/// Worlds, requests and faults for tests.
enum Sample {
  /// A world whose clock stands still until it is advanced.
  static func world(seed: UInt64 = 1) throws -> World {
    let clock = WorldClock(start: Timestamp(seconds: 1_767_225_600))
    clock.freeze(true)
    var configuration = World.Configuration()
    configuration.randomSeed = seed
    return try World(
      id: "test", store: Store(.ephemeral, schema: World.schema), clock: clock, configuration: configuration)
  }

  static func object(_ json: String) throws -> JSONObject {
    guard let object = try JSONParser.parse(Array(json.utf8)).object else { throw Problem(.malformedBody, json) }
    return object
  }

  /// A fault's definition, its conditions given as the members of an object.
  static func definition(_ fault: String, _ conditions: String = "") throws -> FaultDefinition {
    try FaultCatalogue.definition(object("{\"fault\":\(fault)\(conditions.isEmpty ? "" : ",")\(conditions)}"))
  }

  static func request(
    _ method: String = "GET", _ path: String = "/v1/lotes", headers: HeaderFields = [:], body: String = ""
  ) throws -> Request {
    Request(
      method: HTTPMethod(rawValue: method), target: try RequestTarget(Array(path.utf8)), headers: headers,
      body: Array(body.utf8))
  }

  static func subject(
    _ method: String = "GET", _ path: String = "/v1/lotes", headers: HeaderFields = [:], body: String = "",
    api: String = "agrobridge", account: String? = "user_123", isControl: Bool = false
  ) throws -> FaultSubject {
    FaultSubject(
      request: try request(method, path, headers: headers, body: body), api: api, operationID: "listLotes",
      account: account, email: account.map { "\($0)@example.com" }, isControl: isControl)
  }
}

extension World {
  /// Lets time pass, and what was waiting for it happen.
  func advance(seconds: Int64) {
    clock.advance(nanoseconds: seconds * 1_000_000_000)
    alarms.run(now: clock.elapsedNanoseconds)
  }
}
