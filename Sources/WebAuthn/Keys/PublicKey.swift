/// The public key of a credential, of one of the two algorithms that are verified here.
package enum PublicKey: Sendable, Hashable {
  /// P-256 for ES256: the point as `0x04` ‖ x ‖ y, 65 bytes (SEC 1 §2.3.3, called X9.63 by libraries).
  case p256([UInt8])
  /// Ed25519 for EdDSA: the 32 bytes of RFC 8032 §5.1.5.
  case ed25519([UInt8])

  /// The algorithm that signatures of this key are made with.
  package var algorithm: COSEAlgorithm {
    switch self {
    case .p256: .es256
    case .ed25519: .edDSA
    }
  }

  /// The bytes of the case.
  package var bytes: [UInt8] {
    switch self {
    case .p256(let bytes), .ed25519(let bytes): bytes
    }
  }

  /// The key as a DER SubjectPublicKeyInfo (RFC 5480 §2, RFC 8410 §4), which `read(bytes:)` reads back; what
  /// `getPublicKey()` of a browser yields (WebAuthn §5.2.1).
  package var subjectPublicKeyInfo: [UInt8] {
    switch self {
    case .p256(let bytes): SubjectPublicKeyInfo.p256Prefix + bytes
    case .ed25519(let bytes): SubjectPublicKeyInfo.ed25519Prefix + bytes
    }
  }
}
