// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.channels`.
public struct Channels: Sendable {
  let link: Link

  /// The values of `direction`.
  public enum Direction: String, Sendable, Hashable, Codable {
    case received
    case sent
  }

  /// Send a message to the clients of a channel.
  @discardableResult
  public func push(
    _ channel: String, api: API? = nil, message: String? = nil, payload: JSONValue? = nil
  ) async throws -> PushedEvent {
    try await link.call(
      "pushEvent", "POST", "/_mock/events",
      body: Members(["api": api, "channel": channel, "message": message, "payload": payload]))
  }

  /// List the channels of custom APIs and of Interspace, with their messages and the number of their listeners.
  public func list() async throws -> [ChannelInfo] {
    try await link.call("listChannels", "GET", "/_mock/channels", unwrap: "channels")
  }

  /// Hold back the messages that the server sends on a channel.
  public func hold(_ channel: String, api: API? = nil, message: String? = nil) async throws {
    try await link.send(
      "holdMessages", "POST", "/_mock/channels/hold",
      body: Members(["api": api, "channel": channel, "message": message]))
  }

  /// Send messages that are held back.
  @discardableResult
  public func release(
    api: API? = nil, channel: String? = nil, message: String? = nil, count: Int? = nil
  ) async throws -> Int {
    try await link.call(
      "releaseMessages", "POST", "/_mock/channels/release",
      body: Members(["api": api, "channel": channel, "message": message, "count": count]), unwrap: "released")
  }

  /// List the messages of channels that clients sent and got.
  public func messages(
    api: API? = nil, channel: String? = nil, message: String? = nil, direction: Direction? = nil,
    account: String? = nil, delivered: Bool? = nil, since: Int? = nil, limit: Int? = nil
  ) async throws -> MessagePage {
    try await link.call(
      "listMessages", "GET", "/_mock/messages",
      query: .filled(["api": api, "channel": channel, "message": message, "direction": direction?.rawValue, "account": account, "delivered": delivered, "since": since, "limit": limit]))
  }

  /// Wait until a client has sent or got a message.
  @discardableResult
  public func awaitMessage(
    api: API? = nil, channel: String? = nil, message: String? = nil, payload: JSONValue? = nil,
    direction: Direction? = nil, account: String? = nil, delivered: Bool? = nil, since: Int? = nil,
    count: Int? = nil, timeout: TimeSpan? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws -> ChannelMessage {
    try await link.call(
      "awaitMessage", "POST", "/_mock/messages/wait",
      body: Members([
        "api": api,
        "channel": channel,
        "message": message,
        "payload": payload,
        "direction": direction,
        "account": account,
        "delivered": delivered,
        "since": since,
        "count": count,
        "timeoutMilliseconds": try timeout?.milliseconds(),
      ]), patience: 60,
      place: CallPlace(fileID, filePath, line))
  }

  /// Verify how often clients sent or got a message.
  @discardableResult
  public func verifySent(
    api: API? = nil, channel: String? = nil, message: String? = nil, payload: JSONValue? = nil,
    direction: Direction? = nil, account: String? = nil, delivered: Bool? = nil, since: Int? = nil,
    exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> Int {
    try await link.call(
      "verifyMessages", "POST", "/_mock/messages/verify",
      body: Members([
        "api": api,
        "channel": channel,
        "message": message,
        "payload": payload,
        "direction": direction,
        "account": account,
        "delivered": delivered,
        "since": since,
        "exactly": exactly,
        "atLeast": atLeast,
        "atMost": atMost,
      ]), place: CallPlace(fileID, filePath, line),
      unwrap: "count")
  }
}

/// A message that a test sent.
public struct PushedEvent: Sendable, Hashable, Codable {
  public var api: API
  public var channel: String
  public var message: String
  public var payload: JSONValue
  /// The clients that got it.
  public var listeners: Int
  /// How the payload leaves its schema, a sentence each.
  public var violations: [String]
  /// Whether it waits until a test releases the channel.
  public var held: Bool
}

/// A channel of an API.
public struct ChannelInfo: Sendable, Hashable, Codable {
  /// `messages` of `ChannelInfo`.
  public struct Message: Sendable, Hashable, Codable {
    public var name: String
    /// Whether the server sends it.
    public var sent: Bool
    /// Whether clients send it.
    public var received: Bool
    /// Whether it is held back.
    public var holds: Bool
    /// What makes the server send it.
    public var trigger: String?
    /// What follows when a client sends it.
    public var effect: String?
  }

  public var api: API
  /// As in the AsyncAPI document.
  public var name: String
  /// As in the document, such as `/rooms/{roomId}`.
  public var address: String
  public var listeners: Int
  /// Whether all of its messages are held back.
  public var holds: Bool
  /// The messages that wait to be released.
  public var held: Int
  public var messages: [ChannelInfo.Message]
}

/// Messages of channels, and how many there are.
public struct MessagePage: Sendable, Hashable, Codable {
  public var messages: [ChannelMessage]
  public var held: [HeldMessage]
  /// The messages that match.
  public var total: Int
  /// Frames that the journal has not kept.
  public var dropped: Int
}

/// A message of a channel that a client sent or got.
public struct ChannelMessage: Sendable, Hashable, Codable {
  /// The number of its frame in the journal.
  public var id: Int
  /// By the world's clock.
  public var time: Date
  public var api: API
  /// As in the AsyncAPI document.
  public var channel: String
  /// Its name in the document; null for a message that is not there.
  public var message: String?
  /// Whether a client sent it or the server.
  public var direction: String
  /// The values in the channel's address.
  public var parameters: [String: String]
  /// As it went over the wire, without secrets; null where it is not JSON.
  public var payload: JSONValue
  /// True where the payload was too long for the journal, which left it out.
  public var truncated: Bool?
  public var account: String?
  /// The id of the socket, or the name of a stream of events.
  public var socket: String
  /// What made a message come.
  public var trigger: MessageTrigger
  /// Whether the payload is as documented.
  public var valid: Bool
  /// How it is not, a sentence each.
  public var violations: [String]
  /// Whether it arrived.
  public var delivered: Bool
  public var faults: [AppliedFault]?
}

/// What made a message come.
public struct MessageTrigger: Sendable, Hashable, Codable {
  /// A client that sent it; a write of the record that `of` names; the clock; a client that connected; a client's
  /// message that it answers, which `of` names; or a call of the control plane.
  public var kind: String
  /// Such as `orders/11` and `message.send`.
  public var of: String?
}

/// A fault that was applied.
public struct AppliedFault: Sendable, Hashable, Codable {
  public var id: String
  public var type: String
}

/// A message that waits until a test releases it.
public struct HeldMessage: Sendable, Hashable, Codable {
  /// When it would have been sent.
  public var time: Date
  public var api: API
  public var channel: String
  public var message: String?
  /// The values in the channel's address.
  public var parameters: [String: String]
  /// What will be sent.
  public var payload: JSONValue
  /// The only account that gets it.
  public var account: String?
  /// What made a message come.
  public var trigger: MessageTrigger
}
