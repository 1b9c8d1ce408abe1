// Written by script/generate from openapi/mock.yaml; do not edit.

// The types of faults. `world.faults.types()` explains their members.
extension Fault {
  /// The values of `phase`.
  public enum Phase: String, Sendable, Hashable, Codable {
    case response
    case request
  }

  /// The values of `distribution`.
  public enum Distribution: String, Sendable, Hashable, Codable {
    case uniform
    case lognormal
  }

  /// The values of `direction`.
  public enum Direction: String, Sendable, Hashable, Codable {
    case outgoing
    case incoming
    case both
  }

  /// The values of `at`.
  public enum At: String, Sendable, Hashable, Codable {
    case connect
    case handshake
  }

  /// Sends a response with a status, and with a body if one is given.
  public static func status(_ status: Int, body: JSONValue? = nil, headers: [String: String]? = nil) -> Fault {
    Fault(
      type: "status",
      [
        "status": .integer(Int64(status)), "body": body,
        "headers": headers.map { value in .object(value.mapValues { .string($0) }) },
      ])
  }

  /// Changes the JSON body of the API's own response, and its status or headers if they are given. With a patch, a
  /// response without JSON is left alone. One that is not as the API's document says becomes 500 with the reason, and a
  /// finding, unless `undocumented` allows it.
  public static func patch(
    _ patch: JSONValue? = nil, status: Int? = nil, headers: [String: String]? = nil, undocumented: Bool? = nil
  ) -> Fault {
    Fault(
      type: "patch",
      [
        "patch": patch, "status": status.map { .integer(Int64($0)) },
        "headers": headers.map { value in .object(value.mapValues { .string($0) }) },
        "undocumented": undocumented.map { .bool($0) },
      ])
  }

  /// Holds the request or its response, in real time, until `POST /_mock/holds/{id}/release` releases it. A world holds
  /// at most 256 exchanges; others go on, and do not trigger the fault. Removing the fault releases those that it
  /// holds.
  public static func hold(phase: Phase? = nil, milliseconds: Int? = nil) -> Fault {
    Fault(
      type: "hold",
      [
        "phase": phase.map { .string($0.rawValue) }, "milliseconds": milliseconds.map { .integer(Int64($0)) },
      ])
  }

  /// Sends the response later, in real time.
  public static func delay(
    milliseconds: Int? = nil, distribution: Distribution? = nil, minimum: Int? = nil, maximum: Int? = nil,
    median: Double? = nil, sigma: Double? = nil
  ) -> Fault {
    Fault(
      type: "delay",
      [
        "milliseconds": milliseconds.map { .integer(Int64($0)) },
        "distribution": distribution.map { .string($0.rawValue) }, "minimum": minimum.map { .integer(Int64($0)) },
        "maximum": maximum.map { .integer(Int64($0)) }, "median": median.map { .number($0) },
        "sigma": sigma.map { .number($0) },
      ])
  }

  /// Sends the body slowly.
  public static func dribble(bytesPerSecond: Int) -> Fault {
    Fault(type: "dribble", ["bytesPerSecond": .integer(Int64(bytesPerSecond))])
  }

  /// Closes the connection before the first byte of the response.
  public static let empty = Fault(type: "empty")

  /// Closes the connection in the middle of the body.
  public static func truncate(after: Int? = nil) -> Fault {
    Fault(type: "truncate", ["after": after.map { .integer(Int64($0)) }])
  }

  /// Corrupts the end of the body.
  public static let malformed = Fault(type: "malformed")

  /// Sends the body with a wrong Content-Type.
  public static func contentType(_ contentType: String? = nil) -> Fault {
    Fault(type: "contentType", ["contentType": contentType.map { .string($0) }])
  }

  /// Resets the connection instead of sending a response.
  public static let reset = Fault(type: "reset")

  /// Never sends a response.
  public static let timeout = Fault(type: "timeout")

  /// Sends 429 with Retry-After.
  public static func rateLimited(retryAfter: Int? = nil) -> Fault {
    Fault(type: "rateLimited", ["retryAfter": retryAfter.map { .integer(Int64($0)) }])
  }

  /// Sends 503 with Retry-After.
  public static func unavailable(retryAfter: Int? = nil) -> Fault {
    Fault(type: "unavailable", ["retryAfter": retryAfter.map { .integer(Int64($0)) }])
  }

  /// Refuses tokens as expired.
  public static let expiredToken = Fault(type: "expiredToken")

  /// Refuses tokens as not valid.
  public static func invalidToken(issuedWithinSeconds: Int? = nil, refreshTokens: Bool? = nil) -> Fault {
    Fault(
      type: "invalidToken",
      [
        "issuedWithinSeconds": issuedWithinSeconds.map { .integer(Int64($0)) },
        "refreshTokens": refreshTokens.map { .bool($0) },
      ])
  }

  /// Repeats the first response to the same call.
  public static let stale = Fault(type: "stale")

  /// Resets every connection and cuts every socket.
  public static func offline(seconds: Int, everySeconds: Int? = nil) -> Fault {
    Fault(
      type: "offline",
      [
        "seconds": .integer(Int64(seconds)), "everySeconds": everySeconds.map { .integer(Int64($0)) },
      ])
  }

