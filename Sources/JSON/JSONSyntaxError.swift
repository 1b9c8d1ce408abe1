/// Why a text is not one JSON document, with the place and the client's most likely mistake.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The mistake.
  package let kind: Kind
  /// Where it is, in bytes from 0; the length of the text when more of it was expected.
  package let offset: Int
  /// The line of `offset`, from 1. A line ends with LF, CR or CR LF.
  package let line: Int
  /// The position of `offset` in its line, from 1, counted in Unicode code points.
  package let column: Int
  /// The found and the expected text, in one sentence without a full stop. Text quoted from the document is shortened,
  /// and its control characters are escaped.
  package let message: String
  /// The JSON Pointer (RFC 6901) of the innermost value being read, "" for the whole document.
  ///
  /// The path of a member applies from the end of its key on, that of an element from its first byte on; between
  /// members or elements, it is that of their object or array. Its length depends on the keys.
  package let path: String
}

extension JSONSyntaxError: CustomStringConvertible {
  /// For instance `line 3, column 14 (byte 41): a trailing comma before "}"; JSON allows none`.
  package var description: String {
    "line \(line), column \(column) (byte \(offset)): \(message)"
  }
}

extension JSONSyntaxError {
  /// Adds the line and column to the parser's fault.
  init(_ fault: JSONFault, in input: UnsafeBufferPointer<UInt8>, path: JSONPointer) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in input.prefix(fault.offset) {
      if byte == JSONByte.lineFeed && previous == JSONByte.carriageReturn {
        // The second half of a line end that has been counted.
      } else if byte == JSONByte.lineFeed || byte == JSONByte.carriageReturn {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
    self.init(
      kind: fault.kind, offset: fault.offset, line: line, column: column, message: fault.message,
      path: path.description)
  }
}

/// A mistake as the parser throws it, before its line and path are known.
struct JSONFault: Error {
  let kind: JSONSyntaxError.Kind
  let offset: Int
  let message: String

  init(_ kind: JSONSyntaxError.Kind, at offset: Int, _ message: String) {
    self.kind = kind
    self.offset = offset
    self.message = message
  }
}

extension JSONSyntaxError {
  /// The mistakes that are distinguished. A case says what `offset` points to where that is not the wrong byte.
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
    /// Anything else after the document that is neither a value nor one of the mistakes below.
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
    /// A key without a colon after it. Offset: the byte in its place.
    case missingColon
    /// A key and a colon without a value. Offset: the byte in its place.
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
    /// Any other character that is not allowed at its position.
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
    /// A backslash before a character that cannot be escaped. Offset: the backslash.
    case invalidEscape
    /// `\u` without four hexadecimal digits after it. Offset: the backslash.
    case invalidUnicodeEscape
    /// An escaped surrogate without its other half. Offset: the backslash.
    case loneSurrogate
    /// Bytes that are not UTF-8. Offset: the first byte of the sequence.
    case invalidUTF8
  }
}
