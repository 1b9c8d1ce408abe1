/// A mistake in what a client sent, described so that its developer can correct it.
package struct Diagnosis: Error, Sendable, Equatable {
  package let code: Code
  /// The location: bytes from the first byte of the frame, its command's first letter; 0 for the whole frame.
  package let offset: Int
  /// What was found there.
  package let found: String
  /// What was expected there.
  package let expected: String
  /// The likely cause, and what to write instead.
  package let cause: String
  /// Whether it concerns a received frame, so that the location is meaningful.
  package private(set) var hasFrame = true

  package init(_ code: Code, offset: Int = 0, found: String, expected: String, cause: String) {
    self.code = code
    self.offset = offset
    self.found = found
    self.expected = expected
    self.cause = cause
  }

  /// The largest size of ``summary`` in bytes.
  static let maximumSummaryBytes = 240
  /// The largest size of a WebSocket close reason in bytes (RFC 6455 §5.5.1).
  static let maximumReasonBytes = 123

  /// The same without a received frame: for a silent client, an expired token, a message of the server.
  package var withoutFrame: Diagnosis {
    var copy = self
    copy.hasFrame = false
    return copy
  }

  /// One line for a log.
  package var headline: String {
    "\(code.title)\(hasFrame ? " at byte \(offset)" : ""), found \(found), expected \(expected)"
  }

  /// One line for the `message` header of ERROR. Words replace its line ends, colons and backslashes, so that it is the
  /// same in every version of STOMP.
  package var summary: String { Excerpt.clip(Excerpt.plain(headline), to: Self.maximumSummaryBytes) }

  /// Several lines for the body of ERROR.
  package var explanation: String {
    """
    \(code.title) (\(code.rawValue))
    \(hasFrame ? "where:    byte \(offset) of the frame, counted from the first letter of its command\n" : "")\
    found:    \(found)
    expected: \(expected)
    cause:    \(cause)

    """
  }

  /// The reason for the WebSocket close.
  package var closeReason: String {
    Excerpt.clip("\(code.rawValue), \(Excerpt.plain(code.title))", to: Self.maximumReasonBytes)
  }
}

