import CGnuTLS

/// The certificate of the TLS port with its chain, and its private key, both in PEM.
package struct TLSCredentials: Sendable, Equatable {
  /// The server's certificate first, then those between it and the root (RFC 8446 §4.4.2).
  package let certificate: String
  let key: String
  /// Advice for users whose client refuses the certificate.
  let advice: String

  /// Unchecked credentials; ``TransportServer`` refuses those that GnuTLS cannot use.
  package init(certificate: String, key: String, advice: String) {
    (self.certificate, self.key, self.advice) = (certificate, key, advice)
  }
}

/// Credentials loaded by GnuTLS; released with the last connection that needs them.
///
/// `@unchecked Sendable` because the handles never change after their creation, and GnuTLS reads them from any thread.
final class LoadedCredentials: @unchecked Sendable {
  let handle: gnutls_certificate_credentials_t
  /// The versions and ciphers of the shim.
  let priorities: gnutls_priority_t
  /// Encrypts session tickets; with other credentials, clients cannot resume their sessions.
  let ticketKey: gnutls_datum_t
  let advice: String

  /// - Throws: ``ListeningSocket/Failure`` with GnuTLS' message when it cannot use them.
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
