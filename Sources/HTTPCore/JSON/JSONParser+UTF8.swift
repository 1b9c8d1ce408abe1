// UTF-8 as RFC 3629 section 4 defines it, byte for byte.

extension JSONParser {
  /// The offset after the character whose first byte, 0x80 or more, is at `offset`.
  ///
  /// The second byte has its own range after some first bytes; that keeps out overlong forms (E0, F0),
  /// surrogates (ED) and what is past U+10FFFF (F4). A `byte(at:)` past the end is in no range.
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

  /// The fault for a sequence at `offset` whose byte at `broken` is the first that can't be there.
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
