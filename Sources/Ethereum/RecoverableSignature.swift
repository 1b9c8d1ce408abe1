import CSecp256k1

/// An ECDSA signature over secp256k1 from which the signer can be computed: r, s and v, of 32, 32 and 1 bytes (Yellow
/// Paper, appendix F).
///
/// A high s gives the signer as well: (r, n − s) with the other v is a second form of the same signature. Wallets write
/// the low s, and verifying libraries refuse the high one (EIP-2); ``hasLowS`` distinguishes them.
package struct RecoverableSignature: Equatable, Sendable {
  /// The bytes of a signature.
  package static let byteCount = 65

  /// r and s, 64 bytes.
  let compact: [UInt8]

  /// 0 when the y of the point with x = r is even, 1 when it is odd. The library's values 2 and 3, for an r above the
  /// curve's order, have no v in Ethereum.
  let recoveryID: RecoveryID

  /// Whether s is at most half the curve's order (EIP-2).
  package var hasLowS: Bool { !Self.halfOrder.lexicographicallyPrecedes(compact.suffix(32)) }

  /// Half the order of secp256k1 (SEC 2 §2.4.1), rounded down, from the highest byte.
  private static let halfOrder: [UInt8] =
    [0x7F] + Array(repeating: 0xFF, count: 15) + [
      0x5D, 0x57, 0x6E, 0x73, 0x57, 0xA4, 0x50, 0x1D, 0xDF, 0xE9, 0x2F, 0x46, 0x68, 0x1B, 0x20, 0xA0,
    ]

  /// Reads `0x` and 130 hexadecimal digits in any case, also without `0x`. The recovery checks whether r and s are in
  /// range.
  package init(hex text: String) throws(SignatureError) {
    let digits = HexText.digits(of: text) ?? text.utf8[...]
    guard var bytes = HexText.bytes(digits, count: Self.byteCount), let v = bytes.popLast() else {
      throw .notSixtyFiveBytes
    }
    guard let recoveryID = RecoveryID(v: v) else { throw .recoveryByte(v) }
    self.compact = bytes
    self.recoveryID = recoveryID
  }

  /// The account whose key signed the digest. Nil when r or s is zero or not less than the curve's order, when no point
  /// has x = r, when the key would be the point at infinity (SEC 1 §4.1.6), and when the digest does not have 32 bytes.
  package func recoverSigner(ofDigest digest: [UInt8]) -> EthereumAddress? {
    guard let context = Secp256k1Context.shared,
      let coordinates = context.recoverPublicKey(compact: compact, recoveryID: recoveryID, digest: digest)
    else { return nil }
    return EthereumAddress(publicKey: coordinates)
  }
}

/// Which of the two points with the same x the signature uses.
enum RecoveryID: Int32, Sendable {
  case even = 0
  case odd = 1

  /// The value of v: 27 and 28 by the Yellow Paper (appendix F), 0 and 1 by some hardware wallets; nil for others.
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
  /// The text is not 130 hexadecimal digits, with or without `0x`. The short form of EIP-2098 and the signatures of
  /// contracts (EIP-1271), which have no signer, are also such texts.
  case notSixtyFiveBytes
  /// The last byte, v, is not 27, 28, 0 or 1. Values from 35 on contain a chain's number (EIP-155) and occur only in
  /// transactions, never in a signed message.
  case recoveryByte(UInt8)
}

extension SignatureError: CustomStringConvertible {
  /// The reason as text.
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
/// The library aborts the process for an argument that its header calls illegal. No input can cause that: the lengths
/// are checked here, the recovery id is 0 or 1, and a key is written only after a successful recovery. Numbers out of
/// range and points off the curve are not illegal; the library returns 0 for them.
final class Secp256k1Context: Sendable {
  /// The only context of the process; it never changes after its creation. Nil when there is no memory.
  static let shared = Secp256k1Context()

  /// Unchecked since libsecp256k1 lets any number of threads use a context concurrently in calls that take it as a
  /// pointer to const, as all calls here do except the destruction in `deinit`, when nothing else holds it.
  private nonisolated(unsafe) let handle: OpaquePointer

  init?() {
    guard let handle = secp256k1_context_create(mock_recovery_context_flags()) else { return nil }
    self.handle = handle
  }

  deinit {
    secp256k1_context_destroy(handle)
  }

  /// The coordinates x and y (64 bytes) of the public key whose signature of the digest this is. Nil when there is no
  /// such key, when `compact` (r and s) does not have 64 bytes, or `digest` not 32.
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

  /// Passes the context's pointer for the duration of the call.
  private func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(handle) }
  }

  /// A valid key's bytes after the leading 0x04 of the uncompressed form (SEC 1 §2.3.3).
  private static func coordinates(of key: inout secp256k1_pubkey, in context: OpaquePointer) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65)
    var count = bytes.count
    guard secp256k1_ec_pubkey_serialize(context, &bytes, &count, &key, mock_uncompressed_key_flags()) == 1,
      count == bytes.count
    else { return nil }
    return Array(bytes.dropFirst())
  }
}
