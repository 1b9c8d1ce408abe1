import Foundation

/// What goes wrong. `GET /_mock/fault-types` explains each.
public struct Fault: Sendable, Hashable, Codable {
  /// How long something takes, in milliseconds of real time.
  public enum Delay: Sendable, Hashable {
    /// Always so long.
    case fixed(Int)
    /// Anything between the two.
    case uniform(minimum: Int, maximum: Int)
    /// As networks are: half of them below the median, a few far above it.
    case lognormal(median: Double, sigma: Double? = nil)

    var members: [String: JSONValue?] {
      switch self {
      case .fixed(let milliseconds): ["milliseconds": .integer(Int64(milliseconds))]
      case .uniform(let minimum, let maximum):
        ["distribution": "uniform", "minimum": .integer(Int64(minimum)), "maximum": .integer(Int64(maximum))]
      case .lognormal(let median, let sigma):
        ["distribution": "lognormal", "median": .number(median), "sigma": sigma.map { .number($0) }]
      }
    }
  }

  /// Which messages of a socket are meant. All that the app gets, unless said otherwise.
  public struct Messages: Sendable, Hashable {
    /// Which way they go.
    public enum Direction: String, Sendable, Hashable {
      /// To the app.
      case outgoing
      /// From the app.
      case incoming
      /// Both ways.
      case both
    }

    var members: [String: JSONValue?]

    /// Each message.
    public static let all = Messages.each()

    /// Each message of a direction.
    public static func each(_ direction: Direction? = nil) -> Messages {
      Messages(members: ["direction": direction.map { .string($0.rawValue) }])
    }

    /// Each one behind so many.
    public static func every(_ number: Int, _ direction: Direction? = nil) -> Messages {
      var messages = each(direction)
      messages.members["every"] = .integer(Int64(number))
      return messages
    }

    /// The message of this number alone.
    public static func nth(_ number: Int, _ direction: Direction? = nil) -> Messages {
      var messages = each(direction)
      messages.members["nth"] = .integer(Int64(number))
      return messages
    }
  }

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

// Answers.
extension Fault {
  /// Answers with a status. Without a body it has the API's own error shape.
  public static func status(_ status: Int, body: JSONValue? = nil, headers: [String: String]? = nil) -> Fault {
    Fault(
      type: "status",
      [
        "status": .integer(Int64(status)), "body": body,
        "headers": headers.map { .object($0.mapValues { .string($0) }) },
      ])
  }

  /// Sends the answer later.
  public static func delay(_ delay: Delay) -> Fault { Fault(type: "delay", delay.members) }

  /// Sends the answer later by so many milliseconds.
  public static func delay(milliseconds: Int) -> Fault { delay(.fixed(milliseconds)) }

  /// Sends the content slowly.
  public static func dribble(bytesPerSecond: Int) -> Fault {
    Fault(type: "dribble", ["bytesPerSecond": .integer(Int64(bytesPerSecond))])
  }

  /// Closes the connection before the first byte of the answer.
  public static let empty = Fault(type: "empty")

  /// Closes the connection in the middle of the content, or after so many bytes of it.
  public static func truncate(after bytes: Int? = nil) -> Fault { Fault(type: "truncate", ["after": number(bytes)]) }

  /// Spoils the end of the content.
  public static let malformed = Fault(type: "malformed")

  /// Sends the content under a wrong Content-Type.
  public static func contentType(_ contentType: String? = nil) -> Fault {
    Fault(type: "contentType", ["contentType": contentType.map { .string($0) }])
  }

  /// Resets the connection in place of an answer.
  public static let reset = Fault(type: "reset")

  /// Never answers.
  public static let timeout = Fault(type: "timeout")

  /// Answers 429 with Retry-After.
  public static func rateLimited(retryAfter seconds: Int? = nil) -> Fault {
    Fault(type: "rateLimited", ["retryAfter": number(seconds)])
  }

  /// Answers 503 with Retry-After.
  public static func unavailable(retryAfter seconds: Int? = nil) -> Fault {
    Fault(type: "unavailable", ["retryAfter": number(seconds)])
  }

  /// Refuses tokens as expired.
  public static let expiredToken = Fault(type: "expiredToken")

  /// Refuses tokens as not valid: only those issued before so many seconds have passed, refresh tokens too if asked.
  public static func invalidToken(issuedWithinSeconds seconds: Int? = nil, refreshTokens: Bool? = nil) -> Fault {
    Fault(
      type: "invalidToken",
      ["issuedWithinSeconds": number(seconds), "refreshTokens": refreshTokens.map { .bool($0) }])
  }

  /// Answers what the same call was answered first.
  public static let stale = Fault(type: "stale")

  /// Resets every connection and cuts every socket for some seconds of the world's time, once or again and again.
  public static func offline(seconds: Int, everySeconds: Int? = nil) -> Fault {
    Fault(type: "offline", ["seconds": number(seconds), "everySeconds": number(everySeconds)])
  }

  private static func number(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }
}

// Sockets.
extension Fault {
  /// Where a connection is refused.
  public enum RefusalPoint: String, Sendable, Hashable {
    /// At CONNECT of STOMP.
    case connect
    /// At the handshake of the WebSocket.
    case handshake
  }

  /// Loses messages.
  public static func dropMessage(_ messages: Messages = .all) -> Fault {
    Fault(type: "dropMessage", messages.members)
  }

  /// Repeats messages.
  public static func duplicate(_ messages: Messages = .all) -> Fault { Fault(type: "duplicate", messages.members) }

  /// Lets messages arrive behind the next one.
  public static func reorder(_ messages: Messages = .all) -> Fault { Fault(type: "reorder", messages.members) }

  /// Changes a character or byte in messages.
  public static func corrupt(_ messages: Messages = .all) -> Fault { Fault(type: "corrupt", messages.members) }

  /// Lets messages arrive with another text: `replacement` for each `text`, or for the whole message without one.
  public static func editMessage(
    _ text: String? = nil, replacement: String, _ messages: Messages = .all
  ) -> Fault {
    let members: [String: JSONValue?] = ["find": text.map { .string($0) }, "replace": .string(replacement)]
    return Fault(type: "editMessage", members.merging(messages.members) { $1 })
  }

  /// Lets messages arrive later.
  public static func delayMessages(_ delay: Delay, _ messages: Messages = .all) -> Fault {
    Fault(type: "delayMessages", delay.members.merging(messages.members) { $1 })
  }

  /// Withholds the server's heart-beats.
  public static let muteHeartBeats = Fault(type: "muteHeartBeats")

  /// Lets nothing in or out, and the socket open.
  public static let halfOpen = Fault(type: "halfOpen")

  /// Closes a socket: with a code, after some messages, or by a reset of the connection.
  public static func close(
    code: Int? = nil, reason: String? = nil, afterMessages: Int? = nil, abort: Bool? = nil
  ) -> Fault {
    Fault(
      type: "close",
      [
        "code": number(code), "reason": reason.map { .string($0) }, "afterMessages": number(afterMessages),
        "abort": abort.map { .bool($0) },
      ])
  }

  /// Refuses CONNECT of STOMP, or the handshake of any WebSocket.
  public static func refuseConnect(
    at point: RefusalPoint? = nil, message: String? = nil, retryAfter seconds: Int? = nil
  ) -> Fault {
    Fault(
      type: "refuseConnect",
      [
        "at": point.map { .string($0.rawValue) }, "message": message.map { .string($0) },
        "retryAfter": number(seconds),
      ])
  }

  /// Stops reading from a socket.
  public static let slowReader = Fault(type: "slowReader")
}
