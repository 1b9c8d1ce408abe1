import Foundation
import ServerTestSupport
import Testing

@Suite("The statistics of the greenhouses")
struct StatisticsTests {
  private static func client() throws -> InvernaderosClient {
    let server = try TestServer()
    server.clock.freeze(true)
    return try InvernaderosClient(server)
  }

  /// The values of a sensor over some hours, newest first.
  private static func values(_ client: InvernaderosClient, _ id: String, hours: Int) throws -> [Double] {
    try client.readings("/by-sensor/\(id)?hoursAgo=\(hours)").map(\.value)
  }

  private static func agrees(_ statistics: [String: Any], with values: [Double]) -> Bool {
    let mean = (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
    return statistics["count"] as? Int == values.count && statistics["min"] as? Double == values.min()
      && statistics["max"] as? Double == values.max() && abs((statistics["avg"] as? Double ?? 0) - mean) < 0.011
  }

  @Test("of one sensor are counted from its readings")
  func oneSensor() throws {
    let client = try Self.client()
    let id = "TEMPERATURA%20INVERNADERO%2001"
    let (hour, day) = (try Self.values(client, id, hours: 1), try Self.values(client, id, hours: 24))
    #expect(Self.agrees(try client.send("GET", "/greenhouse/statistics/\(id)").json, with: hour))
    #expect(Self.agrees(try client.send("GET", "/greenhouse/statistics/\(id)?period=24h").json, with: day))
    #expect(Self.agrees(try client.send("GET", "/greenhouse/statistics/\(id)?period=1d").json, with: day))
    #expect(Self.agrees(try client.send("GET", "/greenhouse/statistics/\(id)?period=60m").json, with: hour))
    #expect(Self.agrees(try client.send("GET", "/greenhouse/statistics/\(id)?period=soon").json, with: hour))
    #expect(Self.agrees(try client.send("GET", "/sensors/stats/\(id)").json, with: day))
    #expect(Self.agrees(try client.send("GET", "/sensors/stats/\(id)?hoursAgo=1").json, with: hour))
  }

  @Test("tell which way a sensor goes", arguments: ["RESERVA", "TEMPERATURA%20INVERNADERO%2003"])
  func trend(id: String) throws {
    let client = try Self.client()
    for hours in [1, 6, 24] {
      let values = try Self.values(client, id, hours: hours)
      let (first, last) = (try #require(values.last), try #require(values.first))
      let percent = (last - first) / first * 100
      let trend = try client.send("GET", "/sensors/stats/\(id)/trend?period=\(hours)h").json
      #expect(trend["firstValue"] as? Double == first)
      #expect(trend["lastValue"] as? Double == last)
      #expect(abs((trend["changePercent"] as? Double ?? 1000) - percent) < 0.01)
      let direction = percent > 0.5 ? "UP" : percent < -0.5 ? "DOWN" : "STABLE"
      #expect(trend["direction"] as? String == direction)
    }
  }

  @Test("of a sensor that does not exist are 404")
  func unknownSensor() throws {
    let client = try Self.client()
    for path in ["/greenhouse/statistics/nada", "/sensors/stats/nada", "/sensors/stats/nada/trend"] {
      #expect(try client.send("GET", path).problemLine == "404 ENTITY_NOT_FOUND")
    }
  }

  @Test("sum all sensors up", arguments: [("/greenhouse/statistics/summary", 1), ("/statistics/summary", 24)])
  func summary(path: String, hours: Int) throws {
    let client = try Self.client()
    let summary = try client.send("GET", path).json
    let sensors = try #require(summary["sensors"] as? [[String: Any]])
    #expect(sensors.count == 22)
    let reserve = try #require(sensors.first { $0["sensorId"] as? String == "RESERVA" })
    #expect(Self.agrees(reserve, with: try Self.values(client, "RESERVA", hours: hours)))
    let ofOne = try client.send("GET", "\(path)?greenhouseId=2&period=\(hours)h").json["sensors"] as? [[String: Any]]
    #expect(ofOne?.count == 7)
  }

  @Test("have a history for each sensor")
  func historicalData() throws {
    let client = try Self.client()
    let sensors = try client.objects("/statistics/historical-data")
    #expect(sensors.count == 22)
    let directions = Set(sensors.compactMap { $0["trendDirection"] as? String })
    #expect(directions.isSubset(of: ["INCREASING", "DECREASING", "STABLE"]))
    let reserve = try client.objects("/statistics/historical-data?sensorId=RESERVA&period=6h")
    let values = try Self.values(client, "RESERVA", hours: 6)
    #expect(reserve.count == 1)
    #expect(reserve.first?["currentValue"] as? Double == values.first)
    #expect(reserve.first?["maxValue"] as? Double == values.max())
  }

  @Test("are cut into hours and days", arguments: [("hourly", 24...25, 3600.0), ("daily", 7...8, 86_400)])
  func parts(path: String, count: ClosedRange<Int>, length: Double) throws {
    let client = try Self.client()
    let parts = try client.objects("/statistics/\(path)?sensorId=RESERVA")
    #expect(count.contains(parts.count))
    let starts = try parts.map { try Date($0["timestamp"] as? String ?? "", strategy: .iso8601).timeIntervalSince1970 }
    #expect(starts.allSatisfy { $0.truncatingRemainder(dividingBy: length) == 0 })
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == length })
    let values = try Self.values(client, "RESERVA", hours: path == "hourly" ? 24 : 168)
    #expect(parts.compactMap { $0["count"] as? Int }.reduce(0, +) == values.count)
    #expect(parts.compactMap { $0["max"] as? Double }.max() == values.max())
  }
}
