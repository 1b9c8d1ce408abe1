// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.sockets`.
public struct Sockets: Sendable {
  let link: Link

  /// List the open sockets.
  public func list() async throws -> [Socket] {
    try await link.call("listSockets", "GET", "/_mock/sockets", unwrap: "sockets")
  }

  /// Close all sockets.
  public func kickAll(code: Int? = nil, reason: String? = nil, abort: Bool? = nil) async throws {
    try await link.send(
      "kickSockets", "DELETE", "/_mock/sockets", body: Members(["code": code, "reason": reason, "abort": abort]))
  }

  /// Look at a socket.
  public func get(_ id: Int) async throws -> Socket {
    try await link.call("getSocket", "GET", "/_mock/sockets/{id}", path: ["id": String(id)])
  }

  /// Close a socket.
  public func kick(_ id: Int, code: Int? = nil, reason: String? = nil, abort: Bool? = nil) async throws {
    try await link.send(
      "kickSocket", "DELETE", "/_mock/sockets/{id}", path: ["id": String(id)],
      body: Members(["code": code, "reason": reason, "abort": abort]))
  }
}

/// An open WebSocket. `openedAt` is by the world's clock.
public struct Socket: Sendable, Hashable, Codable {
  /// How often each side promised to be heard, in milliseconds, 0 for never.
  public struct HeartBeat: Sendable, Hashable, Codable {
    public var client: Int
    public var server: Int
  }

  /// `subscriptions` of `Socket`.
  public struct Subscription: Sendable, Hashable, Codable {
    public var id: String
    public var destination: String
    public var ack: String?
    public var unacknowledged: Int
  }

  public var id: Int
  public var api: API
  public var path: String
  public var operationId: String?
  public var account: String?
  public var remoteAddress: String
  /// By the world's clock.
  public var openedAt: Date
  /// The traffic of a socket in one direction.
  public var received: Traffic
  /// The traffic of a socket in one direction.
  public var sent: Traffic
  /// The id of the device that opened it.
  public var device: String
  /// `stomp`, `sockjs`, `channels` or `echo`; null for another.
  public var `protocol`: String?
  /// The agreed version of STOMP.
  public var version: String?
  /// Whom the client signed in as over the socket.
  public var user: String?
  /// How often each side promised to be heard, in milliseconds, 0 for never.
  public var heartBeat: Socket.HeartBeat?
  public var subscriptions: [Socket.Subscription]
  /// Bytes that wait to be sent.
  public var queuedBytes: Int
  /// Messages that were dropped because the client was too slow.
  public var droppedMessages: Int
}

/// The traffic of a socket in one direction.
public struct Traffic: Sendable, Hashable, Codable {
  public var messages: Int
  public var bytes: Int
}
