// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.snapshots`.
public struct Snapshots: Sendable {
  let link: Link

  /// List the snapshots.
  public func list() async throws -> [Snapshot] {
    try await link.call("listSnapshots", "GET", "/_mock/snapshots", unwrap: "snapshots")
  }

  /// Look at a snapshot.
  public func get(_ name: String) async throws -> Snapshot {
    try await link.call("getSnapshot", "GET", "/_mock/snapshots/{name}", path: ["name": name])
  }

  /// Take a snapshot of the whole world.
  @discardableResult
  public func take(_ name: String) async throws -> Snapshot {
    try await link.call("takeSnapshot", "PUT", "/_mock/snapshots/{name}", path: ["name": name])
  }

  /// Delete a snapshot.
  public func delete(_ name: String) async throws {
    try await link.send("deleteSnapshot", "DELETE", "/_mock/snapshots/{name}", path: ["name": name])
  }

  /// Restore a snapshot.
  @discardableResult
  public func restore(_ name: String) async throws -> Snapshot {
    try await link.call("restoreSnapshot", "POST", "/_mock/snapshots/{name}/restore", path: ["name": name])
  }
}

/// A whole world, kept under a name.
public struct Snapshot: Sendable, Hashable, Codable {
  public var name: String
  /// By the clock of the world.
  public var takenAt: Date
  /// The world that it was taken of.
  public var world: String
}
