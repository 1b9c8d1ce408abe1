/// Public keys as DER SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
///
/// DER has one encoding for each value, so all bytes before the point are fixed and can be compared.
enum SubjectPublicKeyInfo {
  /// id-ecPublicKey with the named curve secp256r1 (RFC 5480 §2.1.1), then 66 bytes of BIT STRING.
  static let p256Prefix: [UInt8] = [0x30, 0x59] + p256Algorithm + [0x03, 0x42, 0x00]
  /// id-Ed25519 (RFC 8410 §3), then 33 bytes of BIT STRING.
  static let ed25519Prefix: [UInt8] = [0x30, 0x2A] + ed25519Algorithm + [0x03, 0x21, 0x00]

  private static let p256CompressedPrefix: [UInt8] = [0x30, 0x39] + p256Algorithm + [0x03, 0x22, 0x00]
  private static let p256Algorithm: [UInt8] = [
    0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
    0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
  ]
  private static let ed25519Algorithm: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]

  /// Reads bytes that start with the tag of a SEQUENCE.
  static func read(_ bytes: [UInt8]) -> ParsedPublicKey {
    if let key = remainder(of: bytes, after: p256Prefix, count: 65) {
      guard key.first == 0x04 else { return .invalid(reason: "a P-256 key whose point does not begin with 0x04") }
      return PublicKey.point(key, or: .invalid(reason: PublicKey.notOnCurve))
    }
    if let key = remainder(of: bytes, after: p256CompressedPrefix, count: 33) {
      return PublicKey.compressedPoint(key)
    }
    if let key = remainder(of: bytes, after: ed25519Prefix, count: 32) {
      return PublicKey.edwardsPoint(key, or: .invalid(reason: PublicKey.notEd25519))
    }
    return other(bytes)
  }

  private static func remainder(of bytes: [UInt8], after prefix: [UInt8], count: Int) -> [UInt8]? {
    guard bytes.count == prefix.count + count, bytes.starts(with: prefix) else { return nil }
    return Array(bytes.dropFirst(prefix.count))
  }

  /// The result for bytes in none of the three forms.
  private static func other(_ bytes: [UInt8]) -> ParsedPublicKey {
    let content = bytes.dropFirst(2)
    if content.starts(with: p256Algorithm) {
      return .invalid(reason: "a P-256 SubjectPublicKeyInfo of \(bytes.count) bytes; it has 91, or 59 compressed")
    }
    if content.starts(with: ed25519Algorithm) {
      return .invalid(reason: "an Ed25519 SubjectPublicKeyInfo of \(bytes.count) bytes; it has 44")
    }
    guard isWholeSequence(bytes) else { return .unrecognised }
    let name = otherAlgorithms.first { contains($0.identifier, in: bytes.prefix(40)) }?.name
    return .unsupported(name ?? "a DER structure that is not the SubjectPublicKeyInfo of a P-256 or Ed25519 key")
  }

  /// Whether the length in the header of the outer SEQUENCE is that of all following bytes (X.690 §8.1.3).
  private static func isWholeSequence(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    let first = Int(bytes[1])
    if first < 0x80 { return bytes.count == 2 + first }
    let lengthCount = first - 0x80
    guard (1...3).contains(lengthCount), bytes.count >= 2 + lengthCount else { return false }
    let length = bytes[2..<2 + lengthCount].reduce(0) { $0 << 8 | Int($1) }
    return bytes.count == 2 + lengthCount + length
  }

  /// The object identifiers, with tag and length, of other algorithms and curves that clients may use.
  private static let otherAlgorithms: [(identifier: [UInt8], name: String)] = [
    ([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01], "an RSA key"),
    ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22], "a P-384 key"),
    ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23], "a P-521 key"),
    ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A], "a secp256k1 key"),
    ([0x06, 0x03, 0x2B, 0x65, 0x6E], "an X25519 key, which does not sign"),
    ([0x06, 0x03, 0x2B, 0x65, 0x71], "an Ed448 key"),
  ]

  private static func contains(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: needle) }
  }
}
