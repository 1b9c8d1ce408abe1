import CSodium

/// Ed25519 (RFC 8032 §5.1), which COSE calls EdDSA.
package enum Ed25519 {
  /// Whether bytes are a public key that key generation can return (§5.1.5): the canonical encoding of a point in the
  /// subgroup of the base point, other than the identity.
  package static func isPublicKey(_ bytes: [UInt8]) -> Bool {
    isReady && bytes.count == Int(crypto_core_ed25519_BYTES) && crypto_core_ed25519_is_valid_point(bytes) == 1
  }

  /// Whether a signature of 64 bytes with a public key covers a message (§5.1.7).
  package static func isValidSignature(_ signature: [UInt8], over message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard isReady, signature.count == Int(crypto_sign_BYTES), publicKey.count == Int(crypto_sign_PUBLICKEYBYTES) else {
      return false
    }
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }

  /// libsodium detects the instructions of the processor once.
  private static let isReady = sodium_init() >= 0
}
