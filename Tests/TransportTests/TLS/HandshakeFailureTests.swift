import Testing
import Transport

@Suite("A failed TLS handshake")
struct HandshakeFailureTests {
  private static let hello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]
  private static let oldHello: [UInt8] = [0x16, 3, 1, 0, 200, 1, 0, 0, 196, 3, 2]

  @Test(
    "is explained by what came from the client",
    arguments: [
      (hello, 48, true, "the advice"), (hello, 42, false, "the advice"), (hello, 46, false, "the advice"),
      (hello, 45, false, "clock"), (hello, 70, false, "version"), (hello, 40, false, "broke the handshake off"),
      (oldHello, 0, false, "too old"), (hello, 0, true, "left in the middle"),
      (hello, 0, false, "cannot be understood"),
      (Array("GET / HTTP/".utf8), 0, false, "plain HTTP"), (Array("ssh-2.0".utf8), 0, false, "does not speak TLS"),
      ([0x80, 0x2E, 1, 0, 2], 0, false, "does not speak TLS"), ([], 0, true, "before it said anything"),
      ([0x16], 0, true, "left in the middle"),
    ] as [([UInt8], Int32, Bool, String)])
  func explained(opening: [UInt8], alert: Int32, hasLeft: Bool, text: String) {
    let failure = HandshakeFailure(
      code: 0, opening: opening, alert: alert, alertName: "a name", hasClientLeft: hasLeft, advice: "the advice")
    #expect(failure.text.contains(text))
    #expect((failure.metadata["alert"] != nil) == (alert > 0))
  }

  /// GnuTLS' numbers: GNUTLS_E_UNSUPPORTED_VERSION_PACKET, GNUTLS_E_NO_CIPHER_SUITES, GNUTLS_E_NO_COMMON_KEY_SHARE.
  @Test(
    "is explained by GnuTLS' error when no alert came",
    arguments: [(-8, "too old"), (-87, "no cipher"), (-423, "no group"), (-9, "cannot be understood")])
  func explained(code: Int32, text: String) {
    let failure = HandshakeFailure(
      code: code, opening: Self.hello, alert: 0, alertName: "", hasClientLeft: false, advice: "the advice")
    #expect(failure.text.contains(text))
    #expect(failure.metadata["error"] != nil)
  }

  @Test("is no news when a client only connected and left")
  func quiet() {
    let failure = HandshakeFailure(code: 0, opening: [], alert: 0, alertName: "", hasClientLeft: true, advice: "")
    #expect(failure.level == .debug)
  }
}
