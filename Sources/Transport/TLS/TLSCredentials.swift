import CGnuTLS

/// What the TLS port presents: a certificate with the ones that vouch for it, and its private key, both in PEM.
package struct TLSCredentials: Sendable, Equatable {
  /// The server's certificate first, then those between it and the root (RFC 8446 §4.4.2).
  package let certificate: String
  let key: String
  /// What a person whose client refuses the certificate is told to do.
  let advice: String

  /// Credentials that nobody has looked at yet; ``TransportServer`` refuses those that GnuTLS cannot use.
  package init(certificate: String, key: String, advice: String) {
    (self.certificate, self.key, self.advice) = (certificate, key, advice)
  }
}

/// Credentials as GnuTLS has them; freed with the last connection that needs them.
///
/// `@unchecked Sendable` because the handles are never changed once they are made, and GnuTLS reads them from any
/// thread.
final class LoadedCredentials: @unchecked Sendable {
  let handle: gnutls_certificate_credentials_t
  /// The versions and ciphers of the shim.
  let priorities: gnutls_priority_t
  /// Encrypts the tickets by which clients resume their sessions; with other credentials, they start again.
  let ticketKey: gnutls_datum_t
  let advice: String

  /// - Throws: ``ListeningSocket/Failure`` with GnuTLS' words when it cannot use them.
  init(_ credentials: TLSCredentials) throws(ListeningSocket.Failure) {
    var (certificate, key) = (credentials.certificate, credentials.key)
    var code: Int32 = 0
    let handle = certificate.withUTF8 { chain in
      key.withUTF8 { key in
        mock_tls_credentials(
          chain.baseAddress, UInt32(clamping: chain.count), key.baseAddress, UInt32(clamping: key.count), &code)
      }
    }
    guard let handle else {
      throw .system("the certificate cannot be used for TLS: \(String(cString: gnutls_strerror(code)))")
    }
    guard let priorities = mock_tls_priorities(&code) else {
      gnutls_certificate_free_credentials(handle)
      throw .system("GnuTLS does not know the ciphers: \(String(cString: gnutls_strerror(code)))")
    }
    (self.handle, self.priorities, ticketKey, advice) = (
      handle, priorities, mock_tls_ticket_key(), credentials.advice
    )
  }

  deinit {
    gnutls_certificate_free_credentials(handle)
    gnutls_priority_deinit(priorities)
    mock_tls_free(ticketKey)
  }
}