  /// Loses messages of a socket.
  public static func dropMessage(
    direction: Direction? = nil, nth: Int? = nil, every: Int? = nil, channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "dropMessage",
      [
        "direction": direction.map { .string($0.rawValue) }, "nth": nth.map { .integer(Int64($0)) },
        "every": every.map { .integer(Int64($0)) }, "channel": channel.map { .string($0) },
        "message": message.map { .string($0) },
      ])
  }

  /// Repeats messages of a socket.
  public static func duplicate(
    direction: Direction? = nil, nth: Int? = nil, every: Int? = nil, channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "duplicate",
      [
        "direction": direction.map { .string($0.rawValue) }, "nth": nth.map { .integer(Int64($0)) },
        "every": every.map { .integer(Int64($0)) }, "channel": channel.map { .string($0) },
        "message": message.map { .string($0) },
      ])
  }

  /// Delivers messages of a socket after the next one.
  public static func reorder(
    direction: Direction? = nil, nth: Int? = nil, every: Int? = nil, channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "reorder",
      [
        "direction": direction.map { .string($0.rawValue) }, "nth": nth.map { .integer(Int64($0)) },
        "every": every.map { .integer(Int64($0)) }, "channel": channel.map { .string($0) },
        "message": message.map { .string($0) },
      ])
  }

  /// Changes a character or byte in messages of a socket.
  public static func corrupt(
    direction: Direction? = nil, nth: Int? = nil, every: Int? = nil, channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "corrupt",
      [
        "direction": direction.map { .string($0.rawValue) }, "nth": nth.map { .integer(Int64($0)) },
        "every": every.map { .integer(Int64($0)) }, "channel": channel.map { .string($0) },
        "message": message.map { .string($0) },
      ])
  }

  /// Delivers messages of a socket with another text.
  public static func editMessage(
    find: String? = nil, replace: String? = nil, direction: Direction? = nil, nth: Int? = nil, every: Int? = nil,
    channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "editMessage",
      [
        "find": find.map { .string($0) }, "replace": replace.map { .string($0) },
        "direction": direction.map { .string($0.rawValue) }, "nth": nth.map { .integer(Int64($0)) },
        "every": every.map { .integer(Int64($0)) }, "channel": channel.map { .string($0) },
        "message": message.map { .string($0) },
      ])
  }

  /// Delivers messages of a socket later, in real time.
  public static func delayMessages(
    milliseconds: Int? = nil, distribution: Distribution? = nil, minimum: Int? = nil, maximum: Int? = nil,
    median: Double? = nil, sigma: Double? = nil, direction: Direction? = nil, nth: Int? = nil, every: Int? = nil,
    channel: String? = nil, message: String? = nil
  ) -> Fault {
    Fault(
      type: "delayMessages",
      [
        "milliseconds": milliseconds.map { .integer(Int64($0)) },
        "distribution": distribution.map { .string($0.rawValue) }, "minimum": minimum.map { .integer(Int64($0)) },
        "maximum": maximum.map { .integer(Int64($0)) }, "median": median.map { .number($0) },
        "sigma": sigma.map { .number($0) }, "direction": direction.map { .string($0.rawValue) },
        "nth": nth.map { .integer(Int64($0)) }, "every": every.map { .integer(Int64($0)) },
        "channel": channel.map { .string($0) }, "message": message.map { .string($0) },
      ])
  }

  /// Withholds the server's heart-beats.
  public static let muteHeartBeats = Fault(type: "muteHeartBeats")

  /// Lets nothing in or out, and the socket open.
  public static let halfOpen = Fault(type: "halfOpen")

  /// Closes a socket.
  public static func close(
    code: Int? = nil, reason: String? = nil, afterMessages: Int? = nil, abort: Bool? = nil
  ) -> Fault {
    Fault(
      type: "close",
      [
        "code": code.map { .integer(Int64($0)) }, "reason": reason.map { .string($0) },
        "afterMessages": afterMessages.map { .integer(Int64($0)) }, "abort": abort.map { .bool($0) },
      ])
  }

  /// Refuses CONNECT of STOMP, or the handshake of any WebSocket.
  public static func refuseConnect(at: At? = nil, message: String? = nil, retryAfter: Int? = nil) -> Fault {
    Fault(
      type: "refuseConnect",
      [
        "at": at.map { .string($0.rawValue) }, "message": message.map { .string($0) },
        "retryAfter": retryAfter.map { .integer(Int64($0)) },
      ])
  }

  /// Stops reading from a socket.
  public static let slowReader = Fault(type: "slowReader")
}

extension FaultSetName {
  /// `flaky-3g`.
  public static let flaky3G: FaultSetName = "flaky-3g"
  /// `tunnel`.
  public static let tunnel: FaultSetName = "tunnel"
  /// `backend-deploy`.
  public static let backendDeploy: FaultSetName = "backend-deploy"
  /// `hostile`.
  public static let hostile: FaultSetName = "hostile"
}
