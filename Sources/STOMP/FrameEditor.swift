/// Changes what is inside of frames that are written already, and nothing else of them: `content-length` and escapes
/// follow, the other bytes stay.
package enum FrameEditor {
  /// What becomes of the inside of a frame.
  package struct Edit {
    /// The body's new bytes; nil to leave it.
    package var body: ([UInt8]) -> [UInt8]?
    /// A header's new value, looked for where the body is left as it is; nil to leave it.
    package var value: (String) -> String?

    /// An edit from its parts.
    package init(body: @escaping ([UInt8]) -> [UInt8]?, value: @escaping (String) -> String? = { _ in nil }) {
      (self.body, self.value) = (body, value)
    }
  }

  /// What was found in a message.
  package enum Outcome: Equatable {
    /// It holds something else than whole frames.
    case noFrames
    /// Whole frames, in which nothing was changed.
    case unchanged
    case edited([UInt8])
  }

  /// Changes the frames of a message.
  ///
  /// - Parameters:
  ///   - message: Frames and the line ends between them (checklist rows 5 and 6).
  package static func apply(_ edit: Edit, to message: [UInt8]) -> Outcome {
    var output: [UInt8] = []
    var position = 0
    var (hasFrames, isEdited) = (false, false)
    while position < message.count {
      if [ASCII.lineFeed, ASCII.carriageReturn, ASCII.null].contains(message[position]) {
        output.append(message[position])
        position += 1
        continue
      }
      guard let frame = WrittenFrame(message[position...]) else { return .noFrames }
      hasFrames = true
      if let bytes = frame.edited(edit) {
        isEdited = true
        output += bytes
      } else {
        output += message[position..<frame.end]
      }
      position = frame.end
    }
    guard hasFrames else { return .noFrames }
    return isEdited ? .edited(output) : .unchanged
  }
}
