// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.messages`.
public struct Messages: Sendable {
  let link: Link

  /// Publish a message through the broker.
  public func publish(
    _ destination: String, body: JSONValue, contentType: String? = nil, headers: [String: String]? = nil
  ) async throws {
    try await link.send(
      "publishMessage", "POST", "/_mock/messages",
      body: Members(["destination": destination, "body": body, "contentType": contentType, "headers": headers]))
  }
}
