import HTTPCore
import JSON
import Testing
import WebAuthn

/// A registration whose parts can be changed one by one; as it is, it is right.
struct RegistrationCase {
  var object: CBORValue = ["fmt": "none", "attStmt": [:], "authData": .bytes(AuthenticatorDataBuilder().bytes)]
  var clientData: JSONValue = [
    "type": "webauthn.create", "challenge": "AQIDBA", "origin": "https://example.org", "crossOrigin": false,
  ]
  var challenge = Challenge(bytes: [1, 2, 3, 4])
  var rpID = "example.org"
  var allowsCrossOrigin = false
  var requiresUserVerification = false

  func verify() throws -> Registration {
    try Registration.verify(
      attestationObject: object.encoded, clientDataJSON: ClientData(bytes: JSONWriter.serialize(clientData)),
      expectedChallenge: challenge, rpID: rpID, isOriginAllowed: SpecificationVector.isOriginAllowed,
      allowsCrossOrigin: allowsCrossOrigin, requiresUserVerification: requiresUserVerification)
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  func with(_ name: String, _ value: JSONValue) -> Self {
    var fields = clientData.object ?? [:]
    fields[name] = value
    return with { $0.clientData = .object(fields) }
  }

  func withData(_ change: (inout AuthenticatorDataBuilder) -> Void) -> Self {
    let data = AuthenticatorDataBuilder().with(change).bytes
    return with { $0.object = ["fmt": "none", "attStmt": [:], "authData": .bytes(data)] }
  }

  func withStatement(_ format: String, _ statement: CBORValue) -> Self {
    let data = AuthenticatorDataBuilder().bytes
    return with { $0.object = ["fmt": .text(format), "attStmt": statement, "authData": .bytes(data)] }
  }
}

@Suite("A registration")
struct RegistrationTests {
  @Test("that is right yields the credential")
  func valid() throws {
    let registration = try RegistrationCase().verify()
    #expect(registration.credentialID == [1, 2, 3, 4])
    #expect(registration.publicKey == KeyMaterial.p256)
    #expect(registration.attestation == .none)
  }

  static let wrong: [(RegistrationCase, WebAuthnFailure)] = [
    (
      RegistrationCase().with("type", "webauthn.get"),
      .typeMismatch(received: "webauthn.get", expected: "webauthn.create")
    ),
    (RegistrationCase().with("challenge", "AQID"), .challengeMismatch(received: "AQID", expected: "AQIDBA")),
    (RegistrationCase().with("origin", "https://evil.example"), .originNotAllowed("https://evil.example")),
    (RegistrationCase().with("crossOrigin", true), .crossOriginNotAllowed(topOrigin: nil)),
    (
      RegistrationCase().with("topOrigin", "https://example.com"),
      .crossOriginNotAllowed(topOrigin: "https://example.com")
    ),
    (
      RegistrationCase().with("topOrigin", "https://evil.example").with { $0.allowsCrossOrigin = true },
      .originNotAllowed("https://evil.example")
    ),
    (
      RegistrationCase().with { $0.rpID = "localhost" },
      .rpIDMismatch(
        receivedHash: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5", expected: "localhost")
    ),
    (RegistrationCase().withData { $0.flags = 0x40 }, .userNotPresent),
    (RegistrationCase().with { $0.requiresUserVerification = true }, .userNotVerified),
    (
      RegistrationCase().withData { $0.flags = 0x01 },
      .malformed(.authenticatorData, reason: "its flags lack AT (0x40): there is no credential in it")
    ),
    (
      RegistrationCase().with { $0.object = [] },
      .malformed(.attestationObject, reason: "it is not a map but an array")
    ),
    (RegistrationCase().with { $0.object = [:] }, .malformed(.attestationObject, reason: "\"fmt\" is missing")),
    (
      RegistrationCase().with { $0.object = ["fmt": 1] },
      .malformed(.attestationObject, reason: "\"fmt\" is an integer instead of a text string")
    ),
    (
      RegistrationCase().with { $0.object = ["fmt": "none", "attStmt": .null] },
      .malformed(.attestationObject, reason: "\"attStmt\" is null instead of a map")
    ),
    (
      RegistrationCase().with { $0.object = ["fmt": "none", "attStmt": [:]] },
      .malformed(.attestationObject, reason: "\"authData\" is missing")
    ),
    (
      RegistrationCase().withStatement("none", ["alg": -7]),
      .malformed(.attestationStatement, reason: "its format is \"none\", but it is not empty")
    ),
    (
      RegistrationCase().withStatement("packed", ["alg": -7]),
      .malformed(.attestationStatement, reason: "it lacks \"alg\", an integer, or \"sig\", a byte string")
    ),
    (
      RegistrationCase().withStatement("packed", ["alg": -8, "sig": .bytes([1])]),
      .malformed(
        .attestationStatement,
        reason: "it is for EdDSA (COSE algorithm -8), the credential's key for ES256 (COSE algorithm -7)")
    ),
    (
      RegistrationCase().withStatement("packed", ["alg": -7, "sig": .bytes([1])]), .attestationInvalid(format: "packed")
    ),
  ]

  @Test("that is wrong fails by name", arguments: wrong)
  func failures(registration: RegistrationCase, expected: WebAuthnFailure) {
    #expect(failure { try registration.verify() } == expected)
  }

  @Test("in a frame is verified where that is allowed")
  func frames() throws {
    let framed = RegistrationCase().with("crossOrigin", true).with { $0.allowsCrossOrigin = true }
    _ = try framed.verify()
    _ = try framed.with("topOrigin", "https://example.com").verify()
  }

  @Test(
    "in a format that is not verified says so",
    arguments: ["packed", "fido-u2f", "tpm", "android-key", "android-safetynet", "apple", "something-new"])
  func otherFormats(format: String) throws {
    let statement: CBORValue = ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([0x30, 0x00])]]
    let registration = try RegistrationCase().withStatement(format, statement).verify()
    #expect(registration.format == format)
    #expect(registration.attestation == .notVerified)
  }

  @Test("of which any prefix is missing fails")
  func prefixes() throws {
    let vector = SpecificationVector.selfES256
    for count in 0..<vector.attestationObject.count {
      let bytes = Array(vector.attestationObject.prefix(count))
      #expect(throws: WebAuthnFailure.self) { try AttestationObject(bytes: bytes) }
    }
    #expect(throws: WebAuthnFailure.self) { try AttestationObject(bytes: vector.attestationObject + [0]) }
  }
}
