import CGnuTLS

/// SHA-256 (FIPS 180-4 §6.2).
package enum SHA256 {
  /// The 32 bytes of the digest of a message.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    digest(count: 32) { gnutls_hash_fast(GNUTLS_DIG_SHA256, message, message.count, $0) }
  }
}

/// SHA-1 (FIPS 180-4 §6.1), only for protocols that use it as an identifier; it is not secure.
package enum SHA1 {
  /// The 20 bytes of the digest of a message.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    digest(count: 20) { gnutls_hash_fast(GNUTLS_DIG_SHA1, message, message.count, $0) }
  }
}

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// The 32 bytes of the authentication code of a message.
  package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
    digest(count: 32) { gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key.count, message, message.count, $0) }
  }

  /// Whether a code authenticates a message, in a time that does not depend on where a wrong code differs.
  package static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    let right = Self.code(for: message, key: key)
    return code.count == right.count && gnutls_memcmp(code, right, right.count) == 0
  }
}

/// Random bytes from GnuTLS's generator, for keys, serial numbers and masks, not for values that a world's seed must
/// reproduce.
package enum SecureRandom {
  /// - Throws: ``CryptographyError`` when the system has no randomness.
  package static func bytes(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try GnuTLS.check(gnutls_rnd(GNUTLS_RND_NONCE, &bytes, count))
    return bytes
  }
}

/// GnuTLS cannot fail here: every build of it has both functions, its FIPS mode allows them, they allocate no memory,
/// and clients cannot choose an argument. The result must not be ignored, because a wrong digest would accept wrong
/// passwords and tokens.
private func digest(count: Int, _ body: (UnsafeMutableRawPointer?) -> Int32) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    let status = body(buffer.baseAddress)
    precondition(status == 0, "GnuTLS has no SHA-2 or SHA-1")
    initializedCount = count
  }
}
