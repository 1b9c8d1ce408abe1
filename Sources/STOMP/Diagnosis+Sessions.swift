/// Mistakes in the meaning of frames and in their order.
extension Diagnosis {
  /// A frame before CONNECT (checklist row 21).
  static func notConnected(_ command: Command) -> Diagnosis {
    Diagnosis(
      .notConnected, found: command.rawValue, expected: "CONNECT or STOMP",
      cause: "send CONNECT first and wait for CONNECTED before any other frame")
  }

  /// CONNECT in an open session (checklist row 27).
  static func alreadyConnected(_ command: Command) -> Diagnosis {
    Diagnosis(
      .alreadyConnected, found: "a second \(command.rawValue)", expected: "one CONNECT for each WebSocket",
      cause: "the client connects twice, perhaps after a reconnect; open a new WebSocket for a new session")
  }

  /// No version in common (checklist row 24).
  static func unsupportedVersion(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unsupportedVersion, offset: header.offset, found: "accept-version \(Excerpt.quoted(header.value))",
      expected: "one of \(ProtocolVersion.list)", cause: "write accept-version:1.2 into CONNECT")
  }

  /// A heart-beat header that is not two numbers (checklist row 29).
  static func malformedHeartbeat(_ header: Header) -> Diagnosis {
    Diagnosis(
      .malformedHeartbeat, offset: header.offset, found: Excerpt.quoted(header.value),
      expected: "two whole numbers of milliseconds, such as 10000,10000",
      cause: """
        a duration was formatted as a time of day or with a decimal point. It was read as 0,0: no heart-beats; \
        write milliseconds as whole numbers
        """)
  }

  /// No byte for three times the agreed interval (checklist row 32).
  static func silence(milliseconds: Int64) -> Diagnosis {
    Diagnosis(
      .silence, found: "nothing for \(milliseconds) ms", expected: "a line feed or a frame in that time",
      cause: """
        CONNECT promised heart-beats in its first number, but none came: the app was suspended, or its timer does \
        not run. Send a line feed in time, or promise none with heart-beat:0,0
        """
    ).withoutFrame
  }

  /// A frame without a required header (checklist rows 33, 38 and 45).
  static func missingHeader(_ name: String, _ frame: Frame) -> Diagnosis {
    let present = frame.headers.map(\.name).joined(separator: ", ")
    let near = frame.headers.first { $0.name.trimmingBlanks.lowercased() == name }
    let cause =
      near.map { header in
        header.name.trimmingBlanks == header.name
          ? "header names are case-sensitive; write \(name) instead of \(header.name)"
          : "there is \(Excerpt.quoted(header.name)), but blanks belong to a name; write \(name) without them"
      } ?? "add a line \(name):… to \(frame.command.rawValue), before the empty line"
    return Diagnosis(
      .missingHeader, offset: near?.offset ?? 0,
      found: "\(frame.command.rawValue) with \(present.isEmpty ? "no headers" : "the headers \(present)")",
      expected: "a header \(name)", cause: cause)
  }

  /// A space at the beginning or end of a value since 1.1, where nothing is trimmed (checklist row 9).
  static func paddedValue(_ header: Header) -> Diagnosis {
    Diagnosis(
      .paddedValue, offset: header.offset, found: "\(header.name) with the value \(Excerpt.quoted(header.value))",
      expected: Excerpt.quoted(header.value.trimmingBlanks),
      cause: """
        since STOMP 1.1 nothing is trimmed, so the blank is a part of the value, and this is another \(header.name) \
        than the one without it; write \(header.name):\(header.value.trimmingBlanks)
        """)
  }

  /// An id of another subscription of the session (checklist row 39).
  static func duplicateSubscription(_ id: String, offset: Int, destination: String) -> Diagnosis {
    Diagnosis(
      .duplicateSubscription, offset: offset, found: "id \(Excerpt.quoted(id))",
      expected: "an id that no open subscription has",
      cause: "it belongs to the subscription to \(destination); send UNSUBSCRIBE first, or count ids up")
  }

  /// UNSUBSCRIBE without a matching subscription.
  static func unknownSubscription(_ id: String, offset: Int) -> Diagnosis {
    Diagnosis(
      .unknownSubscription, offset: offset, found: Excerpt.quoted(id), expected: "the id of an open subscription",
      cause: "it was ended already, or SUBSCRIBE had another id; nothing was done")
  }

  /// A destination whose pattern the broker refuses.
  static func badPattern(_ destination: Header) -> Diagnosis {
    Diagnosis(
      .badPattern, offset: destination.offset, found: Excerpt.quoted(destination.value),
      expected: "at most \(DestinationPattern.maximumSegments) parts and \(DestinationPattern.maximumBytes) bytes",
      cause: "* ? and ** are wildcards; use fewer parts, ** stands for any number of them")
  }

  /// An unknown value of `ack` (checklist row 40).
  static func unknownAckMode(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unknownAckMode, offset: header.offset, found: Excerpt.quoted(header.value),
      expected: "auto, client or client-individual",
      cause: "a slip of the pen, a blank or a capital letter; without the header the mode is auto")
  }

  /// An acknowledgement of no message (checklist row 46).
  static func unknownAckID(_ header: Header, _ version: ProtocolVersion) -> Diagnosis {
    let source = version == .v1_2 ? "the ack header of a MESSAGE" : "the message-id of a MESSAGE"
    return Diagnosis(
      .unknownAckID, offset: header.offset, found: "\(header.name) \(Excerpt.quoted(header.value))",
      expected: "\(source) that is not yet acknowledged",
      cause: """
        it was acknowledged before (mode client includes all earlier ones), its subscription has ended, or has the \
        mode auto; in STOMP \(version.text) copy \(source) into \(header.name)
        """)
  }

  /// NACK in a session of 1.0 (checklist row 44).
  static var nackUnsupported: Diagnosis {
    Diagnosis(
      .nackUnsupported, found: "NACK in a session of STOMP 1.0", expected: "ACK, or accept-version:1.1,1.2 in CONNECT",
      cause: "without accept-version the session speaks 1.0; NACK exists since 1.1")
  }

  /// The client acknowledges nothing, and gets no more messages.
  static func tooManyUnacknowledged(maximum: Int) -> Diagnosis {
    Diagnosis(
      .tooManyUnacknowledged, found: "\(maximum) messages without ACK", expected: "ACK or NACK for each MESSAGE",
      cause: "nothing more is delivered until there are fewer; acknowledge, or subscribe with ack:auto")
  }

  /// BEGIN of a transaction that is open (checklist row 47).
  static func duplicateTransaction(_ header: Header) -> Diagnosis {
    Diagnosis(
      .duplicateTransaction, offset: header.offset, found: "transaction \(Excerpt.quoted(header.value))",
      expected: "a name that no open transaction has", cause: "send COMMIT or ABORT first, or count names up")
  }

  /// A transaction that is not open (checklist row 47).
  static func unknownTransaction(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unknownTransaction, offset: header.offset, found: "transaction \(Excerpt.quoted(header.value))",
      expected: "the name of an open transaction",
      cause: "send BEGIN first; COMMIT and ABORT end a transaction")
  }
}

