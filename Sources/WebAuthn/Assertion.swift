/// An authentication that was verified (WebAuthn §7.2).
package struct Assertion: Sendable, Equatable {
  /// The counter to store instead of the last one.
  package let signCount: UInt32
  /// User verification and backup state.
  package let flags: AuthenticatorFlags

  /// The content of a verified assertion.
  package init(signCount: UInt32, flags: AuthenticatorFlags) {
    self.signCount = signCount
    self.flags = flags
  }

  /// Verifies the assertion of an authenticator: its signature is over authenticator data ‖ SHA-256 of the
  /// client data.
  ///
  /// The counter must be greater than the stored one, unless both are 0, as with passkeys (§6.1.1). The
  /// parameters are those of `Registration.verify`.
  package static func verify(
    authenticatorData: [UInt8], clientDataJSON clientData: ClientData, signature: [UInt8], publicKey: PublicKey,
    storedSignCount: UInt32, expectedChallenge: Challenge, rpID: String, isOriginAllowed: (String) -> Bool,
    allowsCrossOrigin: Bool = false, requiresUserVerification: Bool = false
  ) throws(WebAuthnFailure) -> Assertion {
    try clientData.check(
      .get, challenge: expectedChallenge, isOriginAllowed: isOriginAllowed, allowsCrossOrigin: allowsCrossOrigin)
    let data = try AuthenticatorData(bytes: authenticatorData)
    try data.check(rpID: rpID, requiresUserVerification: requiresUserVerification)
    try publicKey.check(
      signature, over: authenticatorData + clientData.hash, named: "authenticator data and SHA-256 of the client data")
    guard data.signCount > storedSignCount || (data.signCount == 0 && storedSignCount == 0) else {
      throw .signCountNotIncreased(stored: storedSignCount, received: data.signCount)
    }
    return Assertion(signCount: data.signCount, flags: data.flags)
  }

  /// Verifies an assertion without authenticator data: its signature is over the bytes of the client data
  /// alone.
  ///
  /// WebAuthn has no such assertion, but a body of credential ID, signature and client data can contain one. It does
  /// not prove the user's presence or the relying party beyond what the client says.
  package static func verifyFlat(
    clientData: ClientData, signature: [UInt8], publicKey: PublicKey, expectedChallenge: Challenge,
    isOriginAllowed: (String) -> Bool, allowsCrossOrigin: Bool = false
  ) throws(WebAuthnFailure) {
    try clientData.check(
      .get, challenge: expectedChallenge, isOriginAllowed: isOriginAllowed, allowsCrossOrigin: allowsCrossOrigin)
    try publicKey.check(signature, over: clientData.bytes, named: "the bytes of the client data")
  }
}

extension PublicKey {
  fileprivate func check(
    _ signature: [UInt8], over message: [UInt8], named name: String
  ) throws(WebAuthnFailure) {
    if let fault = fault(ofSignature: signature) { throw .malformed(.signature, reason: "it is \(fault)") }
    guard isValidSignature(signature, over: message) else {
      throw .signatureInvalid(algorithm: algorithm, signed: name)
    }
  }
}
