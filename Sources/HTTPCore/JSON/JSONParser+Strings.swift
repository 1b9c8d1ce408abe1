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
    // What `text` reads has passed `endOfScalar`, so nothing in it is replaced.
    if !hasEscapes { return text(runStart, end) }
    scratch.append(contentsOf: input[runStart..<end])
    return String(decoding: scratch, as: UTF8.self)
  }

  /// Appends what the escape at `offset` stands for to `scratch`; returns the offset after it.
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

// What can be wrong in a string.
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
