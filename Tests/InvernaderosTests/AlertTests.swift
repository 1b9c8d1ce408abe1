import Foundation
import ServerTestSupport
import Testing
import World

@Suite("Alerts of the greenhouses (CONTRACT §2.7)")
struct AlertTests {
  private static let sensor = "TEMPERATURA INVERNADERO 01"

  private static func client() throws -> InvernaderosClient {
    let server = try TestServer()
    server.clock.freeze(true)
    return try InvernaderosClient(server)
  }

  /// Has the sensors read, one of them with a value of the test's.
  private static func push(_ client: InvernaderosClient, _ value: String, seconds: Int64 = 1) throws {
    client.server.clock.advance(nanoseconds: seconds * 1_000_000_000)
    #expect(try client.server.send("POST", "/_mock/sensors/readings", body: "{\"\(sensor)\":\(value)}").status == 201)
  }

  /// The ids of the alerts that are as asked about the test's sensor.
  private static func alerts(_ client: InvernaderosClient, _ query: String = "") throws -> [String] {
    let id = sensor.replacing(" ", with: "%20")
    return try client.objects("/greenhouse/alerts?sensorId=\(id)\(query)").compactMap { $0["alertId"] as? String }
  }

  @Test("hold until the sensor is within its limit again, and are told of both")
  func resolution() throws {
    let client = try Self.client()
    let listener = try STOMPClient(connectedTo: client.server, token: client.token)
    try listener.subscribe("a", "/topic/tenant/DEFAULT/alerts")
    try listener.subscribe("r", "/topic/tenant/DEFAULT/alerts/resolved")
    try Self.push(client, "27.5")
    let before = try Self.alerts(client)
    try Self.push(client, "28.01")
    var raised = try listener.receive()
    while raised.object["sensorId"] as? String != Self.sensor || raised["subscription"] != "a" {
      raised = try listener.receive()
    }
    #expect(raised.object["type"] as? String == "TEMPERATURE_HIGH")
    #expect(raised.object["status"] == nil, "the message is as documented clients know it")
    let id = try #require(raised.object["alertId"] as? String)
    #expect(try Self.alerts(client, "&status=ACTIVE") == [id])
    // Still too warm, then silent, then exactly at the threshold, which is within.
    try Self.push(client, "29")
    try Self.push(client, "null")
    #expect(try Self.alerts(client, "&status=ACTIVE") == [id])
    try Self.push(client, "28")
    var resolved = try listener.receive()
    while resolved.object["sensorId"] as? String != Self.sensor { resolved = try listener.receive() }
    #expect(resolved["subscription"] == "r")
    #expect(resolved.object["alertId"] as? String == id)
    #expect(resolved.object["status"] as? String == "RESOLVED")
    #expect(resolved.object["value"] as? Double == 28)
    #expect(resolved.object["raisedAt"] as? String == raised.object["timestamp"] as? String)
    #expect(try Self.alerts(client, "&status=ACTIVE").isEmpty)
    #expect(try Self.alerts(client, "&status=RESOLVED") == [id] + before)
    let listed = try #require(
      try client.objects("/greenhouse/alerts?status=RESOLVED").first { $0["alertId"] as? String == id })
    #expect(listed["resolvedAt"] as? String == resolved.object["timestamp"] as? String)
    #expect(listed["value"] as? Double == 28.01)
  }

  @Test("are listed by what is asked, in parts")
  func list() throws {
    let client = try Self.client()
    for value in ["20", "29", "20", "29", "20", "10"] { try Self.push(client, value) }
    let own = try Self.alerts(client)
    #expect(own.count == 3)
    #expect(try Self.alerts(client, "&type=TEMPERATURE_LOW").count == 1)
    #expect(try Self.alerts(client, "&greenhouseId=1") == own)
    #expect(try Self.alerts(client, "&greenhouseId=2").isEmpty)
    let first = try client.send("GET", "/greenhouse/alerts?sensorId=TEMPERATURA%20INVERNADERO%2001&limit=2")
    #expect(first.header("X-Total-Count") == "3")
    #expect(first.header("Link")?.contains("limit=2&offset=2>; rel=\"next\"") == true)
    #expect(try Self.alerts(client, "&limit=2") == Array(own.prefix(2)))
    #expect(try Self.alerts(client, "&limit=2&offset=2") == Array(own.suffix(1)))
    #expect(try client.send("GET", "/greenhouse/alerts?status=open").problemLine == "400 BAD_REQUEST status")
    #expect(try client.send("GET", "/greenhouse/alerts?type=COLD").problemLine == "400 BAD_REQUEST type")
    #expect(try client.send("GET", "/greenhouse/alerts?tenantId=NORTE").status == 403)
    #expect(try client.server.invernaderos("GET", "/greenhouse/alerts").status == 401)
  }

  @Test("are for accounts of their tenant")
  func otherTenant() throws {
    let client = try Self.client()
    try Self.push(client, "20")
    try Self.push(client, "29")
    let response = try client.server.invernaderos("POST", "/auth/register", body: InvernaderosBody.company)
    let token = try #require(response.json["token"] as? String)
    let own = try client.server.invernaderos("GET", "/greenhouse/alerts", token: token)
    #expect((own.status, own.text, own.header("X-Total-Count")) == (200, "[]", "0"))
    let other = try client.server.invernaderos("GET", "/greenhouse/alerts?tenantId=DEFAULT", token: token)
    #expect(other.status == 403)
  }

  @Test("go with the time when the clock is set back")
  func setBack() throws {
    let client = try Self.client()
    try Self.push(client, "20")
    try Self.push(client, "29", seconds: 60)
    let id = try #require(try Self.alerts(client, "&status=ACTIVE").first)
    try Self.push(client, "20", seconds: 60)
    #expect(try Self.alerts(client, "&status=ACTIVE").isEmpty)
    client.server.clock.set(client.server.clock.now.advanced(byNanoseconds: -61_000_000_000))
    try Self.push(client, "29", seconds: 1)
    #expect(try Self.alerts(client, "&status=ACTIVE") == [id])
    client.server.clock.set(client.server.clock.now.advanced(byNanoseconds: -62_000_000_000))
    try Self.push(client, "20", seconds: 1)
    #expect(try !Self.alerts(client).contains(id))
  }
}

