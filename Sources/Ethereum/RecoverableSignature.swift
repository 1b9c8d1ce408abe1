import CSecp256k1

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

/// Why a text is not a signature whose signer can be recovered.
package enum SignatureError: Error, Equatable, Sendable {
  /// The text is not 130 hexadecimal digits, with or without `0x`. So are the short form of EIP-2098 and the
  /// signatures of contracts (EIP-1271), which name no signer.
  case notSixtyFiveBytes
  /// The last byte, v, is none of 27, 28, 0 and 1. Values from 35 on carry a chain's number (EIP-155) and occur in
  /// transactions only, never in a signed message.
  case recoveryByte(UInt8)
}

extension SignatureError: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .notSixtyFiveBytes:
      "the signature is not 65 bytes as 130 hexadecimal digits"
    case .recoveryByte(let v) where v >= 35:
      "the signature's last byte is \(v), which only transactions have (EIP-155); a message has 27 or 28"
    case .recoveryByte(let v):
      "the signature's last byte is \(v), not 27 or 28 (nor 0 or 1)"
    }
  }
}

/// The owner of a context of libsecp256k1.
///
/// The library answers an argument that its header calls illegal by aborting the process. No input gets that far:
/// the lengths are checked here, the recovery id can only be 0 or 1, and a key is written only after a recovery that
/// succeeded. Numbers out of range and points off the curve are not illegal to it; it returns 0 for them.
final class Secp256k1Context: Sendable {
  /// The one context that the process needs; it never changes after its creation. Nil when there is no memory.
  static let shared = Secp256k1Context()

  /// Unchecked since libsecp256k1 lets any number of threads use a context at once in calls that take it as pointer to
  /// const, as all calls here do but the destruction in `deinit`, when nobody else holds it.
  private nonisolated(unsafe) let handle: OpaquePointer

  init?() {
    guard let handle = secp256k1_context_create(mock_recovery_context_flags()) else { return nil }
    self.handle = handle
  }

  deinit {
    secp256k1_context_destroy(handle)
  }

  /// The coordinates x and y (64 bytes) of the public key that makes a signature one of the digest; nil when there
  /// is none, or when `compact` (r and s) has not 64 bytes or `digest` not 32.
  func recoverPublicKey(compact: [UInt8], recoveryID: RecoveryID, digest: [UInt8]) -> [UInt8]? {
    guard compact.count == 64, digest.count == 32 else { return nil }
    return withHandle { context in
      var signature = secp256k1_ecdsa_recoverable_signature()
      var key = secp256k1_pubkey()
      guard
        secp256k1_ecdsa_recoverable_signature_parse_compact(context, &signature, compact, recoveryID.rawValue) == 1,
        secp256k1_ecdsa_recover(context, &key, &signature, digest) == 1
      else { return nil }
      return Self.coordinates(of: &key, in: context)
    }
  }

  /// Lends the context's pointer for the time of the call.
  private func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(handle) }
  }

  /// A valid key's bytes behind the leading 0x04 of the uncompressed form (SEC 1 §2.3.3).
  private static func coordinates(of key: inout secp256k1_pubkey, in context: OpaquePointer) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65)
    var count = bytes.count
    guard secp256k1_ec_pubkey_serialize(context, &bytes, &count, &key, mock_uncompressed_key_flags()) == 1,
      count == bytes.count
    else { return nil }
    return Array(bytes.dropFirst())
  }
}
