import Foundation

/// What goes wrong. `GET /_mock/fault-types` explains each.
public struct Fault: Sendable, Hashable, Codable {
  /// All members, `type` among them.
  public private(set) var members: [String: JSONValue]

  /// The type, such as `status`.
  public var type: String { members["type"]?.string ?? "" }

  /// A fault of a type that this kit may not know.
  public init(type: String, _ members: [String: JSONValue?] = [:]) {
    self.members = members.compactMapValues { $0 }
    self.members["type"] = .string(type)
  }

  /// Reads the object.
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: JSONValue].self)
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

/// The name of a ready-made set of faults.
public struct FaultSetName: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The name.
  public var rawValue: String
  /// The set of that name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The set of that name.
  public init(stringLiteral value: String) { rawValue = value }
}
