import Foundation

/// A value to look for: a text, a number, or for headers and parameters true for present and false for absent.
public enum SearchValue: Sendable, Hashable, Codable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A text or pattern.
  case text(String)
  /// A number.
  case number(Int)
  /// Present or absent.
  case present(Bool)

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Present or absent.
  public init(booleanLiteral value: Bool) { self = .present(value) }

  /// Reads any of the three.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .present(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .present(let value): try container.encode(value)
    }
  }

  /// The value in a query.
  var text: String {
    switch self {
    case .text(let value): value
    case .number(let value): String(value)
    case .present(let value): String(value)
    }
  }
}

extension JournalMatch {
  /// Which messages over sockets are meant.
  public enum Delivered: String, Sendable, Hashable, Codable {
    /// Those that arrived.
    case yes = "true"
    /// Those that did not: a fault dropped or holds them, or the socket closed before.
    case no = "false"
    /// Both.
    case any

    /// Reads true, false, or one of the texts.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let arrived = try? container.decode(Bool.self) {
        self = arrived ? .yes : .no
        return
      }
      let text = try container.decode(String.self)
      guard let value = Delivered(rawValue: text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not true, false or any")
      }
      self = value
    }

    /// Writes true, false, or the text `any`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .yes: try container.encode(true)
      case .no: try container.encode(false)
      case .any: try container.encode(rawValue)
      }
    }
  }

  /// Messages over sockets.
  public static func frame(
    _ direction: Direction? = nil, path: String? = nil, contains text: String? = nil,
    body: [String: JSONValue]? = nil
  ) -> JournalMatch {
    JournalMatch(nil, path, body: body, bodyContains: text, kind: .frame, direction: direction)
  }

  /// The conditions as parameters of a query.
  func queryItems() throws -> [URLQueryItem] {
    var items: [URLQueryItem] = []
    let members = try JSON.decoder().decode([String: JSONValue].self, from: JSON.encoder().encode(self))
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      switch (name, value) {
      case ("body", _): throw Self.notInLists("body", use: "bodyContains")
      case ("header", _), ("query", _): break
      case (_, .string(let text)): items.append(URLQueryItem(name: name, value: text))
      case (_, let other): items.append(URLQueryItem(name: name, value: "\(other)"))
      }
    }
    for (name, expected) in [("header", header), ("query", query)] {
      for (member, value) in (expected ?? [:]).sorted(by: { $0.key < $1.key }) {
        switch value {
        case .present(true): items.append(URLQueryItem(name: name, value: member))
        case .present(false): throw Self.notInLists("\(name) \(member) that is absent", use: "nothing")
        default: items.append(URLQueryItem(name: name, value: "\(member):\(value.text)"))
        }
      }
    }
    return items
  }

  /// The error of conditions that only calls with a body take.
  private static func notInLists(_ condition: String, use other: String) -> MockAPIError {
    .failed(
      operation: "listRequests",
      reason: "lists, events and HAR files cannot look for \(condition): use \(other) there, or count, verify or wait")
  }
}

extension JournalMatch: ExpressibleByStringLiteral {
  /// A method and a path, such as `"GET /v1/lotes"`, or one of them.
  public init(stringLiteral value: String) {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    let isMethod = words.first.map { word in word.allSatisfy { "A"..."Z" ~= $0 } } ?? false
    self.init(isMethod ? words.first : nil, isMethod ? words.dropFirst().first : value)
  }
}

extension JournalMatch: CustomStringConvertible {
  /// The conditions as JSON.
  public var description: String {
    (try? String(decoding: JSON.encoder().encode(self), as: UTF8.self)) ?? "?"
  }
}

extension Expected: CustomStringConvertible {
  /// The numbers for people.
  public var description: String {
    [
      exactly.map { "exactly \($0)" }, atLeast.map { "at least \($0)" }, atMost.map { "at most \($0)" },
    ].compactMap { $0 }.joined(separator: " and ")
  }
}
