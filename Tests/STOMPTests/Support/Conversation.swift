import STOMP

/// One step of a conversation with a session.
enum Step: Sendable {
  /// A text message; `\n` and `\0` as in Swift.
  case text(String)
  /// A binary message.
  case binary([UInt8])
  /// A message for the subscription of this number.
  case deliver(Message, to: Int, tag: UInt64)
  /// Time passes, in milliseconds, and the session is told.
  case wait(Int64)
  /// The transport dropped a message over so many bytes.
  case oversized(Int)
  /// The socket is gone.
  case closed
}

/// A conversation, and what the session does in it, a line for each action.
struct Conversation: Sendable {
  let connect: String?
  let steps: [Step]
  let expected: [String]
  let limits: Limits

  /// - Parameters:
  ///   - version: Connects first, with this version; the answer is not part of the transcript. Nil: does not connect.
  init(_ version: ProtocolVersion?, limits: Limits = Limits(), _ steps: [Step], _ expected: [String]) {
    connect = version.map { "CONNECT\naccept-version:\($0.text)\n\n\0" }
    self.steps = steps
    self.expected = expected
    self.limits = limits
  }

  /// In STOMP 1.2.
  init(limits: Limits = Limits(), _ steps: [Step], _ expected: [String]) {
    self.init(.v1_2, limits: limits, steps, expected)
  }

  /// Text messages.
  init(_ version: ProtocolVersion?, _ texts: String..., gives expected: [String]) {
    self.init(version, texts.map(Step.text), expected)
  }

  /// Text messages in STOMP 1.2.
  init(limits: Limits = Limits(), _ texts: String..., gives expected: [String]) {
    self.init(.v1_2, limits: limits, texts.map(Step.text), expected)
  }

  func run() -> [String] {
    var client = Client(limits: limits)
    if let connect {
      _ = client.send(connect)
      client.transcript = []
    }
    for step in steps { client.take(step) }
    return client.transcript
  }
}

extension Message {
  /// A message of plain text.
  static func plain(_ body: String, to destination: String = "/topic/a", _ headers: [(String, String)] = []) -> Message
  {
    Message(destination: destination, headers: Headers(headers), contentType: nil, body: Array(body.utf8))
  }
}
