import CGnuTLS

/// The content of a new certificate of version 3 (RFC 5280 §4.1). It is signed with SHA-256 and gets a random serial
/// number.
package struct CertificateTemplate: Sendable {
  /// The purpose of a certificate.
  package enum Role: Sendable {
    /// Signs only certificates of servers for these hosts (RFC 5280 §4.2.1.10), and no CAs.
    case authority(of: [Certificate.HostName])
    /// Identifies a server with these names (RFC 5280 §4.2.1.6, §4.2.1.12).
    case server(named: [Certificate.HostName])
  }

  let organization: String
  let commonName: String
  let notBefore: Int64
  let notAfter: Int64
  let role: Role

  /// - Parameters:
  ///   - notBefore: The start of its validity, in seconds since 1970.
  ///   - notAfter: The end of its validity, in seconds since 1970.
  package init(organization: String, commonName: String, notBefore: Int64, notAfter: Int64, role: Role) {
    (self.organization, self.commonName) = (organization, commonName)
    (self.notBefore, self.notAfter) = (notBefore, notAfter)
    self.role = role
  }

  /// A self-signed certificate for a key.
  ///
  /// - Throws: ``CryptographyError``.
  package func selfSigned(by key: PrivateKey) throws -> Certificate {
    try Certificate.withHandle { handle in
      try write(to: handle, key)
      return try sign(handle, by: handle, key)
    }
  }

  /// A certificate for a key, signed by a CA.
  ///
  /// - Throws: ``CryptographyError``.
  package func signed(by authority: Certificate, _ authorityKey: PrivateKey, for key: PrivateKey) throws -> Certificate
  {
    try Certificate.withHandle { handle in
      try write(to: handle, key)
      if let identifier = authority.subjectKeyIdentifier {
        try GnuTLS.check(gnutls_x509_crt_set_authority_key_id(handle, identifier, identifier.count))
      }
      return try authority.withHandle { try sign(handle, by: $0, authorityKey) }
    }
  }

  private func sign(_ handle: gnutls_x509_crt_t, by issuer: gnutls_x509_crt_t, _ key: PrivateKey) throws -> Certificate
  {
    try key.withHandle { key in
      try GnuTLS.check(gnutls_x509_crt_privkey_sign(handle, issuer, key, GNUTLS_DIG_SHA256, 0))
    }
    // Parsed from its bytes, as clients parse it.
    let der = try GnuTLS.take { gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_DER, $0) }
    return try Certificate(der: der)
  }

  private func write(to handle: gnutls_x509_crt_t, _ key: PrivateKey) throws {
    try GnuTLS.check(gnutls_x509_crt_set_version(handle, 3))
    // Positive, and at most 20 bytes (§4.1.2.2).
    var serialNumber = try SecureRandom.bytes(20)
    serialNumber[0] = serialNumber[0] & 0x7F | 0x40
    try GnuTLS.check(gnutls_x509_crt_set_serial(handle, serialNumber, serialNumber.count))
    for (identifier, text) in [
      (ObjectIdentifier.organization, organization), (ObjectIdentifier.commonName, commonName),
    ] {
      let text = Array(text.utf8)
      try GnuTLS.check(gnutls_x509_crt_set_dn_by_oid(handle, identifier, 0, text, UInt32(clamping: text.count)))
    }
    try GnuTLS.check(gnutls_x509_crt_set_activation_time(handle, Int(notBefore)))
    try GnuTLS.check(gnutls_x509_crt_set_expiration_time(handle, Int(notAfter)))
    try GnuTLS.with(gnutls_pubkey_init, free: gnutls_pubkey_deinit) { publicKey in
      try key.withHandle { try GnuTLS.check(gnutls_pubkey_import_privkey(publicKey, $0, 0, 0)) }
      try GnuTLS.check(gnutls_x509_crt_set_pubkey(handle, publicKey))
    }
    switch role {
    case .authority(let hosts): try writeAuthority(to: handle, of: hosts)
    case .server(let hosts): try writeServer(to: handle, named: hosts)
    }
    let identifier = try GnuTLS.field {
      gnutls_x509_crt_get_key_id(handle, GNUTLS_KEYID_USE_SHA1.rawValue, $0, $1)
    }
    try GnuTLS.check(gnutls_x509_crt_set_subject_key_id(handle, identifier, identifier?.count ?? 0))
  }

  private func writeAuthority(to handle: gnutls_x509_crt_t, of hosts: [Certificate.HostName]) throws {
    try GnuTLS.check(gnutls_x509_crt_set_basic_constraints(handle, 1, 0))
    try GnuTLS.check(
      gnutls_x509_crt_set_key_usage(handle, UInt32(GNUTLS_KEY_KEY_CERT_SIGN) | UInt32(GNUTLS_KEY_CRL_SIGN)))
    try GnuTLS.with(gnutls_x509_name_constraints_init, free: gnutls_x509_name_constraints_deinit) { constraints in
      for host in hosts {
        try GnuTLS.lend(host.bytes) {
          try GnuTLS.check(gnutls_x509_name_constraints_add_permitted(constraints, host.type, $0))
        }
      }
      try GnuTLS.check(gnutls_x509_crt_set_name_constraints(handle, constraints, 1))
    }
  }

  private func writeServer(to handle: gnutls_x509_crt_t, named hosts: [Certificate.HostName]) throws {
    // Not a CA, and without a path length.
    try GnuTLS.check(gnutls_x509_crt_set_basic_constraints(handle, 0, -1))
    try GnuTLS.check(gnutls_x509_crt_set_key_usage(handle, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
    try GnuTLS.check(gnutls_x509_crt_set_key_purpose_oid(handle, GNUTLS_KP_TLS_WWW_SERVER, 0))
    for host in hosts {
      let bytes = host.bytes
      try GnuTLS.check(
        gnutls_x509_crt_set_subject_alt_name(
          handle, host.type, bytes, UInt32(clamping: bytes.count), UInt32(GNUTLS_FSAN_APPEND)))
    }
  }
}
