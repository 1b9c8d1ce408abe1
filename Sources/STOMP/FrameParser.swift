/// A pull parser that reads frames from bytes that arrive in pieces of any size.
///
/// Feed it with ``append(_:isText:)``, call ``next()`` until it returns nil, mark the end of a WebSocket message with
/// ``endOfMessage()``, and call ``next()`` again. After an error it reads nothing more. ``Limits/maximumFrameBytes``
/// limits the bytes that it keeps between two messages.
package struct FrameParser: Sendable {
  /// A result of the parser.
  package enum Event: Sendable, Equatable {
    case frame(ReceivedFrame)
    case failure(Diagnosis)
  }

  /// The parser's position in a frame.
  enum Stage: Sendable {
    case between
    case command
    case headers
    case body
    case failed
  }

  package let limits: Limits
  /// The version for unescaping and trimming; nil until it is agreed, when neither is done.
  package var version: ProtocolVersion?
  /// Whether bodies are discarded where none is allowed; otherwise they are an error.
  var ignoresBodies = false

  var stage = Stage.between
  var draft = Draft()
  var buffer: [UInt8] = []
  /// The first byte of the frame, of the line, and the first unread byte, as indices of `buffer`.
  var frameStart = 0
  var lineStart = 0
  var cursor = 0
  var isAtMessageEnd = false
  private var isText = true
  /// The number of frames that began.
  private(set) var frameCount = 0

  package init(limits: Limits = Limits(), version: ProtocolVersion? = nil) {
    self.limits = limits
    self.version = version
  }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - isText: Whether they arrived in a text message.
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

  /// Marks the end of a WebSocket message, which ends a frame that may have no body and lacks its NUL (CONTRACT W1).
  package mutating func endOfMessage() {
    isAtMessageEnd = true
  }

  /// The next frame or error; nil when more bytes are needed.
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

  /// Ends reading, and releases the buffer.
  mutating func stop() {
    buffer = []
    begin(at: 0, .failed)
  }

  /// Discards the buffer, and continues with the next bytes.
  mutating func restart() {
    buffer = []
    begin(at: 0, .between)
    draft = Draft(isText: isText)
  }

  /// The number of buffered bytes.
  package var bufferedBytes: Int { buffer.count }

  /// Whether a frame began and did not end.
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

  /// Skips heartbeats and stray NULs (checklist row 5).
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

  /// Removes the bytes of earlier frames from the buffer.
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

  /// The offset of a buffer index in the frame.
  func offset(_ index: Int) -> Int { index - frameStart }
}

/// The command and the headers of a frame.
extension FrameParser {
  /// A line without its line end, and the start of the next one.
  private struct Line {
    let range: Range<Int>
    let next: Int
  }

  /// - Returns: whether the command was read; false when more bytes are needed.
  mutating func readCommand() throws(Diagnosis) -> Bool {
    if let diagnosis = Diagnosis.notAFrame(buffer[frameStart...].prefix(2)) { throw diagnosis }
    guard let line = try readLine(limit: limits.maximumCommandBytes) else { return false }
    let text = String(decoding: buffer[line.range], as: UTF8.self)
    guard let command = Command(rawValue: text) else { throw .notACommand(buffer[line.range]) }
    guard line.next > cursor else {
      throw .missingBlankLine(offset: offset(cursor), found: "<NUL> behind the command \(command.rawValue)")
    }
    draft.command = command
    advance(to: line.next)
    stage = .headers
    return true
  }

  /// - Returns: whether a header or the empty line was read; false when more bytes are needed.
  mutating func readHeader() throws(Diagnosis) -> Bool {
    guard let line = try readLine(limit: limits.maximumHeaderLineBytes) else { return false }
    guard line.next > cursor else {
      throw .missingBlankLine(
        offset: offset(cursor), found: "<NUL> in the headers of \(draft.command.rawValue)")
    }
    if line.range.isEmpty {
      advance(to: line.next)
      try prepareBody()
      stage = .body
      return true
    }
    guard draft.headers.count < limits.maximumHeaders else {
      throw .tooLarge(.tooManyHeaders, offset: offset(lineStart), maximum: limits.maximumHeaders, unit: "headers")
    }
    draft.headers.append(try header(buffer[line.range]))
    advance(to: line.next)
    return true
  }

  private mutating func advance(to next: Int) {
    lineStart = next
    cursor = next
  }

  /// The line at `lineStart`; nil when its end has not arrived yet. If a NUL ends it, `next` is the NUL's index,
  /// otherwise it is after the line end; `cursor` is the end's index in both cases.
  private mutating func readLine(limit: Int) throws(Diagnosis) -> Line? {
    guard offset(lineStart) <= limits.maximumHeaderBlockBytes else {
      throw .tooLarge(.headersTooLarge, offset: offset(lineStart), maximum: limits.maximumHeaderBlockBytes)
    }
    let start = cursor
    let found = buffer.withUnsafeBytes { ByteSearch.firstLineEnd($0, from: start) }
    cursor = found ?? buffer.count
    // A CR that ends the line does not count; one at the buffer's end may be one.
    let endsWithCR = cursor > lineStart && buffer[cursor - 1] == ASCII.carriageReturn
    let end = endsWithCR && (found == nil || buffer[cursor] == ASCII.lineFeed) ? cursor - 1 : cursor
    guard end - lineStart <= limit else {
      if stage == .command { throw .overlongCommand(buffer[lineStart..<lineStart + limit], maximum: limit) }
      throw .tooLarge(.headerTooLong, offset: offset(lineStart + limit), maximum: limit)
    }
    guard let found else { return nil }
    let range = lineStart..<end
    if let lone = buffer[range].firstIndex(of: ASCII.carriageReturn) {
      throw .loneCarriageReturn(offset: offset(lone), line: buffer[range])
    }
    if end < found, draft.carriageReturn == nil { draft.carriageReturn = offset(end) }
    return Line(range: range, next: buffer[found] == ASCII.null ? found : found + 1)
  }

