import Cryptography

/// The public key of a credential, for one of the two supported algorithms.
package enum PublicKey: Sendable, Hashable {
  /// P-256 for ES256: the point as `0x04` ‖ x ‖ y, 65 bytes (SEC 1 §2.3.3, called X9.63 by libraries).
  case p256([UInt8])
  /// Ed25519 for EdDSA: the 32 bytes of RFC 8032 §5.1.5.
  case ed25519([UInt8])

  /// The algorithm of signatures with this key.
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

  /// The key as a DER SubjectPublicKeyInfo (RFC 5480 §2, RFC 8410 §4), which `read(bytes:)` can read and which
  /// `getPublicKey()` of a browser returns (WebAuthn §5.2.1).
  package var subjectPublicKeyInfo: [UInt8] {
    switch self {
    case .p256(let bytes): SubjectPublicKeyInfo.p256Prefix + bytes
    case .ed25519(let bytes): SubjectPublicKeyInfo.ed25519Prefix + bytes
    }
  }
}

extension PublicKey {
  /// Whether a signature with this key covers a message.
  ///
  /// For ES256, the signature may be DER, as WebAuthn requires (§6.5.5), or r ‖ s in 64 bytes, as WebCrypto and
  /// CryptoKit return it; for Ed25519, it has 64 bytes (RFC 8032 §5.1.6).
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch self {
    case .p256(let bytes):
      guard let key = P256.PublicKey(uncompressed: bytes) else { return false }
      return Self.p256Signatures(signature).contains { key.isValidSignature($0, over: message) }
    case .ed25519(let bytes): return Ed25519.isValidSignature(signature, over: message, publicKey: bytes)
    }
  }

  /// Why bytes cannot be a signature with this key over any message; nil when they can.
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

  /// The possible formats of the bytes: r ‖ s by their number, DER by their structure (RFC 3279 §2.2.3), or, very
  /// rarely, both.
  private static func p256Signatures(_ bytes: [UInt8]) -> [P256.Signature] {
    [P256.Signature(raw: bytes), P256.Signature(der: bytes)].compactMap { $0 }
  }
}

extension PublicKey {
  /// Reads a key in base64 or base64url, with or without padding, in any form that `read(bytes:)` reads, or as PEM
  /// `PUBLIC KEY` (RFC 7468 §13).
  ///
  /// The short forms have no structure that distinguishes them from other text. So for these, the text must also have
  /// letters of both cases, as encoded bytes do and placeholders seldom do.
  package static func read(text: String) -> ParsedPublicKey {
    if PEM.isBegun(in: text) { return read(pem: text) }
    guard let bytes = FlexibleBase64.decodeWrapped(text) else { return .unrecognised }
    let isShort = bytes.count <= 33
    return isShort && !hasLettersOfBothCases(text) ? .unrecognised : read(bytes: bytes)
  }

  /// Reads a key in one of the forms that libraries return:
  ///
  /// - DER SubjectPublicKeyInfo (RFC 5480, RFC 8410);
  /// - COSE_Key (RFC 9052 §7);
  /// - a P-256 point of 65, 64 (without the `0x04`) or, compressed, 33 bytes;
  /// - an Ed25519 key of 32 bytes. Any 32 bytes could be one, so bytes that are not the encoding of a generated point
  ///   are `unrecognised` and not `invalid`.
  package static func read(bytes: [UInt8]) -> ParsedPublicKey {
    switch (bytes.count, bytes.first) {
    case (65, 0x04): return point(bytes, or: .invalid(reason: notOnCurve))
    case (33, 0x02), (33, 0x03): return compressedPoint(bytes)
    case (64, _): return point([0x04] + bytes, or: .unrecognised)
    case (32, _): return edwardsPoint(bytes, or: .unrecognised)
    case (_, 0x30): return SubjectPublicKeyInfo.read(bytes)
    case (_, let first?) where first >> 5 == CBORHead.Major.map.rawValue: return COSEKey.read(bytes)
    default: return .unrecognised
    }
  }

  /// The key of an uncompressed P-256 point, or `failure` when the point is not on the curve.
  static func point(_ bytes: [UInt8], or failure: ParsedPublicKey) -> ParsedPublicKey {
    P256.PublicKey(uncompressed: bytes) == nil ? failure : .key(.p256(bytes))
  }

  /// The key of a compressed P-256 point.
  static func compressedPoint(_ bytes: [UInt8]) -> ParsedPublicKey {
    P256.PublicKey(compressed: bytes).map { .key(.p256($0.bytes)) } ?? .invalid(reason: notOnCurve)
  }

  /// The key of an encoded Ed25519 point, or `failure` when key generation cannot return that point.
  static func edwardsPoint(_ bytes: [UInt8], or failure: ParsedPublicKey) -> ParsedPublicKey {
    Ed25519.isPublicKey(bytes) ? .key(.ed25519(bytes)) : failure
  }

  static var notOnCurve: String { "a P-256 key whose coordinates are not those of a point on the curve" }
  static var notEd25519: String { "32 bytes that are not the encoding of an Ed25519 public key (RFC 8032 §5.1.5)" }

  private static func hasLettersOfBothCases(_ text: String) -> Bool {
    text.utf8.contains { (0x41...0x5A).contains($0) } && text.utf8.contains { (0x61...0x7A).contains($0) }
  }

  private static func read(pem text: String) -> ParsedPublicKey {
    let text = text.trimmingWhitespace()
    guard let blocks = PEM.blocks(in: text), blocks.count == 1, let block = blocks.first, block.text == text else {
      return .invalid(reason: "PEM whose BEGIN and END lines don't match, or with text around them")
    }
    switch block.label {
    case "PUBLIC KEY": break
    case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY":
      return .invalid(reason: "a private key in PEM; the public key was expected")
    default: return .unsupported("PEM of \(block.label.quoted) instead of \"PUBLIC KEY\"")
    }
    guard let bytes = FlexibleBase64.decode(block.content.filter { !$0.isWhitespace }) else {
      return .invalid(reason: "PEM whose content is not base64")
    }
    let reading = SubjectPublicKeyInfo.read(bytes)
    return reading == .unrecognised
      ? .invalid(reason: "PEM whose content is not a DER SubjectPublicKeyInfo") : reading
  }
}

extension String {
  fileprivate func trimmingWhitespace() -> String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

/// The result of reading a public key. The texts continue a sentence that begins with "the public key is".
package enum ParsedPublicKey: Sendable, Equatable {
  /// A key with a valid point.
  case key(PublicKey)
  /// Not a key in any known form, for instance the placeholder of a documentation.
  case unrecognised
  /// A key of an unsupported algorithm, for instance "an RSA key".
  case unsupported(String)
  /// A broken key in a known form, for instance "a COSE_Key without kty (1)".
  case invalid(reason: String)

  /// The key; nil for other results.
  package var key: PublicKey? {
    if case .key(let key) = self { key } else { nil }
  }

  /// The key; nil when it is unrecognised. Throws when it is a key that cannot be used.
  package func get() throws(WebAuthnFailure) -> PublicKey? {
    switch self {
    case .key(let key): return key
    case .unrecognised: return nil
    case .unsupported(let name): throw .unsupportedKey(name)
    case .invalid(let reason): throw .malformed(.publicKey, reason: "it is \(reason)")
    }
  }
}
