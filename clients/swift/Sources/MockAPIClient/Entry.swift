import Foundation

/// Headers of a request or answer. Names are found in any case.
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

/// An entry of the journal: a request and its answer, or a message over a socket.
public struct Entry: Sendable, Hashable, Codable {
  /// A fault that happened to it.
  public struct AppliedFault: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// Its type.
    public var type: String
  }

  /// Where a request left its API's document.
  public struct Deviation: Sendable, Hashable, Codable {
    /// The place, such as `body /nombre`.
    public var location: String
    /// What is wrong there.
    public var message: String
  }

  /// What was asked.
  public struct Request: Sendable, Hashable, Codable {
    /// Its headers.
    public var headers: Headers
    /// How long its body is.
    public var bodyBytes: Int
    /// Its body, without passwords and tokens.
    public var body: JSONValue?
    /// How `body` is written: `json`, `text` or `base64`.
    public var encoding: String?
    /// Whether `body` was cut.
    public var truncated: Bool?
  }

  /// What was answered.
  public struct Response: Sendable, Hashable, Codable {
    /// The status.
    public var status: Int?
    /// Its headers.
    public var headers: Headers?
    /// How long its body is.
    public var bodyBytes: Int
    /// Whether it was sent in pieces.
    public var streamed: Bool?
    /// Its body, without passwords and tokens.
    public var body: JSONValue?
    /// How `body` is written: `json`, `text` or `base64`.
    public var encoding: String?
    /// Whether `body` was cut.
    public var truncated: Bool?
    /// How much a fault delayed it.
    public var delayMilliseconds: Int?
    /// How slow a fault made it.
    public var bytesPerSecond: Int?
  }

  /// Its number; nil while it is under way.
  public var id: Int?
  /// What it is.
  public var kind: JournalMatch.Kind
  /// When it came.
  public var time: Date
  /// Its API.
  public var api: API
  /// Its path.
  public var path: String?
  /// Whose it is.
  public var account: String?
  /// Its method.
  public var method: String?
  /// The status that the app got; nil where it got none.
  public var status: Int?
  /// Where it came from.
  public var remoteAddress: String?
  /// The device that called, by its id.
  public var device: String?
  /// How long it took.
  public var durationMicroseconds: Int?
  /// Its operation in the API's document.
  public var operationId: String?
  /// Its query.
  public var query: String?
  /// How the answer or message went out: `whole`, `truncated`, `empty`, `reset`, `never`, `aborted` or `underWay`.
  public var ending: String?
  /// Whether a message over a socket arrived; nil while it is on its way.
  public var delivered: Bool?
  /// How many bytes were sent.
  public var sentBytes: Int?
  /// The socket of a message.
  public var socket: String?
  /// Which way a message went.
  public var direction: JournalMatch.Direction?
  /// `text` or `binary`.
  public var type: String?
  /// How long a message is.
  public var payloadBytes: Int?
  /// A message in a few words, such as the command of a STOMP frame.
  public var summary: String?
  /// The faults that happened.
  public var faults: [AppliedFault]?
  /// Where it left its API's document.
  public var deviations: [Deviation]?
  /// What was asked.
  public var request: Request?
  /// What was answered.
  public var response: Response?
  /// The message.
  public var payload: JSONValue?
  /// How `payload` is written: `json`, `text` or `base64`.
  public var encoding: String?
  /// Whether `payload` was cut.
  public var truncated: Bool?
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
      words = [method ?? "", target, status.map(String.init) ?? "no answer", operationId ?? "no operation"]
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

/// A part of the journal.
public struct EntryPage: Sendable, Hashable, Codable {
  /// The world whose journal it is.
  public struct Owner: Sendable, Hashable, Codable {
    /// Its id.
    public var id: String
    /// What it is called for people.
    public var name: String?
  }

  /// The world whose journal it is.
  public var world: Owner
  /// The entries.
  public var requests: [Entry]
  /// Those whose answer is still being sent.
  public var underWay: [Entry]
  /// How many match.
  public var total: Int
  /// How many the journal has forgotten.
  public var dropped: Int
  /// How many frames would match if frames were asked for.
  public var framesLeftOut: Int
}
