/// An ECDSA signature over secp256k1 that tells its signer: r, s and v, of 32, 32 and 1 bytes (Yellow Paper,
/// appendix F).
///
/// High values of s name the signer as well: (r, n − s) with the other v is a second spelling of the same signature. A
/// wallet writes the low one, and libraries that verify refuse the other (EIP-2), so ``hasLowS`` tells which it is.
package struct RecoverableSignature: Equatable, Sendable {
  /// The bytes of a signature.
  package static let byteCount = 65

  /// r and s, 64 bytes.
  let compact: [UInt8]

  /// 0 when the y of the point that r stands for is even, 1 when it is odd. The library's values 2 and 3, for an r
  /// beyond the curve's order, have no v in Ethereum.
  let recoveryID: RecoveryID

  /// Whether s is at most half the curve's order (EIP-2).
  package var hasLowS: Bool { !Self.halfOrder.lexicographicallyPrecedes(compact.suffix(32)) }

  /// Half the order of secp256k1 (SEC 2 §2.4.1), rounded down, from the highest byte.
  private static let halfOrder: [UInt8] =
    [0x7F] + Array(repeating: 0xFF, count: 15) + [
      0x5D, 0x57, 0x6E, 0x73, 0x57, 0xA4, 0x50, 0x1D, 0xDF, 0xE9, 0x2F, 0x46, 0x68, 0x1B, 0x20, 0xA0,
    ]

  /// Reads `0x` and 130 hexadecimal digits in any case, also without `0x`. Whether r and s are in range shows when
  /// the signer is recovered.
  package init(hex text: String) throws(SignatureError) {
    let digits = HexText.digits(of: text) ?? text.utf8[...]
    guard var bytes = HexText.bytes(digits, count: Self.byteCount), let v = bytes.popLast() else {
      throw .notSixtyFiveBytes
    }
    guard let recoveryID = RecoveryID(v: v) else { throw .recoveryByte(v) }
    self.compact = bytes
    self.recoveryID = recoveryID
  }

  /// The account whose key signed the digest; nil when there is none: r or s is zero or not less than the curve's
  /// order, r is no point's x, or the key would be the point at infinity (SEC 1 §4.1.6); and when the digest does not
  /// have 32 bytes.
  package func recoverSigner(ofDigest digest: [UInt8]) -> EthereumAddress? {
    guard let context = Secp256k1Context.shared,
      let coordinates = context.recoverPublicKey(compact: compact, recoveryID: recoveryID, digest: digest)
    else { return nil }
    return EthereumAddress(publicKey: coordinates)
  }
}

/// Which of the two points with the same x a signature means.
enum RecoveryID: Int32, Sendable {
  case even = 0
  case odd = 1

  /// What v says: 27 and 28 by the Yellow Paper (appendix F), 0 and 1 by some hardware wallets; nil for others.
  init?(v: UInt8) {
    switch v {
    case 0, 27: self = .even
    case 1, 28: self = .odd
    default: return nil
    }
  }
}
