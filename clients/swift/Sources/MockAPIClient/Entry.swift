import Foundation

/// Headers of a request or response. Names are found in any case.
public struct Headers: Sendable, Hashable, Codable {
  private enum Value: Sendable, Hashable, Codable {
    case one(String)
    case many([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(String.self) {
        self = .one(value)
      } else {
        self = .many(try container.decode([String].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .one(let value): try container.encode(value)
      case .many(let values): try container.encode(values)
      }
    }
  }

  private var members: [String: Value]

  /// Reads the object.
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: Value].self)
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }

  /// The names, in order.
  public var names: [String] { members.keys.sorted() }

  /// The values of a header, none where it is not there.
  public func values(_ name: String) -> [String] {
    switch members.first(where: { $0.key.caseInsensitiveCompare(name) == .orderedSame })?.value {
    case .one(let value): [value]
    case .many(let values): values
    case nil: []
    }
  }

  /// The first value of a header.
  public subscript(name: String) -> String? { values(name).first }
}

extension Entry: CustomStringConvertible {
  /// The entry in a line.
  public var description: String {
    var words: [String]
    if kind == .frame {
      words = ["frame", direction?.rawValue, path, summary].compactMap { $0 }
      if delivered == false { words.append("not delivered") }
    } else {
      let target = (path ?? "") + (query.map { "?\($0)" } ?? "")
      words = [method ?? "", target, status.map(String.init) ?? "no response", operationId ?? "no operation"]
      if let ending, ending != "whole" { words.append(ending) }
    }
    if let faults, !faults.isEmpty {
      words.append("faults: " + faults.map { "\($0.id) (\($0.type))" }.joined(separator: ", "))
    }
    if let deviations, !deviations.isEmpty {
      words.append("deviations: " + deviations.map { "\($0.location): \($0.message)" }.joined(separator: ", "))
    }
    return words.joined(separator: " ")
  }

  /// What the server proposes in place of a route that is not there.
  public var suggestion: String? {
    guard operationId == nil, status == 404 else { return nil }
    return response?.body?.texts.first { $0.contains("did you mean") }
  }
}
