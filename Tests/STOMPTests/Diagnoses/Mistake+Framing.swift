import STOMP

extension Mistake {
  private static let null = "the byte NUL (0x00)"
  private static let last = "the byte NUL (0x00) as the frame's last"

  /// Mistakes in how frames are written.
  static let framing: [Mistake] = ends + lengths + lines

  private static let ends: [Mistake] = [
    Mistake(
      .missingNull, "BEGIN\ntransaction:t\n\n", at: 21, found: "the end of the WebSocket message", expected: last,
      cause: "End every frame with NUL", isAccepted: true),
    Mistake(
      .missingNull, .v1_2, [.text("SEND\ndestination:/a\n\nbody"), .wait(2000)], at: 25,
      found: "4 bytes of body and no NUL", expected: last, cause: "Without content-length a body reaches up to the NUL"
    ),
    Mistake(
      .missingNull, .v1_2, [.text("SEND\ndestination:/a\ncontent-length:4\n\nbody"), .wait(2000)], at: 42,
      found: "4 bytes of body, as announced, and no NUL", expected: last, cause: "End every frame with NUL"),
    Mistake(
      .literalNull, nil, [.text("CONNECT\naccept-version:1.2\n\n\\u0000")], at: 28, found: "the 6 characters \\u0000",
      expected: null, cause: "Kotlin raw strings do not process escapes; use \"\\u0000\" in a normal string",
      isAccepted: true),
    Mistake(
      .literalNull, .v1_2, [.text("SEND\ndestination:/a\n\n{}\\u0000\n"), .wait(2000)], at: 23,
      found: "the 6 characters \\u0000", expected: null, cause: "Kotlin raw strings"),
    Mistake(
      .literalNull, .v1_2, [.text("SEND\ndestination:/a\ncontent-length:9\n\n{}^@"), .wait(2000)], at: 40,
      found: "the 2 characters ^@", expected: null, cause: "Kotlin raw strings"),
    Mistake(
      .literalNull, "BEGIN\ntransaction:t\n\n\\u0000\nCOMMIT\ntransaction:t\n\n\\u0000", at: 21,
      found: "the 6 characters \\u0000", expected: null, cause: "Kotlin raw strings"),
    Mistake(
      .missingBlankLine, "SUBSCRIBE\nid:1\ndestination:/a\n\0", at: 30, found: "<NUL> in the headers of SUBSCRIBE",
      expected: "an empty line behind the last header", cause: "two line feeds and then NUL"),
    Mistake(
      .missingBlankLine, "DISCONNECT\0", at: 10, found: "<NUL> behind the command DISCONNECT",
      expected: "an empty line behind the last header", cause: "also when there is no body"),
    Mistake(
      .missingBlankLine, .v1_2, [.text("SUBSCRIBE\nid:1\ndestination:/a"), .wait(2000)], at: 29,
      found: "\"destination:/a\" and no line end", expected: "an empty line behind the last header",
      cause: "trimIndent()"),
    Mistake(
      .missingBlankLine, nil, [.text("CONNECT\naccept-version:1.2\n"), .wait(2000)], at: 27,
      found: "the end of the WebSocket message", expected: "an empty line behind the last header", cause: "trimIndent()"
    ),
    Mistake(
      .missingLineEnd, .v1_2, [.text("DISCONNECT"), .wait(2000)], at: 10, found: "\"DISCONNECT\"",
      expected: "a line feed behind the command", cause: "an empty line and NUL"),
    Mistake(
      .extraLines, "BEGIN\ntransaction:t\n\n\n\0", at: 21, found: "\"<LF>\"",
      expected: "NUL right behind the blank line",
      cause: "BEGIN may not have", isAccepted: true),
    Mistake(
      .bodyNotAllowed, "BEGIN\ntransaction:t\n\n{}\0", at: 21, found: "\"{}\"",
      expected: "NUL right behind the blank line of BEGIN", cause: "only SEND has a body"),
    Mistake(
      .bodyNotAllowed, "BEGIN\ntransaction:t\n\nCOMMIT\ntransaction:t\n\n\0", at: 21,
      found: "\"COMMIT<LF>transaction:t<LF><LF>\"", expected: "NUL right behind the blank line of BEGIN",
      cause: "the NUL between two frames is missing"),
    Mistake(
      .bodyNotAllowed, "BEGIN\ntransaction:t\ncontent-length:2\n\n{}\0", at: 20, found: "content-length \"2\"",
      expected: "no content-length in BEGIN, or 0", cause: "only SEND has a body"),
  ]

