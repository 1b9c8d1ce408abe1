import CGMP
import CGnuTLS

/// ECDSA with SHA-256 over the curve P-256 (FIPS 186-5 §6), which JOSE and COSE call ES256.
package enum P256 {
  /// A public key: a point on the curve.
  package struct PublicKey: Sendable, Hashable {
    /// `0x04` ‖ x ‖ y, 65 bytes (SEC 1 §2.3.3, called X9.63 by libraries).
    package let bytes: [UInt8]

    /// The key of an uncompressed point; nil when the bytes are not valid, or the point is not on the curve.
    package init?(uncompressed bytes: [UInt8]) {
      guard bytes.count == 65, bytes[0] == 0x04 else { return nil }
      self.bytes = bytes
      guard (try? withHandle { _ in }) != nil else { return nil }
    }

    /// The key of a compressed point, `0x02` or `0x03` and x in 33 bytes (SEC 1 §2.3.4); nil when it is not valid.
    package init?(compressed bytes: [UInt8]) {
      guard bytes.count == 33, bytes[0] & 0xFE == 0x02 else { return nil }
      let x = Array(bytes.dropFirst())
      var y = [UInt8](repeating: 0, count: 32)
      guard mock_p256_y(x, Int32(bytes[0] & 1), &y) == 1 else { return nil }
      self.init(uncompressed: [0x04] + x + y)
    }

    /// Whether a signature with this key covers a message.
    package func isValidSignature(_ signature: Signature, over message: [UInt8]) -> Bool {
      let status = try? withHandle { handle in
        try GnuTLS.lend(signature.der()) { signature in
          try GnuTLS.lend(message) { message in
            gnutls_pubkey_verify_data2(handle, GNUTLS_SIGN_ECDSA_SHA256, 0, message, signature)
          }
        }
      }
      return (status ?? -1) >= 0
    }

    /// Passes the key to GnuTLS, which checks that the point is on the curve.
    private func withHandle<Result>(
      _ body: (gnutls_pubkey_t) throws -> Result
    ) throws -> Result {
      try GnuTLS.with(gnutls_pubkey_init, free: gnutls_pubkey_deinit) { handle in
        try GnuTLS.lend(Array(bytes[1...32])) { x in
          try GnuTLS.lend(Array(bytes[33...64])) { y in
            try GnuTLS.check(gnutls_pubkey_import_ecc_raw(handle, GNUTLS_ECC_CURVE_SECP256R1, x, y))
          }
        }
        try GnuTLS.check(gnutls_pubkey_verify_params(handle))
        return try body(handle)
      }
    }
  }

  /// A signature: the numbers r and s.
  package struct Signature: Sendable, Equatable {
    /// 32 bytes each, the most significant first.
    private let r: [UInt8]
    private let s: [UInt8]

    /// r ‖ s in 64 bytes (IEEE P1363), as WebCrypto and CryptoKit write it; nil for another length.
    package init?(raw bytes: [UInt8]) {
      guard bytes.count == 64 else { return nil }
      (r, s) = (Array(bytes[..<32]), Array(bytes[32...]))
    }

    /// A DER ECDSA-Sig-Value (RFC 3279 §2.2.3); nil for any other bytes. GnuTLS would accept BER, in which one
    /// signature has many encodings.
    package init?(der bytes: [UInt8]) {
      guard bytes.count >= 2, bytes[0] == 0x30, bytes[1] < 0x80, Int(bytes[1]) == bytes.count - 2 else { return nil }
      var rest = bytes[2...]
      guard let r = Self.takeInteger(&rest), let s = Self.takeInteger(&rest), rest.isEmpty else { return nil }
      (self.r, self.s) = (r, s)
    }

    /// r ‖ s.
    package var raw: [UInt8] { r + s }

    /// The DER ECDSA-Sig-Value.
    func der() throws -> [UInt8] {
      try GnuTLS.lend(r) { r in
        try GnuTLS.lend(s) { s in
          try GnuTLS.take { gnutls_encode_rs_value($0, r, s) }
        }
      }
    }

    /// Reads a positive INTEGER of at most 32 bytes in its only encoding (X.690 §8.3), and pads it to 32 bytes.
    private static func takeInteger(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
      guard rest.count >= 3, rest.removeFirst() == 0x02 else { return nil }
      let count = Int(rest.removeFirst())
      guard (1...33).contains(count), count <= rest.count else { return nil }
      var number = rest.prefix(count)
      rest = rest.dropFirst(count)
      guard let first = number.first, first < 0x80 else { return nil }
      if first == 0, count > 1 {
        number = number.dropFirst()
        // A leading zero is allowed only where the number would otherwise be negative.
        guard let second = number.first, second >= 0x80 else { return nil }
      }
      guard number.count <= 32 else { return nil }
      return [UInt8](repeating: 0, count: 32 - number.count) + number
    }
  }
}
