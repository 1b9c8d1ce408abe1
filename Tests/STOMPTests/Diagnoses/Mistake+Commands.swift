import STOMP

extension Mistake {
  private static let commandList =
    "one of SEND, SUBSCRIBE, ACK, CONNECT, STOMP, UNSUBSCRIBE, NACK, BEGIN, COMMIT, ABORT, DISCONNECT"
  private static let frame = "a bare STOMP frame, CONNECT first"

  /// Mistakes at the beginning of frames.
  static let commands: [Mistake] = [
    Mistake(
      .leadingSpace, nil, [.text("    CONNECT\n    accept-version:1.2\n\n\0")], at: 0, found: "\"    CONNECT\"",
      expected: "\"CONNECT\"", cause: "in Kotlin use trimIndent()"),
    Mistake(
      .leadingSpace, "\tSEND\ndestination:/a\n\n\0", at: 0, found: "\"<TAB>SEND\"", expected: "\"SEND\"",
      cause: "indented"),
    Mistake(
      .mistypedCommand, nil, [.text("connect\n\n\0")], at: 0, found: "\"connect\"", expected: "CONNECT",
      cause: "commands are written in capitals"),
    Mistake(
      .mistypedCommand, "SUSBCRIBE\nid:1\n\n\0", at: 0, found: "\"SUSBCRIBE\"", expected: "SUBSCRIBE",
      cause: "write SUBSCRIBE"),
    Mistake(
      .mistypedCommand, "SEND \ndestination:/a\n\n\0", at: 0, found: "\"SEND \"", expected: "SEND",
      cause: "blanks behind the command"),
    Mistake(
      .unknownCommand, "PUBLISH\ndestination:/a\n\n\0", at: 0, found: "\"PUBLISH\"", expected: commandList,
      cause: "this is not a STOMP frame"),
    Mistake(
      .unknownCommand, nil, [.text("\u{FEFF}CONNECT\n\n\0")], at: 0, found: "\"\u{FEFF}CONNECT\"",
      expected: commandList,
      cause: "byte order mark"),
    Mistake(
      .unknownCommand, "SUBSCRIBE\\nid:1\\n\\n\0", at: 0, found: "\"SUBSCRIBE\\nid:1\\n\\n\"", expected: commandList,
      cause: "backslash and n"),
    Mistake(
      .unknownCommand, nil, [.text("CONNECT\\naccept-version:1.2\\n"), .wait(2000)], at: 0,
      found: "\"CONNECT\\naccept-version:1.2\\n\"", expected: commandList, cause: "backslash and n"),
    Mistake(
      .unknownCommand, .v1_2, [.text("hello?"), .wait(2000)], at: 0, found: "\"hello?\"", expected: commandList,
      cause: "this is not a STOMP frame"),
    Mistake(
      .serverCommand, "MESSAGE\ndestination:/a\n\nx\0", at: 0, found: "MESSAGE", expected: "SEND",
      cause: "only servers send MESSAGE"),
    Mistake(
      .serverCommand, nil, [.text("CONNECTED\n\n\0")], at: 0, found: "CONNECTED", expected: "CONNECT",
      cause: "write CONNECT"),
    Mistake(
      .sockJSFraming, nil, [.text("[\"CONNECT\\naccept-version:1.2\\n\\n\\u0000\"]")], at: 0, found: "\"[\"\"",
      expected: frame, cause: "/ws/greenhouse/websocket"),
    Mistake(
      .jsonMessage, nil, [.text("{\"type\":\"subscribe\"}")], at: 0, found: "\"{\"",
      expected: "a STOMP frame, CONNECT first", cause: "the channel that speaks JSON is /ws"),
    Mistake(
      .jsonMessage, nil, [.text("[1,2]")], at: 0, found: "\"[\"", expected: "a STOMP frame, CONNECT first",
      cause: "the channel that speaks JSON is /ws"),
    Mistake(
      .httpRequest, nil, [.text("GET /ws/greenhouse HTTP/1.1\r\nHost: localhost\r\n\r\n")], at: 0,
      found: "\"GET /ws/greenhouse HTTP/1.1\"", expected: "a STOMP frame, CONNECT first",
      cause: "the WebSocket is open already"),
    Mistake(
      .httpRequest, nil, [.text("POST /\(String(repeating: "x", count: 100)) HTTP/1.1\r\n\r\n")], at: 0,
      found: "\"POST /\(String(repeating: "x", count: 54))…\"", expected: "a STOMP frame, CONNECT first",
      cause: "connections of their own"),
    Mistake(
      .binaryOpcode, .v1_2, [.binary(Array("SEND\ndestination:/a\n\n{}\0".utf8))], at: 0,
      found: "SEND in a binary WebSocket message", expected: "a text message",
      cause: "socket.write(string:) in Starscream",
      isAccepted: true),
  ]
}
