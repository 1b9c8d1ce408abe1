import Foundation
import ServerTestSupport
import Testing

@Suite("The sensors of the greenhouses")
struct SensorTests {
  private static func client() throws -> InvernaderosClient {
    let server = try TestServer()
    server.clock.freeze(true)
    return try InvernaderosClient(server)
  }

  @Test("show what the messages have, digit for digit")
  func agreement() throws {
    let client = try Self.client()
    let messages = try client.objects("/greenhouse/messages/recent?limit=3")
    let readings = try client.objects("/sensors/latest?limit=66")
    #expect(readings.count == 66)
    for reading in readings {
      let message = try #require(messages.first { $0["timestamp"] as? String == reading["time"] as? String })
      let id = try #require(reading["sensorId"] as? String)
      #expect(message[id] as? Double == reading["value"] as? Double, "\(id)")
    }
    let text = try client.send("GET", "/greenhouse/messages/latest").text
    for reading in try client.send("GET", "/sensors/latest?limit=22").text.split(separator: "},{") {
      let id = try #require(reading.firstMatch(of: /"sensorId":"([^"]+)"/)?.1)
      let value = try #require(reading.firstMatch(of: /"value":([0-9.]+)/)?.1)
      #expect(text.contains("\"\(id)\":\(value),"), "\(id)")
    }
  }

  @Test("are what the document's clients decode, newest first, ten unless asked otherwise")
  func latest() throws {
    let client = try Self.client()
    let readings = try client.readings("/latest")
    #expect(readings.count == 10)
    let all = try client.readings("/latest?limit=44")
    #expect(all.map(\.time) == all.map(\.time).sorted(by: >))
    #expect(Set(all.map(\.sensorType)) == ["TEMPERATURE", "HUMIDITY", "SECTOR", "EXTRACTOR", "SENSOR"])
    #expect(Set(all.map(\.greenhouseId)) == ["001", "002", "003"])
    for reading in all {
      let unit = ["TEMPERATURE": "°C", "EXTRACTOR": "unit"][reading.sensorType] ?? "%"
      #expect(reading.unit == unit)
    }
    let warm = try #require(all.first { $0.sensorId == "TEMPERATURA INVERNADERO 02" })
    #expect(warm.greenhouseId == "002" && warm.sensorType == "TEMPERATURE")
    #expect(all.first { $0.sensorId == "INVERNADERO_03_SECTOR_04" }?.greenhouseId == "003")
  }

  @Test(
    "are of one greenhouse, by text or by number (CONTRACT C16)",
    arguments: [
      ("001", "001"), ("1", "001"), ("01", "001"), ("0000000000000000000000001", "001"), ("3", "003"), ("004", nil),
      ("0", nil), ("-1", nil), ("x", nil), ("99999999999999999999", nil), ("00%31", "001"), ("%C3%A9", nil),
    ])
  func greenhouse(name: String, id: String?) throws {
    let client = try Self.client()
    for path in ["/by-greenhouse/\(name)?hours=1", "/latest?greenhouseId=\(name)&limit=50"] {
      let readings = try client.readings(path)
      #expect(Set(readings.map(\.greenhouseId)) == Set([id].compactMap { $0 }), "\(path)")
    }
  }

  @Test(
    "are of the last hours, whatever number that is",
    arguments: [
      ("1", 3600.0), ("2", 7200), ("24", 86_400), ("168", 604_800), ("9223372036854775807", 604_800),
      ("99999999999999999999", 604_800), ("87600", 604_800), ("", 86_400),
    ])
  func hours(text: String, seconds: Double) throws {
    let client = try Self.client()
    let newest = try #require(try client.readings("/latest?limit=1").first).time
    for path in ["/by-greenhouse/002?hours=\(text)", "/by-sensor/RESERVA?hoursAgo=\(text)"] {
      let times = try client.readings(path).map(\.time)
      let oldest = try #require(times.last)
      #expect(times.first == newest)
      #expect(times == times.sorted(by: >))
      #expect(newest.timeIntervalSince(oldest) <= seconds)
      #expect(newest.timeIntervalSince(oldest) > seconds - 310)
    }
  }

  @Test("are none for no or negative hours", arguments: ["-1", "-9223372036854775808", "-99999999999999999999"])
  func negativeHours(text: String) throws {
    let client = try Self.client()
    #expect(try client.readings("/by-greenhouse/001?hours=\(text)").isEmpty)
    #expect(try client.readings("/by-sensor/RESERVA?hoursAgo=\(text)").isEmpty)
    #expect(try client.readings("/by-greenhouse/001?hours=0").count <= 8)
    #expect(try client.send("GET", "/sensors/stats/RESERVA?hoursAgo=\(text)").json["count"] as? Int == 0)
  }

  @Test("are asked for hours in whole numbers", arguments: ["x", "1.5", "1h"])
  func badHours(text: String) throws {
    let response = try Self.client().send("GET", "/sensors/by-greenhouse/001?hours=\(text)")
    #expect(try response.problemLine == "400 BAD_REQUEST hours")
    #expect(try response.problem.expectedType == "Long")
  }

  @Test("are found by ids with spaces", arguments: ["TEMPERATURA%20INVERNADERO%2001", "RESERVA", "nada"])
  func byID(id: String) throws {
    let readings = try Self.client().readings("/by-sensor/\(id)?hoursAgo=1")
    #expect(readings.isEmpty == (id == "nada"))
    #expect(readings.allSatisfy { $0.sensorId == id.removingPercentEncoding })
  }

  @Test("are told all at once for a greenhouse", arguments: ["1", "001", "+1"])
  func current(greenhouse: String) throws {
    let client = try Self.client()
    let encoded = greenhouse.replacing("+", with: "%2B")
    let current = try client.send("GET", "/sensors/current?greenhouseId=\(encoded)").json
    #expect(current["greenhouseId"] as? Int == 1)
    let sensors = try #require(current["sensors"] as? [String: [String: Any]])
    #expect(sensors.count == 8)
    let message = try #require(try client.objects("/greenhouse/messages/recent?limit=1").first)
    #expect(current["timestamp"] as? String == message["timestamp"] as? String)
    for (id, sensor) in sensors {
      #expect(sensor["value"] as? Double == message[id] as? Double)
      #expect(Set(sensor.keys) == ["value", "unit", "timestamp", "type"])
    }
  }

  @Test("of a greenhouse that does not exist are none", arguments: ["4", "0", "-7", "9223372036854775807"])
  func currentUnknown(greenhouse: String) throws {
    let response = try Self.client().send("GET", "/sensors/current?greenhouseId=\(greenhouse)")
    #expect(response.status == 200)
    #expect((response.json["sensors"] as? [String: Any])?.isEmpty == true)
    #expect(response.json["greenhouseId"] as? Int == Int(greenhouse))
  }

  @Test(
    "need a number to be told all at once", arguments: ["", "?greenhouseId=", "?greenhouseId=x", "?greenhouseId=1.0"])
  func currentWithout(query: String) throws {
    let response = try Self.client().send("GET", "/sensors/current\(query)")
    #expect(try response.problemLine == "400 BAD_REQUEST greenhouseId")
    #expect(try response.problem.expectedType == "Long")
  }
}
