// What the client most likely did, worked out after the grammar has failed. Nothing here is on a hot path.

extension JSONParser {
  /// The mistakes that are the same in every place outside of strings, or nil.
  func faultOfAnyPlace(at offset: Int, expecting expected: String) -> JSONFault? {
    if isAtEnd(offset) {
      return JSONFault(.truncated, at: offset, "the document ends where \(expected) was expected")
    }
    switch (byte(at: offset), byte(at: offset + 1)) {
    case (UInt8(ascii: "#"), _), (JSONByte.slash, JSONByte.slash), (JSONByte.slash, UInt8(ascii: "*")):
      return JSONFault(.comment, at: offset, "a comment where \(expected) was expected; JSON has none")
    case (0, _):
      return JSONFault(
        .unexpectedCharacter, at: offset,
        "a NUL byte where \(expected) was expected; JSON is sent as UTF-8, not as UTF-16 or UTF-32")
    case (0x80..., _):
      do throws(JSONFault) {
        _ = try endOfScalar(at: offset)
      } catch {
        return error
      }
      return nil
    default:
      return nil
    }
  }

  /// The fault for what stands at `position` in the place of a value.
  func faultInPlaceOfValue() -> JSONFault {
    if let fault = faultOfAnyPlace(at: position, expecting: "a value") { return fault }
    if let fault = faultOfQuotes() { return fault }
    let found = byte(at: position)
    switch found {
    case JSONByte.comma, JSONByte.closeBracket, JSONByte.closeBrace:
      return faultOfMissingValue()
    case JSONByte.plus:
      return JSONFault(.plusSign, at: position, "a plus sign before a number; JSON allows only a minus")
    case JSONByte.point:
      return JSONFault(.invalidNumber, at: position, "a decimal point without a digit before it")
    case _ where JSONByte.isWord(found):
      return faultOfWord()
    default:
      return unexpectedFault(expecting: "a value")
    }
  }

  /// The fault for what stands at `position` in the place of a key.
  func faultInPlaceOfKey() -> JSONFault {
    let expected = "a key in double quotes"
    if let fault = faultOfAnyPlace(at: position, expecting: expected) { return fault }
    if let fault = faultOfQuotes() { return fault }
    let found = byte(at: position)
    switch found {
    case JSONByte.closeBrace:
      return trailingCommaFault()
    case JSONByte.comma:
      return JSONFault(.extraComma, at: position, "a comma with no member before it")
    case JSONByte.closeBracket:
      return mismatchedFault(expecting: expected)
    case _ where JSONByte.isWord(found) || found == JSONByte.minus:
      let word = excerpt(position, endOfWord(from: position + 1))
      return JSONFault(
        .unquotedKey, at: position, "\(word) without quotes where \(expected) was expected")
    default:
      return unexpectedFault(expecting: expected)
    }
  }

  /// The fault for what stands at `position` in the place of the colon.
  func faultInPlaceOfColon(after key: String) -> JSONFault {
    let expected = "a colon after the key \(quoted(key))"
    return faultOfAnyPlace(at: position, expecting: expected)
      ?? JSONFault(.missingColon, at: position, "\(described(position)) where \(expected) was expected")
  }

  /// The fault for what follows a value in an array or object that `closing` would close.
  func faultAfterValue(closing: UInt8) -> JSONFault {
    let expected = closing == JSONByte.closeBrace ? "\",\" or \"}\"" : "\",\" or \"]\""
    if let fault = faultOfAnyPlace(at: position, expecting: expected) { return fault }
    let found = byte(at: position)
    switch found {
    case JSONByte.closeBrace, JSONByte.closeBracket:
      return mismatchedFault(expecting: expected)
    case _ where JSONByte.isWord(found) && byte(at: position - 1) == JSONByte.quote:
      return JSONFault(
        .missingComma, at: position,
        "\(described(position)) right after a string; a quote inside needs a backslash, or a comma is missing"
      )
    case _ where JSONByte.isWord(found) || JSONByte.beginsPunctuatedValue(found):
      return JSONFault(
        .missingComma, at: position,
        "\(described(position)) where \(expected) was expected; a comma is missing")
    default:
      return unexpectedFault(expecting: expected)
    }
  }

  func duplicateFault(_ key: String, at offset: Int) -> JSONFault {
    JSONFault(.duplicateKey, at: offset, "the key \(quoted(key)) a second time in the same object")
  }
}
