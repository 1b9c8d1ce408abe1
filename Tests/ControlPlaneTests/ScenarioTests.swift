import Foundation
import ServerTestSupport
import Testing

@Suite("Sensors under a test's control")
struct ScenarioTests {
  private let stage: GreenhouseWorld

  init() throws {
    stage = try GreenhouseWorld()
  }

  // MARK: Values

  @Test("show a value that was set in the next reading, until it is unset, and alert as ever")
  func setValue() throws {
    let plain = try stage.twin().readings(3)
    let (own, token) = (try STOMPClient(connectedTo: stage.server, token: try stage.token), try stage.token)
    try own.subscribe("r", "/topic/greenhouse/messages")
    try own.subscribe("a", "/topic/tenant/DEFAULT/alerts")
    let response = try stage.setTemperature(#"{"value":31.5}"#)
    #expect(response["sensorId"] as? String == GreenhouseWorld.temperature)
    #expect(response["value"] as? Double == 31.5)
    #expect((response["set"] as? [String: Any])?["since"] as? String == "2024-11-28T14:00:00Z")
    try stage.put("clock", #"{"advance":"PT5S"}"#)
    let message = try own.receive()
    #expect(message.object[GreenhouseWorld.temperature] as? Double == 31.5)
    let recent = try stage.send("GET", "/api/v1/greenhouse/messages/recent?limit=1", token: token)
    #expect(recent.text == "[\(message.body)]")
    let alert = try own.receive().object
    #expect(alert["type"] as? String == "TEMPERATURE_HIGH")
    #expect(alert["value"] as? Double == 31.5)
    let second = try stage.readings(1)
    #expect(second.values(GreenhouseWorld.temperature) == [31.5])
    let others = try [plain[1]].without(GreenhouseWorld.temperature)
    #expect(try second.without(GreenhouseWorld.temperature) == others)
    let path = "/_mock/sensors/1/\(GreenhouseWorld.temperature.replacing(" ", with: "%20"))"
    #expect(try stage.send("DELETE", path).status == 204)
    #expect(try stage.send("DELETE", path).status == 404)
    #expect(try stage.readings(1).without("") == Array(plain[2...]).without(""))
  }

  @Test("show a value for as long as was said")
  func duration() throws {
    let plain = try stage.twin().readings(4).values(GreenhouseWorld.temperature)
    try stage.setTemperature(#"{"value":-4.07,"durationSeconds":10.001}"#)
    #expect(try stage.readings(4).values(GreenhouseWorld.temperature) == [-4.07, -4.07] + plain[2...])
    #expect(try stage.listedTemperature["set"] is NSNull)
  }

  @Test("are carried by snapshots, forks and exports, and gone after a reset")
  func carried() throws {
    try stage.setTemperature(#"{"value":31.5}"#)
    try stage.post("scenarios", #"{"type":"offline","sensor":"RESERVA","durationSeconds":60}"#)
    try stage.put("snapshots/set", "")
    let state = try stage.send("GET", "/_mock/state").text
    #expect(try stage.send("DELETE", "/_mock/sensors/001/temperature").status == 204)
    #expect(try stage.send("DELETE", "/_mock/scenarios").status == 204)
    #expect(try stage.listedTemperature["set"] is NSNull)
    try stage.post("snapshots/set/restore", "", status: 200)
    let restored = try stage.readings(1)
    #expect(restored.values(GreenhouseWorld.temperature) == [31.5])
    #expect(restored.values("RESERVA") == [nil])
    #expect(try stage.twin().readings(1).values(GreenhouseWorld.temperature) == [31.5])
    #expect(try stage.send("POST", "/_mock/reset").status == 204)
    #expect(try stage.listedTemperature["set"] is NSNull)
    #expect((try stage.send("GET", "/_mock/scenarios").json["scenarios"] as? [Any])?.isEmpty == true)
    try stage.put("state", state)
    #expect(try stage.listedTemperature["value"] as? Double == 31.5)
  }

  // MARK: Readings

  @Test("are read at once when a test says so, with the values it gives")
  func push() throws {
    let client = try STOMPClient(connectedTo: stage.server)
    try client.subscribe("r", "/topic/greenhouse/messages")
    let plain = try stage.send("POST", "/_mock/sensors/readings")
    #expect(plain.status == 201)
    #expect(plain.json["timestamp"] as? String == "2024-11-28T14:00:00Z")
    #expect(try client.receive().body == plain.text)
    let given = try stage.send("POST", "/_mock/sensors/readings", #"{"RESERVA":1.5,"HUMEDAD INVERNADERO 02":null}"#)
    #expect(try client.receive().body == given.text)
    #expect(given.json["RESERVA"] as? Double == 1.5)
    #expect(given.json["HUMEDAD INVERNADERO 02"] is NSNull)
    #expect(given.json[GreenhouseWorld.temperature] as? Double == plain.json[GreenhouseWorld.temperature] as? Double)
    #expect(try client.isQuiet())
  }

  @Test("are read once each five seconds of an hour that a frozen clock is advanced by, in order")
  func hour() throws {
    let client = try STOMPClient(connectedTo: stage.server)
    try client.subscribe("r", "/topic/greenhouse/messages")
    try stage.put("clock", #"{"advance":"PT1H"}"#)
    let times = try (0..<720).map { _ in try #require(try client.receive().object["timestamp"] as? String) }
    let start = try Date("2024-11-28T14:00:00Z", strategy: .iso8601)
    #expect(times == (1...720).map { start.addingTimeInterval(Double($0) * 5).formatted(.iso8601) })
    #expect(try client.isQuiet())
  }

  // MARK: Scenarios

  @Test("warm up and cool down in a heat wave, dry out, and have the extractor run")
  func heatWave() throws {
    let twin = try stage.twin()
    let added = try stage.post("scenarios", #"{"type":"heatWave","greenhouse":"001","durationSeconds":60}"#)
    #expect(added["id"] as? String == "scenario_1")
    #expect(added["endsAt"] as? String == "2024-11-28T14:01:00Z")
    let (plain, hot) = (try twin.readings(14), try stage.readings(14))
    let rises = (1...14).map { (step: Int) -> Double in
      let turn = 2 * Double.pi * Double(step) / 12
      return step < 12 ? 6 * (1 - cos(turn)) : 0
    }
    let (cool, warm) = (plain.hundredths(GreenhouseWorld.temperature), hot.hundredths(GreenhouseWorld.temperature))
    let warmed = zip(cool, rises).map { (value: Int?, rise: Double) -> Int? in
      let added = Int((rise * 100).rounded())
      return value.map { $0 + added }
    }
    #expect(warm == warmed)
    let (damp, dry) = (plain.hundredths(GreenhouseWorld.humidity), hot.hundredths(GreenhouseWorld.humidity))
    let dried = zip(damp, rises).map { (value: Int?, rise: Double) -> Int? in
      let lost = Int((rise * 250).rounded())
      return value.map { max(0, $0 - lost) }
    }
    #expect(dry == dried)
    #expect(hot[5][GreenhouseWorld.extractor] as? Double == 1)
    let extractors = [hot, plain].map { Array($0.dropFirst(12)).values(GreenhouseWorld.extractor) }
    #expect(extractors[0] == extractors[1])
    #expect(hot.values("TEMPERATURA INVERNADERO 02") == plain.values("TEMPERATURA INVERNADERO 02"))
    let over = try stage.send("GET", "/_mock/scenarios/scenario_1").json
    #expect(over["state"] as? String == "over")
  }

  @Test("repeat what they showed at the start while they are stuck, from when that was said")
  func stuck() throws {
    let twin = try stage.twin()
    try stage.post(
      "scenarios",
      #"{"type":"stuck","greenhouse":1,"sensor":"temperature","durationSeconds":300,"startsInSeconds":300}"#)
    #expect(try stage.send("GET", "/_mock/scenarios/scenario_1").json["state"] as? String == "scheduled")
    let plain = try twin.readings(130).values(GreenhouseWorld.temperature)
    let held = try stage.readings(130).values(GreenhouseWorld.temperature)
    let stuck = [Double?](repeating: plain[59], count: 60)
    #expect(held == Array(plain[..<59]) + stuck + Array(plain[119...]))
    #expect(Set(plain[60..<119]).count > 1)
  }

  @Test("say nothing while they are offline, and are left out where a value is needed")
  func offline() throws {
    let twin = try stage.twin()
    try stage.post("scenarios", #"{"type":"offline","greenhouse":"001","durationSeconds":11}"#)
    let (plain, silent) = (try twin.readings(3), try stage.readings(3))
    #expect(silent.values(GreenhouseWorld.temperature)[..<2] == [nil, nil])
    #expect(silent[0][GreenhouseWorld.temperature] is NSNull)
    #expect(try Array(silent[2...]).without("") == Array(plain[2...]).without(""))
    #expect(silent.values("RESERVA")[0] == nil)
    #expect(silent.values("TEMPERATURA INVERNADERO 02") == plain.values("TEMPERATURA INVERNADERO 02"))
    // At the second of them REST has the sensors of the other greenhouses alone.
    try stage.post("scenarios", #"{"type":"offline","greenhouse":"001","durationSeconds":60}"#)
    _ = try stage.readings(1)
    let token = try stage.token
    for path in ["sensors/latest?limit=14", "statistics/summary?period=1h", "sensors/by-greenhouse/001?hours=1"] {
      #expect(try stage.send("GET", "/api/v1/\(path)", token: token).status == 200, "\(path)")
    }
    let latest = try stage.send("GET", "/api/v1/sensors/latest?limit=15", token: token)
    let readings = try #require(try JSONSerialization.jsonObject(with: latest.data) as? [[String: Any]])
    #expect(readings.count == 15)
    #expect(readings.prefix(14).allSatisfy { $0["greenhouseId"] as? String != "001" })
    let current = try stage.send("GET", "/api/v1/sensors/current?greenhouseId=1", token: token)
    #expect((current.json["sensors"] as? [String: Any])?.isEmpty == true)
    let trend = try stage.send("GET", "/api/v1/sensors/stats/RESERVA/trend", token: token).json
    #expect(trend["lastValue"] as? Double == plain.values("RESERVA")[2])
  }

  @Test("spike now and then, by chance that the seed decides, never twice in a row")
  func spikes() throws {
    let body = #"{"type":"spikes","greenhouse":"001","sensor":"temperature","intensity":20,"durationSeconds":600}"#
    let (plain, same) = (try stage.twin("plain"), try stage.twin("same"))
    for world in [stage, same] { try world.post("scenarios", body) }
    let (calm, spiky) = (try plain.readings(100), try stage.readings(100))
    #expect(try spiky.without("") == same.readings(100).without(""))
    #expect(try spiky.without(GreenhouseWorld.temperature) == calm.without(GreenhouseWorld.temperature))
    let rises = zip(calm.hundredths(GreenhouseWorld.temperature), spiky.hundredths(GreenhouseWorld.temperature)).map {
      ($1 ?? 0) - ($0 ?? 0)
    }
    #expect(Set(rises) == [0, 2000, -2000])
    #expect((5...40).contains(rises.count { $0 != 0 }))
    #expect(zip(rises, rises.dropFirst()).allSatisfy { $0 == 0 || $1 == 0 })
  }

  @Test("go back to the model when a scenario is ended")
  func ended() throws {
    let plain = try stage.twin().readings(3)
    try stage.post("scenarios", #"{"type":"offline","durationSeconds":3600}"#)
    try stage.post("scenarios", #"{"type":"heatWave","durationSeconds":3600}"#)
    #expect(try stage.readings(1).values("RESERVA") == [nil])
    #expect(try stage.listedTemperature["scenarios"] as? [String] == ["scenario_1", "scenario_2"])
    #expect(try stage.send("DELETE", "/_mock/scenarios/scenario_1").status == 204)
    #expect(try stage.send("DELETE", "/_mock/scenarios/scenario_1").status == 404)
    #expect(try stage.readings(1).values("RESERVA") == [plain.values("RESERVA")[1]])
    #expect(try stage.send("DELETE", "/_mock/scenarios").status == 204)
    #expect(try stage.readings(1).without("") == Array(plain[2...]).without(""))
  }

  // MARK: Hostile calls

  static let hostileCalls = [
    ("PUT sensors/001/temperature", "{}"), ("PUT sensors/001/temperature", ""), ("PUT sensors/001/temperature", "[]"),
    ("PUT sensors/001/temperature", #"{"value":"31"}"#), ("PUT sensors/001/temperature", #"{"value":1e999}"#),
    ("PUT sensors/001/temperature", #"{"value":101}"#), ("PUT sensors/001/temperature", #"{"value":-50.1}"#),
    ("PUT sensors/001/extractor", #"{"value":0.5}"#), ("PUT sensors/001/humidity", #"{"value":-1}"#),
    ("PUT sensors/001/temperature", #"{"value":1,"durationSeconds":0}"#),
    ("PUT sensors/001/temperature", #"{"value":1,"durationSeconds":1e300}"#),
    ("PUT sensors/001/temperature", #"{"value":1,"duration":5}"#), ("PUT sensors/004/temperature", #"{"value":1}"#),
    ("PUT sensors/9223372036854775808/temperature", #"{"value":1}"#), ("PUT sensors/001/warmth", #"{"value":1}"#),
    ("PUT sensors/002/reserve", #"{"value":1}"#), ("DELETE sensors/001/%00", ""),
    ("POST sensors/readings", "[]"), ("POST sensors/readings", #"{"RESERVE":1}"#),
    ("POST sensors/readings", #"{"RESERVA":"1"}"#), ("POST sensors/readings", #"{"RESERVA":1e10}"#),
    ("POST sensors/readings", #"{"timestamp":"2024-11-28T14:00:00Z"}"#), ("POST scenarios", ""),
    ("POST scenarios", "{}"), ("POST scenarios", #"{"type":"heatwave","durationSeconds":1}"#),
    ("POST scenarios", #"{"type":"stuck"}"#), ("POST scenarios", #"{"type":"stuck","durationSeconds":-1}"#),
    ("POST scenarios", #"{"type":"stuck","durationSeconds":1,"intensity":1}"#),
    ("POST scenarios", #"{"type":"stuck","durationSeconds":1,"sensor":"temperature"}"#),
    ("POST scenarios", #"{"type":"stuck","durationSeconds":1,"greenhouse":{}}"#),
    ("POST scenarios", #"{"type":"stuck","durationSeconds":1,"greenhouse":1e400}"#),
    ("POST scenarios", #"{"type":"stuck","durationSeconds":1,"startsInSeconds":9223372036854775807}"#),
    ("POST scenarios", #"{"type":"heatWave","durationSeconds":1,"greenhouse":"1","sensor":"temperature"}"#),
    ("POST scenarios", #"{"type":"spikes","durationSeconds":1,"intensity":1e9}"#),
    ("DELETE scenarios/scenario_9223372036854775808", ""), ("DELETE scenarios/%F0%9F%92%A3", ""),
  ]

  @Test("refuse what cannot be, and go on", arguments: hostileCalls)
  func hostile(call: String, body: String) throws {
    let parts = call.split(separator: " ")
    let response = try stage.send(String(parts[0]), "/_mock/\(parts[1])", body.isEmpty ? nil : body)
    #expect((400..<500).contains(response.status), "\(response.status) \(response.text)")
    #expect(response.error["code"] is String)
    #expect(try stage.listedTemperature["set"] is NSNull)
    #expect(try stage.readings(1).count == 1)
  }

  @Test("have no room for more scenarios than a hundred, but those that are over make some")
  func capacity() throws {
    let body = #"{"type":"offline","sensor":"RESERVA","durationSeconds":1}"#
    for _ in 0..<100 { try stage.post("scenarios", body) }
    #expect(try stage.send("POST", "/_mock/scenarios", body).status == 409)
    try stage.put("clock", #"{"advance":"PT2S"}"#)
    try stage.post("scenarios", body)
    #expect((try stage.send("GET", "/_mock/scenarios").json["scenarios"] as? [Any])?.count == 1)
  }

  @Test("live with rows that were written by hand")
  func rowsByHand() throws {
    let rows = [
      #"{"number":1,"type":"stuck","starts_at":-9223372036854775807,"ends_at":9223372036854775807}"#,
      #"{"number":2,"type":"heatWave","greenhouse":9,"intensity":1e300,"starts_at":0,"ends_at":9223372036854775807}"#,
      #"{"number":3,"type":"spikes","sensor":"RESERVA","starts_at":0,"ends_at":9223372036854775807}"#,
      #"{"number":4,"type":"tornado","sensor":"none","starts_at":0,"ends_at":0}"#,
    ]
    for row in rows { try stage.post("data/invernaderos_scenario", row) }
    try stage.post(
      "data/invernaderos_set_value", #"{"sensor":"\#(GreenhouseWorld.temperature)","value":1e300,"starts_at":0}"#)
    #expect(try stage.readings(2).values(GreenhouseWorld.temperature) == [100, 100])
    #expect((try stage.send("GET", "/_mock/scenarios").json["scenarios"] as? [Any])?.count == 3)
  }
}
