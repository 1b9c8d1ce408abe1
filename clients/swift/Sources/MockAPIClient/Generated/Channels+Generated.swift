// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.channels`.
public struct Channels: Sendable {
  let link: Link

  /// Send a message to the clients of a channel.
  @discardableResult
  public func push(
    _ channel: String, api: API? = nil, message: String? = nil, payload: JSONValue? = nil
  ) async throws -> PushedEvent {
    try await link.call(
      "pushEvent", "POST", "/_mock/events",
      body: Members(["api": api, "channel": channel, "message": message, "payload": payload]))
  }

  /// List the channels of custom APIs, with the number of their listeners.
  public func list() async throws -> [ChannelInfo] {
    try await link.call("listChannels", "GET", "/_mock/channels", unwrap: "channels")
  }
}

/// A message that a test sent.
public struct PushedEvent: Sendable, Hashable, Codable {
  /// `api`.
  public var api: API
  /// `channel`.
  public var channel: String
  /// `message`.
  public var message: String
  /// `payload`.
  public var payload: JSONValue
  /// The clients that got it.
  public var listeners: Int
  /// How the payload leaves its schema, a sentence each.
  public var violations: [String]
}

/// A channel of a custom API.
public struct ChannelInfo: Sendable, Hashable, Codable {
  /// `api`.
  public var api: API
  /// As in the AsyncAPI document.
  public var name: String
  /// `listeners`.
  public var listeners: Int
}
