/// Mistakes in the lines of a frame's head.
extension Diagnosis {
  /// CR LF in a session of 1.0 or 1.1 (checklist row 3).
  static func carriageReturns(offset: Int, version: ProtocolVersion) -> Diagnosis {
    Diagnosis(
      .carriageReturns, offset: offset, found: "<CR><LF> in a session of STOMP \(version.text)", expected: "<LF>",
      cause: """
        a source file or HTTP helper with Windows line ends. It was accepted, but before 1.2 the CR belongs to the \
        value; write \\n, or ask for 1.2 with accept-version
        """)
  }

  /// A carriage return inside a line (checklist row 4).
  static func loneCarriageReturn(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .loneCarriageReturn, offset: offset, found: Excerpt.quoted(line), expected: "<LF> or <CR><LF> at a line's end",
      cause: """
        lines that are joined with \\r, or a value with a line end inside; write \\n, and in values of STOMP 1.2 the \
        two characters backslash and r
        """)
  }

  /// A frame that ends within its headers.
  static func missingBlankLine(offset: Int, found: String) -> Diagnosis {
    Diagnosis(
      .missingBlankLine, offset: offset, found: found, expected: "an empty line behind the last header",
      cause: """
        the head of a frame ends with an empty line, also when there is no body: two line feeds and then NUL. \
        joined(separator:) and trimIndent() drop the last line ends
        """)
  }

  /// A line that is no header (checklist row 8).
  static func headerWithoutColon(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    let isBlank = line.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab }
    let looksLikeBody = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(line.first ?? 0)
    let cause =
      isBlank
      ? "the blank line before the body has blanks in it, from an indented text; it must be empty"
      : looksLikeBody
        ? "this looks like the body: an empty line must separate it from the headers"
        : "a header is name:value on one line; a line end inside a value is written as backslash and n"
    return Diagnosis(
      .headerWithoutColon, offset: offset, found: Excerpt.quoted(line), expected: "name:value", cause: cause)
  }

  /// A line that begins with a colon (checklist row 8).
  static func emptyHeaderName(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .emptyHeaderName, offset: offset, found: Excerpt.quoted(line), expected: "a name before the colon",
      cause: "the header's name is an empty string; fill it in or leave the header out")
  }

  /// A header line with blanks before its name.
  static func indentedHeader(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .indentedHeader, offset: offset, found: Excerpt.quoted(line), expected: "the name at the line's beginning",
      cause: """
        the lines of a text with several lines are indented. Nothing is trimmed since STOMP 1.1, so the blanks are a \
        part of the name; in Swift indent the closing \"\"\" like the lines, in Kotlin use trimIndent()
        """)
  }

  /// A backslash that begins no escape, or ends the text (checklist row 11).
  static func escape(_ error: EscapeError, offset: Int, line: ArraySlice<UInt8>, _ version: ProtocolVersion)
    -> Diagnosis
  {
    let known = version == .v1_2 ? "\\n, \\c, \\r or \\\\" : "\\n, \\c or \\\\"
    switch error.mistake {
    case .trailing:
      return Diagnosis(
        .trailingBackslash, offset: offset, found: Excerpt.quoted(line), expected: "\(known) in STOMP \(version.text)",
        cause: "a backslash of the value's own is written as two backslashes")
    case .undefined:
      let bytes = line[error.index..<min(error.index + 2, line.endIndex)]
      let found = "backslash and \(Excerpt.name(of: bytes.last ?? 0)) in \(Excerpt.quoted(line))"
      return Diagnosis(
        .undefinedEscape, offset: offset, found: found, expected: "\(known) in STOMP \(version.text)",
        cause: """
          a backslash of the value's own, as in a path or a regular expression, is written as two backslashes; \
          other escapes don't exist\(version == .v1_1 ? ", and \\r only since 1.2" : "")
          """)
    }
  }

  /// Bytes in a name or value that are not UTF-8.
  static func invalidUTF8(offset: Int, line: ArraySlice<UInt8>) -> Diagnosis {
    Diagnosis(
      .invalidUTF8, offset: offset, found: Excerpt.quoted(line), expected: "UTF-8",
      cause: "the text was encoded as Latin-1 or UTF-16; encode frames as UTF-8, Data(text.utf8) in Swift")
  }

  /// Something larger than a limit (checklist rows 18 and 20).
  static func tooLarge(_ code: Code, offset: Int, maximum: Int, unit: String = "bytes") -> Diagnosis {
    Diagnosis(
      code, offset: offset, found: "more than \(maximum) \(unit)", expected: "at most \(maximum) \(unit)",
      cause: "send less at once; if a NUL or line feed is missing, the frame never ends for the server")
  }

  /// A content-length over the limit (checklist row 18).
  static func bodyTooLarge(_ header: Header, maximum: Int) -> Diagnosis {
    Diagnosis(
      .bodyTooLarge, offset: header.offset, found: "content-length \(Excerpt.quoted(header.value))",
      expected: "at most \(maximum) bytes", cause: "send less at once, or a link to it")
  }

  /// A WebSocket message that the transport did not take.
  static func messageTooLarge(limit: Int) -> Diagnosis {
    Diagnosis(
      .messageTooLarge, found: "more than \(limit) bytes in one WebSocket message",
      expected: "at most \(limit) bytes",
      cause: "the message was dropped; send several smaller ones, a frame may be split over them")
  }
}