/// Mistakes at the end of a frame.
extension Diagnosis {
  private static let rawStrings = """
    Kotlin raw strings do not process escapes; use "\\u0000" in a normal string. In Swift write "\\u{0}", in JSON \
    and JavaScript "\\u0000" inside quotes, in a shell $'\\0' or printf
    """

  /// A frame without a NUL at its end.
  static func missingNull(offset: Int, found: String, hasBody: Bool) -> Diagnosis {
    let consequence =
      hasBody
      ? "Without content-length a body reaches up to the NUL, over any number of WebSocket messages"
      : "It was accepted, since a WebSocket message may end a frame that has no body; other servers wait for ever"
    return Diagnosis(
      .missingNull, offset: offset, found: found, expected: "the byte NUL (0x00) as the frame's last",
      cause: "\(consequence). End every frame with NUL: \"\\u{0}\" in Swift, \"\\u0000\" in a normal Kotlin string")
  }

  /// The six characters `\u0000`, or similar ones, in place of NUL (CONTRACT W2).
  static func literalNull(offset: Int, literal: String) -> Diagnosis {
    Diagnosis(
      .literalNull, offset: offset, found: "the \(literal.utf8.count) characters \(literal)",
      expected: "the byte NUL (0x00)", cause: rawStrings)
  }

  /// A body where none is allowed (checklist row 19).
  static func bodyNotAllowed(_ command: Command, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    let first = body.prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
    let isNextFrame = Command(rawValue: String(decoding: first.prefix(20), as: UTF8.self)) != nil
    let cause =
      isNextFrame
      ? "the NUL between two frames is missing, so that the next frame was read as the body of \(command.rawValue)"
      : "only SEND has a body. Send it with SEND, or end \(command.rawValue) with NUL right behind the blank line"
    return Diagnosis(
      .bodyNotAllowed, offset: offset, found: Excerpt.quoted(body),
      expected: "NUL right behind the blank line of \(command.rawValue)", cause: cause)
  }

  /// A content-length that gives a frame a body where none is allowed.
  static func bodyNotAllowed(_ command: Command, contentLength: Header) -> Diagnosis {
    Diagnosis(
      .bodyNotAllowed, offset: contentLength.offset, found: "content-length \(Excerpt.quoted(contentLength.value))",
      expected: "no content-length in \(command.rawValue), or 0", cause: "only SEND has a body; leave the header out")
  }