extension Diagnosis {
  /// The kinds of mistakes. The raw value is for tools, ``title`` for users.
  package enum Code: String, Sendable, CaseIterable {
    // The syntax of frames.
    case missingNull = "missing-nul"
    case literalNull = "literal-nul"
    case carriageReturns = "crlf-line-ends"
    case loneCarriageReturn = "lone-cr"
    case missingBlankLine = "missing-blank-line"
    case missingLineEnd = "missing-line-end"
    case headerWithoutColon = "header-without-colon"
    case emptyHeaderName = "empty-header-name"
    case indentedHeader = "indented-header"
    case undefinedEscape = "undefined-escape"
    case trailingBackslash = "trailing-backslash"
    case invalidUTF8 = "invalid-utf8"
    case bodyNotAllowed = "body-not-allowed"
    case extraLines = "extra-lines"
    case badContentLength = "bad-content-length"
    case wrongContentLength = "wrong-content-length"
    case commandTooLong = "command-too-long"
    case headerTooLong = "header-too-long"
    case headersTooLarge = "headers-too-large"
    case tooManyHeaders = "too-many-headers"
    case bodyTooLarge = "body-too-large"
    case messageTooLarge = "message-too-large"
    // Other data instead of a frame.
    case leadingSpace = "leading-space"
    case mistypedCommand = "mistyped-command"
    case unknownCommand = "unknown-command"
    case serverCommand = "server-command"
    case sockJSFraming = "sockjs-framing"
    case jsonMessage = "json-message"
    case httpRequest = "http-request"
    case binaryOpcode = "binary-opcode"
    // The meaning of frames.
    case notConnected = "frame-before-connect"
    case alreadyConnected = "second-connect"
    case unsupportedVersion = "unsupported-version"
    case malformedHeartbeat = "malformed-heart-beat"
    case silence = "heart-beats-missing"
    case missingHeader = "missing-header"
    case paddedValue = "padded-value"
    case paddedName = "padded-name"
    case duplicateSubscription = "duplicate-subscription"
    case unknownSubscription = "unknown-subscription"
    case tooManySubscriptions = "too-many-subscriptions"
    case badPattern = "bad-destination-pattern"
    case unknownAckMode = "unknown-ack-mode"
    case unknownAckID = "unknown-ack-id"
    case nackUnsupported = "nack-unsupported"
    case tooManyUnacknowledged = "too-many-unacknowledged"
    case duplicateTransaction = "duplicate-transaction"
    case unknownTransaction = "unknown-transaction"
    case tooManyTransactions = "too-many-transactions"
    case transactionTooLarge = "transaction-too-large"
    // Errors that the server around a session finds.
    case badToken = "bad-token"
    case tokenRequired = "token-required"
    case unreadCredential = "unread-credential"
    case unusualCredential = "unusual-credential"
    case unknownDestination = "unknown-destination"
    case destinationWithoutSlash = "destination-without-slash"
    case foreignDestination = "foreign-destination"
    case droppedDestination = "dropped-destination"
    case invalidDestination = "invalid-destination"
    case queueFull = "queue-full"
    case wrongEndpoint = "stomp-on-json-channel"
    case brokerUnavailable = "broker-unavailable"

    /// The mistake in a few words.
    package var title: String { framingTitle ?? sessionTitle }

    private var framingTitle: String? {
      switch self {
      case .missingNull: "the NUL that ends the frame is missing"
      case .literalNull: "an escape stands in the frame instead of the byte NUL"
      case .carriageReturns: "lines end with CR LF, which STOMP has since 1.2 only"
      case .loneCarriageReturn: "a carriage return without a line feed"
      case .missingBlankLine: "the blank line behind the headers is missing"
      case .missingLineEnd: "the command has no line end"
      case .headerWithoutColon: "a header line has no colon"
      case .emptyHeaderName: "a header has no name"
      case .indentedHeader: "a header line begins with a blank"
      case .undefinedEscape: "an undefined escape in a header"
      case .trailingBackslash: "a header ends within an escape"
      case .invalidUTF8: "a header is not UTF-8"
      case .bodyNotAllowed: "a frame has a body that may have none"
      case .extraLines: "empty lines stand before the NUL of a frame without a body"
      case .badContentLength: "the content-length is not a number"
      case .wrongContentLength: "the content-length is not the length of the body"
      case .commandTooLong: "the command line is too long"
      case .headerTooLong: "a header line is too long"
      case .headersTooLarge: "the headers are too large"
      case .tooManyHeaders: "there are too many headers"
      case .bodyTooLarge: "the body is too large"
      case .messageTooLarge: "the WebSocket message is too large"
      case .leadingSpace: "blanks stand before the command"
      case .mistypedCommand: "a mistyped command"
      case .unknownCommand: "an unknown command"
      case .serverCommand: "a command that only servers send"
      case .sockJSFraming: "SockJS framing on an endpoint for bare STOMP"
      case .jsonMessage: "JSON instead of a STOMP frame"
      case .httpRequest: "an HTTP request inside the WebSocket"
      case .binaryOpcode: "text in a binary WebSocket message"
      default: nil
      }
    }

    private var sessionTitle: String {
      switch self {
      case .notConnected: "a frame before CONNECT"
      case .alreadyConnected: "a second CONNECT"
      case .unsupportedVersion: "no common version of STOMP"
      case .malformedHeartbeat: "the heart-beat header is malformed"
      case .silence: "the client's heart-beats stayed away"
      case .missingHeader: "a required header is missing"
      case .paddedValue: "a value begins or ends with a blank"
      case .paddedName: "a header's name begins or ends with a blank"
      case .duplicateSubscription: "the subscription id is in use"
      case .unknownSubscription: "the subscription does not exist"
      case .tooManySubscriptions: "too many subscriptions"
      case .badPattern: "the destination's pattern is too complex"
      case .unknownAckMode: "an unknown ack mode"
      case .unknownAckID: "no message with this id waits for an acknowledgement"
      case .nackUnsupported: "STOMP 1.0 has no NACK"
      case .tooManyUnacknowledged: "too many messages wait to be acknowledged"
      case .duplicateTransaction: "the transaction is open already"
      case .unknownTransaction: "the transaction does not exist"
      case .tooManyTransactions: "too many transactions are open"
      case .transactionTooLarge: "the open transactions hold too much"
      case .badToken: "the token is not valid"
      case .tokenRequired: "a token is required"
      case .unreadCredential: "a credential is in a header that the server ignores"
      case .unusualCredential: "the credential is not where every server reads it"
      case .unknownDestination: "nothing is published there"
      case .destinationWithoutSlash: "the destination has no slash at its beginning"
      case .foreignDestination: "the destination is not for this session"
      case .queueFull: "the queue is full"
      case .wrongEndpoint: "a STOMP frame on a JSON channel"
      case .brokerUnavailable: "the broker of --stomp-relay is not connected"
      default: rawValue
      }
    }
  }
}
