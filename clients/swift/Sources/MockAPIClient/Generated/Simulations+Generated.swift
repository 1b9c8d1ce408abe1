// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.simulations`.
public struct Simulations: Sendable {
  let link: Link

  /// List what moves by itself.
  public func list() async throws -> [Simulation] {
    try await link.call("listSimulations", "GET", "/_mock/simulations", unwrap: "simulations")
  }

  /// Let a simulation pause, or all.
  @discardableResult
  public func pause(_ name: String? = nil) async throws -> [Simulation] {
    try await link.call(
      "pauseSimulations", "POST", "/_mock/simulations/pause", body: Members(["name": name]), unwrap: "simulations")
  }

  /// Resume a simulation, or all.
  @discardableResult
  public func resume(_ name: String? = nil) async throws -> [Simulation] {
    try await link.call(
      "resumeSimulations", "POST", "/_mock/simulations/resume", body: Members(["name": name]), unwrap: "simulations")
  }

  /// Run one step of a simulation now, or of each.
  @discardableResult
  public func step(_ name: String? = nil) async throws -> [Simulation] {
    try await link.call(
      "stepSimulation", "POST", "/_mock/simulations/step", body: Members(["name": name]), unwrap: "simulations")
  }
}

/// One of the simulations of `listSimulations`.
public struct Simulation: Sendable, Hashable, Codable {
  public var name: String
  public var paused: Bool
  /// Of the world's time.
  public var intervalMilliseconds: Int
}
