/// The end of a frame: its body and its NUL.
extension FrameParser {
  /// Checks `content-length` after the headers are complete (checklist rows 14, 17 and 18).
  mutating func prepareBody() throws(Diagnosis) {
    guard let header = draft.headers.header("content-length") else { return }
    let digits = version == .v1_2 || version == .v1_1 ? header.value : header.value.trimmingBlanks
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .badContentLength(header)
    }
    // Digits that do not fit into an Int exceed any limit.
    guard let length = Int(digits), length <= limits.maximumBodyBytes else {
      throw .bodyTooLarge(header, maximum: limits.maximumBodyBytes)
    }
    guard length == 0 || draft.command.hasBody || ignoresBodies else {
      throw .bodyNotAllowed(draft.command, contentLength: header)
    }
    draft.contentLength = draft.command.hasBody || ignoresBodies ? length : nil
  }

  /// - Returns: the frame; nil when more bytes are needed.
  mutating func readBody() throws(Diagnosis) -> ReceivedFrame? {
    guard draft.command.hasBody || ignoresBodies else { return try readEmptyBody() }
    guard let length = draft.contentLength else { return try readDelimitedBody() }
    let end = lineStart + length
    guard end < buffer.count else { return nil }
    guard buffer[end] == ASCII.null else {
      throw .wrongContentLength(
        announced: length, offset: offset(end), body: buffer[lineStart..<end], rest: buffer[end...])
    }
    return finish(Array(buffer[lineStart..<end]), next: end + 1)
  }

  /// A body up to the first NUL (checklist row 16).
  private mutating func readDelimitedBody() throws(Diagnosis) -> ReceivedFrame? {
    guard let null = try findNull() else { return nil }
    return finish(Array(buffer[lineStart..<null]), next: null + 1)
  }

  /// No body, or text that stands for NUL (CONTRACT W1 and W2).
  private mutating func readEmptyBody() throws(Diagnosis) -> ReceivedFrame? {
    let null = try findNull()
    guard null != nil || isAtMessageEnd else { return nil }
    let end = null ?? buffer.count
    try checkEmptyBody(lineStart..<end, hasNull: null != nil)
    return finish([], next: null.map { $0 + 1 } ?? end)
  }

  private mutating func findNull() throws(Diagnosis) -> Int? {
    let start = cursor
    let null = buffer.withUnsafeBytes { ByteSearch.firstNull($0, from: start) }
    cursor = null ?? buffer.count
    guard cursor - lineStart <= limits.maximumBodyBytes else {
      throw .tooLarge(
        .bodyTooLarge, offset: offset(lineStart + limits.maximumBodyBytes), maximum: limits.maximumBodyBytes)
    }
    return null
  }

  /// Accepts line ends and escapes that stand for NUL where no body is allowed.
  private mutating func checkEmptyBody(_ range: Range<Int>, hasNull: Bool) throws(Diagnosis) {
    let body = buffer[range]
    if let literal = LiteralNull(body) {
      guard literal.isAlone else { throw .literalNull(offset: offset(literal.index), literal: literal.text) }
      draft.warnings.append(.literalNull(offset: offset(literal.index), literal: literal.text))
    } else if !body.allSatisfy(LiteralNull.isLineEnd) {
      throw .bodyNotAllowed(draft.command, offset: offset(range.lowerBound), body: body)
    } else if !hasNull {
      draft.warnings.append(
        .missingNull(
          offset: offset(range.upperBound), found: "the end of the WebSocket message", hasBody: false))
    } else if !body.isEmpty {
      draft.warnings.append(.extraLines(draft.command, offset: offset(range.lowerBound), body: body))
    }
  }
}

/// Characters that stand for NUL (CONTRACT W2), such as the six characters `\u0000` of a Kotlin raw string.
struct LiteralNull {
  /// The spellings seen from clients, the longest first.
  private static let spellings = ["\\u{0000}", "\\u{0}", "\\u0000", "\\x00", "\\000", "^@", "\\0"]

  /// The characters.
  let text: String
  /// Where they begin.
  let index: Int
  /// Whether there are only line ends around them.
  let isAlone: Bool

  /// Finds them at the beginning of a body, ignoring line ends; nil for any other text.
  init?(_ body: ArraySlice<UInt8>) {
    let inner = body.drop(while: Self.isLineEnd)
    guard let spelling = Self.spellings.first(where: { inner.starts(with: $0.utf8) }) else { return nil }
    text = spelling
    index = inner.startIndex
    isAlone = inner.dropFirst(spelling.utf8.count).allSatisfy(Self.isLineEnd)
  }

  /// Finds them at the end of a body, ignoring line ends.
  init?(endOf body: ArraySlice<UInt8>) {
    var end = body.endIndex
    while end > body.startIndex, Self.isLineEnd(body[end - 1]) { end -= 1 }
    let inner = body[..<end]
    guard let spelling = Self.spellings.first(where: { inner.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
      return nil
    }
    text = spelling
    index = end - spelling.utf8.count
    isAlone = index == body.startIndex
  }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == ASCII.lineFeed || byte == ASCII.carriageReturn }
}
