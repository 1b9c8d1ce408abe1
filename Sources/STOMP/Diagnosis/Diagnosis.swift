/// What is wrong with what a client sent, told so that its developer can mend it.
package struct Diagnosis: Error, Sendable, Equatable {
  package let code: Code
  /// Where: bytes from the first byte of the frame, its command's first letter; 0 when the whole frame is meant.
  package let offset: Int
  /// What stands there.
  package let found: String
  /// What should stand there.
  package let expected: String
  /// The likely cause, and what to write instead.
  package let cause: String

  package init(_ code: Code, offset: Int = 0, found: String, expected: String, cause: String) {
    self.code = code
    self.offset = offset
    self.found = found
    self.expected = expected
    self.cause = cause
  }

  /// The bytes that ``summary`` may have.
  static let maximumSummaryBytes = 240
  /// The bytes that the reason of a WebSocket close may have (RFC 6455 §5.5.1).
  static let maximumReasonBytes = 123

  /// One line for a log.
  package var headline: String { "\(code.title) at byte \(offset), found \(found), expected \(expected)" }

  /// One line for the `message` header of ERROR. Its line ends, colons and backslashes are replaced by words, so that
  /// every version of STOMP writes it the same.
  package var summary: String { Excerpt.clip(Excerpt.plain(headline), to: Self.maximumSummaryBytes) }

  /// Several lines for the body of ERROR.
  package var explanation: String {
    """
    \(code.title) (\(code.rawValue))
    where:    byte \(offset) of the frame, counted from the first letter of its command
    found:    \(found)
    expected: \(expected)
    cause:    \(cause)

    """
  }

  /// The reason that goes with the WebSocket close.
  package var closeReason: String {
    Excerpt.clip("\(code.rawValue), \(Excerpt.plain(code.title))", to: Self.maximumReasonBytes)
  }
}
