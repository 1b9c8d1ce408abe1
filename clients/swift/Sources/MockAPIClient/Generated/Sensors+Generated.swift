// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.sensors`.
public struct Sensors: Sendable {
  let link: Link

  /// Show every sensor, and what a reading would have now.
  public func list() async throws -> SensorList {
    try await link.call("listSensors", "GET", "/_mock/sensors")
  }

  /// Set what a sensor shows from now on.
  @discardableResult
  public func set(
    _ greenhouse: String, sensor: String, value: Double, duration: TimeSpan? = nil
  ) async throws -> Sensor {
    try await link.call(
      "setSensorValue", "PUT", "/_mock/sensors/{greenhouse}/{sensor}",
      path: ["greenhouse": greenhouse, "sensor": sensor],
      body: Members(["value": value, "durationSeconds": try duration?.seconds()]))
  }

  /// Remove the set value of a sensor.
  public func unset(_ greenhouse: String, sensor: String) async throws {
    try await link.send(
      "unsetSensorValue", "DELETE", "/_mock/sensors/{greenhouse}/{sensor}",
      path: ["greenhouse": greenhouse, "sensor": sensor])
  }
}

/// All sensors, and the time that they are of.
public struct SensorList: Sendable, Hashable, Codable {
  /// `greenhouses` of `SensorList`.
  public struct Greenhouse: Sendable, Hashable, Codable {
    public var greenhouseId: String
    public var sensors: [Sensor]
  }

  public var now: Date
  public var greenhouses: [SensorList.Greenhouse]
}

/// A sensor that a test can control. `value` is its value in a reading now, null while it is offline.
public struct Sensor: Sendable, Hashable, Codable {
  /// The value that was set, null when there is none.
  public struct Set: Sendable, Hashable, Codable {
    public var value: Double
    public var since: Date
    public var until: Date?
  }

  /// The property of the sensor in RealDataDto.
  public var sensorId: String
  public var greenhouseId: String
  /// The short name within the greenhouse.
  public var name: String
  public var type: String
  public var unit: String
  /// Its value in a reading now; null while it is offline.
  public var value: Double?
  /// The value that was set, null when there is none.
  public var set: Sensor.Set?
  /// The ids of the scenarios that it is in now.
  public var scenarios: [String]
}
