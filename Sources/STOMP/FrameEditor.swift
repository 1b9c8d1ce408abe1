/// Changes bodies or header values of written frames: `content-length` and escapes are updated, the other bytes stay.
package enum FrameEditor {
  /// The changes to a frame.
  package struct Edit {
    /// The body's new bytes; nil for no change.
    package var body: ([UInt8]) -> [UInt8]?
    /// A header's new value, used only if the body does not change; nil for no change.
    package var value: (String) -> String?

    /// Creates an edit.
    package init(body: @escaping ([UInt8]) -> [UInt8]?, value: @escaping (String) -> String? = { _ in nil }) {
      (self.body, self.value) = (body, value)
    }
  }

  /// The result for a message.
  package enum Outcome: Equatable {
    /// It contains something other than complete frames.
    case noFrames
    /// Complete frames, in which nothing was changed.
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
