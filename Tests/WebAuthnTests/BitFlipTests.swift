import Foundation
import HTTPCore
import Testing
import WebAuthn

@Suite("A bit that was flipped")
struct BitFlipTests {
  /// Every way to flip one bit.
  private static func flips(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
    (0..<bytes.count * 8).lazy.map { bit in
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      return flipped
    }
  }

  private static func verify(
    _ vector: SpecificationVector, key: PublicKey, data: [UInt8]? = nil, clientData: [UInt8]? = nil,
    signature: [UInt8]? = nil
  ) throws -> Assertion {
    let clientData = try ClientData(bytes: clientData ?? vector.assertionClientData)
    return try Assertion.verify(
      authenticatorData: data ?? vector.authenticatorData, clientDataJSON: clientData,
      signature: signature ?? vector.signature, publicKey: key, storedSignCount: 0,
      expectedChallenge: Challenge(text: clientData.challenge), rpID: SpecificationVector.rpID,
      isOriginAllowed: { _ in true }, allowsCrossOrigin: true)
  }

  static let vectors: [SpecificationVector] = [.noneES256, .packedEd25519]

  @Test("in authenticator data makes an assertion fail", arguments: vectors)
  func authenticatorData(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.authenticatorData) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, data: flipped) }
    }
  }

  @Test("in client data makes an assertion fail, whatever challenge and origin they name", arguments: vectors)
  func clientData(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.assertionClientData) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, clientData: flipped) }
    }
  }

  @Test("in a signature makes an assertion fail", arguments: vectors)
  func signature(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.signature) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, signature: flipped) }
    }
  }

  @Test("in a self attestation makes the registration fail, unless it names another format")
  func attestation() throws {
    let vector = SpecificationVector.selfES256
    let clientData = try ClientData(bytes: vector.registrationClientData)
    for flipped in Self.flips(of: vector.attestationObject) {
      let registration = try? Registration.verify(
        attestationObject: flipped, clientDataJSON: clientData,
        expectedChallenge: Challenge(bytes: vector.registrationChallenge), rpID: SpecificationVector.rpID,
        isOriginAllowed: { _ in true })
      #expect(registration?.attestation != .verified)
      #expect(registration == nil || registration?.format != "packed")
    }
  }

  @Test("in a flat body makes the assertion fail")
  func flat() throws {
    let message = Array(ClientDataTests.json.utf8)
    let signature = try AssertionCase.key.get().signature(over: message)
    let key = AssertionCase().publicKey
    let verify = { (message: [UInt8], signature: [UInt8]) throws in
      let clientData = try ClientData(bytes: message)
      try Assertion.verifyFlat(
        clientData: clientData, signature: signature, publicKey: key,
        expectedChallenge: Challenge(text: clientData.challenge), isOriginAllowed: { _ in true },
        allowsCrossOrigin: true)
    }
    try verify(message, signature)
    for flipped in Self.flips(of: message) {
      #expect(throws: WebAuthnFailure.self) { try verify(flipped, signature) }
    }
    for flipped in Self.flips(of: signature) {
      #expect(throws: WebAuthnFailure.self) { try verify(message, flipped) }
    }
  }
}
