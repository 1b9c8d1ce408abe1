// Finds the client's most likely mistake after the grammar has failed. This code is not performance-critical.

extension JSONParser {
  /// The mistakes that are the same everywhere outside of strings, or nil.
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

  /// The fault for the bytes at `position`, where a value is expected.
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

  /// The fault for the bytes at `position`, where a key is expected.
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

  /// The fault for the bytes at `position`, where a colon is expected.
  func faultInPlaceOfColon(after key: String) -> JSONFault {
    let expected = "a colon after the key \(quoted(key))"
    return faultOfAnyPlace(at: position, expecting: expected)
      ?? JSONFault(.missingColon, at: position, "\(described(position)) where \(expected) was expected")
  }

  /// The fault for the bytes after a value in an array or object that `closing` would close.
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

// The particular mistakes that JSONParser+Mistakes chooses from.

extension JSONParser {
  /// The fault for `,`, `]` or `}` at `position`, where a value is expected; it depends on the bytes before.
  func faultOfMissingValue() -> JSONFault {
    let found = byte(at: position)
    switch lastOffset(before: position).map({ byte(at: $0) }) {
    case JSONByte.colon:
      return JSONFault(.missingValue, at: position, "\(described(position)) where a value was expected")
    case JSONByte.comma where found == JSONByte.closeBracket:
      return trailingCommaFault()
    case JSONByte.comma where found == JSONByte.comma, JSONByte.openBracket where found == JSONByte.comma:
      return JSONFault(.extraComma, at: position, "a comma with no element before it")
    case JSONByte.comma, JSONByte.openBracket:
      return mismatchedFault(expecting: "an element or \"]\"")
    default:
      return unexpectedFault(expecting: "a value")
    }
  }

  /// The fault for the comma before the closing bracket at `position`.
  func trailingCommaFault() -> JSONFault {
    JSONFault(
      .trailingComma, at: lastOffset(before: position) ?? position,
      "a trailing comma before \(described(position)); JSON allows none")
  }

  func mismatchedFault(expecting expected: String) -> JSONFault {
    JSONFault(.mismatchedBracket, at: position, "\(described(position)) where \(expected) was expected")
  }

  func unexpectedFault(expecting expected: String) -> JSONFault {
    JSONFault(.unexpectedCharacter, at: position, "\(described(position)) where \(expected) was expected")
  }

  /// The fault for quotation marks at `position` that are not JSON's, or nil.
  func faultOfQuotes() -> JSONFault? {
    if byte(at: position) == JSONByte.apostrophe {
      return JSONFault(
        .singleQuotes, at: position, "a single quote; JSON strings and keys have double quotes")
    }
    // U+2018 to U+201F, which keyboards insert instead of ' and ".
    guard byte(at: position) == 0xE2, byte(at: position + 1) == 0x80, 0x98...0x9F ~= byte(at: position + 2)
    else {
      return nil
    }
    return JSONFault(
      .typographicQuotes, at: position,
      "the quotation mark \(described(position)); JSON strings and keys have the plain double quote U+0022")
  }

  /// The fault for a word at `position` that is not one of the three literals.
  func faultOfWord() -> JSONFault {
    let end = endOfWord(from: position)
    let word = excerpt(position, end)
    let lowered = word.lowercased()
    if isAtEnd(end), ["true", "false", "null"].contains(where: { $0.hasPrefix(word) }) {
      return JSONFault(.truncated, at: end, "the document ends inside a literal, after \(word)")
    }
    if isNonFinite(word) { return nonFiniteFault(word, at: position) }
    switch lowered {
    case "undefined":
      return JSONFault(
        .undefinedLiteral, at: position,
        "undefined where a value was expected; JSON has null, or no member at all")
    case "true", "false", "null":
      return JSONFault(.misspelledLiteral, at: position, "\(word) where JSON has \(lowered), in lower case")
    case "none", "nil":
      return JSONFault(.misspelledLiteral, at: position, "\(word) where JSON has null")
    default:
      return JSONFault(
        .bareWord, at: position, "the word \(word) without quotes; a string needs double quotes")
    }
  }

  /// The last offset before `offset` that is not white space, or nil.
  private func lastOffset(before offset: Int) -> Int? {
    input[..<offset].lastIndex { !JSONByte.isWhitespace($0) }
  }
}

// How messages quote the document: short, on one line, and without invisible characters.

extension JSONParser {
  /// The most characters of the document that one message quotes.
  private static var longestExcerpt: Int { 40 }

  /// The bytes of a range as text for a message, truncated when they are many.
  func excerpt(_ start: Int, _ end: Int) -> String {
    let start = min(start, input.count)
    let end = min(max(end, start), input.count)
    return shortened(text(start, min(end, start + Self.longestExcerpt * 4)))
  }

  /// A text from the document in double quotes, for a message.
  func quoted(_ text: String) -> String {
    "\"\(shortened(text))\""
  }

  /// A description of the character at `offset`, which is not past the end: `"x"`, `a line break`, `"é" (U+00E9)`.
  func described(_ offset: Int) -> String {
    let found = byte(at: offset)
    switch found {
    case JSONByte.quote: return "a double quote"
    case JSONByte.lineFeed, JSONByte.carriageReturn: return "a line break"
    case JSONByte.tab: return "a tab"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(found)))\""
    case 0..<0x20, 0x7F: return "the control character \(codePoint(UInt32(found)))"
    default: break
    }
    guard let scalar = text(offset, min(offset + 4, input.count)).unicodeScalars.first else {
      return "nothing"
    }
    let name = codePoint(scalar.value)
    return isVisible(scalar) ? "\"\(Character(scalar))\" (\(name))" : "the character \(name)"
  }

  /// `value` in upper-case hexadecimal with at least `digits` digits.
  func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private func codePoint(_ value: UInt32) -> String {
    "U+" + hexadecimal(value, digits: 4)
  }

  private func shortened(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == Self.longestExcerpt { return result + "..." }
      if isVisible(scalar) || scalar == " " {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
      }
    }
    return result
  }

  /// Whether a message can show the character: not a control character, not a direction mark, not a blank.
  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
      false
    default: true
    }
  }
}
