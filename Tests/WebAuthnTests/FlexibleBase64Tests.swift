import Testing

@testable import WebAuthn

@Suite("Base64 from clients")
struct FlexibleBase64Tests {
  /// RFC 4648 §10, and bytes whose spelling differs between the alphabets.
  static let vectors: [(String, [UInt8])] = [
    ("", []), ("Zg==", Array("f".utf8)), ("Zg", Array("f".utf8)), ("Zm8=", Array("fo".utf8)), ("Zm8", Array("fo".utf8)),
    ("Zm9v", Array("foo".utf8)), ("Zm9vYg==", Array("foob".utf8)), ("Zm9vYmE=", Array("fooba".utf8)),
    ("Zm9vYmFy", Array("foobar".utf8)), ("++//", [0xFB, 0xEF, 0xFF]), ("--__", [0xFB, 0xEF, 0xFF]),
    ("A+z/4ME=", [3, 236, 255, 224, 193]), ("A-z_4ME", [3, 236, 255, 224, 193]), ("A-z_4ME=", [3, 236, 255, 224, 193]),
  ]

  @Test("is read in either alphabet, padded or not", arguments: vectors)
  func reads(text: String, bytes: [UInt8]) {
    #expect(FlexibleBase64.decode(text) == bytes)
  }

  static let others: [String] = [
    "A", "=", "==", "===", "Zg=", "Zg===", "Zg====", "Zm8==", "Zm9v=", "Zm9v==", "Zm9v====", "Z=g=", "=Zg", "Zg==Zg",
    "Zh", "Zm9=", "+_", "-/Aa", "+A-a", "Zm 9v", " Zm9v", "Zm9v\n", "Zm9vY", "Zm.v", "é", "Zg\u{0}", "Zg=\u{0}",
  ]

  @Test("is refused when anything is amiss", arguments: others)
  func refuses(text: String) {
    #expect(FlexibleBase64.decode(text) == nil)
  }

  @Test("may have line breaks where these are asked for")
  func lineBreaks() {
    #expect(FlexibleBase64.decodeWrapped("Zm9v\r\nYmFy\n") == Array("foobar".utf8))
    #expect(FlexibleBase64.decodeWrapped("Zm9v YmFy") == nil)
  }
}
