extension [UInt8] {
  /// Appends a string in quotes with the escapes that RFC 8259 section 7 demands, and no others: `"`, `\` and
  /// the characters below U+0020.
  mutating func appendJSONString(_ string: String) {
    append(JSONByte.quote)
    var contiguous = string
    contiguous.withUTF8 { text in
      var runStart = 0
      for (offset, byte) in text.enumerated()
      where byte < 0x20 || byte == JSONByte.quote || byte == JSONByte.backslash {
        append(contentsOf: text[runStart..<offset])
        appendJSONEscape(of: byte)
        runStart = offset + 1
      }
      append(contentsOf: text[runStart...])
    }
    append(JSONByte.quote)
  }

  private mutating func appendJSONEscape(of byte: UInt8) {
    append(JSONByte.backslash)
    switch byte {
    case JSONByte.quote, JSONByte.backslash: append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x0C: append(UInt8(ascii: "f"))
    case JSONByte.lineFeed: append(UInt8(ascii: "n"))
    case JSONByte.carriageReturn: append(UInt8(ascii: "r"))
    case JSONByte.tab: append(UInt8(ascii: "t"))
    default:
      append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      append(contentsOf: String(byte & 0x0F, radix: 16, uppercase: true).utf8)
    }
  }
}
