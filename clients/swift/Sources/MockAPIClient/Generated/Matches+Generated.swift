// Written by script/generate from openapi/mock.yaml; do not edit.

/// What a fault happens to. All of it must match. In `path`, `*` is any text within a segment, `**` any number of
/// segments; behind a question mark the query must be the same.
public struct FaultMatch: Sendable, Hashable, Codable {
  public var method: String?
  /// A pattern: `*` stands for any text within a segment, `**` for any number of segments. After a question mark, the
  /// query must be the same.
  public var path: String?
  /// The short name of an API, or `mock` for the server's own API.
  public var api: API?
  public var operationId: String?
  /// That of a valid token, by its id or by its e-mail address.
  public var account: String?
  /// The id of the device that called, as `GET /_mock/devices` lists it.
  public var device: String?
  /// An open socket by its number.
  public var socket: Int?
  /// Parameters of the query and their values, true for present and false for absent.
  public var query: [String: SearchValue]?
  /// Headers and their values, true for present and false for absent.
  public var header: [String: SearchValue]?
  /// Properties of a JSON body or form, by names with dots or by JSON pointers, and their values.
  public var body: [String: JSONValue]?

  /// What is nil is not looked at.
  public init(
    _ method: String? = nil, _ path: String? = nil, api: API? = nil, operationId: String? = nil,
    account: String? = nil, device: String? = nil, socket: Int? = nil, query: [String: SearchValue]? = nil,
    header: [String: SearchValue]? = nil, body: [String: JSONValue]? = nil
  ) {
    (self.method, self.path, self.api, self.operationId) = (method, path, api, operationId)
    (self.account, self.device, self.socket, self.query) = (account, device, socket, query)
    (self.header, self.body) = (header, body)
  }
}

/// A fault with its conditions, as `POST /_mock/faults` takes it.
public struct FaultOptions: Sendable, Hashable, Codable {
  /// The effect of a fault.
  public var fault: Fault
  /// Its id. By default a generated one.
  public var id: String?
  /// Conditions that must all match. A condition that can never match is refused, with a suggestion: an unknown method,
  /// account or open socket, a path with `{id}`, a misspelled header name.
  public var match: FaultMatch?
  /// How many matches to skip before it applies.
  public var after: Int?
  /// How often it applies at most.
  public var times: Int?
  /// The share of matches that it applies to.
  public var probability: Double?
  /// Seconds of the world's time until it starts.
  public var afterSeconds: Int?
  /// Seconds of the world's time that it lasts.
  public var forSeconds: Int?

  /// What is nil is not looked at.
  public init(
    _ fault: Fault, id: String? = nil, match: FaultMatch? = nil, after: Int? = nil, times: Int? = nil,
    probability: Double? = nil, afterSeconds: Int? = nil, forSeconds: Int? = nil
  ) {
    (self.fault, self.id, self.match, self.after) = (fault, id, match, after)
    (self.times, self.probability, self.afterSeconds, self.forSeconds) = (times, probability, afterSeconds, forSeconds)
  }
}

/// Conditions for entries of the journal, which must all be met. `since` and `until` are an entry's number or a moment;
/// `kind: .frame` selects frames of sockets.
public struct JournalMatch: Sendable, Hashable, Codable {
  /// The values of `kind`.
  public enum Kind: String, Sendable, Hashable, Codable {
    case exchange
    case frame
    case any
  }

  /// The values of `direction`.
  public enum Direction: String, Sendable, Hashable, Codable {
    case received
    case sent
  }

  /// The values of `ending`.
  public enum Ending: String, Sendable, Hashable, Codable {
    case whole
    case truncated
    case empty
    case reset
    case never
    case aborted
  }

  public var method: String?
  public var path: String?
  public var status: SearchValue?
  /// The short name of an API, or `mock` for the server's own API.
  public var api: API?
  public var operationId: String?
  public var account: SearchValue?
  public var remoteAddress: String?
  public var device: String?
  /// `name` or `name:value`, or an object of names and values; true is present, false absent.
  public var header: [String: SearchValue]?
  /// `name` or `name:value`, or an object of names and values; true is present, false absent.
  public var query: [String: SearchValue]?
  /// Properties of a JSON body or form, by names with dots or by JSON pointers, and their values.
  public var body: [String: JSONValue]?
  public var bodyContains: String?
  /// The number of an entry, or a time. `since` excludes the entry of that number.
  public var since: Moment?
  /// The number of an entry, or a time. `since` excludes the entry of that number.
  public var until: Moment?
  public var kind: Kind?
  public var socket: SearchValue?
  public var direction: Direction?
  public var fault: String?
  public var hasDeviations: Bool?
  /// How the response was sent: `whole`; `truncated`, `empty`, `reset` or `never` because of a fault; or `aborted`,
  /// because the client disconnected, read nothing for too long, or the server stopped. Of a frame: `whole`; `never`,
  /// because a fault dropped it or delayed it until the socket closed; `reset`, because the connection was reset
  /// before; or `aborted`, because the socket closed before.
  public var ending: Ending?
  /// Frames that arrived, that did not, or both; without `kind`, it selects frames. Without it and `ending`, only
  /// frames that arrived are counted.
  public var delivered: Delivered?

  /// What is nil is not looked at.
  public init(
    _ method: String? = nil, _ path: String? = nil, status: SearchValue? = nil, api: API? = nil,
    operationId: String? = nil, account: SearchValue? = nil, remoteAddress: String? = nil, device: String? = nil,
    header: [String: SearchValue]? = nil, query: [String: SearchValue]? = nil, body: [String: JSONValue]? = nil,
    bodyContains: String? = nil, since: Moment? = nil, until: Moment? = nil, kind: Kind? = nil,
    socket: SearchValue? = nil, direction: Direction? = nil, fault: String? = nil, hasDeviations: Bool? = nil,
    ending: Ending? = nil, delivered: Delivered? = nil
  ) {
    (self.method, self.path, self.status, self.api) = (method, path, status, api)
    (self.operationId, self.account, self.remoteAddress, self.device) = (operationId, account, remoteAddress, device)
    (self.header, self.query, self.body, self.bodyContains) = (header, query, body, bodyContains)
    (self.since, self.until, self.kind, self.socket) = (since, until, kind, socket)
    (self.direction, self.fault, self.hasDeviations, self.ending) = (direction, fault, hasDeviations, ending)
    (self.delivered) = (delivered)
  }
}
