// The particular mistakes that JSONParser+Mistakes chooses from.

extension JSONParser {
  /// The fault for `,`, `]` or `}` at `position` in the place of a value; what stands before it tells which.
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
    // U+2018 to U+201F, which keyboards put in the place of ' and ".
    guard byte(at: position) == 0xE2, byte(at: position + 1) == 0x80, 0x98...0x9F ~= byte(at: position + 2)
    else {
      return nil
    }
    return JSONFault(
      .typographicQuotes, at: position,
      "the quotation mark \(described(position)); JSON strings and keys have the plain double quote U+0022")
  }

  /// The fault for a word at `position` that is none of the three literals.
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

  /// The last offset before `offset` that holds no white space, or nil.
  private func lastOffset(before offset: Int) -> Int? {
    input[..<offset].lastIndex { !JSONByte.isWhitespace($0) }
  }
}
