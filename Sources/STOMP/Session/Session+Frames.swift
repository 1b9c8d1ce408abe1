/// What the frames of a client do.
extension Session {
  /// The headers in which a blank at an end is likely a mistake.
  private static let unpaddedNames: Set<String> = ["destination", "id", "ack", "receipt", "transaction", "message-id"]

  mutating func handle(
    _ received: ReceivedFrame, now: Int64, _ authenticate: (Headers) -> Authentication, _ actions: inout [Action]
  ) throws(Diagnosis) {
    let frame = received.frame
    guard !frame.command.isServers else { throw .serverCommand(frame.command) }
    for warning in received.warnings { warn(warning, &actions) }
    guard phase == .connected else {
      guard frame.command.opensSession else { throw .notConnected(frame.command) }
      try connect(frame, now: now, authenticate, &actions)
      noteManner(received, &actions)
      return
    }
    noteManner(received, &actions)
    try perform(frame, &actions)
    guard let receipt = frame.headers["receipt"] else { return }
    // DISCONNECT has answered already, before its close.
    if frame.command != .disconnect { send(.receipt, [("receipt-id", receipt)], &actions) }
  }

  private mutating func perform(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    switch frame.command {
    case .send: try publish(frame, &actions)
    case .subscribe: try subscribe(frame, &actions)
    case .unsubscribe: try unsubscribe(frame, &actions)
    case .ack: try acknowledge(frame, isPositive: true, &actions)
    case .nack: try acknowledge(frame, isPositive: false, &actions)
    case .begin: try begin(frame)
    case .commit: try commit(frame, &actions)
    case .abort: try abort(frame)
    case .disconnect: disconnect(frame, &actions)
    case .connect, .stomp: throw .alreadyConnected(frame.command)
    case .connected, .message, .receipt, .error: throw .serverCommand(frame.command)
    }
  }

  /// Warns of what the frame is understood in spite of.
  private mutating func noteManner(_ received: ReceivedFrame, _ actions: inout [Action]) {
    guard let version else { return }
    if let offset = received.carriageReturn, version < .v1_2 {
      warn(.carriageReturns(offset: offset, version: version), &actions)
    }
    if !received.isText, !hasWarned(.binaryOpcode), received.frame.body.withUnsafeBytes({ ByteSearch.isUTF8($0) }) {
      warn(.binaryOpcode(received.frame.command), &actions)
    }
    guard version > .v1_0, received.frame.command.escapesHeaders else { return }
    for header in received.frame.headers where Self.isPadded(header.value) {
      if Self.unpaddedNames.contains(header.name) { warn(.paddedValue(header), &actions) }
    }
  }

  private static func isPadded(_ value: String) -> Bool {
    value.utf8.first == ASCII.space || value.utf8.last == ASCII.space
  }

  private mutating func publish(_ frame: Frame, _ actions: inout [Action]) throws(Diagnosis) {
    let publication = Publication(frame, destination: try require("destination", frame).value)
    if let transaction = frame.headers.header("transaction") {
      try add(.publish(publication), to: transaction)
    } else {
      actions.append(.publish(publication))
    }
  }

  /// Answers, and ends all that is open; the client comes back in another session (checklist row 51).
  private mutating func disconnect(_ frame: Frame, _ actions: inout [Action]) {
    finish(&actions)
    if let receipt = frame.headers["receipt"] { send(.receipt, [("receipt-id", receipt)], &actions) }
    actions.append(.close(code: 1000, reason: "DISCONNECT"))
  }

  /// The header of this name, which may not be empty of sense.
  func require(_ name: String, _ frame: Frame) throws(Diagnosis) -> Header {
    guard let header = frame.headers.header(name) else { throw .missingHeader(name, frame) }
    return header
  }
}
