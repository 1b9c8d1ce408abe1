import HTTPCore
import Testing

@Suite("Base64 with the URL alphabet")
struct Base64URLTests {
  /// RFC 4648 §10, without padding, and RFC 7515 appendix C.
  static let vectors: [([UInt8], String)] = [
    ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
    (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
    ([3, 236, 255, 224, 193], "A-z_4ME"),
  ]

  @Test("follows the vectors both ways", arguments: vectors)
  func follows(bytes: [UInt8], text: String) {
    #expect(Base64URL.encode(bytes) == text)
    #expect(Base64URL.decode(Array(text.utf8)) == bytes)
  }

  @Test("refuses what no encoder writes", arguments: ["A", "Zg==", "Zh", "Zm9=", "a+b/", "ab cd", "Zm9vY", "é"])
  func refusals(text: String) {
    #expect(Base64URL.decode(Array(text.utf8)) == nil)
  }

  @Test("pads and uses the ordinary alphabet for Base64")
  func ordinary() {
    #expect(Base64.encode([3, 236, 255, 224, 193]) == "A+z/4ME=")
    #expect(Base64.encode(Array("f".utf8)) == "Zg==")
  }

  @Test("writes hexadecimal digits in lower case")
  func hexadecimal() {
    #expect(Hex.encode([0, 0xAB, 0xFF]) == "00abff")
  }
}

@Suite("Entity tags")
struct EntityTagTests {
  private let tag = EntityTag(of: Array("content".utf8))

  @Test("are equal for equal content and differ for other content")
  func content() {
    #expect(tag == EntityTag(of: Array("content".utf8)))
    #expect(tag != EntityTag(of: Array("Content".utf8)))
    #expect(tag.text.hasPrefix("\"") && tag.text.hasSuffix("\"") && tag.text.count == 18)
  }

  @Test("match a condition that names them", arguments: ["%", "W/%", "\"x\", %", "*", " % ", "\"x\",W/%,\"y\""])
  func matching(condition: String) {
    #expect(tag.isMatched(byIfNoneMatch: condition.replacing("%", with: tag.text)))
  }

  @Test("match no other condition", arguments: ["", "\"x\"", "W/", "x", "\"\"", ","])
  func others(condition: String) {
    #expect(!tag.isMatched(byIfNoneMatch: condition))
  }
}

@Suite("Header fields")
struct HeaderFieldsTests {
  @Test("are found in any case, repeated ones in order")
  func lookUp() {
    var headers: HeaderFields = ["Content-Type": "a", "X": "1", "x": "2"]
    #expect(headers["content-type"] == "a")
    #expect(headers.values("X") == ["1", "2"])
    headers["x"] = "3"
    #expect(headers.values("X") == ["3"])
    headers["x"] = nil
    #expect(headers["X"] == nil)
  }

  @Test("find a token in a list", arguments: ["Upgrade", "keep-alive, Upgrade", "keep-alive,upgrade", " UPGRADE "])
  func tokens(value: String) {
    #expect(HeaderFields(dictionaryLiteral: ("Connection", value)).contains(token: "upgrade", in: "connection"))
  }

  @Test("do not take a part of a word for a token")
  func partialTokens() {
    #expect(!(["Connection": "Upgraded, no-upgrade"] as HeaderFields).contains(token: "upgrade", in: "Connection"))
  }

  @Test(
    "give the bearer token",
    arguments: [
      ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER  abc ", "abc"), ("Basic abc", nil), ("Bearer", nil),
      ("Bearer ", nil), ("Bearerabc", nil), ("", nil), ("abc", nil),
    ] as [(String, String?)])
  func bearer(value: String, expected: String?) throws {
    let request = Request(
      method: .get, target: try RequestTarget(Array("/".utf8)), headers: ["Authorization": value])
    #expect(request.bearerToken == expected)
  }
}
