import Crypto

extension PublicKey {
  /// Reads a key in base64 or base64url, padded or not, of any form that `read(bytes:)` knows, or as PEM
  /// `PUBLIC KEY` (RFC 7468 §13).
  ///
  /// The short forms have no structure by which to tell them from other text, so for these the text must also
  /// have letters of both cases, as encoded bytes have and a placeholder seldom has.
  package static func read(text: String) -> PublicKeyReading {
    if PEM.isBegun(in: text) { return read(pem: text) }
    guard let bytes = FlexibleBase64.decodeWrapped(text) else { return .unrecognised }
    let isShort = bytes.count <= 33
    return isShort && !hasLettersOfBothCases(text) ? .unrecognised : read(bytes: bytes)
  }

  /// Reads a key in one of the forms that libraries hand out:
  ///
  /// - DER SubjectPublicKeyInfo (RFC 5480, RFC 8410);
  /// - COSE_Key (RFC 9052 §7);
  /// - a P-256 point of 65, 64 (without the `0x04`) or, compressed, 33 bytes;
  /// - an Ed25519 key of 32 bytes. Since these could be anything, what is not the encoding of a point that key
  ///   generation yields is `unrecognised` rather than `invalid`.
  package static func read(bytes: [UInt8]) -> PublicKeyReading {
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

  /// The key of an uncompressed P-256 point, or `failure` when no such point is on the curve.
  static func point(_ bytes: [UInt8], or failure: PublicKeyReading) -> PublicKeyReading {
    guard (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil else { return failure }
    return .key(.p256(bytes))
  }

  /// The key of a compressed P-256 point.
  static func compressedPoint(_ bytes: [UInt8]) -> PublicKeyReading {
    guard let key = try? P256.Signing.PublicKey(compressedRepresentation: bytes) else {
      return .invalid(reason: notOnCurve)
    }
    return .key(.p256(Array(key.x963Representation)))
  }

  /// The key of an encoded Ed25519 point, or `failure` when key generation yields no such point.
  static func edwardsPoint(_ bytes: [UInt8], or failure: PublicKeyReading) -> PublicKeyReading {
    Ed25519Point.isPublicKey(bytes) ? .key(.ed25519(bytes)) : failure
  }

  static var notOnCurve: String { "a P-256 key whose coordinates are not those of a point on the curve" }
  static var notEd25519: String { "32 bytes that are not the encoding of an Ed25519 public key (RFC 8032 §5.1.5)" }

  private static func hasLettersOfBothCases(_ text: String) -> Bool {
    text.utf8.contains { (0x41...0x5A).contains($0) } && text.utf8.contains { (0x61...0x7A).contains($0) }
  }

  private static func read(pem text: String) -> PublicKeyReading {
    guard let block = PEM(text) else {
      return .invalid(reason: "PEM whose BEGIN and END lines don't match, or with text around them")
    }
    switch block.label {
    case "PUBLIC KEY": break
    case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY":
      return .invalid(reason: "a private key in PEM; the public key was expected")
    default: return .unsupported("PEM of \(block.label.quoted) instead of \"PUBLIC KEY\"")
    }
    guard let bytes = block.bytes else { return .invalid(reason: "PEM whose content is not base64") }
    let reading = SubjectPublicKeyInfo.read(bytes)
    return reading == .unrecognised
      ? .invalid(reason: "PEM whose content is not a DER SubjectPublicKeyInfo") : reading
  }
}
