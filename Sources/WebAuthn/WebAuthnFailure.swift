import HTTPCore

/// A failed check of a ceremony (WebAuthn §7.1, §7.2), with the received and the expected value.
package enum WebAuthnFailure: Error, Sendable, Equatable {
  /// A part of a ceremony.
  package enum Part: String, Sendable, CaseIterable {
    /// §5.8.1.
    case clientData = "client data"
    /// §6.5.4.
    case attestationObject = "attestation object"
    /// §6.5.2.
    case attestationStatement = "attestation statement"
    /// §6.1.
    case authenticatorData = "authenticator data"
    /// §6.5.1.
    case publicKey = "public key"
    /// §6.5.5.
    case signature = "signature"
  }

  /// A part has a wrong structure, with the reason in one sentence without a full stop.
  case malformed(Part, reason: String)
  /// The client data are of another ceremony.
  case typeMismatch(received: String, expected: String)
  /// The client data respond to another challenge.
  case challengeMismatch(received: String, expected: String)
  /// The client data come from an origin, or from within one, that is not allowed.
  case originNotAllowed(String)
  /// The client data come from a frame of another origin, which is not allowed.
  case crossOriginNotAllowed(topOrigin: String?)
  /// The credential belongs to another relying party; `receivedHash` is the SHA-256 of its ID, in hexadecimal.
  case rpIDMismatch(receivedHash: String, expected: String)
  /// The authenticator did not test that a user is present.
  case userNotPresent
  /// The authenticator did not verify the user, which was required.
  case userNotVerified
  /// The key has an unsupported algorithm of this name.
  case unsupportedKey(String)
  /// The attestation statement of this format is not signed with the key that must sign it.
  case attestationInvalid(format: String)
  /// The signature was made with another key or covers other data; `signed` names the data it must cover.
  case signatureInvalid(algorithm: COSEAlgorithm, signed: String)
  /// The counter did not increase: the authenticator may have been copied (§6.1.1).
  case signCountNotIncreased(stored: UInt32, received: UInt32)
}

extension WebAuthnFailure: CustomStringConvertible {
  /// One sentence for a developer: the received and the expected value.
  package var description: String {
    switch self {
    case .malformed(let part, let reason):
      "The \(part.rawValue) can't be read: \(reason)."
    case .typeMismatch(let received, let expected):
      "The type in the client data is \(received.quoted); \(expected.quoted) was expected."
    case .challengeMismatch(let received, let expected):
      "The challenge in the client data is \(received.quoted); the one given out is \(expected.quoted)."
    case .originNotAllowed(let origin):
      "The origin in the client data is \(origin.quoted), which is not among those allowed."
    case .crossOriginNotAllowed(let topOrigin):
      "The client data come from a frame of another origin"
        + (topOrigin.map { " in a page of \($0.quoted)" } ?? "") + ", which is not allowed."
    case .rpIDMismatch(let receivedHash, let expected):
      "The authenticator data are for the RP ID with the SHA-256 \(receivedHash); "
        + "expected was that of the RP ID \(expected.quoted)."
    case .userNotPresent:
      "The flags in the authenticator data lack UP (0x01): no user presence was tested."
    case .userNotVerified:
      "The flags in the authenticator data lack UV (0x04), but user verification is required."
    case .unsupportedKey(let name):
      "The public key is \(name); ES256 (P-256) and EdDSA (Ed25519) are verified here."
    case .attestationInvalid(let format):
      "The signature in the \(format.quoted) attestation statement is not one of the credential's key over "
        + "authenticator data and SHA-256 of the client data."
    case .signatureInvalid(let algorithm, let signed):
      "The signature is not one of the credential's key, for \(algorithm), over \(signed)."
    case .signCountNotIncreased(let stored, let received):
      "The signature counter is \(received); more than \(stored) was expected, "
        + "the value of the last use of the credential."
    }
  }
}

extension String {
  /// The text in double quotes for a message: control characters escaped, and truncated when it is long.
  var quoted: String { clipped(to: 120).debugDescription }
}

extension UInt8 {
  /// For instance `0x4f`.
  var hexadecimal: String { "0x" + Hex.encode([self]) }
}
