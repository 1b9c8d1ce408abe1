/// Mistakes at a frame's end.
extension Diagnosis {
  private static let rawStrings = """
    Kotlin raw strings do not process escapes; use "\\u0000" in a normal string. In Swift write "\\u{0}", in JSON \
    and JavaScript "\\u0000" inside quotes, in a shell $'\\0' or printf
    """

  /// A frame that has no NUL at its end.
  static func missingNull(offset: Int, found: String, hasBody: Bool) -> Diagnosis {
    let consequence =
      hasBody
      ? "Without content-length a body reaches up to the NUL, over any number of WebSocket messages"
      : "It was accepted, since a WebSocket message may end a frame that has no body; other servers wait for ever"
    return Diagnosis(
      .missingNull, offset: offset, found: found, expected: "the byte NUL (0x00) as the frame's last",
      cause: "\(consequence). End every frame with NUL: \"\\u{0}\" in Swift, \"\\u0000\" in a normal Kotlin string")
  }

  /// The six characters `\u0000`, or the like, where NUL belongs (CONTRACT W2).
  static func literalNull(offset: Int, literal: String) -> Diagnosis {
    Diagnosis(
      .literalNull, offset: offset, found: "the \(literal.utf8.count) characters \(literal)",
      expected: "the byte NUL (0x00)", cause: rawStrings)
  }

  /// A body where there may be none (checklist row 19).
  static func bodyNotAllowed(_ command: Command, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    let first = body.prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
    let isNextFrame = Command(rawValue: String(decoding: first.prefix(20), as: UTF8.self)) != nil
    let cause =
      isNextFrame
      ? "the NUL between two frames is missing, so that the next frame was read as the body of \(command.rawValue)"
      : "only SEND has a body. Send it with SEND, or end \(command.rawValue) with NUL right behind the blank line"
    return Diagnosis(
      .bodyNotAllowed, offset: offset, found: Excerpt.quoted(body),
      expected: "NUL right behind the blank line of \(command.rawValue)", cause: cause)
  }

  /// A content-length that gives a frame a body where there may be none.
  static func bodyNotAllowed(_ command: Command, contentLength: Header) -> Diagnosis {
    Diagnosis(
      .bodyNotAllowed, offset: contentLength.offset, found: "content-length \(Excerpt.quoted(contentLength.value))",
      expected: "no content-length in \(command.rawValue), or 0", cause: "only SEND has a body; leave the header out")
  }

  /// Line ends between the blank line and the NUL.
  static func extraLines(_ command: Command, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .extraLines, offset: offset, found: Excerpt.quoted(body), expected: "NUL right behind the blank line",
      cause: """
        a text with several lines often ends in a line end of its own. It was accepted, but other servers read it \
        as a body, which \(command.rawValue) may not have; drop the line ends before NUL
        """)
  }

  /// Neither a digit string nor a length that a body could have (checklist row 17).
  static func badContentLength(_ header: Header) -> Diagnosis {
    Diagnosis(
      .badContentLength, offset: header.offset, found: Excerpt.quoted(header.value),
      expected: "a decimal number of bytes, digits only",
      cause: """
        content-length counts the bytes of the body without its NUL, from 0 on; write digits without sign, \
        blanks or unit, or leave the header out
        """)
  }

  /// A byte behind the body that is not NUL (checklist row 15).
  static func wrongContentLength(announced: Int, offset: Int, body: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)
    -> Diagnosis
  {
    let expected = "NUL behind the \(announced) bytes of the body"
    let found = "\(Excerpt.name(of: rest.first ?? 0)) behind \(announced) bytes"
    if let null = body.firstIndex(of: ASCII.null) {
      return Diagnosis(
        .wrongContentLength, offset: offset, found: found, expected: expected,
        cause: """
          content-length seems too long: the first NUL comes after \(null - body.startIndex) bytes. The NUL and line \
          ends behind it don't count
          """)
    }
    let isASCII = body.allSatisfy { $0 < 0x80 } && rest.prefix { $0 != ASCII.null }.allSatisfy { $0 < 0x80 }
    let advice =
      isASCII
      ? "count all bytes up to the NUL, line ends included"
      : "count bytes of UTF-8, not characters: body.utf8.count in Swift, body.toByteArray().size in Kotlin"
    return Diagnosis(
      .wrongContentLength, offset: offset, found: found, expected: expected,
      cause: "content-length is too short; \(advice). Or leave the header out")
  }

  /// A body that stays shorter than announced.
  static func contentLengthTooLong(announced: Int, offset: Int, body: ArraySlice<UInt8>) -> Diagnosis {
    let ending =
      body.last == ASCII.null ? "\(body.count) bytes, of which the last is NUL" : "\(body.count) bytes so far"
    return Diagnosis(
      .wrongContentLength, offset: offset, found: ending, expected: "\(announced) bytes and NUL",
      cause: """
        content-length is too long, or the rest of the body was never sent. It counts the bytes of the body without \
        the NUL; write \(max(0, body.last == ASCII.null ? body.count - 1 : body.count)), or leave the header out
        """)
  }
}
