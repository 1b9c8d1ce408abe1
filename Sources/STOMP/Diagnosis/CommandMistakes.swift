/// Mistakes at a frame's beginning.
extension Diagnosis {
  /// What is wrong with a line that should be a command.
  static func notACommand(_ line: ArraySlice<UInt8>) -> Diagnosis {
    let text = String(decoding: line, as: UTF8.self)
    if let first = line.first, first == ASCII.space || first == ASCII.tab { return leadingSpace(line) }
    if isHTTP(text) { return httpRequest(line) }
    let found = Excerpt.quoted(line)
    if let near = nearest(to: text) {
      let isCase = near.rawValue == text.uppercased()
      let cause = isCase ? "commands are written in capitals" : "a slip of the pen, or blanks behind the command"
      return Diagnosis(
        .mistypedCommand, found: found, expected: near.rawValue, cause: "\(cause); write \(near.rawValue)")
    }
    let cause =
      line.starts(with: [0xEF, 0xBB, 0xBF])
      ? "a byte order mark stands before the command; encode the text without one"
      : escapedLineEnds(line)
        ?? """
        this is no STOMP frame; if the frame before it had a body, a wrong content-length or a NUL in the body ended \
        it too early
        """
    return Diagnosis(
      .unknownCommand, found: found,
      expected: "one of \(Command.allCases.filter { !$0.isServers }.map(\.rawValue).joined(separator: ", "))",
      cause: cause)
  }

  /// A command line that is longer than any may be.
  ///
  /// - Parameters:
  ///   - line: Its beginning.
  static func overlongCommand(_ line: ArraySlice<UInt8>, maximum: Int) -> Diagnosis {
    if isHTTP(String(decoding: line, as: UTF8.self)) { return httpRequest(line) }
    return Diagnosis(
      .commandTooLong, offset: maximum, found: Excerpt.quoted(line),
      expected: "a line end within \(maximum) bytes",
      cause: escapedLineEnds(line) ?? "this is no STOMP frame, or the line end behind the command is missing")
  }

  /// What to say when line ends are written as escapes that nobody processed.
  private static func escapedLineEnds(_ line: ArraySlice<UInt8>) -> String? {
    guard let index = line.firstIndex(of: ASCII.backslash), line[(index + 1)...].first == UInt8(ascii: "n") else {
      return nil
    }
    return "the line ends are the two characters backslash and n; raw strings do not process escapes"
  }

  /// What is wrong with the first bytes of a frame, told before its first line is complete; nil when nothing is, or
  /// not yet.
  static func notAFrame(_ bytes: ArraySlice<UInt8>) -> Diagnosis? {
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "{") { return jsonMessage(bytes) }
    guard first == UInt8(ascii: "["), let second = bytes.dropFirst().first else { return nil }
    return second == UInt8(ascii: "\"") ? sockJSFraming(bytes) : jsonMessage(bytes)
  }

  private static func leadingSpace(_ line: ArraySlice<UInt8>) -> Diagnosis {
    let command = line.drop { $0 == ASCII.space || $0 == ASCII.tab }
    return Diagnosis(
      .leadingSpace, found: Excerpt.quoted(line), expected: Excerpt.quoted(command),
      cause: """
        the lines of a text with several lines are indented; in Swift indent the closing \"\"\" like the lines, in \
        Kotlin use trimIndent()
        """)
  }

  private static func httpRequest(_ line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .httpRequest, found: Excerpt.quoted(line), expected: "a STOMP frame, CONNECT first",
      cause: "the WebSocket is open already; send HTTP requests on connections of their own")
  }

  /// The excerpts of these two are of fixed length, so that they don't depend on how the bytes arrived.
  private static func sockJSFraming(_ bytes: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .sockJSFraming, found: Excerpt.quoted(bytes.prefix(2)), expected: "a bare STOMP frame, CONNECT first",
      cause: """
        a SockJS client on an endpoint for bare STOMP: connect to /ws/greenhouse/websocket with a plain WebSocket, or \
        drop the SockJS framing, the brackets, quotes and escapes around the frame
        """)
  }

  private static func jsonMessage(_ bytes: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .jsonMessage, found: Excerpt.quoted(bytes.prefix(1)), expected: "a STOMP frame, CONNECT first",
      cause: """
        this endpoint speaks STOMP; the channel that speaks JSON is /ws. JSON goes into the body of a SEND frame
        """)
  }

  /// A frame of a server from a client.
  static func serverCommand(_ command: Command) -> Diagnosis {
    let instead = command == .message ? "SEND" : command == .connected ? "CONNECT" : "a command of clients"
    return Diagnosis(
      .serverCommand, found: command.rawValue, expected: instead,
      cause: "only servers send \(command.rawValue); write \(instead), and don't send received frames back")
  }

  /// A frame of text in a binary message.
  static func binaryOpcode(_ command: Command) -> Diagnosis {
    Diagnosis(
      .binaryOpcode, found: "\(command.rawValue) in a binary WebSocket message", expected: "a text message",
      cause: """
        the client sends data instead of a string: socket.write(string:) in Starscream, send(.string(…)) in \
        URLSession, send(text) in OkHttp, and forceBinaryWSFrames off in StompJS. It was accepted
        """)
  }

  private static func isHTTP(_ line: String) -> Bool {
    let methods = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "HEAD ", "OPTIONS "]
    return line.hasSuffix(" HTTP/1.1") || line.hasSuffix(" HTTP/1.0") || methods.contains { line.hasPrefix($0) }
  }

  /// The command that a word may have been meant as: at most two letters differ, in any case.
  private static func nearest(to word: String) -> Command? {
    let letters = Array(word.trimmingBlanks.uppercased().utf8)
    guard (2...16).contains(letters.count) else { return nil }
    let distances = Command.allCases.filter { !$0.isServers }.map { command in
      (command, distance(letters, Array(command.rawValue.utf8)))
    }
    guard let best = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= min(2, letters.count / 3) ? best.0 : nil
  }

  /// How many letters must be put in, left out or changed (Levenshtein).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in other.enumerated() {
        let changed = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
