import Foundation
import HTTPCore
import Invernaderos
import JSON
import Testing
import World

@Suite("A reading as JSON")
struct GreenhouseReadingTests {
  @Test("has the documented members in the order of their bytes, values with a fraction")
  func text() {
    let hundredths = Array(repeating: 0, count: 17) + [7000, 2457, 2450, 2400, 1]
    let text = String(decoding: GreenhouseReading(seconds: 0, hundredths: hundredths).json, as: UTF8.self)
    #expect(text.hasPrefix(#"{"HUMEDAD INVERNADERO 01":0.0,"HUMEDAD INVERNADERO 02":0.0,"#))
    #expect(
      text.hasSuffix(
        #""INVERNADERO_03_SECTOR_04":70.0,"RESERVA":24.57,"TEMPERATURA INVERNADERO 01":24.5,"#
          + #""TEMPERATURA INVERNADERO 02":24.0,"TEMPERATURA INVERNADERO 03":0.01,"greenhouseId":"001","#
          + #""tenantId":"DEFAULT","timestamp":"1970-01-01T00:00:00Z"}"#))
  }

  @Test("reads back the same", arguments: [UInt64(1), 2, 3])
  func roundTrip(seed: UInt64) {
    let reading = GreenhouseModel(seed: seed).reading(at: Timestamp(seconds: 1_793_491_200))
    #expect(GreenhouseReading(json: reading.json, seconds: reading.seconds) == reading)
    #expect(JSONWriter.serialize((try? JSONParser.parse(reading.json)) ?? .null) == reading.json)
  }

  @Test("is not read from anything else", arguments: ["", "[]", "{", "1"])
  func broken(text: String) {
    #expect(GreenhouseReading(json: Array(text.utf8), seconds: 0) == nil)
  }

  @Test("that passes a threshold is an alert; one that stays beyond it is none")
  func alert() throws {
    let index = try #require(SensorCatalogue.all.firstIndex { $0.id == "TEMPERATURA INVERNADERO 03" })
    func reading(_ hundredths: Int) -> GreenhouseReading {
      var values = [7000, 7000, 7000] + Array(repeating: 5000, count: 19)
      for place in index - 2...index { values[place] = 2000 }
      values[index] = hundredths
      return GreenhouseReading(seconds: 60, hundredths: values)
    }
    let cases = [(2800, 2801, "TEMPERATURA INVERNADERO 03"), (2801, 2900, ""), (2900, 2700, ""), (1800, 1799, "x")]
    for (before, after, expected) in cases {
      #expect(SensorAlert.between(reading(before), reading(after)).isEmpty == expected.isEmpty, "\(before) \(after)")
    }
    let alert = try #require(SensorAlert.between(reading(2800), reading(2850)).first)
    let text = String(decoding: alert.json(number: 7), as: UTF8.self)
    #expect(
      text == #"{"alertId":"alert_7","greenhouseId":"003","message":"TEMPERATURA INVERNADERO 03 is too warm: 28.5 °C","#
        + #""sensorId":"TEMPERATURA INVERNADERO 03","severity":"WARNING","tenantId":"DEFAULT","threshold":28.0,"#
        + #""timestamp":"1970-01-01T00:01:00Z","type":"TEMPERATURE_HIGH","value":28.5}"#)
  }

  @Test("tells the state of each greenhouse")
  func status() throws {
    let reading = GreenhouseModel(seed: 1).reading(at: Timestamp(seconds: 1_793_491_200))
    let status = try JSONParser.parse(GreenhouseStatus.json(reading))
    let greenhouses = try #require(status["greenhouses"]?.array)
    #expect(greenhouses.map { $0["greenhouseId"]?.string } == ["001", "002", "003"])
    let message = try JSONParser.parse(reading.json)
    #expect(greenhouses[1]["temperature"] == message["TEMPERATURA INVERNADERO 02"])
    #expect(greenhouses[2]["humidity"] == message["HUMEDAD INVERNADERO 03"])
    #expect(greenhouses[0]["sectors"]?.array?[3] == message["INVERNADERO_01_SECTOR_04"])
    #expect(greenhouses[0]["extractor"] == .bool(message["INVERNADERO_01_EXTRACTOR"] == 1))
    #expect(status["reserve"] == message["RESERVA"])
    #expect(status["timestamp"] == "2026-11-01T00:00:00Z")
  }
}
