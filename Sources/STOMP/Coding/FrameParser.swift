/// Reads frames from bytes that arrive in pieces of any size; a pull parser.
///
/// Feed it with ``append(_:isText:)``, call ``next()`` until it returns nil, tell it where a WebSocket message ends
/// with ``endOfMessage()``, and call ``next()`` again. After a failure it reads nothing more. What it keeps between
/// two messages is bounded by ``Limits/maximumFrameBytes``.
package struct FrameParser: Sendable {
  /// What was read.
  package enum Event: Sendable, Equatable {
    case frame(ReceivedFrame)
    case failure(Diagnosis)
  }

  /// Where in a frame the parser is.
  enum Stage: Sendable {
    case between
    case command
    case headers
    case body
    case failed
  }

  package let limits: Limits
  /// The version by which headers are unescaped and trimmed; nil until it is agreed, when neither is done.
  package var version: ProtocolVersion?

  var stage = Stage.between
  var draft = Draft()
  var buffer: [UInt8] = []
  /// The first byte of the frame, of the line, and the first that was not looked at, as indices of `buffer`.
  var frameStart = 0
  var lineStart = 0
  var cursor = 0
  var isAtMessageEnd = false
  private var isText = true
  /// How many frames were begun.
  private(set) var frameCount = 0

  package init(limits: Limits = Limits(), version: ProtocolVersion? = nil) {
    self.limits = limits
    self.version = version
  }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - isText: Whether they came in a text message.
  package mutating func append(_ bytes: [UInt8], isText: Bool) {
    guard stage != .failed else { return }
    isAtMessageEnd = false
    self.isText = isText
    draft.isText = draft.isText && isText
    if buffer.isEmpty {
      buffer = bytes
    } else {
      buffer += bytes
    }
  }

  /// Says that a WebSocket message ends here, which ends a frame that may have no body and lacks its NUL
  /// (CONTRACT W1).
  package mutating func endOfMessage() {
    isAtMessageEnd = true
  }

  /// The next frame, or what is wrong; nil when more bytes are needed.
  package mutating func next() -> Event? {
    do throws(Diagnosis) {
      if let frame = try read() {
        begin(at: cursor, .between)
        draft = Draft(isText: isText)
        return .frame(frame)
      }
      compact()
      return nil
    } catch {
      stop()
      return .failure(error)
    }
  }

  /// Reads nothing more, and keeps nothing.
  mutating func stop() {
    buffer = []
    begin(at: 0, .failed)
  }

  /// Bytes kept.
  package var bufferedBytes: Int { buffer.count }

  /// Whether a frame was begun and not ended.
  package var isUnfinished: Bool { stage != .failed && (stage != .between || !buffer.isEmpty) }

  private mutating func read() throws(Diagnosis) -> ReceivedFrame? {
    while true {
      switch stage {
      case .failed: return nil
      case .between: guard skipLineEnds() else { return nil }
      case .command: guard try readCommand() else { return nil }
      case .headers: guard try readHeader() else { return nil }
      case .body: return try readBody()
      }
    }
  }

  /// Skips heart-beats and stray NULs (checklist row 5).
  ///
  /// - Returns: whether a frame begins.
  private mutating func skipLineEnds() -> Bool {
    while cursor < buffer.count {
      let byte = buffer[cursor]
      if byte == ASCII.lineFeed || byte == ASCII.null {
        cursor += 1
      } else if byte == ASCII.carriageReturn {
        guard cursor + 1 < buffer.count else { break }
        guard buffer[cursor + 1] == ASCII.lineFeed else { return beginFrame() }
        cursor += 2
      } else {
        return beginFrame()
      }
    }
    frameStart = cursor
    return false
  }

  private mutating func beginFrame() -> Bool {
    begin(at: cursor, .command)
    draft = Draft(isText: isText)
    frameCount &+= 1
    return true
  }

  private mutating func begin(at index: Int, _ stage: Stage) {
    frameStart = index
    lineStart = index
    cursor = index
    self.stage = stage
  }

  /// Forgets what was read of the frames before.
  private mutating func compact() {
    guard frameStart > 0 else { return }
    if frameStart == buffer.count {
      buffer = []
    } else {
      buffer.removeFirst(frameStart)
    }
    lineStart -= frameStart
    cursor -= frameStart
    frameStart = 0
  }

  /// Where an index of the buffer is in the frame.
  func offset(_ index: Int) -> Int { index - frameStart }
}
