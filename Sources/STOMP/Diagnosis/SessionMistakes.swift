/// Mistakes in what frames mean, and in when they come.
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
  static func malformedHeartBeat(_ header: Header) -> Diagnosis {
    Diagnosis(
      .malformedHeartBeat, offset: header.offset, found: Excerpt.quoted(header.value),
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
        """)
  }

  /// A frame without a header that it needs (checklist rows 33, 38 and 45).
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

  /// A blank at the beginning or end of a value since 1.1, where nothing is trimmed (checklist row 9).
  static func paddedValue(_ header: Header) -> Diagnosis {
    Diagnosis(
      .paddedValue, offset: header.offset, found: "\(header.name) with the value \(Excerpt.quoted(header.value))",
      expected: Excerpt.quoted(header.value.trimmingBlanks),
      cause: """
        since STOMP 1.1 nothing is trimmed, so the blank is a part of the value, and this is another \(header.name) \
        than the one without it; write \(header.name):\(header.value.trimmingBlanks)
        """)
  }

  /// An id that another subscription of the session has (checklist row 39).
  static func duplicateSubscription(_ id: String, offset: Int, destination: String) -> Diagnosis {
    Diagnosis(
      .duplicateSubscription, offset: offset, found: "id \(Excerpt.quoted(id))",
      expected: "an id that no open subscription has",
      cause: "it belongs to the subscription to \(destination); send UNSUBSCRIBE first, or count ids up")
  }

  /// UNSUBSCRIBE for nothing.
  static func unknownSubscription(_ id: String, offset: Int) -> Diagnosis {
    Diagnosis(
      .unknownSubscription, offset: offset, found: Excerpt.quoted(id), expected: "the id of an open subscription",
      cause: "it was ended already, or SUBSCRIBE had another id; nothing was done")
  }

  /// A destination whose pattern the broker would not take.
  static func badPattern(_ destination: Header) -> Diagnosis {
    Diagnosis(
      .badPattern, offset: destination.offset, found: Excerpt.quoted(destination.value),
      expected: "at most \(DestinationPattern.maximumSegments) parts and \(DestinationPattern.maximumBytes) bytes",
      cause: "* ? and ** are wildcards; use fewer parts, ** stands for any number of them")
  }

  /// A value of `ack` that is no mode (checklist row 40).
  static func unknownAckMode(_ header: Header) -> Diagnosis {
    Diagnosis(
      .unknownAckMode, offset: header.offset, found: Excerpt.quoted(header.value),
      expected: "auto, client or client-individual",
      cause: "a slip of the pen, a blank or a capital letter; without the header the mode is auto")
  }

  /// An acknowledgement of nothing (checklist row 46).
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

  /// The client acknowledges nothing, and gets no more.
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
