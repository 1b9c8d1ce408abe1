import CGnuTLS

/// A private key for signatures, of any algorithm that GnuTLS supports.
package struct PrivateKey: Sendable, Equatable {
  /// PKCS #8, or the older form in which it was read, as PEM (RFC 7468 §10).
  package let pem: String
  /// The public key as a DER SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
  package let publicKey: [UInt8]

  /// Parses a key without a passphrase.
  ///
  /// - Throws: ``CryptographyError``.
  package init(pem: String) throws {
    self.pem = pem
    publicKey = try Self.withHandle(pem) { try Self.publicKey(of: $0) }
  }

  /// Generates a key over P-256.
  ///
  /// - Throws: ``CryptographyError``.
  package static func p256() throws -> PrivateKey {
    let text = try GnuTLS.with(gnutls_x509_privkey_init, free: gnutls_x509_privkey_deinit) { key in
      let curve = mock_curve_bits(GNUTLS_ECC_CURVE_SECP256R1)
      try GnuTLS.check(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, curve, 0))
      return try GnuTLS.take {
        gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, nil, GNUTLS_PKCS_PLAIN.rawValue, $0)
      }
    }
    return try PrivateKey(pem: String(decoding: text, as: UTF8.self))
  }

  /// A signature of a message with SHA-256; for a key over an elliptic curve in DER (RFC 3279 §2.2.3).
  ///
  /// - Throws: ``CryptographyError``.
  package func signature(over message: [UInt8]) throws -> [UInt8] {
    try withHandle { key in
      try GnuTLS.lend(message) { message in
        try GnuTLS.take { gnutls_privkey_sign_data(key, GNUTLS_DIG_SHA256, 0, message, $0) }
      }
    }
  }

  /// Passes the key to GnuTLS.
  func withHandle<Result>(_ body: (gnutls_privkey_t) throws -> Result) throws -> Result {
    try Self.withHandle(pem, body)
  }

  private static func withHandle<Result>(_ pem: String, _ body: (gnutls_privkey_t) throws -> Result) throws -> Result {
    try GnuTLS.with(gnutls_privkey_init, free: gnutls_privkey_deinit) { key in
      try GnuTLS.lend(Array(pem.utf8)) {
        try GnuTLS.check(gnutls_privkey_import_x509_raw(key, $0, GNUTLS_X509_FMT_PEM, nil, 0))
      }
      return try body(key)
    }
  }

  private static func publicKey(of key: gnutls_privkey_t) throws -> [UInt8] {
    try GnuTLS.with(gnutls_pubkey_init, free: gnutls_pubkey_deinit) { publicKey in
      try GnuTLS.check(gnutls_pubkey_import_privkey(publicKey, key, 0, 0))
      return try GnuTLS.take { gnutls_pubkey_export2(publicKey, GNUTLS_X509_FMT_DER, $0) }
    }
  }
}
