// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.state`.
public struct StateDocument: Sendable {
  let link: Link

  /// Export a world as JSON.
  public func export() async throws -> JSONValue {
    try await link.call("exportState", "GET", "/_mock/state")
  }
}
