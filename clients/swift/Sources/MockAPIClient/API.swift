import Foundation

/// The short name of an API, as `GET /` lists it. APIs of one's own are written as text: `"orders"`.
public struct API: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public var rawValue: String
  /// The API of that name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The API of that name.
  public init(stringLiteral value: String) { rawValue = value }
  /// The name.
  public var description: String { rawValue }

  /// AgroBridge.
  public static let agrobridge: API = "agrobridge"
  /// Interspace.
  public static let interspace: API = "interspace"
  /// Invernaderos.
  public static let invernaderos: API = "invernaderos"
  /// JSONPlaceholder and the math service.
  public static let jsonplaceholder: API = "jsonplaceholder"
  /// newsapi.
  public static let newsapi: API = "newsapi"
  /// The server's own API.
  public static let mock: API = "mock"
}
