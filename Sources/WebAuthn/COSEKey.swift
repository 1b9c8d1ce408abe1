/// Public keys as COSE_Key (RFC 9052 §7, RFC 9053 §7), in the profile of WebAuthn §5.8.5.
enum COSEKey {
  /// The labels of the parameters.
  private enum Label {
    static let keyType = 1
    static let algorithm = 3
    static let curve = -1
    static let x = -2
    static let y = -3
  }

  /// Reads bytes that begin like a map. Text that happens to decode to such a byte is `unrecognised`; a map with a key
  /// type where authenticators put it is taken for a key.
  static func read(_ bytes: [UInt8]) -> ParsedPublicKey {
    do throws(CBORError) {
      guard let map = try CBORReader.readWhole(bytes).map, map[Label.keyType] != nil else { return .unrecognised }
      return read(map)
    } catch {
      let isMeantAsKey = bytes.count > 2 && bytes[1] == Label.keyType && (1...4).contains(bytes[2])
      return isMeantAsKey ? .invalid(reason: "a COSE_Key that is not CBOR: \(error)") : .unrecognised
    }
  }

  /// Reads the parameters of a key.
  static func read(_ map: CBORMap) -> ParsedPublicKey {
    guard let keyType = map[Label.keyType]?.integer else {
      return .invalid(reason: "a COSE_Key without kty (1)")
    }
    guard let identifier = map[Label.algorithm]?.integer else {
      return .invalid(reason: "a COSE_Key without alg (3), which WebAuthn §6.5.1 requires")
    }
    switch (keyType, COSEAlgorithm(identifier: identifier)) {
    case (2, .es256): return p256(map)
    case (1, .edDSA): return ed25519(map)
    case (_, .es256), (_, .edDSA):
      return .invalid(reason: "a COSE_Key whose kty \(keyType) does not go with its alg \(identifier)")
    case (_, let algorithm): return .unsupported("a key for \(algorithm)")
    }
  }

  private static func p256(_ map: CBORMap) -> ParsedPublicKey {
    guard map[Label.curve]?.integer == 1 else {
      return .invalid(reason: "a COSE_Key for ES256 whose crv (-1) is not 1 for P-256")
    }
    if case .bool? = map[Label.y] {
      return .invalid(reason: "a COSE_Key with a compressed point, which WebAuthn §5.8.5 forbids")
    }
    guard let x = map[Label.x]?.bytes, let y = map[Label.y]?.bytes, x.count == 32, y.count == 32 else {
      return .invalid(reason: "a COSE_Key for ES256 whose x (-2) and y (-3) are not byte strings of 32 bytes")
    }
    return PublicKey.point([0x04] + x + y, or: .invalid(reason: PublicKey.notOnCurve))
  }

  private static func ed25519(_ map: CBORMap) -> ParsedPublicKey {
    guard map[Label.curve]?.integer == 6 else {
      return .invalid(reason: "a COSE_Key for EdDSA whose crv (-1) is not 6 for Ed25519")
    }
    guard let x = map[Label.x]?.bytes, x.count == 32 else {
      return .invalid(reason: "a COSE_Key for EdDSA whose x (-2) is not a byte string of 32 bytes")
    }
    return PublicKey.edwardsPoint(x, or: .invalid(reason: PublicKey.notEd25519))
  }
}

/// An algorithm by its number in the COSE registry (RFC 9053 §2), which WebAuthn calls
/// COSEAlgorithmIdentifier (§5.8.5).
package struct COSEAlgorithm: Sendable, Hashable {
  /// ECDSA with SHA-256, for WebAuthn over P-256 only.
  package static let es256 = COSEAlgorithm(identifier: -7)
  /// EdDSA, for WebAuthn over Ed25519 only.
  package static let edDSA = COSEAlgorithm(identifier: -8)

  /// The number.
  package let identifier: Int

  /// The algorithm of a number, also of an unknown one.
  package init(identifier: Int) {
    self.identifier = identifier
  }
}

extension COSEAlgorithm: CustomStringConvertible {
  private static let names: [Int: String] = [
    -7: "ES256", -8: "EdDSA", -9: "ESP256", -19: "Ed25519", -35: "ES384", -36: "ES512", -37: "PS256", -38: "PS384",
    -39: "PS512", -47: "ES256K", -51: "ESP384", -52: "ESP512", -53: "Ed448", -257: "RS256", -258: "RS384",
    -259: "RS512", -65_535: "RS1",
  ]

  /// For instance `ES256 (COSE algorithm -7)`; only the number when it has no name.
  package var description: String {
    let number = "COSE algorithm \(identifier)"
    return Self.names[identifier].map { "\($0) (\(number))" } ?? number
  }
}