  private static let lengths: [Mistake] = [
    Mistake(
      .badContentLength, "SEND\ndestination:/a\ncontent-length:2 bytes\n\n{}\0", at: 20, found: "\"2 bytes\"",
      expected: "a decimal number of bytes, digits only", cause: "write digits without sign"),
    Mistake(
      .wrongContentLength, "SEND\ndestination:/a\ncontent-length:4\n\nnaïve\0", at: 42, found: "v behind 4 bytes",
      expected: "NUL behind the 4 bytes of the body", cause: "count bytes of UTF-8, not characters"),
    Mistake(
      .wrongContentLength, "SEND\ndestination:/a\ncontent-length:2\n\nabc\0", at: 40, found: "c behind 2 bytes",
      expected: "NUL behind the 2 bytes of the body", cause: "too short; count all bytes up to the NUL"),
    Mistake(
      .wrongContentLength, "SEND\ndestination:/a\ncontent-length:3\n\nab\0SEND", at: 41, found: "S behind 3 bytes",
      expected: "NUL behind the 3 bytes of the body", cause: "too long: the first NUL comes after 2 bytes"),
    Mistake(
      .wrongContentLength, .v1_2, [.text("SEND\ndestination:/a\ncontent-length:9\n\nabc\0"), .wait(2000)], at: 42,
      found: "4 bytes, of which the last is NUL", expected: "9 bytes and NUL",
      cause: "write 3, or leave the header out"),
    Mistake(
      .bodyTooLarge, "SEND\ndestination:/a\ncontent-length:70000\n\n", at: 20, found: "content-length \"70000\"",
      expected: "at most 65536 bytes", cause: "send less at once"),
    Mistake(
      .bodyTooLarge, "SEND\ndestination:/a\n\n" + String(repeating: "x", count: 65_537), at: 65_557,
      found: "more than 65536 bytes", expected: "at most 65536 bytes", cause: "the frame never ends"),
    Mistake(
      .commandTooLong, "CONNECT\\naccept-version:1.2\\nauthorization:Bearer abcdefghijklmnopqrstuvwxyz\\n\\n\0", at: 64,
      found: "\"CONNECT\\naccept-version:1.2\\nauthorization:Bearer abcdefghij…\"",
      expected: "a line end within 64 bytes", cause: "raw strings do not process escapes"),
    Mistake(
      .headerTooLong, "SEND\nk:" + String(repeating: "x", count: 8191), at: 8197, found: "more than 8192 bytes",
      expected: "at most 8192 bytes", cause: "if a NUL or line feed is missing"),
    Mistake(
      .headersTooLarge, "SEND\n" + String(repeating: "k:\(String(repeating: "x", count: 8000))\n", count: 9),
      at: 72_032,
      found: "more than 65536 bytes", expected: "at most 65536 bytes", cause: "send less at once"),
    Mistake(
      .tooManyHeaders, "SEND\n" + String(repeating: "k:v\n", count: 101), at: 405, found: "more than 100 headers",
      expected: "at most 100 headers", cause: "send less at once"),
    Mistake(
      .messageTooLarge, .v1_2, [.oversized(131_072)], at: 0, found: "more than 131072 bytes in one WebSocket message",
      expected: "at most 131072 bytes", cause: "a frame may be split over them"),
  ]

  private static let lines: [Mistake] = [
    Mistake(
      .carriageReturns, .v1_1, [.text("BEGIN\r\ntransaction:t\r\n\r\n\0")], at: 5,
      found: "<CR><LF> in a session of STOMP 1.1", expected: "<LF>", cause: "before 1.2 the CR belongs to the value",
      isAccepted: true),
    Mistake(
      .carriageReturns, nil, [.text("CONNECT\naccept-version:1.0\r\n\n\0")], at: 26,
      found: "<CR><LF> in a session of STOMP 1.0", expected: "<LF>", cause: "Windows line ends", isAccepted: true),
    Mistake(
      .loneCarriageReturn, "BEGIN\ntransaction:t\ra:b\n\n\0", at: 19, found: "\"transaction:t<CR>a:b\"",
      expected: "<LF> or <CR><LF> at a line's end", cause: "joined with \\r"),
    Mistake(
      .loneCarriageReturn, .v1_2, [.text("\r"), .wait(2000)], at: 0, found: "\"<CR>\"",
      expected: "<LF> or <CR><LF> at a line's end", cause: "write \\n"),
    Mistake(
      .headerWithoutColon, "SEND\ndestination:/a\ntemperature 21\n\n\0", at: 20, found: "\"temperature 21\"",
      expected: "name:value", cause: "name:value on one line"),
    Mistake(
      .headerWithoutColon, "SEND\ndestination:/a\n[1]\n\n\0", at: 20, found: "\"[1]\"", expected: "name:value",
      cause: "an empty line must separate it from the headers"),
    Mistake(
      .headerWithoutColon, "SEND\ndestination:/a\n    \n{}\0", at: 20, found: "\"    \"", expected: "name:value",
      cause: "it must be empty"),
    Mistake(
      .emptyHeaderName, "SEND\n:/a\n\n\0", at: 5, found: "\":/a\"", expected: "a name before the colon",
      cause: "the header's name is an empty string"),
    Mistake(
      .indentedHeader, "BEGIN\ntransaction:t\n    k:v\n\n\0", at: 20, found: "\"    k:v\"",
      expected: "the name at the line's beginning", cause: "in Swift indent the closing \"\"\" like the lines",
      isAccepted: true),
    Mistake(
      .undefinedEscape, "SEND\ndestination:/a\npath:C\\temp\n\n\0", at: 26,
      found: "backslash and t in \"path:C\\temp\"", expected: "\\n, \\c, \\r or \\\\ in STOMP 1.2",
      cause: "is written as two backslashes"),
    Mistake(
      .undefinedEscape, .v1_1, [.text("SEND\ndestination:/a\nk:\\r\n\n\0")], at: 22,
      found: "backslash and r in \"k:\\r\"",
      expected: "\\n, \\c or \\\\ in STOMP 1.1", cause: "\\r only since 1.2"),
    Mistake(
      .trailingBackslash, "SEND\ndestination:/a\nk:v\\\n\n\0", at: 23, found: "\"k:v\\\"",
      expected: "\\n, \\c, \\r or \\\\ in STOMP 1.2", cause: "two backslashes"),
    Mistake(
      .invalidUTF8, .v1_2, [.binary(Array("SEND\nk:caf".utf8) + [0xE9] + Array("\n\n\0".utf8))], at: 7,
      found: "\"k:caf<0xE9>\"", expected: "UTF-8", cause: "Latin-1"),
    Mistake(
      .invalidUTF8, .v1_2, [.binary(Array("SEND\n".utf8) + [0xFF] + Array(":v\n\n\0".utf8))], at: 5,
      found: "\"<0xFF>:v\"", expected: "UTF-8", cause: "encode frames as UTF-8"),
  ]
}
