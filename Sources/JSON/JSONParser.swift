/// A strict and bounded parser of JSON (RFC 8259).
///
/// It accepts exactly the grammar of the RFC in UTF-8 without a byte order mark, and refuses two things that the RFC
/// leaves open: a repeated key in an object, and an escaped surrogate without its other half. The time is linear in the
/// length of the text; the recursion is limited by `JSONLimits.maximumDepth`.
package struct JSONParser {
  /// The document. It is valid only during `parse`, and no parser outlives that call.
  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  /// The next byte to read.
  var position = 0
  /// The tokens of the path to the fault, innermost first; grows as a fault leaves one level after another.
  var faultTrail: [String] = []
  /// The bytes of a string with escapes; the buffer is reused.
  var scratch: [UInt8] = []
  /// The repeated keys so far, where the limits allow them; at most a hundred.
  private var repetitions: [JSONFault] = []

  private var allowsRepeatedKeys = false

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

  /// The value of a document in which objects may repeat keys, and the repeated keys. The last value of a key counts.
  ///
  /// - Throws: `JSONSyntaxError` for the first other mistake.
  package static func parseAllowingRepeatedKeys(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONSyntaxError) -> (value: JSONValue, repeated: [JSONSyntaxError]) {
    try bytes.withUnsafeBufferPointer { (input) throws(JSONSyntaxError) in
      var parser = JSONParser(input: input, limits: limits)
      parser.allowsRepeatedKeys = true
      do throws(JSONFault) {
        let value = try parser.parseDocument()
        return (value, parser.repetitions.map { JSONSyntaxError($0, in: input, path: JSONPointer([])) })
      } catch {
        throw JSONSyntaxError(error, in: input, path: JSONPointer(parser.faultTrail.reversed()))
      }
    }
  }
}

extension JSONParser {
  /// The byte at `offset`, 0 past the end. A NUL is not valid anywhere in JSON, so a caller that confuses the two still
  /// reports an error; `isAtEnd` distinguishes them.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < input.count ? input[offset] : 0
  }

  /// Whether `offset` is past the last byte.
  func isAtEnd(_ offset: Int) -> Bool {
    offset >= input.count
  }

  /// The first offset from `start` on that is not white space.
  func endOfWhitespace(from start: Int) -> Int {
    var end = start
    while JSONByte.isWhitespace(byte(at: end)) { end += 1 }
    return end
  }

  /// The first offset from `start` on that is not a byte of a bare word.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while JSONByte.isWord(byte(at: end)) { end += 1 }
    return end
  }

  /// The text of a range of bytes that are known to be UTF-8.
  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: input[start..<end]), as: UTF8.self)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    position = endOfWhitespace(from: position)
  }
}

/// The limits on documents (RFC 8259 section 9 allows a parser to set them).
///
/// The length of the document is not limited here: the caller limits the body before it has the bytes.
package struct JSONLimits: Sendable, Equatable {
  /// The deepest nesting that any limits allow. The parser and all code that walks a value recurse once a level; at
  /// this depth, a debug build still needs less than 512 KiB of stack, which is the size for threads on some systems.
  package static let greatestDepth = 128

  /// 64 levels and numbers of 16,384 bytes.
  package static let `default` = JSONLimits()

  /// How deep arrays and objects may be nested, 0...128; one level more is refused. With 0, only scalars are accepted.
  package let maximumDepth: Int

  /// The length of a number in bytes, at least 1; a longer number is refused.
  ///
  /// The default is far above any value in use, so that a number of ten thousand digits is still parsed and its field
  /// can be reported as out of range.
  package let maximumNumberLength: Int

  /// The given limits, each clamped to its range.
  package init(maximumDepth: Int = 64, maximumNumberLength: Int = 16_384) {
    self.maximumDepth = min(max(maximumDepth, 0), Self.greatestDepth)
    self.maximumNumberLength = max(maximumNumberLength, 1)
  }
}

// The document as a whole: what is allowed around its one value, and bodies that are not JSON.

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

  /// The fault of an empty body or of another format, detected by its first byte that is not white space.
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

  /// The fault when a name and `=` are at `start`, as in `a=b&c=d`.
  private func faultOfForm(at start: Int) -> JSONFault? {
    var end = start
    while isFormNameByte(byte(at: end)) { end += 1 }
    guard end > start, byte(at: end) == JSONByte.equals else { return nil }
    return JSONFault(
      .formEncoded, at: start, "form fields (\(excerpt(start, end + 1))...) instead of JSON")
  }

  /// The bytes of a name in `application/x-www-form-urlencoded`, and `[]` as some clients write it.
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

// Values, arrays and objects (RFC 8259 sections 3 to 5). JSONParser+Mistakes finds the cause of an error.

extension JSONParser {
  /// Reads the value at `position`, nested in `depth` arrays and objects.
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

  /// Whether the mistake is in the array itself, not in one of its elements.
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
        let isRepeated = object.contains(key)
        if isRepeated {
          let fault = duplicateFault(key, at: keyOffset)
          guard allowsRepeatedKeys else { throw fault }
          if repetitions.count < 100 { repetitions.append(fault) }
        }
        try parseColon(after: key)
        let value = try parseValue(depth: depth)
        if isRepeated { object.setRepeated(key, value) } else { object.append(newKey: key, value) }
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
