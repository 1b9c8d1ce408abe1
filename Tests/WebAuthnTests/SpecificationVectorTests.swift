import Testing
import WebAuthn

@Suite("The test vectors of Web Authentication Level 3")
struct SpecificationVectorTests {
  static let attestations: [(SpecificationVector, String, Registration.Attestation)] = [
    (.noneES256, "none", .none), (.selfES256, "packed", .verified), (.crossOrigin, "none", .none),
    (.topOrigin, "none", .none), (.longCredentialID, "none", .none), (.packedES256, "packed", .notVerified),
    (.packedEd25519, "packed", .notVerified),
  ]

  @Test("register", arguments: attestations)
  func registers(vector: SpecificationVector, format: String, attestation: Registration.Attestation) throws {
    let registration = try vector.register()
    #expect(registration.format == format)
    #expect(registration.attestation == attestation)
    #expect(registration.aaguid == vector.aaguid)
    #expect(registration.signCount == 0)
    let isLong = vector.name == SpecificationVector.longCredentialID.name
    #expect(registration.credentialID.count == (isLong ? 1023 : 32))
    let isEdwards = vector.name == SpecificationVector.packedEd25519.name
    #expect(registration.publicKey.algorithm == (isEdwards ? .edDSA : .es256))
  }

  @Test("yield the credential IDs and keys that the specification names")
  func values() throws {
    let none = try SpecificationVector.noneES256.register()
    #expect(none.credentialID == hex("f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4"))
    #expect(none.flags == [.userPresent, .backupEligible, .backedUp, .attestedCredentialData])
    let edwards = try SpecificationVector.packedEd25519.register()
    #expect(
      edwards.publicKey == .ed25519(hex("44e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832")))
  }

  @Test("authenticate with the key of their registration", arguments: SpecificationVector.all)
  func authenticates(vector: SpecificationVector) throws {
    let assertion = try vector.authenticate(with: vector.register().publicKey)
    #expect(assertion.signCount == 0)
    #expect(assertion.flags.contains(.userPresent))
  }

  @Test("do not authenticate with the key of another", arguments: SpecificationVector.all)
  func otherKeys(vector: SpecificationVector) throws {
    for other in SpecificationVector.all where other.name != vector.name {
      #expect(throws: WebAuthnFailure.self) { try vector.authenticate(with: other.register().publicKey) }
    }
  }

  @Test("find their challenge in the client data", arguments: SpecificationVector.all)
  func challenges(vector: SpecificationVector) throws {
    #expect(try ClientData(bytes: vector.registrationClientData).challengeBytes == vector.registrationChallenge)
    #expect(try ClientData(bytes: vector.assertionClientData).challengeBytes == vector.assertionChallenge)
  }

  @Test("with RS256 name the algorithm that is not supported")
  func rs256() throws {
    let clientData = try ClientData(bytes: RS256Vector.clientData)
    let failure = failure {
      try Registration.verify(
        attestationObject: RS256Vector.attestationObject, clientDataJSON: clientData,
        expectedChallenge: Challenge(bytes: RS256Vector.challenge), rpID: SpecificationVector.rpID,
        isOriginAllowed: SpecificationVector.isOriginAllowed)
    }
    #expect(failure == .unsupportedKey("a key for RS256 (COSE algorithm -257)"))
  }
}
