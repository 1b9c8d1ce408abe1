// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

// The calls of the control plane.
extension MockWorld {
  /// Reset a world to its initial state.
  public func reset() async throws {
    try await link.send("reset", "POST", "/_mock/reset")
  }
}
