// Numbers (RFC 8259 section 6): -? (0 | 1-9 digits) (. digits)? ((e|E) (+|-)? digits)?

extension JSONParser {
  /// Reads the number at `position`, a minus or a digit. Its value is worked out when asked for.
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

  /// The first offset from `start` on that holds no digit; there must be one digit at least.
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

  /// What is wrong with a number that ends where it can't, or that is too long.
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

  /// Whether a word spells NaN or infinity in one of the ways that languages do.
  func isNonFinite(_ word: String) -> Bool {
    ["nan", "inf", "infinity"].contains(word.lowercased())
  }

  func nonFiniteFault(_ found: String, at offset: Int) -> JSONFault {
    JSONFault(
      .nonFiniteNumber, at: offset, "\(found) where a value was expected; JSON has finite numbers only")
  }
}
