/// What to say of a frame that stays unfinished.
extension FrameParser {
  /// Whether the frame says how long it is, so that its pieces may come slowly.
  package var announcesLength: Bool { stage == .body && draft.contentLength != nil }

  /// What is most likely wrong with the frame whose end does not come; nil when none was begun.
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
