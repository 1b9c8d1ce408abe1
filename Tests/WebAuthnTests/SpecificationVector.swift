import Testing

@testable import WebAuthn

/// A registration and the assertion that follows it, from the test vectors of Web Authentication Level 3 (§16).
///
/// The specification derives all values from the text "WebAuthn test vectors" by HKDF and signs with
/// deterministic nonces. The RP ID is `example.org`.
struct SpecificationVector: Sendable, CustomTestStringConvertible {
  static let all: [SpecificationVector] = [
    noneES256, selfES256, crossOrigin, topOrigin, longCredentialID, packedES256, packedEd25519,
  ]
  static let rpID = "example.org"

  let name: String
  let registrationChallenge: [UInt8]
  let registrationClientData: [UInt8]
  let attestationObject: [UInt8]
  let aaguid: [UInt8]
  let assertionChallenge: [UInt8]
  let assertionClientData: [UInt8]
  let authenticatorData: [UInt8]
  let signature: [UInt8]

  var testDescription: String { name }

  static func isOriginAllowed(_ origin: String) -> Bool {
    ["https://example.org", "https://example.com"].contains(origin)
  }

  func register() throws -> Registration {
    try Registration.verify(
      attestationObject: attestationObject, clientDataJSON: ClientData(bytes: registrationClientData),
      expectedChallenge: Challenge(bytes: registrationChallenge), rpID: Self.rpID,
      isOriginAllowed: Self.isOriginAllowed, allowsCrossOrigin: true)
  }

  func authenticate(with key: PublicKey) throws -> Assertion {
    try Assertion.verify(
      authenticatorData: authenticatorData, clientDataJSON: ClientData(bytes: assertionClientData),
      signature: signature, publicKey: key, storedSignCount: 0,
      expectedChallenge: Challenge(bytes: assertionChallenge), rpID: Self.rpID,
      isOriginAllowed: Self.isOriginAllowed, allowsCrossOrigin: true)
  }
}
