/// Mistakes at the beginning of a frame.
extension Diagnosis {
  /// The mistake in a line that should be a command.
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
        this is not a STOMP frame; if the frame before it had a body, a wrong content-length or a NUL in the body ended \
        it too early
        """
    return Diagnosis(
      .unknownCommand, found: found,
      expected: "one of \(Command.allCases.filter { !$0.isServers }.map(\.rawValue).joined(separator: ", "))",
      cause: cause)
  }

  /// A command line that is too long.
  ///
  /// - Parameters:
  ///   - line: Its beginning.
  static func overlongCommand(_ line: ArraySlice<UInt8>, maximum: Int) -> Diagnosis {
    if isHTTP(String(decoding: line, as: UTF8.self)) { return httpRequest(line) }
    return Diagnosis(
      .commandTooLong, offset: maximum, found: Excerpt.quoted(line),
      expected: "a line end within \(maximum) bytes",
      cause: escapedLineEnds(line) ?? "this is not a STOMP frame, or the line end after the command is missing")
  }

  /// The advice for line ends that are written as unprocessed escapes.
  private static func escapedLineEnds(_ line: ArraySlice<UInt8>) -> String? {
    guard let index = line.firstIndex(of: ASCII.backslash), line[(index + 1)...].first == UInt8(ascii: "n") else {
      return nil
    }
    return "the line ends are the two characters backslash and n; raw strings do not process escapes"
  }

  /// The mistake in the first bytes of a frame, before its first line is complete; nil for none, or none yet.
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

  /// The excerpts of these two have a fixed length, so that they do not depend on how the bytes arrived.
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

  /// A server's frame sent by a client.
  static func serverCommand(_ command: Command) -> Diagnosis {
    let instead = command == .message ? "SEND" : command == .connected ? "CONNECT" : "a command of clients"
    return Diagnosis(
      .serverCommand, found: command.rawValue, expected: instead,
      cause: "only servers send \(command.rawValue); write \(instead), and don't send received frames back")
  }

  /// A text frame in a binary message.
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

  /// The command that a word is similar to: at most two letters differ, in any case.
  private static func nearest(to word: String) -> Command? {
    let letters = Array(word.trimmingBlanks.uppercased().utf8)
    guard (2...16).contains(letters.count) else { return nil }
    let distances = Command.allCases.filter { !$0.isServers }.map { command in
      (command, distance(letters, Array(command.rawValue.utf8)))
    }
    guard let best = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= min(2, letters.count / 3) ? best.0 : nil
  }

  /// The number of letters to insert, remove or change (Levenshtein).
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

/// Mistakes in the lines of a frame's headers.
extension Diagnosis {
  /// CR LF in a session of 1.0 or 1.1 (checklist row 3).
  static func carriageReturns(offset: Int, version: ProtocolVersion) -> Diagnosis {
    Diagnosis(
      .carriageReturns, offset: offset, found: "<CR><LF> in a session of STOMP \(version.text)", expected: "<LF>",
      cause: """
        a source file or HTTP helper with Windows line ends. It was accepted, but before 1.2 the CR belongs to the \
        value; write \\n, or ask for 1.2 with accept-version
        """)
  }

  /// A carriage return inside a line (checklist row 4).
  static func loneCarriageReturn(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .loneCarriageReturn, offset: offset, found: Excerpt.quoted(line), expected: "<LF> or <CR><LF> at a line's end",
      cause: """
        lines that are joined with \\r, or a value with a line end inside; write \\n, and in values of STOMP 1.2 the \
        two characters backslash and r
        """)
  }

  /// A frame that ends within its headers.
  static func missingBlankLine(offset: Int, found: String) -> Diagnosis {
    Diagnosis(
      .missingBlankLine, offset: offset, found: found, expected: "an empty line behind the last header",
      cause: """
        the head of a frame ends with an empty line, also when there is no body: two line feeds and then NUL. \
        joined(separator:) and trimIndent() drop the last line ends
        """)
  }

  /// A line that is not a header (checklist row 8).
  static func headerWithoutColon(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    let isBlank = line.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab }
    let looksLikeBody = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(line.first ?? 0)
    let cause =
      isBlank
      ? "the blank line before the body has blanks in it, from an indented text; it must be empty"
      : looksLikeBody
        ? "this looks like the body: an empty line must separate it from the headers"
        : "a header is name:value on one line; a line end inside a value is written as backslash and n"
    return Diagnosis(
      .headerWithoutColon, offset: offset, found: Excerpt.quoted(line), expected: "name:value", cause: cause)
  }

  /// A line that begins with a colon (checklist row 8).
  static func emptyHeaderName(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .emptyHeaderName, offset: offset, found: Excerpt.quoted(line), expected: "a name before the colon",
      cause: "the header's name is an empty string; fill it in or leave the header out")
  }

  /// A header line that begins with spaces.
  static func indentedHeader(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .indentedHeader, offset: offset, found: Excerpt.quoted(line), expected: "the name at the line's beginning",
      cause: """
        the lines of a text with several lines are indented. Nothing is trimmed since STOMP 1.1, so the blanks are a \
        part of the name; in Swift indent the closing \"\"\" like the lines, in Kotlin use trimIndent()
        """)
  }

  /// A backslash that does not begin an escape, or ends the text (checklist row 11).
  static func escape(_ error: EscapeError, offset: Int, line: ArraySlice<UInt8>, _ version: ProtocolVersion)
    -> Diagnosis
  {
    let known = version == .v1_2 ? "\\n, \\c, \\r or \\\\" : "\\n, \\c or \\\\"
    switch error.mistake {
    case .trailing:
      return Diagnosis(
        .trailingBackslash, offset: offset, found: Excerpt.quoted(line), expected: "\(known) in STOMP \(version.text)",
        cause: "a backslash of the value's own is written as two backslashes")
    case .undefined:
      let bytes = line[error.index..<min(error.index + 2, line.endIndex)]
      let found = "backslash and \(Excerpt.name(of: bytes.last ?? 0)) in \(Excerpt.quoted(line))"
      return Diagnosis(
        .undefinedEscape, offset: offset, found: found, expected: "\(known) in STOMP \(version.text)",
        cause: """
          a backslash of the value's own, as in a path or a regular expression, is written as two backslashes; \
          other escapes don't exist\(version == .v1_1 ? ", and \\r only since 1.2" : "")
          """)
    }
  }

  /// Bytes in a name or value that are not UTF-8.
  static func invalidUTF8(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .invalidUTF8, offset: offset, found: Excerpt.quoted(line), expected: "UTF-8",
      cause: "the text was encoded as Latin-1 or UTF-16; encode frames as UTF-8, Data(text.utf8) in Swift")
  }

  /// Something larger than a limit (checklist rows 18 and 20).
  static func tooLarge(_ code: Code, offset: Int, maximum: Int, unit: String = "bytes") -> Diagnosis {
    Diagnosis(
      code, offset: offset, found: "more than \(maximum) \(unit)", expected: "at most \(maximum) \(unit)",
      cause: "send less at once; if a NUL or line feed is missing, the frame never ends for the server")
  }

  /// A content-length over the limit (checklist row 18).
  static func bodyTooLarge(_ header: Header, maximum: Int) -> Diagnosis {
    Diagnosis(
      .bodyTooLarge, offset: header.offset, found: "content-length \(Excerpt.quoted(header.value))",
      expected: "at most \(maximum) bytes", cause: "send less at once, or a link to it")
  }

  /// A WebSocket message that the transport refused.
  static func messageTooLarge(limit: Int) -> Diagnosis {
    Diagnosis(
      .messageTooLarge, found: "more than \(limit) bytes in one WebSocket message",
      expected: "at most \(limit) bytes",
      cause: "the message was dropped; send several smaller ones, a frame may be split over them")
  }
}
