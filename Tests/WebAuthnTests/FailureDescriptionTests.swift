import Testing

@testable import WebAuthn

@Suite("A failure")
struct FailureDescriptionTests {
  static let sentences: [(WebAuthnFailure, [String])] = [
    (.malformed(.authenticatorData, reason: "why"), ["The authenticator data can't be read: why."]),
    (.typeMismatch(received: "a", expected: "b"), ["\"a\"", "\"b\" was expected"]),
    (.challengeMismatch(received: "a", expected: "b"), ["\"a\"", "given out is \"b\""]),
    (.originNotAllowed("https://a.example"), ["\"https://a.example\""]),
    (.crossOriginNotAllowed(topOrigin: nil), ["another origin, which is not allowed"]),
    (.crossOriginNotAllowed(topOrigin: "https://t.example"), ["in a page of \"https://t.example\""]),
    (.rpIDMismatch(receivedHash: "00ff", expected: "localhost"), ["SHA-256 00ff", "\"localhost\""]),
    (.userNotPresent, ["UP (0x01)"]), (.userNotVerified, ["UV (0x04)", "required"]),
    (.unsupportedKey("an RSA key"), ["an RSA key", "ES256", "EdDSA"]),
    (.attestationInvalid(format: "packed"), ["\"packed\""]),
    (.signatureInvalid(algorithm: .edDSA, signed: "this"), ["EdDSA (COSE algorithm -8)", "over this"]),
    (.signCountNotIncreased(stored: 7, received: 5), ["is 5", "more than 7"]),
  ]

  @Test("says in one sentence what came and what was expected", arguments: sentences)
  func describes(failure: WebAuthnFailure, parts: [String]) {
    for part in parts {
      #expect(failure.description.contains(part), "\(failure)")
    }
    #expect(failure.description.hasSuffix("."))
  }

  @Test("repeats no control characters and no long texts of a client")
  func quoting() {
    let text = "\u{1B}[31m\n" + String(repeating: "x", count: 10_000)
    let description = WebAuthnFailure.originNotAllowed(text).description
    #expect(description.utf8.allSatisfy { $0 >= 0x20 })
    #expect(description.count < 300)
  }
}
