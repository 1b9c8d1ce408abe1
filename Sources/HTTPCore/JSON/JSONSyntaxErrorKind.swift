extension JSONSyntaxError {
  /// The mistakes that are told apart. Each line says what `offset` points to where that is not the byte
  /// found.
  package enum Kind: String, Sendable, CaseIterable {
    /// Nothing, or nothing but white space. Offset: the end.
    case emptyDocument
    /// A byte order mark, which RFC 8259 section 8.1 forbids. Offset: 0.
    case byteOrderMark
    /// A form (`a=b&c=d`), not JSON. Offset: its first byte.
    case formEncoded
    /// A multipart body, not JSON. Offset: the first byte of its boundary.
    case multipart
    /// HTML or XML, not JSON.
    case markup

    /// The document ends where more was expected, or inside a character of several bytes. Offset: the end.
    case truncated
    /// The document ends inside a string, between two characters. Offset: the quote that opens it.
    case unterminatedString
    /// Something that is neither a value nor any better known mistake follows the document.
    case trailingContent
    /// A second value follows the document.
    case secondDocument
    /// Nesting deeper than `JSONLimits.maximumDepth`. Offset: the bracket that is too deep.
    case tooDeep

    /// A comma after the last element or member. Offset: the comma.
    case trailingComma
    /// A comma with no element or member before it.
    case extraComma
    /// Two elements or members with no comma between them. Offset: the second one.
    case missingComma
    /// A key with no colon after it. Offset: what stands there instead.
    case missingColon
    /// A key and a colon with no value. Offset: what stands there instead.
    case missingValue
    /// `]` where an object is open, or `}` where an array is.
    case mismatchedBracket
    /// A key used twice in one object. Offset: the quote that opens the second one.
    case duplicateKey
    /// A key without quotes.
    case unquotedKey

    /// Single quotes around a string.
    case singleQuotes
    /// Curly quotation marks around a string.
    case typographicQuotes
    /// A comment: `//`, `/*` or `#`.
    case comment
    /// NaN or an infinity.
    case nonFiniteNumber
    /// `undefined`.
    case undefinedLiteral
    /// `True`, `None` and the like.
    case misspelledLiteral
    /// Any other word without quotes where a value was expected.
    case bareWord
    /// Any other character that can't stand where it does.
    case unexpectedCharacter

    /// A zero before other digits. Offset: the zero.
    case leadingZero
    /// A plus sign before a number.
    case plusSign
    /// A number that is malformed in another way.
    case invalidNumber
    /// A number longer than `JSONLimits.maximumNumberLength`. Offset: its first byte.
    case numberTooLong

    /// A control character in a string, a line break for instance.
    case controlCharacter
    /// A backslash before a character that makes no escape. Offset: the backslash.
    case invalidEscape
    /// `\u` without four hexadecimal digits after it. Offset: the backslash.
    case invalidUnicodeEscape
    /// An escaped surrogate without its other half. Offset: the backslash.
    case loneSurrogate
    /// Bytes that are not UTF-8. Offset: the first byte of the sequence.
    case invalidUTF8
  }
}
