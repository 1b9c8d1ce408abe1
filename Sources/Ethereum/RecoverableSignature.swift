/// An ECDSA signature over secp256k1 that tells its signer: r, s and v, of 32, 32 and 1 octets (Yellow Paper,
/// appendix F).
///
/// High values of s are taken as well: EIP-2 forbids them to transactions alone, since there a second spelling of
/// one signature is a second identifier. As a proof of who signed, (r, n − s) with the other v says the same; a wallet
/// writes the low one.
package struct RecoverableSignature: Equatable, Sendable {
  /// The octets of a signature.
  package static let byteCount = 65

  /// r and s, 64 octets.
  let compact: [UInt8]

  /// 0 when the y of the point that r stands for is even, 1 when it is odd. The library's values 2 and 3, for an r
  /// beyond the curve's order, have no v in Ethereum.
  let recoveryID: RecoveryID

  /// Reads `0x` and 130 hexadecimal digits in any case, also without `0x`. Whether r and s are in range shows when
  /// the signer is recovered.
  package init(hex text: String) throws(SignatureError) {
    let digits = HexText.digits(of: text) ?? text.utf8[...]
    guard var octets = HexText.octets(digits, count: Self.byteCount), let v = octets.popLast() else {
      throw .notSixtyFiveOctets
    }
    guard let recoveryID = RecoveryID(v: v) else { throw .recoveryOctet(v) }
    self.compact = octets
    self.recoveryID = recoveryID
  }

  /// The account whose key signed the digest; nil when there is none: r or s is zero or not less than the curve's
  /// order, r is no point's x, or the key would be the point at infinity (SEC 1 §4.1.6); and when the digest does not
  /// have 32 octets.
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
