// Numbers (RFC 8259 section 6): -? (0 | 1-9 digits) (. digits)? ((e|E) (+|-)? digits)?

extension JSONParser {
  /// Reads the number at `position`, a minus or a digit. Its value is computed on demand.
  mutating func parseNumber() throws(JSONFault) -> JSONNumber {
    let start = position
    var end = start
    if byte(at: end) == JSONByte.minus { end += 1 }
    let integerStart = end
    end = try endOfDigits(from: end, numberStart: start)
    if byte(at: integerStart) == JSONByte.zero, end > integerStart + 1 {
      throw JSONFault(
        .leadingZero, at: integerStart, "a zero before the other digits of a number; JSON allows none")
    }
    if byte(at: end) == JSONByte.point {
      end = try endOfDigits(from: end + 1, numberStart: start)
    }
    if byte(at: end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at: end + 1)
      let hasSign = sign == JSONByte.plus || sign == JSONByte.minus
      end = try endOfDigits(from: end + (hasSign ? 2 : 1), numberStart: start)
    }
    if let fault = faultAfterNumber(start, end) { throw fault }
    position = end
    return JSONNumber(verified: text(start, end))
  }

  /// The first offset from `start` on that is not a digit; at least one digit is required.
  @inline(__always)
  private func endOfDigits(from start: Int, numberStart: Int) throws(JSONFault) -> Int {
    var end = start
    while JSONByte.isDigit(byte(at: end)) { end += 1 }
    if end == start { throw faultInPlaceOfDigit(at: start, numberStart: numberStart) }
    return end
  }

  private func faultInPlaceOfDigit(at offset: Int, numberStart: Int) -> JSONFault {
    if isAtEnd(offset) {
      return JSONFault(
        .truncated, at: offset, "the document ends inside a number, where a digit was expected")
    }
    let word = excerpt(offset, endOfWord(from: offset))
    if offset == numberStart + 1, isNonFinite(word) {
      return nonFiniteFault("-" + word, at: numberStart)
    }
    return faultOfAnyPlace(at: offset, expecting: "a digit")
      ?? JSONFault(.invalidNumber, at: offset, "\(described(offset)) in a number where a digit was expected")
  }

  /// The fault of a number that ends where it must not, or that is too long.
  @inline(__always)
  private func faultAfterNumber(_ start: Int, _ end: Int) -> JSONFault? {
    let next = byte(at: end)
    if JSONByte.isWord(next) || next == JSONByte.point || next == JSONByte.minus || next == JSONByte.plus {
      return faultOfNumberTail(start, end)
    }
    guard end - start <= limits.maximumNumberLength else {
      return JSONFault(
        .numberTooLong, at: start,
        "a number of \(end - start) characters; at most \(limits.maximumNumberLength) are read")
    }
    return nil
  }

  private func faultOfNumberTail(_ start: Int, _ end: Int) -> JSONFault {
    if byte(at: end) | 0x20 == UInt8(ascii: "x"), byte(at: end - 1) == JSONByte.zero {
      return JSONFault(.invalidNumber, at: end, "a hexadecimal number; JSON numbers are decimal")
    }
    return JSONFault(
      .invalidNumber, at: end,
      "\(described(end)) right after the number \(excerpt(start, end)); a text needs double quotes")
  }

  /// Whether a word is NaN or infinity as programming languages write them.
  func isNonFinite(_ word: String) -> Bool {
    ["nan", "inf", "infinity"].contains(word.lowercased())
  }

  func nonFiniteFault(_ found: String, at offset: Int) -> JSONFault {
    JSONFault(
      .nonFiniteNumber, at: offset, "\(found) where a value was expected; JSON has finite numbers only")
  }
}

// Strings (RFC 8259 section 7).

