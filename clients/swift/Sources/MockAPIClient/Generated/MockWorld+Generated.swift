// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

// The calls of the control plane.
extension MockWorld {
  /// Reset a world to its initial state.
  public func reset() async throws {
    try await link.send("reset", "POST", "/_mock/reset")
  }

  /// Sign in to an API as one of its accounts, without a password.
  @discardableResult
  public func signIn(_ api: API, account: String? = nil) async throws -> Token {
    try await link.call("signIn", "POST", "/_mock/sign-in", body: Members(["api": api, "account": account]))
  }
}
