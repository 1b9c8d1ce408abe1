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

/// Conditions that an entry of the journal must all fulfil. What is nil does not matter.
public struct JournalMatch: Sendable, Hashable, Codable {
  /// What kind of entry.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A request and its answer.
    case exchange
    /// A message over a socket.
    case frame
    /// Both.
    case any
  }

  /// Which way a message over a socket went, as the server sees it.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// From the app.
    case received
    /// To the app.
    case sent
  }

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

  /// The path; `*` is a text within a segment, `**` any number of segments.
  public var path: String?
  /// The method.
  public var method: String?
  /// A status such as `404`, a class such as `"4xx"`, or `"none"`.
  public var status: SearchValue?
  /// The API.
  public var api: API?
  /// The operation in the API's document.
  public var operationId: String?
  /// The id of the account whose token came along.
  public var account: SearchValue?
  /// Where it came from.
  public var remoteAddress: String?
  /// The device that called, by its id.
  public var device: String?
  /// Headers and their values.
  public var header: [String: SearchValue]?
  /// Parameters of the query and their values.
  public var query: [String: SearchValue]?
  /// Members of the body, by names with dots or JSON pointers, and their values. Not for lists.
  public var body: [String: JSONValue]?
  /// A text in the body or message.
  public var bodyContains: String?
  /// A moment, or the number of the entry behind which it begins.
  public var since: Moment?
  /// A moment, or the number of the last entry.
  public var until: Moment?
  /// What kind of entry; exchanges unless something else asks for frames.
  public var kind: Kind?
  /// The socket of a message.
  public var socket: SearchValue?
  /// Which way a message went.
  public var direction: Direction?
  /// The id or type of a fault that happened.
  public var fault: String?
  /// Whether the request left its API's document.
  public var hasDeviations: Bool?
  /// How the answer or message went out.
  public var ending: String?
  /// `true` for messages over sockets that arrived, `false` for those that did not, `any` for both. Lists have both without
  /// it; `count`, `verify` and `wait` mean those that arrived.
  public var delivered: Delivered?

  /// Conditions.
  public init(
    _ method: String? = nil, _ path: String? = nil, status: SearchValue? = nil, api: API? = nil,
    operationId: String? = nil, account: SearchValue? = nil, remoteAddress: String? = nil,
    device: String? = nil, header: [String: SearchValue]? = nil, query: [String: SearchValue]? = nil,
    body: [String: JSONValue]? = nil, bodyContains: String? = nil, since: Moment? = nil, until: Moment? = nil,
    kind: Kind? = nil, socket: SearchValue? = nil, direction: Direction? = nil, fault: String? = nil,
    hasDeviations: Bool? = nil, ending: String? = nil, delivered: Delivered? = nil
  ) {
    self.path = path
    self.method = method
    self.status = status
    self.api = api
    self.operationId = operationId
    self.account = account
    self.remoteAddress = remoteAddress
    self.device = device
    self.header = header
    self.query = query
    self.body = body
    self.bodyContains = bodyContains
    self.since = since
    self.until = until
    self.kind = kind
    self.socket = socket
    self.direction = direction
    self.fault = fault
    self.hasDeviations = hasDeviations
    self.ending = ending
    self.delivered = delivered
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

extension JournalMatch: CustomStringConvertible {
  /// The conditions as JSON.
  public var description: String {
    (try? String(decoding: JSON.encoder().encode(self), as: UTF8.self)) ?? "?"
  }
}

/// How often something was asked.
public struct Count: Sendable, Hashable, Codable {
  /// How often.
  public var count: Int
  /// False where dropped entries or cut bodies could change the result.
  public var known: Bool
  /// What is not known and why.
  public var message: String?
}

/// How often something was expected.
public struct Expected: Sendable, Hashable, Codable, CustomStringConvertible {
  /// So often.
  public var exactly: Int?
  /// So often or more.
  public var atLeast: Int?
  /// So often or less.
  public var atMost: Int?

  /// The numbers for people.
  public var description: String {
    [
      exactly.map { "exactly \($0)" }, atLeast.map { "at least \($0)" }, atMost.map { "at most \($0)" },
    ].compactMap { $0 }.joined(separator: " and ")
  }
}

/// Whether requests were as verified.
public struct Verification: Sendable, Hashable, Codable {
  /// An entry that nearly matched.
  public struct Near: Sendable, Hashable, Codable {
    /// The entry.
    public var request: Entry
    /// Why it does not match.
    public var reasons: [String]
  }

  /// Whether they were.
  public var satisfied: Bool
  /// False where dropped entries or cut bodies could change the result.
  public var known: Bool
  /// What is not known and why.
  public var message: String?
  /// How many matched.
  public var count: Int
  /// How many should.
  public var expected: Expected
  /// What came nearest.
  public var nearest: [Near]
}

/// Whether requests came while it was waited for them.
public struct WaitResult: Sendable, Hashable, Codable {
  /// Whether they did.
  public var satisfied: Bool
  /// False where dropped entries or cut bodies could change the result.
  public var known: Bool
  /// What is not known and why.
  public var message: String?
  /// How many matched.
  public var count: Int
  /// How many should.
  public var expected: Expected
}
