// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.broker`.
public struct MessageBroker: Sendable {
  let link: Link

  /// Look at the message broker.
  public func get() async throws -> BrokerInfo {
    try await link.call("getBroker", "GET", "/_mock/broker")
  }
}

/// The state of the message broker.
public struct BrokerInfo: Sendable, Hashable, Codable {
  /// `subscriptions` of `BrokerInfo`.
  public struct Subscription: Sendable, Hashable, Codable {
    public var session: String
    /// As it was subscribed to.
    public var destination: String
  }

  /// `queues` of `BrokerInfo`.
  public struct Queue: Sendable, Hashable, Codable {
    public var destination: String
    /// Messages that nobody has taken.
    public var waiting: Int
    public var consumers: Int
  }

  public var subscriptions: [BrokerInfo.Subscription]
  public var queues: [BrokerInfo.Queue]
  /// Messages that were sent and wait for their acknowledgement.
  public var unacknowledged: Int
}