  /// Line ends between the empty line and the NUL.
  static func extraLines(_ command: Command, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .extraLines, offset: offset, found: Excerpt.quoted(body), expected: "NUL right behind the blank line",
      cause: """
        a text with several lines often ends in a line end of its own. It was accepted, but other servers read it \
        as a body, which \(command.rawValue) may not have; drop the line ends before NUL
        """)
  }

  /// Neither a digit string nor a length that a body could have (checklist row 17).
  static func badContentLength(_ header: Header) -> Diagnosis {
    Diagnosis(
      .badContentLength, offset: header.offset, found: Excerpt.quoted(header.value),
      expected: "a decimal number of bytes, digits only",
      cause: """
        content-length counts the bytes of the body without its NUL, from 0 on; write digits without sign, \
        blanks or unit, or leave the header out
        """)
  }

  /// A byte after the body that is not NUL (checklist row 15).
  static func wrongContentLength(announced: Int, offset: Int, body: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)
    -> Diagnosis
  {
    let expected = "NUL behind the \(announced) bytes of the body"
    let found = "\(Excerpt.name(of: rest.first ?? 0)) behind \(announced) bytes"
    if let null = body.firstIndex(of: ASCII.null) {
      return Diagnosis(
        .wrongContentLength, offset: offset, found: found, expected: expected,
        cause: """
          content-length seems too long: the first NUL comes after \(null - body.startIndex) bytes. The NUL and line \
          ends behind it don't count
          """)
    }
    let isASCII = body.allSatisfy { $0 < 0x80 } && rest.prefix { $0 != ASCII.null }.allSatisfy { $0 < 0x80 }
    let advice =
      isASCII
      ? "count all bytes up to the NUL, line ends included"
      : "count bytes of UTF-8, not characters: body.utf8.count in Swift, body.toByteArray().size in Kotlin"
    return Diagnosis(
      .wrongContentLength, offset: offset, found: found, expected: expected,
      cause: "content-length is too short; \(advice). Or leave the header out")
  }

  /// A body that stays shorter than announced.
  static func contentLengthTooLong(announced: Int, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    let ending =
      body.last == ASCII.null ? "\(body.count) bytes, of which the last is NUL" : "\(body.count) bytes so far"
    return Diagnosis(
      .wrongContentLength, offset: offset, found: ending, expected: "\(announced) bytes and NUL",
      cause: """
        content-length is too long, or the rest of the body was never sent. It counts the bytes of the body without \
        the NUL; write \(max(0, body.last == ASCII.null ? body.count - 1 : body.count)), or leave the header out
        """)
  }
}

/// Errors that the server around a session finds.
extension Diagnosis {
  /// A token that is invalid (CONTRACT W4).
  ///
  /// - Parameters:
  ///   - reason: The reason, such as `it has expired`.
  package static func badToken(reason: String) -> Diagnosis {
    Diagnosis(
      .badToken, found: "an authorization header with a token that is refused, \(reason)", expected: "a valid token",
      cause: "log in again and send authorization:Bearer and the new token with CONNECT")
  }

  /// A missing token where one is required.
  package static var tokenRequired: Diagnosis {
    Diagnosis(
      .tokenRequired, found: "no authorization header", expected: "authorization:Bearer and a token",
      cause: "this server requires a token (--stomp-auth); log in and send the token with CONNECT")
  }

  /// A full queue.
  package static func queueFull(destination: String) -> Diagnosis {
    Diagnosis(
      .queueFull, found: "a message for \(Excerpt.quoted(destination)), which is full",
      expected: "a queue that is consumed", cause: "the queue has no subscriber, or its subscribers do not acknowledge")
  }

  /// A message of the server for a broker that is not connected.
  ///
  /// - Parameters:
  ///   - reason: Why, with the broker's address.
  package static func brokerUnavailable(destination: String, reason: String) -> Diagnosis {
    Diagnosis(
      .brokerUnavailable, found: "a message for \(Excerpt.quoted(destination))", expected: "a connection to the broker",
      cause: reason)
  }

  /// A STOMP frame on a JSON channel.
  ///
  /// - Parameters:
  ///   - command: The frame's command.
  ///   - endpoint: The path of STOMP.
  package static func stompFrameOnJSONChannel(command: String, endpoint: String = "/ws/greenhouse") -> Diagnosis {
    Diagnosis(
      .wrongEndpoint, found: Excerpt.quoted(command), expected: "a JSON object",
      cause: "this channel speaks JSON; STOMP is spoken at \(endpoint)")
  }
}
