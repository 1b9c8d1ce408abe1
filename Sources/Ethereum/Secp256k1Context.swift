import CSecp256k1

/// The owner of a context of libsecp256k1.
///
/// `@unchecked Sendable` because libsecp256k1 lets any number of threads use a context at once in calls that take it
/// as pointer to const, as all calls here do but the destruction in `deinit`, when nobody else holds it.
///
/// The library answers an argument that its header calls illegal by aborting the process. No input gets that far:
/// the lengths are checked here, the recovery id can only be 0 or 1, and a key is written only after a recovery that
/// succeeded. Numbers out of range and points off the curve are not illegal to it; it returns 0 for them.
final class Secp256k1Context: @unchecked Sendable {
  /// The one context that the process needs; it never changes after its creation. Nil when there is no memory.
  static let shared = Secp256k1Context()

  private let handle: OpaquePointer

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
