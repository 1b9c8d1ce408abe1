// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.devices`.
public struct Devices: Sendable {
  let link: Link

  /// List the devices that call the world.
  public func list() async throws -> [Device] {
    try await link.call("listDevices", "GET", "/_mock/devices", unwrap: "devices")
  }

  /// Give a device a name, or take it away.
  @discardableResult
  public func name(_ id: String, name: String? = nil) async throws -> Device {
    try await link.call("nameDevice", "PUT", "/_mock/devices/{id}", path: ["id": id], body: Members(["name": name]))
  }
}

/// A client, by address and user agent, with its errors.
public struct Device: Sendable, Hashable, Codable {
  public var id: String
  public var address: String
  public var userAgent: String?
  public var name: String?
  public var requests: Int
  /// Responses with 404.
  public var notFound: Int
  /// Requests that deviate from their document.
  public var violations: Int
  /// Responses with 500 and more.
  public var serverErrors: Int
  /// Those, and responses that the client did not get completely, such as after a reset or a timeout.
  public var errors: Int
  public var firstSeen: Date
  public var lastSeen: Date
}
