import Foundation
import Invernaderos
import Testing
import World

@Suite("The model of the greenhouses (CONTRACT §2.4)")
struct GreenhouseModelTests {
  /// 2026-11-01T00:00:00Z.
  static let start: Int64 = 1_793_491_200

  /// Readings each ten minutes for some days.
  private static func days(_ count: Int, seed: UInt64 = 1, every seconds: Int = 600) -> [GreenhouseReading] {
    let model = GreenhouseModel(seed: seed)
    return stride(from: 0, to: count * 86_400, by: seconds).map {
      model.reading(at: Timestamp(seconds: start + Int64($0)))
    }
  }

  private static func values(_ readings: [GreenhouseReading], _ id: String) throws -> [Double] {
    let index = try #require(SensorCatalogue.all.firstIndex { $0.id == id })
    return readings.compactMap { $0.value(at: index) }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

  @Test("has the documented sensors in the order of their bytes")
  func sensors() {
    let documented = [
      "HUMEDAD INVERNADERO 01", "HUMEDAD INVERNADERO 02", "HUMEDAD INVERNADERO 03", "INVERNADERO_01_EXTRACTOR",
      "INVERNADERO_01_SECTOR_01", "INVERNADERO_01_SECTOR_02", "INVERNADERO_01_SECTOR_03", "INVERNADERO_01_SECTOR_04",
      "INVERNADERO_02_EXTRACTOR", "INVERNADERO_02_SECTOR_01", "INVERNADERO_02_SECTOR_02", "INVERNADERO_02_SECTOR_03",
      "INVERNADERO_02_SECTOR_04", "INVERNADERO_03_EXTRACTOR", "INVERNADERO_03_SECTOR_01", "INVERNADERO_03_SECTOR_02",
      "INVERNADERO_03_SECTOR_03", "INVERNADERO_03_SECTOR_04", "RESERVA", "TEMPERATURA INVERNADERO 01",
      "TEMPERATURA INVERNADERO 02", "TEMPERATURA INVERNADERO 03",
    ]
    #expect(SensorCatalogue.all.map(\.id) == documented)
  }

  @Test("stays in the documented ranges", arguments: [UInt64(0), 1, 7, .max])
  func ranges(seed: UInt64) {
    let readings = Self.days(10, seed: seed)
    for (index, sensor) in SensorCatalogue.all.enumerated() {
      let values = readings.compactMap { $0.value(at: index) }
      let isInRange = values.allSatisfy { value in
        switch sensor.kind {
        case .temperature: (15...35).contains(value)
        case .humidity: (30...90).contains(value)
        case .sensor: (0...100).contains(value)
        case .extractor: value == 0 || value == 1
        case .sector: value == 0 || value == 100 || (30...70).contains(value) && value == value.rounded()
        }
      }
      #expect(isInRange, "\(sensor.id)")
      #expect(Set(values).count > 1, "\(sensor.id) stands still")
    }
  }

  @Test("is a function of seed and time alone")
  func pure() {
    let moments = [Int64.min, -1, 0, 1, 1_793_491_200_123_456_789, .max].map { Timestamp(nanoseconds: $0) }
    for moment in moments {
      #expect(GreenhouseModel(seed: 3).reading(at: moment) == GreenhouseModel(seed: 3).reading(at: moment))
      #expect(GreenhouseModel(seed: 3).reading(at: moment) != GreenhouseModel(seed: 4).reading(at: moment))
    }
  }

  @Test("shows the same whatever moments were asked for before", arguments: [UInt64(1), 2, 3])
  func memory(seed: UInt64) {
    let model = GreenhouseModel(seed: seed)
    var memory = GreenhouseModel.Memory()
    var moments = stride(from: 0, to: 7200, by: 5).map { Self.start + Int64($0) }
    moments += stride(from: 0, to: 7 * 86_400, by: 300).map { Self.start + 7200 + Int64($0) }
    // To and fro, near and far, and the ends of time.
    moments += [0, 100, 86_399, 86_400, 90_000, 3, 200_000, 100_000].map { Self.start + $0 } + [0, -1, .min, .max]
    for seconds in moments {
      let time = Timestamp(seconds: seconds)
      #expect(model.reading(at: time, &memory) == model.reading(at: time))
    }
  }

  @Test("is warmest in the middle of the afternoon and coldest before the morning", arguments: [1, 2, 3])
  func dailyCycle(greenhouse: Int) throws {
    let values = try Self.values(Self.days(10, every: 3600), "TEMPERATURA INVERNADERO 0\(greenhouse)")
    let hours = (0..<24).map { hour in Self.mean(stride(from: hour, to: values.count, by: 24).map { values[$0] }) }
    let warmest = try #require(hours.indices.max { hours[$0] < hours[$1] })
    let coldest = try #require(hours.indices.min { hours[$0] < hours[$1] })
    #expect((12...18).contains(warmest))
    #expect((1...6).contains(coldest))
    #expect(hours[warmest] - hours[coldest] > 4)
  }

  @Test("gets drier as it gets warmer", arguments: [1, 2, 3])
  func correlation(greenhouse: Int) throws {
    let readings = Self.days(10)
    let warm = try Self.values(readings, "TEMPERATURA INVERNADERO 0\(greenhouse)")
    let humid = try Self.values(readings, "HUMEDAD INVERNADERO 0\(greenhouse)")
    let (meanWarm, meanHumid) = (Self.mean(warm), Self.mean(humid))
    let shared = zip(warm, humid).reduce(0) { $0 + ($1.0 - meanWarm) * ($1.1 - meanHumid) }
    let spreadWarm = warm.reduce(0) { $0 + ($1 - meanWarm) * ($1 - meanWarm) }
    let spreadHumid = humid.reduce(0) { $0 + ($1 - meanHumid) * ($1 - meanHumid) }
    #expect(shared / (spreadWarm * spreadHumid).squareRoot() < -0.8)
  }

  @Test("changes little within ten seconds")
  func smooth() throws {
    let readings = Self.days(1, every: 10)
    for (id, largest) in [
      ("TEMPERATURA INVERNADERO 01", 0.1), ("HUMEDAD INVERNADERO 02", 0.3), ("RESERVA", 0.5),
    ] {
      let values = try Self.values(readings, id)
      let steps = zip(values, values.dropFirst()).map { abs($0 - $1) }
      #expect((steps.max() ?? 1) <= largest, "\(id)")
      // Neither does it stand still.
      #expect(steps.count { $0 > 0 } > steps.count / 10, "\(id)")
    }
  }

  @Test("runs the extractor while it is hot, and not on and off all the time", arguments: [1, 2, 3])
  func extractor(greenhouse: Int) throws {
    let readings = Self.days(5, every: 120)
    let running = try Self.values(readings, "INVERNADERO_0\(greenhouse)_EXTRACTOR").map { $0 > 0 }
    let warm = try Self.values(readings, "TEMPERATURA INVERNADERO 0\(greenhouse)")
    let switches = zip(running, running.dropFirst()).count { $0 != $1 }
    #expect((5...40).contains(switches))
    let hot = Self.mean(zip(warm, running).filter(\.1).map(\.0))
    let cool = Self.mean(zip(warm, running).filter { !$0.1 }.map(\.0))
    #expect(hot > cool + 3)
  }

  @Test("is cooled by a running extractor", arguments: [1, 2, 3])
  func cooling(greenhouse: Int) throws {
    let readings = Self.days(5, every: 120)
    let running = try Self.values(readings, "INVERNADERO_0\(greenhouse)_EXTRACTOR").map { $0 > 0 }
    let warm = try Self.values(readings, "TEMPERATURA INVERNADERO 0\(greenhouse)")
    // Half an hour after a start, unless it was stopped meanwhile, it is cooler than at the start on the whole.
    let starts = running.indices.dropFirst().dropLast(15).filter { !running[$0 - 1] && running[$0] && running[$0 + 15] }
    #expect(!starts.isEmpty)
    #expect(Self.mean(starts.map { warm[$0 + 15] - warm[$0] }) < -0.5)
  }

  @Test("keeps most valves half open, some shut and some wide open")
  func valves() throws {
    let values = try Self.values(Self.days(20), "INVERNADERO_02_SECTOR_03")
    let half = Double(values.count { (30...70).contains($0) }) / Double(values.count)
    #expect((0.6...0.8).contains(half))
    #expect(values.contains(0) && values.contains(100))
  }

  @Test("fills the reserve in the early morning")
  func reserve() throws {
    let values = try Self.values(Self.days(5, every: 3600), "RESERVA")
    for day in 0..<5 { #expect(values[day * 24 + 7] > values[day * 24 + 4] + 30) }
  }

  @Test("passes thresholds some times a day, not all the time")
  func alerts() {
    let readings = Self.days(7, every: 60)
    let alerts = zip(readings, readings.dropFirst()).flatMap { SensorAlert.between($0, $1) }
    #expect((7...500).contains(alerts.count))
    #expect(Set(alerts.map(\.rule.type)).count >= 4)
    for alert in alerts {
      #expect(alert.rule.isUpper ? alert.value > alert.rule.threshold : alert.value < alert.rule.threshold)
    }
  }
}
