/// A frame as it came.
package struct ReceivedFrame: Sendable, Equatable {
  package var frame: Frame
  /// Whether all its bytes came in text messages.
  package let isText: Bool
  /// Where its first CR stands, in bytes from its first; nil when all lines end with LF.
  package let carriageReturn: Int?
  /// What was wrong with it and accepted.
  package let warnings: [Diagnosis]
}

extension FrameParser {
  /// What is known of the frame that is being read.
  struct Draft: Sendable {
    var isText = true
    var command = Command.send
    var headers = Headers()
    var carriageReturn: Int?
    var contentLength: Int?
    var warnings: [Diagnosis] = []

    init(isText: Bool = true) {
      self.isText = isText
    }
  }

  /// The receipt that the unfinished or failed frame asks for, as far as it was read.
  var receipt: String? { draft.headers["receipt"] }

  /// Ends the frame.
  mutating func finish(_ body: [UInt8], next: Int) -> ReceivedFrame {
    cursor = next
    let frame = Frame(draft.command, draft.headers, body: body)
    return ReceivedFrame(
      frame: frame, isText: draft.isText, carriageReturn: draft.carriageReturn, warnings: draft.warnings)
  }
}
