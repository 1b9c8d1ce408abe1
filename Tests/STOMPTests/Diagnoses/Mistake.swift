import STOMP

/// A mistake of a client, and what it must be told.
struct Mistake: Sendable {
  let code: Diagnosis.Code
  /// Nil: the session is not yet connected.
  let version: ProtocolVersion?
  let steps: [Step]
  let offset: Int
  let found: String
  let expected: String
  /// A part of the cause.
  let cause: String
  let isAccepted: Bool

  init(
    _ code: Diagnosis.Code, _ version: ProtocolVersion?, _ steps: [Step], at offset: Int, found: String,
    expected: String, cause: String, isAccepted: Bool = false
  ) {
    self.code = code
    self.version = version
    self.steps = steps
    self.offset = offset
    self.found = found
    self.expected = expected
    self.cause = cause
    self.isAccepted = isAccepted
  }

  /// In one text message of a session of 1.2.
  init(
    _ code: Diagnosis.Code, _ text: String, at offset: Int, found: String, expected: String, cause: String,
    isAccepted: Bool = false
  ) {
    self.init(
      code, .v1_2, [.text(text)], at: offset, found: found, expected: expected, cause: cause, isAccepted: isAccepted)
  }
}

/// What a client was told: a warning for the log, or the body of ERROR.
struct Told {
  let isAccepted: Bool
  let explanation: String

  init?(_ actions: [Action]) {
    for action in actions {
      if case .warn(let diagnosis) = action {
        self.init(isAccepted: true, explanation: diagnosis.explanation)
        return
      }
      if case .send(let frame) = action, let error = WireFrame(frame.bytes), error.command == "ERROR" {
        self.init(isAccepted: false, explanation: String(decoding: error.body, as: UTF8.self))
        return
      }
    }
    return nil
  }

  private init(isAccepted: Bool, explanation: String) {
    self.isAccepted = isAccepted
    self.explanation = explanation
  }

  private var lines: [Substring] { explanation.split(separator: "\n") }

  var code: String { lines.first?.split(separator: "(").last.map { String($0.dropLast()) } ?? "" }

  /// The value of a line such as `found:    …`.
  func value(_ name: String) -> String {
    lines.first { $0.hasPrefix("\(name):") }.map { line in
      String(line.dropFirst(name.count + 1).drop { $0 == " " })
    } ?? ""
  }
}
