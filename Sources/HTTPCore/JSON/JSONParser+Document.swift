// The document as a whole: what may stand around its one value, and bodies that are not JSON at all.

extension JSONParser {
  mutating func parseDocument() throws(JSONFault) -> JSONValue {
    try refuseByteOrderMark()
    skipWhitespace()
    let start = position
    if let fault = faultOfOtherFormat(at: start) { throw fault }
    let value = try parseValue(depth: 0)
    skipWhitespace()
    if !isAtEnd(position) { throw faultAfterDocument() }
    return value
  }

  private func refuseByteOrderMark() throws(JSONFault) {
    switch (byte(at: 0), byte(at: 1), byte(at: 2)) {
    case (0xEF, 0xBB, 0xBF):
      throw JSONFault(
        .byteOrderMark, at: 0, "a byte order mark before the document; JSON is sent as UTF-8 without one")
    case (0xFE, 0xFF, _), (0xFF, 0xFE, _):
      throw JSONFault(.byteOrderMark, at: 0, "a byte order mark of UTF-16; JSON is sent as UTF-8 without one")
    default:
      return
    }
  }

  /// What tells that the body is empty or of another format, from its first byte that is no white space.
  private func faultOfOtherFormat(at start: Int) -> JSONFault? {
    if isAtEnd(start) {
      let found = start == 0 ? "the body is empty" : "the body is nothing but white space"
      return JSONFault(.emptyDocument, at: start, "\(found); one JSON value was expected")
    }
    let first = byte(at: start)
    if first == UInt8(ascii: "<") {
      return JSONFault(.markup, at: start, "\(markupName(at: start)) instead of JSON")
    }
    if first == JSONByte.minus, byte(at: start + 1) == JSONByte.minus {
      return JSONFault(.multipart, at: start, "\"--\", as before a part of a multipart body, instead of JSON")
    }
    return faultOfForm(at: start)
  }

  private func markupName(at start: Int) -> String {
    let word = excerpt(start, start + 9).lowercased()
    if word.hasPrefix("<?xml") { return "an XML document" }
    if word.hasPrefix("<html") || word.hasPrefix("<!doctype") { return "an HTML document" }
    return "HTML or XML"
  }

  /// A fault when a name and `=` stand at `start`, as in `a=b&c=d`.
  private func faultOfForm(at start: Int) -> JSONFault? {
    var end = start
    while isFormNameByte(byte(at: end)) { end += 1 }
    guard end > start, byte(at: end) == JSONByte.equals else { return nil }
    return JSONFault(
      .formEncoded, at: start, "form fields (\(excerpt(start, end + 1))...) instead of JSON")
  }

  /// The bytes that a name of `application/x-www-form-urlencoded` is written with, and `[]` as clients do.
  private func isFormNameByte(_ byte: UInt8) -> Bool {
    if JSONByte.isWord(byte) { return true }
    switch byte {
    case JSONByte.minus, JSONByte.point, JSONByte.plus, JSONByte.openBracket, JSONByte.closeBracket:
      return true
    case UInt8(ascii: "%"), UInt8(ascii: "*"), UInt8(ascii: "~"): return true
    default: return false
    }
  }

  private func faultAfterDocument() -> JSONFault {
    if let fault = faultOfAnyPlace(at: position, expecting: "the end of the document") { return fault }
    let found = byte(at: position)
    switch found {
    case _ where JSONByte.isDigit(found) || JSONByte.beginsPunctuatedValue(found):
      return JSONFault(.secondDocument, at: position, "a second value after the document; one was expected")
    case JSONByte.closeBrace, JSONByte.closeBracket:
      return JSONFault(
        .trailingContent, at: position, "\(described(position)) that closes nothing, after the document")
    case JSONByte.comma, JSONByte.colon:
      return JSONFault(
        .trailingContent, at: position,
        "\(described(position)) after the document; several values need [ ] or { } around them")
    default:
      return JSONFault(
        .trailingContent, at: position, "\(described(position)) after the document; nothing was expected")
    }
  }
}
