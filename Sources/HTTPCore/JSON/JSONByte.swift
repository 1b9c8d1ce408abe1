/// The ASCII bytes of JSON's grammar (RFC 8259 section 2), and of the mistakes made in it.
enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let zero = UInt8(ascii: "0")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// The white space of RFC 8259 section 2, which is less than Unicode's.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether the byte can stand in an identifier of JavaScript, all of ASCII that a bare word is made of.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// Whether a value, or what its writer takes for one, begins with this byte, other than a word or a digit.
  static func beginsPunctuatedValue(_ byte: UInt8) -> Bool {
    byte == quote || byte == apostrophe || byte == minus || byte == openBrace || byte == openBracket
  }

  /// The value of a hexadecimal digit in either case, or nil.
  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte &- zero) }
    let lowered = (byte | 0x20) &- UInt8(ascii: "a")
    return lowered < 6 ? UInt32(lowered) + 10 : nil
  }
}
