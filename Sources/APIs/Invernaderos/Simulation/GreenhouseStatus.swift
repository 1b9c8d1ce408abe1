import HTTPCore
import JSON
import World

/// The state of all greenhouses in one object, for the topic and for those who ask over the socket.
enum GreenhouseStatus {
  /// What a reading says about the state.
  static func json(_ reading: GreenhouseReading) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "ONLINE",
      "greenhouses": .array(SensorCatalogue.greenhouses.map { greenhouse($0, reading) }),
      "reserve": values(of: .sensor, in: nil, reading).first ?? .null,
      "timestamp": .string(Timestamp(seconds: reading.seconds).iso8601),
    ])
  }

  /// What is said while no sensor has been read yet.
  static func unknown(at now: Timestamp) -> [UInt8] {
    JSONWriter.serialize([
      "tenantId": .string(SensorCatalogue.tenant), "status": "STARTING", "greenhouses": [],
      "timestamp": .string(now.iso8601),
    ])
  }

  private static func greenhouse(_ greenhouse: Int, _ reading: GreenhouseReading) -> JSONValue {
    [
      "greenhouseId": .string(SensorCatalogue.greenhouseID(greenhouse)),
      "temperature": values(of: .temperature, in: greenhouse, reading).first ?? .null,
      "humidity": values(of: .humidity, in: greenhouse, reading).first ?? .null,
      "extractor": reading.extractors[greenhouse - 1].map(JSONValue.bool) ?? .null,
      "sectors": .array(values(of: .sector, in: greenhouse, reading)),
    ]
  }

  private static func values(
    of kind: SensorCatalogue.Kind, in greenhouse: Int?, _ reading: GreenhouseReading
  ) -> [JSONValue] {
    SensorCatalogue.all.enumerated().compactMap { index, sensor in
      guard sensor.kind == kind, greenhouse == nil || sensor.greenhouse == greenhouse else { return nil }
      return reading.value(at: index).map(JSONValue.decimal) ?? .null
    }
  }
}

extension GreenhouseReading {
  /// Whether the extractor of each greenhouse runs; nil for one that said nothing.
  var extractors: [Bool?] {
    SensorCatalogue.all.enumerated().filter { $0.element.kind == .extractor }.map {
      value(at: $0.offset).map { $0 > 0 }
    }
  }
}
