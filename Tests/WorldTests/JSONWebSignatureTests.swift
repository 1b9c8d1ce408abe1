import HTTPCore
import Testing
import World

@Suite("JSON Web Signatures")
struct JSONWebSignatureTests {
  /// RFC 7515 appendix A.1, which is RFC 7519 §3.1's token too.
  private static let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
  private static let token =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
    + "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
    + "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let payload = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"

  private func key() throws -> [UInt8] { try #require(Base64URL.decode(Array(Self.key.utf8))) }

  @Test("verify the example of RFC 7515 A.1")
  func example() throws {
    let payload = try JSONWebSignature.verify(Self.token, key: key())
    #expect(String(decoding: payload, as: UTF8.self) == Self.payload)
  }

  @Test("verify what was signed, under the same key only")
  func roundTrip() throws {
    let token = JSONWebSignature.sign(Array("{}".utf8), key: [1, 2, 3])
    #expect(try JSONWebSignature.verify(token, key: [1, 2, 3]) == Array("{}".utf8))
    #expect(throws: JSONWebSignature.Failure.wrongSignature) {
      try JSONWebSignature.verify(token, key: [1, 2, 4])
    }
  }

  @Test("refuse a token with any single character changed")
  func alterations() throws {
    let key = try key()
    let characters = Array(Self.token)
    for index in characters.indices {
      var altered = characters
      altered[index] = altered[index] == "A" ? "B" : "A"
      #expect(throws: JSONWebSignature.Failure.self) {
        try JSONWebSignature.verify(String(altered), key: key)
      }
    }
  }

  @Test(
    "refuse other algorithms and other texts",
    arguments: [
      ("eyJhbGciOiJub25lIn0.e30.", JSONWebSignature.Failure.unsupportedAlgorithm),
      ("eyJhbGciOiJIUzUxMiJ9.e30.AAAA", .unsupportedAlgorithm), ("", .malformed), ("a.b.c", .malformed),
      ("e30.e30", .malformed), ("e30.e30.e30.e30", .malformed), ("..", .malformed),
      ("e30.e30.AAAA", .unsupportedAlgorithm),
      ("W10.e30.AAAA", .malformed),
    ])
  func refusals(text: String, failure: JSONWebSignature.Failure) throws {
    let key = try key()
    #expect(throws: failure) { try JSONWebSignature.verify(text, key: key) }
  }
}
