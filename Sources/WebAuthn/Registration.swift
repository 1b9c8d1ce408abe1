/// A new credential whose registration was verified (WebAuthn §7.1).
package struct Registration: Sendable, Equatable {
  /// The result of checking the attestation.
  package enum Attestation: Sendable, Equatable {
    /// The registration has no attestation: the format is `none` (§8.7).
    case none
    /// Self attestation: the statement is signed with the new key (§8.2), and the signature was verified.
    case verified
    /// A statement that is not verified: `packed` with certificates, or another format.
    case notVerified
  }

  /// The id by which the client names the credential.
  package let credentialID: [UInt8]
  /// The key that verifies assertions.
  package let publicKey: PublicKey
  /// The counter to store.
  package let signCount: UInt32
  /// The model of the authenticator, 16 bytes.
  package let aaguid: [UInt8]
  /// User verification and backup state.
  package let flags: AuthenticatorFlags
  /// The attestation statement format, as received.
  package let format: String
  /// Whether the attestation was verified.
  package let attestation: Attestation

  /// Verifies a registration.
  ///
  /// - Parameters:
  ///   - isOriginAllowed: Whether an origin is accepted in client data; `OriginRule` has the usual ones.
  ///   - allowsCrossOrigin: Whether the page may be in a frame of another origin; its `topOrigin`, if present, must
  ///     then be allowed as well.
  package static func verify(
    attestationObject: [UInt8], clientDataJSON clientData: ClientData, expectedChallenge: Challenge, rpID: String,
    isOriginAllowed: (String) -> Bool, allowsCrossOrigin: Bool = false, requiresUserVerification: Bool = false
  ) throws(WebAuthnFailure) -> Registration {
    try clientData.check(
      .create, challenge: expectedChallenge, isOriginAllowed: isOriginAllowed, allowsCrossOrigin: allowsCrossOrigin)
    let object = try AttestationObject(bytes: attestationObject)
    let data = object.authenticatorData
    try data.check(rpID: rpID, requiresUserVerification: requiresUserVerification)
    guard let credential = data.attestedCredential else {
      throw .malformed(.authenticatorData, reason: "its flags lack AT (0x40): there is no credential in it")
    }
    return Registration(
      credentialID: credential.credentialID, publicKey: credential.publicKey, signCount: data.signCount,
      aaguid: credential.aaguid, flags: data.flags, format: object.format,
      attestation: try object.verify(key: credential.publicKey, clientDataHash: clientData.hash))
  }
}

extension AttestationObject {
  /// Verifies the part of the statement that needs no certificates (WebAuthn §8.2, §8.7).
  fileprivate func verify(
    key: PublicKey, clientDataHash: [UInt8]
  ) throws(WebAuthnFailure) -> Registration.Attestation {
    switch format {
    case "none":
      guard statement.entries.isEmpty else {
        throw .malformed(.attestationStatement, reason: "its format is \"none\", but it is not empty")
      }
      return .none
    case "packed" where statement["x5c"] == nil:
      guard let algorithm = statement["alg"]?.integer, let signature = statement["sig"]?.bytes else {
        throw .malformed(.attestationStatement, reason: "it lacks \"alg\", an integer, or \"sig\", a byte string")
      }
      guard algorithm == key.algorithm.identifier else {
        throw .malformed(
          .attestationStatement,
          reason: "it is for \(COSEAlgorithm(identifier: algorithm)), the credential's key for \(key.algorithm)")
      }
      guard key.isValidSignature(signature, over: authenticatorData.bytes + clientDataHash) else {
        throw .attestationInvalid(format: format)
      }
      return .verified
    default:
      return .notVerified
    }
  }
}

/// What an authenticator returns for a new credential (WebAuthn §6.5.4).
package struct AttestationObject: Sendable, Equatable {
  /// The format of the statement, for instance `none` or `packed` (§8).
  package let format: String
  /// The evidence for the authenticator, depending on the format.
  package let statement: CBORMap
  /// The authenticator data, with the new credential.
  package let authenticatorData: AuthenticatorData

  /// Reads an attestation object. All bytes must be used.
  package init(bytes: [UInt8]) throws(WebAuthnFailure) {
    let value: CBORValue
    do throws(CBORError) {
      value = try CBORReader.readWhole(bytes)
    } catch {
      throw .malformed(.attestationObject, reason: "it is not CBOR: \(error)")
    }
    guard let map = value.map else {
      throw .malformed(.attestationObject, reason: "it is not a map but \(value.typeName)")
    }
    guard let format = map["fmt"]?.text else { throw Self.missing("fmt", "a text string", in: map) }
    guard let statement = map["attStmt"]?.map else { throw Self.missing("attStmt", "a map", in: map) }
    guard let data = map["authData"]?.bytes else { throw Self.missing("authData", "a byte string", in: map) }
    self.format = format
    self.statement = statement
    authenticatorData = try AuthenticatorData(bytes: data)
  }

  private static func missing(_ name: String, _ type: String, in map: CBORMap) -> WebAuthnFailure {
    guard let value = map[name] else {
      return .malformed(.attestationObject, reason: "\"\(name)\" is missing")
    }
    return .malformed(.attestationObject, reason: "\"\(name)\" is \(value.typeName) instead of \(type)")
  }
}
