import HTTPCore
import JSON
import Platform
import World

/// What all sensors showed at one moment: one RealDataDto (CONTRACT §2.2).
package struct GreenhouseReading: Sendable, Equatable {
  /// Seconds since 1970.
  package let seconds: Int64
  /// Milliseconds of the second, 0…999, for readings that come more often than each second; nil for others, whose times
  /// are whole seconds.
  let milliseconds: Int64?
  /// The values in the order of ``SensorCatalogue/all``, in hundredths; nil for a sensor that said nothing.
  let hundredths: [Int?]

  /// A reading of the values in the order of ``SensorCatalogue/all``, in hundredths; nil for a sensor that said nothing.
  package init(seconds: Int64, milliseconds: Int64? = nil, hundredths: [Int?]) {
    (self.seconds, self.milliseconds) = (seconds, milliseconds)
    self.hundredths = hundredths
  }

  /// When it was, in ISO 8601.
  var timestamp: String {
    let second = Timestamp(seconds: seconds)
    guard let milliseconds else { return second.iso8601 }
    return second.advanced(byNanoseconds: milliseconds * 1_000_000).iso8601Milliseconds
  }

  /// The value of a sensor; nil when it said nothing, and for a place that does not exist.
  package func value(at index: Int) -> Double? {
    hundredths.indices.contains(index) ? hundredths[index].map { Double($0) / 100 } : nil
  }

  /// The documented object, keys in the order of their bytes (CONTRACT G13): the very text that is stored, answered
  /// and pushed.
  package var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    for (key, value) in zip(Self.keys, hundredths) {
      bytes.append(contentsOf: key)
      Self.append(value, to: &bytes)
    }
    bytes.append(contentsOf: Self.tail)
    bytes.append(contentsOf: timestamp.utf8)
    bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: "}")])
    return bytes
  }

  /// `{"KEY":` for the first sensor, `,"KEY":` for the others.
  private static let keys = SensorCatalogue.all.enumerated().map { index, sensor in
    Array("\(index == 0 ? "{" : ",")\"\(sensor.id)\":".utf8)
  }

  private static let tail: [UInt8] = {
    let greenhouse = SensorCatalogue.greenhouseID(1)
    return Array(",\"greenhouseId\":\"\(greenhouse)\",\"tenantId\":\"\(SensorCatalogue.tenant)\",\"timestamp\":\"".utf8)
  }()

  /// Appends the shortest text of the number with a fraction, as ``JSONNumber`` would write it: 0.0, 24.5, -4.57; or
  /// `null` where there is no value.
  private static func append(_ hundredths: Int?, to bytes: inout [UInt8]) {
    guard let hundredths else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    let (zero, magnitude) = (UInt8(ascii: "0"), hundredths.magnitude)
    if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(magnitude / 100).utf8)
    bytes.append(UInt8(ascii: "."))
    bytes.append(zero + UInt8(magnitude / 10 % 10))
    if magnitude % 10 != 0 { bytes.append(zero + UInt8(magnitude % 10)) }
  }
}

extension GreenhouseReading {
  /// The reading that a stored text holds; nil for any other text. A sensor that is missing said nothing.
  package init?(json: [UInt8], seconds: Int64) {
    guard let object = (try? JSONParser.parse(json))?.object else { return nil }
    self.init(
      seconds: seconds,
      hundredths: SensorCatalogue.all.map { sensor in
        object[sensor.id]?.number?.double.map { max(-1e6, min(1e6, $0)).hundredths }
      })
  }
}
