/// What the server around a session finds.
extension Diagnosis {
  /// A token that does not verify (CONTRACT W4).
  ///
  /// - Parameters:
  ///   - reason: Why, such as `it has expired`.
  package static func badToken(reason: String) -> Diagnosis {
    Diagnosis(
      .badToken, found: "an authorization header with a token that is refused, \(reason)", expected: "a valid token",
      cause: "log in again and send authorization:Bearer and the new token with CONNECT")
  }

  /// No token where one is required.
  package static var tokenRequired: Diagnosis {
    Diagnosis(
      .tokenRequired, found: "no authorization header", expected: "authorization:Bearer and a token",
      cause: "this server was told to insist on tokens; log in and send the token with CONNECT")
  }

  /// A queue that takes no more.
  package static func queueFull(destination: String) -> Diagnosis {
    Diagnosis(
      .queueFull, found: "a message for \(Excerpt.quoted(destination)), which is full",
      expected: "a queue that is consumed", cause: "nobody subscribes to the queue, or nobody acknowledges")
  }

  /// A STOMP frame on a channel that speaks JSON.
  ///
  /// - Parameters:
  ///   - command: The frame's command.
  ///   - endpoint: The path that speaks STOMP.
  package static func stompFrameOnJSONChannel(command: String, endpoint: String = "/ws/greenhouse") -> Diagnosis {
    Diagnosis(
      .wrongEndpoint, found: Excerpt.quoted(command), expected: "a JSON object",
      cause: "this channel speaks JSON; STOMP is spoken at \(endpoint)")
  }
}
