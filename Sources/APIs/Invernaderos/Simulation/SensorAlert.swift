import HTTPCore
import JSON
import World

/// A value that passed a threshold from one reading to the next.
struct SensorAlert: Sendable, Equatable {
  /// A threshold of a kind of sensor.
  struct Rule: Sendable {
    let kind: SensorCatalogue.Kind
    /// The alert's type on the wire.
    let type: String
    let threshold: Double
    /// Whether values above the threshold are the wrong ones, else those below.
    let isUpper: Bool
    /// What is said of the sensor.
    let complaint: String
  }

  /// Thresholds that the model's days pass a few times.
  static let rules = [
    Rule(kind: .temperature, type: "TEMPERATURE_HIGH", threshold: 28, isUpper: true, complaint: "is too warm"),
    Rule(kind: .temperature, type: "TEMPERATURE_LOW", threshold: 18, isUpper: false, complaint: "is too cold"),
    Rule(kind: .humidity, type: "HUMIDITY_HIGH", threshold: 85, isUpper: true, complaint: "is too humid"),
    Rule(kind: .humidity, type: "HUMIDITY_LOW", threshold: 45, isUpper: false, complaint: "is too dry"),
    Rule(kind: .sensor, type: "RESERVE_LOW", threshold: 25, isUpper: false, complaint: "is nearly empty"),
  ]

  let rule: Rule
  let sensor: SensorCatalogue.Sensor
  let value: Double
  /// Seconds since 1970.
  let seconds: Int64

  static func == (left: SensorAlert, right: SensorAlert) -> Bool {
    left.rule.type == right.rule.type && left.sensor == right.sensor && left.value == right.value
      && left.seconds == right.seconds
  }

  /// The alerts of a reading, given the one before it. A sensor that said nothing before comes from nowhere, so that
  /// one that returns with a wrong value is told of.
  static func between(_ previous: GreenhouseReading, _ reading: GreenhouseReading) -> [SensorAlert] {
    watched.compactMap { index, rule in
      let (before, value) = (previous.value(at: index), reading.value(at: index))
      guard let value, rule.isBroken(by: value), before.map(rule.isBroken) != true else { return nil }
      return SensorAlert(rule: rule, sensor: SensorCatalogue.all[index], value: value, seconds: reading.seconds)
    }
  }

  /// The places of the sensors in ``SensorCatalogue/all`` that a rule is about, each with its rules.
  private static let watched: [(index: Int, rule: Rule)] = SensorCatalogue.all.enumerated().flatMap { index, sensor in
    rules.filter { $0.kind == sensor.kind }.map { (index, $0) }
  }

  /// The alert as it is pushed.
  func json(number: Int64) -> [UInt8] {
    JSONWriter.serialize([
      "alertId": "alert_\(number)", "tenantId": .string(SensorCatalogue.tenant),
      "greenhouseId": .string(sensor.greenhouseID), "sensorId": .string(sensor.id), "type": .string(rule.type),
      "severity": "WARNING", "value": .decimal(value), "threshold": .decimal(rule.threshold),
      "message": .string("\(sensor.id) \(rule.complaint): \(value) \(sensor.kind.unit)"),
      "timestamp": .string(Timestamp(seconds: seconds).iso8601),
    ])
  }
}

extension SensorAlert.Rule {
  fileprivate func isBroken(by value: Double) -> Bool { isUpper ? value > threshold : value < threshold }
}

extension JSONValue {
  /// A number with a fraction, `null` when it is not finite.
  static func decimal(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }
}
