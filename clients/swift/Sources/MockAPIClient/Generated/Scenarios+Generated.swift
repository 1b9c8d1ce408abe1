// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.scenarios`.
public struct Scenarios: Sendable {
  let link: Link

  /// The values of `kind`.
  public enum Kind: String, Sendable, Hashable, Codable {
    case heatWave
    case stuck
    case offline
    case spikes
  }

  /// List the scenarios by their start, with those that are over.
  public func list() async throws -> [Scenario] {
    try await link.call("listScenarios", "GET", "/_mock/scenarios", unwrap: "scenarios")
  }

  /// Add a scenario for sensors.
  @discardableResult
  public func add(
    _ type: Kind, duration: TimeSpan, greenhouse: String? = nil, sensor: String? = nil, intensity: Double? = nil,
    startsIn: TimeSpan? = nil
  ) async throws -> Scenario {
    try await link.call(
      "addScenario", "POST", "/_mock/scenarios",
      body: Members([
        "type": type,
        "greenhouse": greenhouse,
        "sensor": sensor,
        "durationSeconds": try duration.seconds(),
        "intensity": intensity,
        "startsInSeconds": try startsIn?.seconds(),
      ]))
  }

  /// End all scenarios.
  public func clear() async throws {
    try await link.send("removeScenarios", "DELETE", "/_mock/scenarios")
  }

  /// Show a scenario.
  public func get(_ id: String) async throws -> Scenario {
    try await link.call("getScenario", "GET", "/_mock/scenarios/{id}", path: ["id": id])
  }

  /// End a scenario.
  public func remove(_ id: String) async throws {
    try await link.send("removeScenario", "DELETE", "/_mock/scenarios/{id}", path: ["id": id])
  }
}

/// A heat wave, or sensors that are stuck, silent or spiking. No `greenhouse` means all.
public struct Scenario: Sendable, Hashable, Codable {
  public var id: String
  public var type: String
  public var state: String
  /// null for all.
  public var greenhouse: String?
  /// The sensor; null for all sensors that the type applies to.
  public var sensor: String?
  public var intensity: Double?
  public var startsAt: Date
  public var endsAt: Date
}
