import Foundation
import ServerTestSupport
import Testing

/// A world whose sensor values a test sets: its clock stands at 14:00, the next reading is due five seconds later.
struct GreenhouseWorld {
  static let temperature = "TEMPERATURA INVERNADERO 01"
  static let humidity = "HUMEDAD INVERNADERO 01"
  static let extractor = "INVERNADERO_01_EXTRACTOR"

  let server: TestServer
  /// The name of the world.
  let world: String

  /// The default world of a server of its own.
  init() throws {
    let server = try TestServer { $0.sensorInterval = nil }
    self.init(server: server, world: "default")
    try put("clock", #"{"freeze":true,"set":"2024-11-28T14:00:00Z"}"#)
    // A simulation that goes on counts its interval from then.
    for change in ["pause", "resume"] { try post("simulations/\(change)", "", status: 200) }
  }

  private init(server: TestServer, world: String) {
    (self.server, self.world) = (server, world)
  }

  /// Another world that stands just where this one does.
  func twin(_ id: String = "twin") throws -> GreenhouseWorld {
    try post("worlds", #"{"id":"\#(id)","from":"world:\#(world)"}"#)
    return GreenhouseWorld(server: server, world: id)
  }

  func send(_ method: String, _ path: String, token: String? = nil, _ body: String? = nil) throws -> RawResponse {
    try server.send(method, path, token: token, headers: [("X-Mock-World", world)], body: body)
  }

  @discardableResult
  func put(_ path: String, _ body: String) throws -> [String: Any] {
    let answer = try send("PUT", "/_mock/\(path)", body)
    guard answer.status / 100 == 2 else { throw UnexpectedResponse(answer: answer) }
    return answer.json
  }

  @discardableResult
  func post(_ path: String, _ body: String, status: Int = 201) throws -> [String: Any] {
    let answer = try send("POST", "/_mock/\(path)", body.isEmpty ? nil : body)
    guard answer.status == status else { throw UnexpectedResponse(answer: answer) }
    return answer.json
  }

  /// Sets the temperature of the first greenhouse.
  @discardableResult
  func setTemperature(_ body: String) throws -> [String: Any] { try put("sensors/001/temperature", body) }

  /// Lets readings come, one by one, and gives them back.
  func readings(_ count: Int) throws -> [[String: Any]] {
    for _ in 0..<count { try put("clock", #"{"advance":"PT5S"}"#) }
    let answer = try send("GET", "/api/v1/greenhouse/messages/recent?limit=\(count)", token: try token)
    return (try JSONSerialization.jsonObject(with: answer.data) as? [[String: Any]] ?? []).reversed()
  }

  /// A new token of the seeded account.
  var token: String {
    get throws {
      let answer = try send("POST", "/api/v1/auth/login", InvernaderosBody.login)
      guard let token = answer.json["token"] as? String else { throw UnexpectedResponse(answer: answer) }
      return token
    }
  }

  /// What the list of sensors tells of the temperature of the first greenhouse.
  var listedTemperature: [String: Any] {
    get throws {
      let greenhouses = try send("GET", "/_mock/sensors").json["greenhouses"] as? [[String: Any]] ?? []
      let sensors = greenhouses.first?["sensors"] as? [[String: Any]] ?? []
      return try #require(sensors.first { $0["name"] as? String == "temperature" })
    }
  }
}

extension [[String: Any]] {
  /// The values of a sensor; nil where it said nothing.
  func values(_ id: String) -> [Double?] { map { $0[id] as? Double } }

  /// The values of a sensor in hundredths.
  func hundredths(_ id: String) -> [Int?] { values(id).map { $0.map { Int(($0 * 100).rounded()) } } }

  /// The readings without a sensor, as text.
  func without(_ id: String) throws -> [String] {
    try map { reading in
      let others = reading.filter { $0.key != id }
      return String(decoding: try JSONSerialization.data(withJSONObject: others, options: .sortedKeys), as: UTF8.self)
    }
  }
}
