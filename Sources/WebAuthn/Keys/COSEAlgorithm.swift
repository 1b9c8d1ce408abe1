/// An algorithm by its number in the COSE registry (RFC 9053 §2), which WebAuthn calls
/// COSEAlgorithmIdentifier (§5.8.5).
package struct COSEAlgorithm: Sendable, Hashable {
  /// ECDSA with SHA-256, for WebAuthn over P-256 only.
  package static let es256 = COSEAlgorithm(identifier: -7)
  /// EdDSA, for WebAuthn over Ed25519 only.
  package static let edDSA = COSEAlgorithm(identifier: -8)

  /// The number.
  package let identifier: Int

  /// The algorithm of a number, known or not.
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

  /// For instance `ES256 (COSE algorithm -7)`; without a name, the number alone.
  package var description: String {
    let number = "COSE algorithm \(identifier)"
    return Self.names[identifier].map { "\($0) (\(number))" } ?? number
  }
}