@Suite("Numbers that clients of the greenhouses read")
struct GreenhouseNumberTests {
  @Test("are rounded half up, of what was set and of means")
  func rounding() throws {
    let server = try TestServer { $0.dataset = .empty }
    server.clock.freeze(true)
    server.clock.set(Timestamp(seconds: 1_795_874_400))
    let client = try InvernaderosClient(server)
    let sensor = "TEMPERATURA INVERNADERO 01"
    for value in ["24.345", "24.34"] {
      server.clock.advance(nanoseconds: 1_000_000_000)
      #expect(try server.send("POST", "/_mock/sensors/readings", body: "{\"\(sensor)\":\(value)}").status == 201)
    }
    let id = sensor.replacing(" ", with: "%20")
    #expect(try client.readings("/by-sensor/\(id)").map(\.value) == [24.34, 24.35])
    // 24.345 lies between both.
    let statistics = try client.send("GET", "/greenhouse/statistics/\(id)").json
    #expect(statistics["avg"] as? Double == 24.35)
    #expect(statistics["count"] as? Int == 2)
    let hourly = try client.objects("/statistics/hourly?sensorId=\(id)")
    #expect(hourly.compactMap { $0["avg"] as? Double } == [24.35])
  }

  @Test("have trends that are decided before they are rounded")
  func trends() throws {
    let server = try TestServer { $0.dataset = .empty }
    server.clock.freeze(true)
    server.clock.set(Timestamp(seconds: 1_795_874_400))
    let client = try InvernaderosClient(server)
    // 0.50 / 99.20 is 0.504 %.
    for value in ["99.20", "99.70"] {
      server.clock.advance(nanoseconds: 1_000_000_000)
      #expect(try server.send("POST", "/_mock/sensors/readings", body: "{\"RESERVA\":\(value)}").status == 201)
    }
    let trend = try client.send("GET", "/sensors/stats/RESERVA/trend").json
    #expect(trend["changePercent"] as? Double == 0.5)
    #expect(trend["direction"] as? String == "UP")
    let history = try client.objects("/statistics/historical-data?sensorId=RESERVA")
    #expect(history.first?["trendDirection"] as? String == "INCREASING")
  }
}
