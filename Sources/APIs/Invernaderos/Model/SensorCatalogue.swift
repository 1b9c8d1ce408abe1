/// The sensors of the documented RealDataDto (CONTRACT §2.2): its 22 numeric fields.
enum SensorCatalogue {
  /// What a sensor measures or shows; the raw value is the `sensorType` on the wire.
  enum Kind: String, Sendable, CaseIterable {
    case temperature = "TEMPERATURE"
    case humidity = "HUMIDITY"
    /// How far a sector's valve is open, in percent.
    case sector = "SECTOR"
    /// 1 while the extractor fan runs, else 0.
    case extractor = "EXTRACTOR"
    /// Anything else: here the level of the water reserve, in percent.
    case sensor = "SENSOR"

    /// The unit on the wire (CONTRACT §2.4).
    var unit: String {
      switch self {
      case .temperature: "°C"
      case .humidity, .sector, .sensor: "%"
      case .extractor: "unit"
      }
    }
  }

  /// One field of RealDataDto.
  struct Sensor: Sendable, Equatable {
    /// The key in RealDataDto, which is the sensor's id too.
    let id: String
    let kind: Kind
    /// 1…3; the reserve, which all share, counts to the first.
    let greenhouse: Int
    /// 1…4 for a sector, else 0.
    let sector: Int

    /// The text of the greenhouse's id, such as `001` (CONTRACT C16).
    var greenhouseID: String { SensorCatalogue.greenhouseID(greenhouse) }
  }

  static let greenhouses = [1, 2, 3]
  static let sectors = [1, 2, 3, 4]
  /// The tenant that the greenhouses belong to.
  static let tenant = "DEFAULT"

  /// All sensors in the order of their keys' bytes, which is the order of RealDataDto's members.
  static let all: [Sensor] = {
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
