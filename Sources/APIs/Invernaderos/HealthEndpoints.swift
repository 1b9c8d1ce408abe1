import HTTPCore
import JSON
import World

/// Whether the API is up, for those who watch it.
enum HealthEndpoints {
  static let all = [
    Endpoint(.get, "\(Invernaderos.base)/health", "getHealth", .open) { call in
      .json(["status": "UP", "timestamp": .string(call.world.clock.now.iso8601)])
    },
    Endpoint(.get, "\(Invernaderos.base)/greenhouse/health", "getGreenhouseHealth", .open, answer: greenhouse),
  ]

  private static func greenhouse(_ call: Call) throws -> Response {
    let newest = try InvernaderosReading.read(call) { try MessageSQL.newestTime($0) }
    var body: JSONObject = ["status": "UP", "timestamp": .string(call.world.clock.now.iso8601)]
    body["latestMessage"] = newest.map { .string(Timestamp(seconds: $0).iso8601) }
    return .json(.object(body))
  }
}
