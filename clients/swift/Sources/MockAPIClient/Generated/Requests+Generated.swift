// Written by script/generate from openapi/mock.yaml; do not edit.
import Foundation

/// The calls of `world.requests`.
public struct Requests: Sendable {
  let link: Link

  /// Clear the journal.
  public func clear() async throws {
    try await link.send("clearRequests", "DELETE", "/_mock/requests")
  }

  /// Look at an entry.
  public func get(_ id: Int) async throws -> Entry {
    try await link.call("getRequest", "GET", "/_mock/requests/{id}", path: ["id": String(id)])
  }

  /// Explain why a request matched an operation and faults, or none.
  public func explain(_ id: Int) async throws -> Explanation {
    try await link.call("explainRequest", "GET", "/_mock/requests/{id}/explanation", path: ["id": String(id)])
  }

  /// Carry out a request once more.
  @discardableResult
  public func replay(_ id: Int, headers: [String: String?]? = nil, body: JSONValue? = nil) async throws -> Replay {
    try await link.call(
      "replayRequest", "POST", "/_mock/requests/{id}/replay", path: ["id": String(id)],
      body: Members(["headers": headers, "body": body]))
  }
}

/// Entries of a journal. `total` match the conditions, `dropped` were removed, `framesLeftOut` came too fast to be
/// kept.
public struct JournalPage: Sendable, Hashable, Codable {
  /// The world whose journal it is.
  public struct World: Sendable, Hashable, Codable {
    public var id: String
    /// Its display name, if it has one.
    public var name: String?
  }

  /// The world whose journal it is.
  public var world: JournalPage.World
  public var requests: [Entry]
  /// Exchanges whose response is being sent, and frames in transit. They get their number when their ending is known.
  public var pending: [Entry]
  public var total: Int
  /// How many entries were removed for newer ones.
  public var dropped: Int
  /// How many frames came too fast to be kept.
  public var framesLeftOut: Int
}

/// An exchange with its request and what its client got of the response, or a frame with its payload. Without a status
/// the client got none.
public struct Entry: Sendable, Hashable, Codable {
  /// `request` of `Entry`.
  public struct Request: Sendable, Hashable, Codable {
    /// Names and values; a list for a name that came more than once.
    public var headers: Headers
    /// As many came.
    public var bodyBytes: Int
    /// The body, with secrets redacted: JSON as such, text, or bytes in base64.
    public var body: JSONValue?
    /// The encoding of the body.
    public var encoding: String?
    /// True when only the beginning was kept.
    public var truncated: Bool?
  }

  /// `response` of `Entry`.
  public struct Response: Sendable, Hashable, Codable {
    public var status: Int?
    /// Names and values; a list for a name that came more than once.
    public var headers: Headers?
    /// As many were to go out.
    public var bodyBytes: Int
    /// True for an endless body, which is not kept.
    public var streamed: Bool?
    /// The body, with secrets redacted: JSON as such, text, or bytes in base64.
    public var body: JSONValue?
    /// The encoding of the body.
    public var encoding: String?
    /// True when only the beginning was kept.
    public var truncated: Bool?
    /// How long a fault delayed it.
    public var delayMilliseconds: Int?
    /// The rate that a fault set.
    public var bytesPerSecond: Int?
  }

  /// `faults` of `Summary`.
  public struct Fault: Sendable, Hashable, Codable {
    public var id: String
    public var type: String
  }

  /// `deviations` of `Summary`.
  public struct Deviation: Sendable, Hashable, Codable {
    public var location: String
    public var message: String
  }

  /// Missing while the response or frame is being sent.
  public var id: Int?
  public var kind: JournalMatch.Kind
  /// By the world's clock.
  public var time: Date
  public var api: API
  public var path: String?
  /// Whose token came along.
  public var account: String?
  public var method: String?
  public var status: Int?
  public var remoteAddress: String?
  /// The id of the device that called.
  public var device: String?
  /// Until the response was complete, or until its ending where that came later.
  public var durationMicroseconds: Int?
  public var operationId: String?
  public var query: String?
  /// As in the condition, or `pending` while the response or frame is being sent, or a fault holds the exchange.
  public var ending: String?
  /// The id of the hold, while a fault holds the exchange.
  public var hold: String?
  /// How long faults held it, in real time; part of the duration.
  public var heldMicroseconds: Int?
  /// Whether a frame arrived. A frame from the client arrives at the server's session; a frame to the client, when the
  /// operating system has all its bytes. False also while a fault delays it; missing while it is being sent.
  public var delivered: Bool?
  /// Bytes of the body that were sent.
  public var sentBytes: Int?
  public var socket: String?
  public var direction: JournalMatch.Direction?
  public var type: String?
  public var payloadBytes: Int?
  /// A short description of a frame, such as its command and destination.
  public var summary: String?
  public var faults: [Entry.Fault]?
  /// In what the request left its API document.
  public var deviations: [Entry.Deviation]?
  public var request: Entry.Request?
  public var response: Entry.Response?
  /// The body, with secrets redacted: JSON as such, text, or bytes in base64.
  public var payload: JSONValue?
  /// The encoding of the body.
  public var encoding: String?
  /// True when only the beginning was kept.
  public var truncated: Bool?
}

/// Why a request matched an operation and faults, or none; the nearest operation first.
public struct Explanation: Sendable, Hashable, Codable {
  /// `operations` of `Explanation`.
  public struct Operation: Sendable, Hashable, Codable {
    public var api: API
    public var operationId: String
    public var method: String
    public var path: String
    public var members: [Comparison]
  }

  /// `faults` of `Explanation`.
  public struct Fault: Sendable, Hashable, Codable {
    public var id: String
    public var type: String
    public var members: [Comparison]
  }

  /// True when an operation of an API matched.
  public var matched: Bool
  public var reason: String
  public var operations: [Explanation.Operation]
  public var faults: [Explanation.Fault]
}

/// One condition, and how a request compares with it.
public struct Comparison: Sendable, Hashable, Codable {
  public var name: String
  public var expected: String
  public var actual: String
  public var matches: Bool
}

/// The result of a request that was sent again. `status` is null where the client would have got no response.
public struct Replay: Sendable, Hashable, Codable {
  /// The new entry.
  public var id: Int?
  /// The status that the client would have got; null for none.
  public var status: Int?
}

/// The number of matching entries; `known` is false where the journal cannot be sure of it.
public struct Count: Sendable, Hashable, Codable {
  public var count: Int
  /// False where removed entries or truncated bodies could change the result; `satisfied` is false then.
  public var known: Bool
  /// Why the result is not known, and how to fix that.
  public var message: String?
}

/// The result of a verification or a wait.
public struct Verification: Sendable, Hashable, Codable {
  /// `nearest` of `Verification`.
  public struct Nearest: Sendable, Hashable, Codable {
    /// The summary of an entry.
    public var request: Entry
    public var reasons: [String]
  }

  public var satisfied: Bool
  /// False where removed entries or truncated bodies could change the result; `satisfied` is false then.
  public var known: Bool
  /// Why the result is not known, and how to fix that.
  public var message: String?
  public var count: Int
  /// How many were expected.
  public var expected: Expected
  public var nearest: [Verification.Nearest]
  /// The entries that match, the oldest first, if the request asks for them.
  public var entries: [Entry]?
}

/// How many were expected.
public struct Expected: Sendable, Hashable, Codable {
  public var exactly: Int?
  public var atLeast: Int?
  public var atMost: Int?
}
