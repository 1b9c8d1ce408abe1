/// A strict and bounded parser of JSON (RFC 8259).
///
/// It accepts exactly the grammar of the RFC in UTF-8 without a byte order mark, and refuses two things the
/// RFC leaves open: a key used twice in an object, and an escaped surrogate without its other half. Time is
/// linear in the length of the text; the recursion is no deeper than `JSONLimits.maximumDepth`.
package struct JSONParser {
  /// The document. Valid during `parse` only, which no parser outlives.
  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  /// The next byte to read.
  var position = 0
  /// The tokens of the path to the fault, innermost first; grows as a fault leaves one level after another.
  var faultTrail: [String] = []
  /// The bytes of a string with escapes; kept to be used again.
  var scratch: [UInt8] = []

  private init(input: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.input = input
    self.limits = limits
  }

  /// The value of a document that is one JSON text with nothing but white space around it.
  ///
  /// - Throws: `JSONSyntaxError` for the first mistake in the order of the text.
  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONSyntaxError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (input) throws(JSONSyntaxError) -> JSONValue in
      var parser = JSONParser(input: input, limits: limits)
      do throws(JSONFault) {
        return try parser.parseDocument()
      } catch {
        throw JSONSyntaxError(error, in: input, path: JSONPointer(parser.faultTrail.reversed()))
      }
    }
  }
}

extension JSONParser {
  /// The byte at `offset`, 0 past the end. A NUL stands nowhere in JSON, so no caller takes one for the other
  /// without an error following; `isAtEnd` tells them apart.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < input.count ? input[offset] : 0
  }

  /// Whether `offset` is past the last byte.
  func isAtEnd(_ offset: Int) -> Bool {
    offset >= input.count
  }

  /// The first offset from `start` on that holds no white space.
  func endOfWhitespace(from start: Int) -> Int {
    var end = start
    while JSONByte.isWhitespace(byte(at: end)) { end += 1 }
    return end
  }

  /// The first offset from `start` on that holds no byte of a bare word.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while JSONByte.isWord(byte(at: end)) { end += 1 }
    return end
  }

  /// The text of a range of bytes already known to be UTF-8.
  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: input[start..<end]), as: UTF8.self)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    position = endOfWhitespace(from: position)
  }
}
