/// What reading a public key came to. The texts go on where "the public key is" ends.
package enum PublicKeyReading: Sendable, Equatable {
  /// A key, its point checked.
  case key(PublicKey)
  /// Nothing that is meant as a key of any known form, for instance the placeholder of a documentation.
  case unrecognised
  /// A key of an algorithm that is not verified here, for instance "an RSA key".
  case unsupported(String)
  /// Meant as a key of a known form, but broken, for instance "a COSE_Key without kty (1)".
  case invalid(reason: String)

  /// The key, or nil when it came to anything else.
  package var key: PublicKey? {
    if case .key(let key) = self { key } else { nil }
  }

  /// The key, or nil when it is unrecognised; throws when it is a key that can't be used.
  package func get() throws(WebAuthnFailure) -> PublicKey? {
    switch self {
    case .key(let key): return key
    case .unrecognised: return nil
    case .unsupported(let name): throw .unsupportedKey(name)
    case .invalid(let reason): throw .malformed(.publicKey, reason: "it is \(reason)")
    }
  }
}