extension JSONParser {
  /// Reads the string whose opening quote is at `position`, and resolves its escapes.
  mutating func parseString() throws(JSONFault) -> String {
    let opening = position
    var runStart = opening + 1
    var end = runStart
    var hasEscapes = false
    while true {
      let found = byte(at: end)
      if found == JSONByte.quote { break }
      if found == JSONByte.backslash {
        if !hasEscapes { scratch.removeAll(keepingCapacity: true) }
        hasEscapes = true
        scratch.append(contentsOf: input[runStart..<end])
        end = try parseEscape(at: end, openedAt: opening)
        runStart = end
      } else if found >= 0x80 {
        end = try endOfScalar(at: end)
      } else if found < JSONByte.space {
        throw faultInString(at: end, openedAt: opening)
      } else {
        end += 1
      }
    }
    position = end + 1
    // The bytes that `text` reads have passed `endOfScalar`, so nothing in it is replaced.
    if !hasEscapes { return text(runStart, end) }
    scratch.append(contentsOf: input[runStart..<end])
    return String(decoding: scratch, as: UTF8.self)
  }

  /// Appends the value of the escape at `offset` to `scratch`; returns the offset after it.
  private mutating func parseEscape(at offset: Int, openedAt opening: Int) throws(JSONFault) -> Int {
    let name = byte(at: offset + 1)
    switch name {
    case JSONByte.quote, JSONByte.backslash, JSONByte.slash: scratch.append(name)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(JSONByte.lineFeed)
    case UInt8(ascii: "r"): scratch.append(JSONByte.carriageReturn)
    case UInt8(ascii: "t"): scratch.append(JSONByte.tab)
    case UInt8(ascii: "u"): return try parseUnicodeEscape(at: offset, openedAt: opening)
    default: throw faultOfEscape(at: offset, openedAt: opening)
    }
    return offset + 2
  }

  private mutating func parseUnicodeEscape(at offset: Int, openedAt opening: Int) throws(JSONFault) -> Int {
    let unit = try codeUnit(at: offset, openedAt: opening)
    if let scalar = Unicode.Scalar(unit) {
      scratch.append(contentsOf: scalar.utf8)
      return offset + 6
    }
    // A surrogate: the high one first, then the low one (RFC 8259 section 7).
    let next = offset + 6
    if unit < 0xDC00, byte(at: next) == JSONByte.backslash, byte(at: next + 1) == UInt8(ascii: "u") {
      let low = try codeUnit(at: next, openedAt: opening)
      if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF)) {
        scratch.append(contentsOf: scalar.utf8)
        return next + 6
      }
    }
    if isAtEnd(byte(at: next) == JSONByte.backslash ? next + 1 : next) {
      throw unterminatedFault(openedAt: opening)
    }
    let half =
      unit < 0xDC00
      ? "high surrogate without a low one after it" : "low surrogate without a high one before it"
    throw JSONFault(.loneSurrogate, at: offset, "the escape \(text(offset, next)) is a \(half)")
  }

  /// The value of the four hexadecimal digits after the `\u` at `offset`.
  private func codeUnit(at offset: Int, openedAt opening: Int) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for digitOffset in (offset + 2)..<(offset + 6) {
      guard let digit = JSONByte.hexadecimalValue(byte(at: digitOffset)) else {
        if isAtEnd(digitOffset) { throw unterminatedFault(openedAt: opening) }
        throw JSONFault(
          .invalidUnicodeEscape, at: offset, "\\u followed by less than four hexadecimal digits")
      }
      unit = unit << 4 | digit
    }
    return unit
  }
}

// The mistakes in a string.
extension JSONParser {
  private func unterminatedFault(openedAt opening: Int) -> JSONFault {
    JSONFault(.unterminatedString, at: opening, "the document ends inside the string that begins here")
  }

