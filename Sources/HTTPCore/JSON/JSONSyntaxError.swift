/// Why a text is not one JSON document, where, and what the client most likely did.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The mistake.
  package let kind: Kind
  /// Where it is, in bytes from 0; the length of the text when more of it was expected.
  package let offset: Int
  /// The line of `offset`, from 1. A line ends with LF, CR or CR LF.
  package let line: Int
  /// The place of `offset` in its line, from 1, counted in Unicode code points.
  package let column: Int
  /// What was found and what was expected, in one sentence without a full stop. Text quoted from the document
  /// is shortened, and its control characters are escaped.
  package let message: String
  /// The JSON Pointer (RFC 6901) of the innermost value being read, "" for the whole document.
  ///
  /// That is the member from the end of its key on, the element from its first byte on, and between members
  /// or elements the object or array they are in. It is as long as the keys are.
  package let path: String
}

extension JSONSyntaxError: CustomStringConvertible {
  /// For instance `line 3, column 14 (byte 41): a trailing comma before "}"; JSON allows none`.
  package var description: String {
    "line \(line), column \(column) (byte \(offset)): \(message)"
  }
}

extension JSONSyntaxError {
  /// Completes what the parser found with the line and column of its offset.
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
