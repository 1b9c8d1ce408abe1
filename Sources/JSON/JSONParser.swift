/// A strict and bounded parser of JSON (RFC 8259).
///
/// It accepts exactly the grammar of the RFC in UTF-8 without a byte order mark, and refuses two things the
/// RFC leaves open: a key used twice in an object, and an escaped surrogate without its other half. Time is
/// linear in the length of the text; the recursion is no deeper than `JSONLimits.maximumDepth`.
package struct JSONParser {
  /// The document. Valid during `parse` only, which no parser outlives.
  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  /// The next byte to read.
  var position = 0
  /// The tokens of the path to the fault, innermost first; grows as a fault leaves one level after another.
  var faultTrail: [String] = []
  /// The bytes of a string with escapes; kept to be used again.
  var scratch: [UInt8] = []

  private init(input: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.input = input
    self.limits = limits
  }

  /// The value of a document that is one JSON text with nothing but white space around it.
  ///
  /// - Throws: `JSONSyntaxError` for the first mistake in the order of the text.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONSyntaxError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (input) throws(JSONSyntaxError) -> JSONValue in
      var parser = JSONParser(input: input, limits: limits)
      do throws(JSONFault) {
        return try parser.parseDocument()
      } catch {
        throw JSONSyntaxError(error, in: input, path: JSONPointer(parser.faultTrail.reversed()))
      }
    }
  }
}

extension JSONParser {
  /// The byte at `offset`, 0 past the end. A NUL stands nowhere in JSON, so no caller takes one for the other
  /// without an error following; `isAtEnd` tells them apart.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < input.count ? input[offset] : 0
  }

  /// Whether `offset` is past the last byte.
  func isAtEnd(_ offset: Int) -> Bool {
    offset >= input.count
  }

  /// The first offset from `start` on that holds no white space.
  func endOfWhitespace(from start: Int) -> Int {
    var end = start
    while JSONByte.isWhitespace(byte(at: end)) { end += 1 }
    return end
  }

  /// The first offset from `start` on that holds no byte of a bare word.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while JSONByte.isWord(byte(at: end)) { end += 1 }
    return end
  }

  /// The text of a range of bytes already known to be UTF-8.
  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: input[start..<end]), as: UTF8.self)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    position = endOfWhitespace(from: position)
  }
}

/// How much of a document the parser accepts (RFC 8259 section 9 allows a parser to set such limits).
///
/// The length of the document is not among them: the caller has bounded the body before it holds the bytes.
package struct JSONLimits: Sendable, Equatable {
  /// The deepest nesting any limits allow. The parser, and whoever walks a value, recurses once a level; a
  /// debug build then still keeps within a stack of 512 KiB, which is what threads have on some systems.
  package static let greatestDepth = 128

  /// 64 levels and numbers of 16,384 bytes.
  package static let `default` = JSONLimits()

  /// How many arrays and objects may stand inside one another, 0...128; one level more is refused. With 0
  /// only scalars are accepted.
  package let maximumDepth: Int

  /// How many bytes one number may have, from 1; a longer one is refused.
  ///
  /// The default is far past any value in use, so that a number of ten thousand digits is still parsed and
  /// its field can be named as out of range.
  package let maximumNumberLength: Int

  /// Limits as given, each brought into its range.
  package init(maximumDepth: Int = 64, maximumNumberLength: Int = 16_384) {
    self.maximumDepth = min(max(maximumDepth, 0), Self.greatestDepth)
    self.maximumNumberLength = max(maximumNumberLength, 1)
  }
}

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

// Values, arrays and objects (RFC 8259 sections 3 to 5). JSONParser+Mistakes works out what went wrong.

extension JSONParser {
  /// Reads the value at `position`, which lies inside of `depth` arrays and objects.
  mutating func parseValue(depth: Int) throws(JSONFault) -> JSONValue {
    switch byte(at: position) {
    case JSONByte.quote:
      return .string(try parseString())
    case JSONByte.openBrace:
      return .object(try parseObject(depth: try deeper(depth)))
    case JSONByte.openBracket:
      return .array(try parseArray(depth: try deeper(depth)))
    case JSONByte.minus, UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    default:
      return try parseLiteral()
    }
  }

  private func deeper(_ depth: Int) throws(JSONFault) -> Int {
    guard depth < limits.maximumDepth else {
      throw JSONFault(
        .tooDeep, at: position, "arrays and objects nested deeper than \(limits.maximumDepth) levels")
    }
    return depth + 1
  }

  private mutating func parseArray(depth: Int) throws(JSONFault) -> [JSONValue] {
    position += 1
    skipWhitespace()
    var elements: [JSONValue] = []
    if byte(at: position) == JSONByte.closeBracket {
      position += 1
      return elements
    }
    while true {
      if beginsNoElement(byte(at: position)) { throw faultInPlaceOfValue() }
      do throws(JSONFault) {
        elements.append(try parseValue(depth: depth))
      } catch {
        faultTrail.append(String(elements.count))
        throw error
      }
      skipWhitespace()
      switch byte(at: position) {
      case JSONByte.comma:
        position += 1
        skipWhitespace()
      case JSONByte.closeBracket:
        position += 1
        return elements
      default:
        throw faultAfterValue(closing: JSONByte.closeBracket)
      }
    }
  }

  /// Whether the array itself is at fault, not an element of it.
  private func beginsNoElement(_ found: UInt8) -> Bool {
    found == JSONByte.comma || found == JSONByte.closeBracket || found == JSONByte.closeBrace
      || isAtEnd(position)
  }

  private mutating func parseObject(depth: Int) throws(JSONFault) -> JSONObject {
    position += 1
    skipWhitespace()
    var object = JSONObject()
    if byte(at: position) == JSONByte.closeBrace {
      position += 1
      return object
    }
    while true {
      let keyOffset = position
      guard byte(at: position) == JSONByte.quote else { throw faultInPlaceOfKey() }
      let key = try parseString()
      do throws(JSONFault) {
        if object.contains(key) { throw duplicateFault(key, at: keyOffset) }
        try parseColon(after: key)
        object.append(newKey: key, try parseValue(depth: depth))
      } catch {
        faultTrail.append(key)
        throw error
      }
      skipWhitespace()
      switch byte(at: position) {
      case JSONByte.comma:
        position += 1
        skipWhitespace()
      case JSONByte.closeBrace:
        position += 1
        return object
      default:
        throw faultAfterValue(closing: JSONByte.closeBrace)
      }
    }
  }

  @inline(__always)
  private mutating func parseColon(after key: String) throws(JSONFault) {
    skipWhitespace()
    guard byte(at: position) == JSONByte.colon else { throw faultInPlaceOfColon(after: key) }
    position += 1
    skipWhitespace()
  }

  private mutating func parseLiteral() throws(JSONFault) -> JSONValue {
    let end = endOfWord(from: position)
    let value: JSONValue
    if spells("true", from: position, to: end) {
      value = .bool(true)
    } else if spells("false", from: position, to: end) {
      value = .bool(false)
    } else if spells("null", from: position, to: end) {
      value = .null
    } else {
      throw faultInPlaceOfValue()
    }
    position = end
    return value
  }

  private func spells(_ word: StaticString, from start: Int, to end: Int) -> Bool {
    guard word.utf8CodeUnitCount == end - start else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(input[start..<end]) }
  }
}
