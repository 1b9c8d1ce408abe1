import HTTPCore
import JSON
import World

/// A value that passed a threshold from one reading to the next.
package struct SensorAlert: Sendable, Equatable {
  /// A threshold of a kind of sensor.
  package struct Rule: Sendable {
    /// Of which sensors.
    package let kind: SensorCatalogue.Kind
    /// The alert's type on the wire.
    package let type: String
    /// In the sensor's unit.
    package let threshold: Double
    /// Whether values above the threshold are the wrong ones, else those below.
    package let isUpper: Bool
    /// What is said of the sensor.
    package let complaint: String
  }

  /// Thresholds that the model's days pass a few times.
  static let rules = [
    Rule(kind: .temperature, type: "TEMPERATURE_HIGH", threshold: 28, isUpper: true, complaint: "is too warm"),
    Rule(kind: .temperature, type: "TEMPERATURE_LOW", threshold: 18, isUpper: false, complaint: "is too cold"),
    Rule(kind: .humidity, type: "HUMIDITY_HIGH", threshold: 85, isUpper: true, complaint: "is too humid"),
    Rule(kind: .humidity, type: "HUMIDITY_LOW", threshold: 45, isUpper: false, complaint: "is too dry"),
    Rule(kind: .sensor, type: "RESERVE_LOW", threshold: 25, isUpper: false, complaint: "is nearly empty"),
  ]

  /// The threshold that was passed.
  package let rule: Rule
  /// Whose reading passed it.
  package let sensor: SensorCatalogue.Sensor
  /// What the sensor shows now.
  package let value: Double
  /// Seconds since 1970.
  package let seconds: Int64

  /// Whether two alerts say the same; a rule is known by its type.
  package static func == (left: SensorAlert, right: SensorAlert) -> Bool {
    left.rule.type == right.rule.type && left.sensor == right.sensor && left.value == right.value
      && left.seconds == right.seconds
  }

  /// The alerts of a reading, given the one before it. A sensor without a value in the reading before counts as having
  /// crossed the threshold, so that one that comes back with a bad value raises the alert.
  package static func between(_ previous: GreenhouseReading, _ reading: GreenhouseReading) -> [SensorAlert] {
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
  package func json(number: Int64) -> [UInt8] {
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
  /// Whether a value is on the wrong side of the threshold.
  func isBroken(by value: Double) -> Bool { isUpper ? value > threshold : value < threshold }
}

/// An alert that was raised and not resolved.
struct OpenAlert: Sendable {
  /// The alert's number.
  let number: Int64
  /// As it was pushed.
  let body: JSONObject
  private let rule: SensorAlert.Rule
  private let sensor: SensorCatalogue.Sensor
  /// The sensor's place in ``SensorCatalogue/all``.
  private let index: Int

  /// The alert of a stored text; nil for one that no rule has.
  init?(number: Int64, body text: String) {
    guard let body = (try? JSONParser.parse(Array(text.utf8)))?.object,
      let rule = SensorAlert.rules.first(where: { $0.type == body["type"]?.string }),
      let index = SensorCatalogue.all.firstIndex(where: { $0.id == body["sensorId"]?.string })
    else { return nil }
    (self.number, self.body, self.rule, self.index) = (number, body, rule, index)
    sensor = SensorCatalogue.all[index]
  }

  /// Whether a reading is back on the right side of the threshold. A sensor that said nothing is not.
  func isResolved(by reading: GreenhouseReading) -> Bool {
    reading.value(at: index).map { !rule.isBroken(by: $0) } ?? false
  }

  /// What is pushed when a reading resolves it.
  func resolution(by reading: GreenhouseReading) -> [UInt8] {
    let value = reading.value(at: index) ?? 0
    var members = body
    members["status"] = "RESOLVED"
    members["raisedAt"] = body["timestamp"]
    members["value"] = .decimal(value)
    members["message"] = .string("\(sensor.id) is within its limit again: \(value) \(sensor.kind.unit)")
    members["timestamp"] = .string(Timestamp(seconds: reading.seconds).iso8601)
    return JSONWriter.serialize(.object(members))
  }
}
