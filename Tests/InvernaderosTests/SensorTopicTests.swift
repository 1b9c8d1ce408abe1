import Foundation
import ServerTestSupport
import Testing

@Suite("The simulated sensors on the broker")
struct SensorTopicTests {
  private static let second: Int64 = 1_000_000_000
  private let server: TestServer
  private let token: String

  init() throws {
    server = try TestServer { $0.sensorInterval = Self.second }
    server.clock.freeze(true)
    token = try InvernaderosClient(server).token
  }

  private func advance(seconds: Int64) {
    server.clock.advance(nanoseconds: seconds * Self.second)
  }

  private func recent(_ limit: Int) throws -> String {
    try server.send("GET", "/api/v1/greenhouse/messages/recent?limit=\(limit)", token: token).text
  }

  @Test("send each reading once an interval of the world, as REST shows it afterwards, byte for byte")
  func readings() throws {
    let client = try STOMPClient(connectedTo: server)
    try client.subscribe("sub-0", "/topic/greenhouse/messages")
    var bodies: [String] = []
    for _ in 0..<5 {
      advance(seconds: 1)
      let message = try client.receive()
      #expect(message["content-type"] == "application/json")
      #expect(message.object["timestamp"] is String)
      bodies.append(message.body)
      #expect(try recent(1) == "[\(message.body)]")
    }
    #expect(Set(bodies).count == 5)
    #expect(try recent(5) == "[\(bodies.reversed().joined(separator: ","))]")
    #expect(try client.isQuiet())
  }

  @Test("send every reading of a jump of the clock, in order")
  func jump() throws {
    let client = try STOMPClient(connectedTo: server)
    try client.subscribe("sub-0", "/topic/greenhouse/messages")
    advance(seconds: 100)
    let times = try (0..<100).map { _ in try #require(try client.receive().object["timestamp"] as? String) }
    #expect(times == times.sorted())
    #expect(Set(times).count == 100)
    #expect(try client.isQuiet())
  }

  @Test("tell of the state and of the last hour with every twelfth reading")
  func summaries() throws {
    let client = try STOMPClient(connectedTo: server)
    try client.subscribe("status", "/topic/greenhouse/status")
    try client.subscribe("statistics", "/topic/greenhouse/statistics")
    advance(seconds: 24)
    var seen: [String: Int] = [:]
    while seen["statistics", default: 0] < 2 {
      let message = try client.receive()
      #expect(!message.object.isEmpty)
      seen[message["subscription"] ?? "", default: 0] += 1
    }
    #expect(seen["status", default: 0] >= 2)
  }

  @Test("tell a tenant's own sessions of thresholds that were crossed in the course of a day", .timeLimit(.minutes(2)))
  func alerts() throws {
    let server = try TestServer { $0.sensorInterval = 300 * Self.second }
    server.clock.freeze(true)
    let own = try STOMPClient(connectedTo: server, token: try InvernaderosClient(server).token)
    let anonymous = try STOMPClient(connectedTo: server)
    for client in [own, anonymous] { try client.subscribe("a", "/topic/tenant/DEFAULT/alerts") }
    // In steps of less than a token's life; the session lives on whatever becomes of its token.
    for _ in 0..<24 { server.clock.advance(nanoseconds: 3600 * Self.second) }
    let alert = try own.receive().object
    #expect(alert["tenantId"] as? String == "DEFAULT")
    for member in ["alertId", "greenhouseId", "sensorId", "type", "severity", "message", "timestamp"] {
      #expect(alert[member] is String, "\(member)")
    }
    #expect(alert["value"] is Double)
    #expect(alert["threshold"] is Double)
    #expect(try anonymous.isQuiet())
  }

  @Test("show the same on another server with the same seed and time, and something else with another seed")
  func determinism() throws {
    func stream(seed: UInt64) throws -> [String] {
      let server = try TestServer { configuration in
        configuration.sensorInterval = Self.second
        configuration.randomSeed = seed
      }
      server.clock.freeze(true)
      let client = try STOMPClient(connectedTo: server)
      try client.subscribe("s", "/topic/greenhouse/messages")
      server.clock.advance(nanoseconds: 600 * Self.second)
      return try (0..<600).map { _ in try client.receive().body }
    }
    let (first, second, other) = (try stream(seed: 7), try stream(seed: 7), try stream(seed: 8))
    // The servers began at different moments of the real clock; where their readings' times meet, they agree.
    let byTime = Dictionary(first.map { (time($0), $0) }, uniquingKeysWith: { first, _ in first })
    let common = second.filter { byTime[time($0)] != nil }
    #expect(common.count > 300)
    #expect(common.allSatisfy { byTime[time($0)] == $0 })
    #expect(other.filter { byTime[time($0)] == $0 }.isEmpty)
  }

  private func time(_ body: String) -> String {
    String(body.suffix(24))
  }
}