  private mutating func header(_ line: ArraySlice<UInt8>) throws(Diagnosis) -> Header {
    let start = offset(line.startIndex)
    guard let colon = line.firstIndex(of: ASCII.colon) else {
      throw .headerWithoutColon(offset: start, line: line)
    }
    guard colon > line.startIndex else { throw .emptyHeaderName(offset: start, line: line) }
    let name = try text(line[..<colon], in: line)
    let value = try text(line[(colon + 1)...], in: line)
    guard version != .v1_0 else {
      return Header(name.trimmingBlanks, value.trimmingBlanks, offset: start)
    }
    if line.first == ASCII.space || line.first == ASCII.tab {
      draft.warnings.append(.indentedHeader(offset: start, line: line))
    }
    return Header(name, value, offset: start)
  }

  private func text(_ bytes: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) throws(Diagnosis) -> String {
    var plain = bytes
    if let version, version != .v1_0, draft.command.escapesHeaders, bytes.contains(ASCII.backslash) {
      switch Escaping.unescape(bytes, version) {
      case .success(let unescaped): plain = unescaped[...]
      case .failure(let error):
        throw .escape(error, offset: offset(error.index), line: line, version)
      }
    }
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw .invalidUTF8(offset: offset(bytes.startIndex), line: line)
    }
    return text
  }
}

/// The diagnosis of an unfinished frame.
extension FrameParser {
  /// Whether the frame announces its length, so that its pieces may arrive slowly.
  package var announcesLength: Bool { stage == .body && draft.contentLength != nil }

  /// The most likely mistake in the frame whose end does not arrive; nil when none began.
  package func diagnoseUnfinished() -> Diagnosis? {
    switch stage {
    case .failed: nil
    case .between: buffer.isEmpty ? nil : .loneCarriageReturn(offset: 0, line: buffer[frameStart...])
    case .command: unfinishedCommand()
    case .headers: unfinishedHead()
    case .body: unfinishedBody()
    }
  }

  private func unfinishedCommand() -> Diagnosis {
    let line = buffer[frameStart...]
    if let lone = line.dropLast().firstIndex(of: ASCII.carriageReturn) {
      return .loneCarriageReturn(offset: offset(lone), line: line)
    }
    let text = String(decoding: line, as: UTF8.self)
    guard Command.allCases.contains(where: { $0.rawValue.hasPrefix(text) }) else {
      return .notACommand(line)
    }
    return Diagnosis(
      .missingLineEnd, offset: offset(buffer.count), found: Excerpt.quoted(line),
      expected: "a line feed behind the command",
      cause: "the frame has one line only and no end: send command, headers, an empty line and NUL in one message")
  }

  private func unfinishedHead() -> Diagnosis {
    let line = buffer[lineStart...]
    let found = line.isEmpty ? "the end of the WebSocket message" : "\(Excerpt.quoted(line)) and no line end"
    return .missingBlankLine(offset: offset(buffer.count), found: found)
  }

  private func unfinishedBody() -> Diagnosis {
    let body = buffer[lineStart...]
    guard let length = draft.contentLength else {
      if let literal = LiteralNull(endOf: body) {
        return .literalNull(offset: offset(literal.index), literal: literal.text)
      }
      let found = "\(body.count) bytes of body and no NUL"
      return .missingNull(offset: offset(buffer.count), found: found, hasBody: draft.command.hasBody)
    }
    guard body.count < length else {
      return .missingNull(
        offset: offset(buffer.count), found: "\(length) bytes of body, as announced, and no NUL", hasBody: true)
    }
    if let literal = LiteralNull(endOf: body) {
      return .literalNull(offset: offset(literal.index), literal: literal.text)
    }
    return .contentLengthTooLong(announced: length, offset: offset(buffer.count), body: body)
  }
}

/// A received frame.
package struct ReceivedFrame: Sendable, Equatable {
  package var frame: Frame
  /// Whether all its bytes arrived in text messages.
  package let isText: Bool
  /// The position of its first CR, in bytes from its first; nil when all lines end with LF.
  package let carriageReturn: Int?
  /// Accepted mistakes in it.
  package let warnings: [Diagnosis]
}

extension FrameParser {
  /// The known parts of the frame that is being read.
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

  /// The receipt that the unfinished or invalid frame requests, as far as it was read.
  var receipt: String? { draft.headers["receipt"] }

  /// Ends the frame.
  mutating func finish(_ body: [UInt8], next: Int) -> ReceivedFrame {
    cursor = next
    let frame = Frame(draft.command, draft.headers, body: draft.command.hasBody ? body : [])
    return ReceivedFrame(
      frame: frame, isText: draft.isText, carriageReturn: draft.carriageReturn, warnings: draft.warnings)
  }
}
