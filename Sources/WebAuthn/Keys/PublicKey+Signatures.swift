import Crypto

extension PublicKey {
  /// Whether a signature of this key is over a message.
  ///
  /// For ES256 it may be DER, which is what WebAuthn prescribes (§6.5.5), or r ‖ s in 64 bytes, which is what
  /// WebCrypto and CryptoKit yield; for Ed25519 it has 64 bytes (RFC 8032 §5.1.6).
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch self {
    case .p256(let bytes):
      guard let key = try? P256.Signing.PublicKey(x963Representation: bytes) else { return false }
      return Self.p256Signatures(signature).contains { key.isValidSignature($0, for: message) }
    case .ed25519(let bytes):
      guard signature.count == 64, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
        return false
      }
      return key.isValidSignature(signature, for: message)
    }
  }

  /// Why bytes can't be a signature of this key whatever was signed, or nil when they can.
  package func fault(ofSignature signature: [UInt8]) -> String? {
    switch self {
    case .p256:
      if !Self.p256Signatures(signature).isEmpty { return nil }
      return "\(signature.count) bytes that are neither a DER ECDSA signature nor the 64 bytes of r and s"
    case .ed25519:
      if signature.count == 64 { return nil }
      return "\(signature.count) bytes; an Ed25519 signature has 64"
    }
  }

  /// What the bytes may be: r ‖ s by their number, DER by their structure (RFC 3279 §2.2.3), or, once in a
  /// great while, both.
  private static func p256Signatures(_ bytes: [UInt8]) -> [P256.Signing.ECDSASignature] {
    var signatures: [P256.Signing.ECDSASignature] = []
    if bytes.count == 64, let raw = try? P256.Signing.ECDSASignature(rawRepresentation: bytes) {
      signatures.append(raw)
    }
    if bytes.first == 0x30, bytes.count <= 72,
      let structured = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
    {
      signatures.append(structured)
    }
    return signatures
  }
}
