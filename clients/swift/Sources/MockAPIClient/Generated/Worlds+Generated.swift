// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

// The calls of the control plane.
extension Worlds {
  /// List the worlds.
  public func list() async throws -> [WorldInfo] {
    try await link.call("listWorlds", "GET", "/_mock/worlds", unwrap: "worlds")
  }

  /// Look at a world.
  public func get(_ id: String) async throws -> WorldInfo {
    try await link.call("getWorld", "GET", "/_mock/worlds/{id}", path: ["id": id])
  }

  /// Delete a world.
  public func delete(_ id: String) async throws {
    try await link.send("deleteWorld", "DELETE", "/_mock/worlds/{id}", path: ["id": id])
  }
}

/// A world as the server shows it. `startedAt` is by its own clock, `idleSeconds` are real.
public struct WorldInfo: Sendable, Hashable, Codable {
  public var id: String
  /// Its display name, if it has one.
  public var name: String?
  /// What clients put before their paths; empty for the default world.
  public var basePath: String
  /// The time of a world. `rate` is its seconds in each real second.
  public var clock: Clock
  /// By its own clock.
  public var startedAt: Date
  /// How many apps have sent it; calls of the control plane are none.
  public var requests: Int
  /// Real time since it was used.
  public var idleSeconds: Int
}

/// The time of a world. `rate` is its seconds in each real second.
public struct Clock: Sendable, Hashable, Codable {
  public var now: Date
  public var frozen: Bool
  /// Seconds of the world in each real second.
  public var rate: Double
}
