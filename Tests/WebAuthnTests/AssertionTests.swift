import Cryptography
import HTTPCore
import JSON
import Testing
import WebAuthn

/// An assertion that is signed when it is verified, so that each check can be reached; as it is, it is right.
struct AssertionCase {
  static let key = Result { try PrivateKey.p256() }

  var data = AuthenticatorDataBuilder().with { $0.flags = 0x05 }
  var fields: JSONObject = ["type": "webauthn.get", "challenge": "AQIDBA", "origin": "http://localhost:8080"]
  var storedSignCount: UInt32 = 0
  var rpID = "example.org"
  var signature: [UInt8]?
  var publicKey = (try? key.get()).flatMap { PublicKey.read(bytes: $0.publicKey).key } ?? KeyMaterial.p256

  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  private func clientData() throws -> ClientData {
    try ClientData(bytes: JSONWriter.serialize(.object(fields), sortedKeys: false))
  }

  private func sign(_ message: [UInt8]) throws -> [UInt8] {
    try signature ?? Self.key.get().signature(over: message)
  }

  func verify() throws -> Assertion {
    let clientData = try clientData()
    return try Assertion.verify(
      authenticatorData: data.bytes, clientDataJSON: clientData, signature: sign(data.bytes + clientData.hash),
      publicKey: publicKey, storedSignCount: storedSignCount, expectedChallenge: Challenge(bytes: [1, 2, 3, 4]),
      rpID: rpID, isOriginAllowed: { OriginRule.loopback.allows($0) })
  }

  func verifyFlat() throws {
    let clientData = try clientData()
    try Assertion.verifyFlat(
      clientData: clientData, signature: sign(clientData.bytes), publicKey: publicKey,
      expectedChallenge: Challenge(text: "AQIDBA"), isOriginAllowed: { OriginRule.loopback.allows($0) })
  }
}

@Suite("An assertion")
struct AssertionTests {
  static let counters: [(UInt32, UInt32, Bool)] = [
    (0, 0, true), (0, 1, true), (1, 2, true), (0, .max, true), (.max - 1, .max, true), (1, 0, false), (1, 1, false),
    (2, 1, false), (.max, .max, false), (.max, 0, false),
  ]

  @Test("needs a counter that increased, unless there is none", arguments: counters)
  func counts(stored: UInt32, received: UInt32, isRight: Bool) throws {
    let assertion = AssertionCase().with {
      $0.storedSignCount = stored
      $0.data.signCount = (0..<4).map { UInt8(truncatingIfNeeded: received >> UInt32(24 - 8 * $0)) }
    }
    if isRight {
      #expect(try assertion.verify() == Assertion(signCount: received, flags: [.userPresent, .userVerified]))
    } else {
      #expect(failure { try assertion.verify() } == .signCountNotIncreased(stored: stored, received: received))
    }
  }

  static let otherKey = KeyMaterial.p256

  static let wrong: [(AssertionCase, WebAuthnFailure)] = [
    (
      AssertionCase().with { $0.fields["type"] = "webauthn.create" },
      .typeMismatch(received: "webauthn.create", expected: "webauthn.get")
    ),
    (
      AssertionCase().with { $0.fields["challenge"] = "AQIDBQ" },
      .challengeMismatch(received: "AQIDBQ", expected: "AQIDBA")
    ),
    (
      AssertionCase().with { $0.fields["origin"] = "https://evil.example" },
      .originNotAllowed("https://evil.example")
    ),
    (AssertionCase().with { $0.fields["crossOrigin"] = true }, .crossOriginNotAllowed(topOrigin: nil)),
    (
      AssertionCase().with { $0.publicKey = otherKey },
      .signatureInvalid(algorithm: .es256, signed: "authenticator data and SHA-256 of the client data")
    ),
    (
      AssertionCase().with { $0.signature = [1, 2] },
      .malformed(
        .signature, reason: "it is 2 bytes that are neither a DER ECDSA signature nor the 64 bytes of r and s")
    ),
    (
      AssertionCase().with { $0.publicKey = KeyMaterial.ed25519 }.with { $0.signature = [1] },
      .malformed(.signature, reason: "it is 1 bytes; an Ed25519 signature has 64")
    ),
    (
      AssertionCase().with { $0.rpID = "other.example" },
      .rpIDMismatch(
        receivedHash: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5", expected: "other.example")
    ),
    (AssertionCase().with { $0.data.flags = 0x04 }, .userNotPresent),
  ]

  @Test("that is wrong fails by name", arguments: wrong)
  func failures(assertion: AssertionCase, expected: WebAuthnFailure) {
    #expect(failure { try assertion.verify() } == expected)
  }

  @Test("may be signed in raw form")
  func raw() throws {
    let assertion = AssertionCase()
    let clientData = try ClientData(bytes: JSONWriter.serialize(.object(assertion.fields), sortedKeys: false))
    let message = assertion.data.bytes + clientData.hash
    let signature = try #require(P256.Signature(der: try AssertionCase.key.get().signature(over: message))).raw
    _ = try assertion.with { $0.signature = signature }.verify()
  }

  @Test("that is flat is verified over the client data alone")
  func flat() throws {
    try AssertionCase().verifyFlat()
  }

  static let wrongFlat: [(AssertionCase, WebAuthnFailure)] = [
    (
      AssertionCase().with { $0.fields["type"] = "webauthn.create" },
      .typeMismatch(received: "webauthn.create", expected: "webauthn.get")
    ),
    (
      AssertionCase().with { $0.fields["challenge"] = "AQID" }, .challengeMismatch(received: "AQID", expected: "AQIDBA")
    ),
    (AssertionCase().with { $0.fields["origin"] = "null" }, .originNotAllowed("null")),
    (
      AssertionCase().with { $0.publicKey = otherKey },
      .signatureInvalid(algorithm: .es256, signed: "the bytes of the client data")
    ),
    (
      AssertionCase().with { $0.signature = [] },
      .malformed(
        .signature, reason: "it is 0 bytes that are neither a DER ECDSA signature nor the 64 bytes of r and s")
    ),
  ]

  @Test("that is flat and wrong fails by name", arguments: wrongFlat)
  func flatFailures(assertion: AssertionCase, expected: WebAuthnFailure) {
    #expect(failure { try assertion.verifyFlat() } == expected)
  }

  @Test("for WebAuthn is none for the flat body")
  func notFlat() throws {
    let vector = SpecificationVector.noneES256
    let clientData = try ClientData(bytes: vector.assertionClientData)
    let key = try vector.register().publicKey
    let failure = failure {
      try Assertion.verifyFlat(
        clientData: clientData, signature: vector.signature, publicKey: key,
        expectedChallenge: Challenge(bytes: vector.assertionChallenge), isOriginAllowed: { _ in true })
    }
    #expect(failure == .signatureInvalid(algorithm: .es256, signed: "the bytes of the client data"))
  }
}

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