  private func faultInString(at offset: Int, openedAt opening: Int) -> JSONFault {
    if isAtEnd(offset) { return unterminatedFault(openedAt: opening) }
    let remedy =
      switch byte(at: offset) {
      case JSONByte.lineFeed: "a closing quote is missing, or the break is to be written \\n"
      case JSONByte.carriageReturn: "a closing quote is missing, or the break is to be written \\r"
      case JSONByte.tab: "it is to be written \\t"
      default: "it is to be written as a \\u escape"
      }
    return JSONFault(.controlCharacter, at: offset, "\(described(offset)) inside a string; \(remedy)")
  }

  private func faultOfEscape(at offset: Int, openedAt opening: Int) -> JSONFault {
    if isAtEnd(offset + 1) { return unterminatedFault(openedAt: opening) }
    do throws(JSONFault) {
      if byte(at: offset + 1) >= 0x80 { _ = try endOfScalar(at: offset + 1) }
    } catch {
      return error
    }
    return JSONFault(
      .invalidEscape, at: offset,
      #"a backslash before \#(described(offset + 1)); JSON escapes are \" \\ \/ \b \f \n \r \t and \uXXXX"#)
  }
}

// UTF-8 as RFC 3629 section 4 defines it, byte for byte.

extension JSONParser {
  /// The offset after the character whose first byte, 0x80 or more, is at `offset`.
  ///
  /// After some first bytes, the second byte has its own range, which excludes overlong forms (E0, F0), surrogates (ED)
  /// and code points above U+10FFFF (F4). A `byte(at:)` past the end is in no range.
  func endOfScalar(at offset: Int) throws(JSONFault) -> Int {
    let (length, secondBytes): (Int, ClosedRange<UInt8>) =
      switch byte(at: offset) {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw invalidUTF8Fault(at: offset, brokenAt: offset)
      }
    guard secondBytes.contains(byte(at: offset + 1)) else {
      throw invalidUTF8Fault(at: offset, brokenAt: offset + 1)
    }
    for next in (offset + 2)..<(offset + length) where !isContinuation(next) {
      throw invalidUTF8Fault(at: offset, brokenAt: next)
    }
    return offset + length
  }

  private func isContinuation(_ offset: Int) -> Bool {
    byte(at: offset) & 0xC0 == 0x80
  }

  /// The fault for a sequence at `offset` whose first wrong byte is at `broken`.
  private func invalidUTF8Fault(at offset: Int, brokenAt broken: Int) -> JSONFault {
    if isAtEnd(broken) {
      return JSONFault(.truncated, at: broken, "the document ends inside a character of several bytes")
    }
    let isSecond = broken == offset + 1 && isContinuation(broken)
    let reason =
      switch byte(at: offset) {
      case 0x80...0xBF: "a continuation byte with no first byte before it"
      case 0xC0, 0xC1: "an overlong form"
      case 0xE0 where isSecond, 0xF0 where isSecond: "an overlong form"
      case 0xED where isSecond: "a surrogate"
      case 0xF4 where isSecond: "a code point past U+10FFFF"
      case 0xF5...0xFF: "a byte that UTF-8 never has"
      default: "a character whose last bytes are missing"
      }
    let first = hexadecimal(UInt32(byte(at: offset)), digits: 2)
    return JSONFault(.invalidUTF8, at: offset, "not UTF-8 from the byte 0x\(first) on: \(reason)")
  }
}

/// The ASCII bytes of JSON's grammar (RFC 8259 section 2), and of common mistakes.
enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let zero = UInt8(ascii: "0")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// The white space of RFC 8259 section 2, a subset of Unicode's.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether the byte can be in an identifier of JavaScript, which bare words consist of.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// Whether a value, or what its author takes for a value, starts with this byte, other than a word or a digit.
  static func beginsPunctuatedValue(_ byte: UInt8) -> Bool {
    byte == quote || byte == apostrophe || byte == minus || byte == openBrace || byte == openBracket
  }

  /// The value of a hexadecimal digit in either case, or nil.
  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte &- zero) }
    let lowered = (byte | 0x20) &- UInt8(ascii: "a")
    return lowered < 6 ? UInt32(lowered) + 10 : nil
  }
}
