// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.faultSets`.
public struct FaultSets: Sendable {
  let link: Link

  /// List the ready-made sets of faults.
  public func list() async throws -> [FaultSet] {
    try await link.call("listFaultSets", "GET", "/_mock/fault-sets", unwrap: "sets")
  }

  /// Add a ready-made set of faults.
  @discardableResult
  public func add(_ name: FaultSetName, match: FaultMatch? = nil) async throws -> FaultSet {
    try await link.call(
      "addFaultSet", "PUT", "/_mock/fault-sets/{name}", path: ["name": name.rawValue],
      body: Members(["match": match]))
  }

  /// Remove the faults of a set.
  public func remove(_ name: FaultSetName) async throws {
    try await link.send("removeFaultSet", "DELETE", "/_mock/fault-sets/{name}", path: ["name": name.rawValue])
  }
}

/// A ready-made set of faults, and whether the world has it.
public struct FaultSet: Sendable, Hashable, Codable {
  public var name: FaultSetName
  public var about: String
  /// Whether the world has it.
  public var active: Bool
  /// As they are in the world, or as they would be added.
  public var faults: [FaultOptions]
}
