// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.faults`.
public struct Faults: Sendable {
  let link: Link

  /// List the faults.
  public func list() async throws -> [FaultRecord] {
    try await link.call("listFaults", "GET", "/_mock/faults", unwrap: "faults")
  }

  /// Add a fault.
  @discardableResult
  public func add(
    _ fault: Fault, id: String? = nil, match: FaultMatch? = nil, after: Int? = nil, times: Int? = nil,
    probability: Double? = nil, startsIn: TimeSpan? = nil, duration: TimeSpan? = nil
  ) async throws -> FaultRecord {
    try await link.call(
      "addFault", "POST", "/_mock/faults",
      body: Members([
        "id": id,
        "match": match,
        "fault": fault,
        "after": after,
        "times": times,
        "probability": probability,
        "afterSeconds": try startsIn?.seconds(),
        "forSeconds": try duration?.seconds(),
      ]))
  }

  /// Remove all faults.
  public func clear() async throws {
    try await link.send("removeFaults", "DELETE", "/_mock/faults")
  }

  /// Look at a fault.
  public func get(_ id: String) async throws -> FaultRecord {
    try await link.call("getFault", "GET", "/_mock/faults/{id}", path: ["id": id])
  }

  /// Remove a fault.
  public func remove(_ id: String) async throws {
    try await link.send("removeFault", "DELETE", "/_mock/faults/{id}", path: ["id": id])
  }

  /// List the types of faults.
  public func types() async throws -> [FaultType] {
    try await link.call("listFaultTypes", "GET", "/_mock/fault-types", unwrap: "types")
  }
}

/// A fault of a world, how many requests and messages it matched, and how many it applied to.
public struct FaultRecord: Sendable, Hashable, Codable {
  public var id: String
  /// The ready-made set that it came with.
  public var set: FaultSetName?
  public var match: FaultMatch?
  public var fault: Fault
  public var after: Int?
  public var times: Int?
  public var probability: Double?
  public var afterSeconds: Int?
  public var forSeconds: Int?
  /// How many requests and messages it matched.
  public var matches: Int
  /// How many of them it applied to.
  public var applications: Int
  /// True when it will never apply again.
  public var exhausted: Bool
}

/// A type of fault and its options.
public struct FaultType: Sendable, Hashable, Codable {
  /// `fields` of `FaultType`.
  public struct Field: Sendable, Hashable, Codable {
    public var name: String
    public var about: String
    public var required: Bool
    /// The kind of value that it accepts; `json` is any value.
    public var kind: String
    /// The values of a choice.
    public var choices: [String]?
  }

  public var type: String
  /// Its effect.
  public var about: String
  /// What it can apply to.
  public var scope: String
  public var fields: [FaultType.Field]
}
