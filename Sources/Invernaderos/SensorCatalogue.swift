import HTTPCore

/// The sensors of the documented RealDataDto (CONTRACT §2.2): its 22 numeric fields.
package enum SensorCatalogue {
  /// What a sensor measures or shows; the raw value is the `sensorType` on the wire.
  package enum Kind: String, Sendable, CaseIterable {
    case temperature = "TEMPERATURE"
    case humidity = "HUMIDITY"
    /// How far a sector's valve is open, in percent.
    case sector = "SECTOR"
    /// 1 while the extractor fan runs, else 0.
    case extractor = "EXTRACTOR"
    /// Anything else: here the level of the water reserve, in percent.
    case sensor = "SENSOR"

    /// The unit on the wire (CONTRACT §2.4).
    package var unit: String {
      switch self {
      case .temperature: "°C"
      case .humidity, .sector, .sensor: "%"
      case .extractor: "unit"
      }
    }
  }

  /// One field of RealDataDto.
  package struct Sensor: Sendable, Equatable {
    /// The key in RealDataDto, which is the sensor's id too.
    package let id: String
    /// What it measures or shows.
    package let kind: Kind
    /// 1…3; the reserve, which all share, counts to the first.
    package let greenhouse: Int
    /// 1…4 for a sector, else 0.
    package let sector: Int

    /// The text of the greenhouse's id, such as `001` (CONTRACT C16).
    package var greenhouseID: String { SensorCatalogue.greenhouseID(greenhouse) }
  }

  static let greenhouses = [1, 2, 3]
  static let sectors = [1, 2, 3, 4]
  /// The tenant that the greenhouses belong to.
  static let tenant = "DEFAULT"

  /// All sensors in the order of their keys' bytes, which is the order of RealDataDto's members.
  package static let all: [Sensor] = {
    var sensors = [Sensor(id: "RESERVA", kind: .sensor, greenhouse: 1, sector: 0)]
    for greenhouse in greenhouses {
      let spaced = "INVERNADERO 0\(greenhouse)"
      let joined = "INVERNADERO_0\(greenhouse)"
      sensors.append(Sensor(id: "TEMPERATURA \(spaced)", kind: .temperature, greenhouse: greenhouse, sector: 0))
      sensors.append(Sensor(id: "HUMEDAD \(spaced)", kind: .humidity, greenhouse: greenhouse, sector: 0))
      sensors.append(Sensor(id: "\(joined)_EXTRACTOR", kind: .extractor, greenhouse: greenhouse, sector: 0))
      for sector in sectors {
        sensors.append(Sensor(id: "\(joined)_SECTOR_0\(sector)", kind: .sector, greenhouse: greenhouse, sector: sector))
      }
    }
    return sensors.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }()

  static func greenhouseID(_ greenhouse: Int) -> String { "00\(greenhouse)" }
}

/// How tests name sensors: by the id, or by a short name within a greenhouse.
extension SensorCatalogue {
  /// The greenhouses as tests name them: `001`, `002`, `003`.
  static let greenhouseNames = greenhouses.map(greenhouseID)

  /// The place in ``all`` of the one sensor of that name, in any case of its letters; nil when there is none, or when
  /// several greenhouses have one.
  ///
  /// - Parameters:
  ///   - greenhouse: The greenhouse that it must be in; nil for any.
  package static func index(named name: String, in greenhouse: Int?) -> Int? {
    let wanted = name.lowercased()
    let found = all.indices.filter { index in
      let sensor = all[index]
      guard greenhouse == nil || sensor.greenhouse == greenhouse else { return false }
      return sensor.id.lowercased() == wanted || sensor.shortName == wanted
    }
    return found.count == 1 ? found.first : nil
  }

  /// The places of all sensors of some kinds.
  ///
  /// - Parameters:
  ///   - greenhouse: The greenhouse that they must be in; nil for any.
  package static func indices(of kinds: [Kind] = Kind.allCases, in greenhouse: Int?) -> [Int] {
    all.indices.filter { kinds.contains(all[$0].kind) && (greenhouse == nil || all[$0].greenhouse == greenhouse) }
  }

  /// The number of a greenhouse that a client names, such as `001` or `1`; nil when there is none.
  static func greenhouse(named name: String) -> Int? {
    let number = GreenhouseID(text: name).number.flatMap { Int(exactly: $0) }
    return number.flatMap { greenhouses.contains($0) ? $0 : nil }
  }
}

extension SensorCatalogue.Sensor {
  /// The name within its greenhouse: `temperature`, `humidity`, `extractor`, `sector-1`, `reserve`.
  var shortName: String {
    switch kind {
    case .temperature: "temperature"
    case .humidity: "humidity"
    case .extractor: "extractor"
    case .sector: "sector-\(sector)"
    case .sensor: "reserve"
    }
  }
}

extension SensorCatalogue.Kind {
  /// What a sensor of this kind can show at all (CONTRACT §2.4), in its unit.
  package var range: ClosedRange<Double> {
    switch self {
    case .temperature: -50...100
    case .humidity, .sector, .sensor: 0...100
    case .extractor: 0...1
    }
  }

  /// The nearest value that a sensor of this kind can show, in hundredths.
  func clamped(_ hundredths: Int) -> Int {
    max(Int(range.lowerBound) * 100, min(Int(range.upperBound) * 100, hundredths))
  }

  /// A value that a test sets, in hundredths, half rounded up; for an extractor it is rounded to 0 or 1.
  func hundredths(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    let inRange = max(range.lowerBound, min(range.upperBound, value))
    return (self == .extractor ? inRange.rounded() : inRange).hundredths
  }
}
