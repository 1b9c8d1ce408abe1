import CGnuTLS

/// A parsed X.509 certificate (RFC 5280).
package struct Certificate: Sendable, Equatable {
  /// The subject or the issuer of a certificate.
  package struct Name: Sendable, Equatable {
    /// The DER of the name; equal names from one encoder have equal bytes.
    package let der: [UInt8]
    /// Its first common name, if it has one.
    package let commonName: String?
  }

  /// A host name, as in alternative names and constraints (RFC 5280 §4.2.1.6, §4.2.1.10).
  package enum HostName: Sendable, Hashable {
    /// A domain in ASCII.
    case domain(String)
    /// An address of four or sixteen bytes in network order; in a constraint followed by a mask of the same length.
    case address([UInt8])
  }

  /// The certificate as DER.
  package let der: [UInt8]
  package let subject: Name
  package let issuer: Name
  /// The most significant byte first.
  package let serialNumber: [UInt8]
  /// The start of its validity, in seconds since 1970.
  package let notBefore: Int64
  /// The end of its validity, in seconds since 1970.
  package let notAfter: Int64
  /// The public key as a DER SubjectPublicKeyInfo.
  package let publicKey: [UInt8]
  /// The identifier by which other certificates name its key (§4.2.1.2), if it has one.
  package let subjectKeyIdentifier: [UInt8]?
  /// The hosts that it is valid for (§4.2.1.6), without other kinds of names.
  package let hosts: [HostName]
  /// The hosts for which a CA may issue certificates (§4.2.1.10); empty for an unconstrained one.
  package let permittedHosts: [HostName]

  /// Parses a certificate from the text of its PEM block.
  ///
  /// - Throws: ``CryptographyError``.
  package init(pem: String) throws {
    self = try Self.withHandle(Array(pem.utf8), GNUTLS_X509_FMT_PEM) { try Certificate($0) }
  }

  /// Parses a certificate from its DER.
  init(der: [UInt8]) throws {
    self = try Self.withHandle(der, GNUTLS_X509_FMT_DER) { try Certificate($0) }
  }

  private init(_ handle: gnutls_x509_crt_t) throws {
    der = try GnuTLS.take { gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_DER, $0) }
    subject = Name(
      der: try GnuTLS.take { gnutls_x509_crt_get_raw_dn(handle, $0) },
      commonName: try Self.commonName(handle, gnutls_x509_crt_get_subject))
    issuer = Name(
      der: try GnuTLS.take { gnutls_x509_crt_get_raw_issuer_dn(handle, $0) },
      commonName: try Self.commonName(handle, gnutls_x509_crt_get_issuer))
    serialNumber = try GnuTLS.field { gnutls_x509_crt_get_serial(handle, $0, $1) } ?? []
    notBefore = Int64(gnutls_x509_crt_get_activation_time(handle))
    notAfter = Int64(gnutls_x509_crt_get_expiration_time(handle))
    publicKey = try GnuTLS.with(gnutls_pubkey_init, free: gnutls_pubkey_deinit) { key in
      try GnuTLS.check(gnutls_pubkey_import_x509(key, handle, 0))
      return try GnuTLS.take { gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, $0) }
    }
    subjectKeyIdentifier = try GnuTLS.field { gnutls_x509_crt_get_subject_key_id(handle, $0, $1, nil) }
    hosts = try Self.hosts(of: handle)
    permittedHosts = try Self.permittedHosts(of: handle)
  }

  /// The certificate as a PEM block with a line end (RFC 7468 §5).
  ///
  /// - Throws: ``CryptographyError`` when there is no memory.
  package func pem() throws -> String {
    try withHandle { handle in
      let text = try GnuTLS.take { gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_PEM, $0) }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Whether another certificate's key signed this one. The times and the constraints of a CA are not checked.
  package func isSigned(by authority: Certificate) -> Bool {
    let failures = GNUTLS_CERT_SIGNATURE_FAILURE.rawValue | GNUTLS_CERT_SIGNER_NOT_FOUND.rawValue
    let status = try? withHandle { handle in
      try authority.withHandle { authority in
        var (issuers, status): ([gnutls_x509_crt_t?], UInt32) = ([authority], 0)
        // Without the second flag, GnuTLS accepts every certificate that is itself in the list.
        let flags = GNUTLS_VERIFY_DISABLE_TIME_CHECKS.rawValue | GNUTLS_VERIFY_DO_NOT_ALLOW_SAME.rawValue
        try GnuTLS.check(gnutls_x509_crt_verify(handle, &issuers, 1, flags, &status))
        return status
      }
    }
    return status.map { $0 & failures == 0 } ?? false
  }

  /// Passes the certificate as an object of GnuTLS.
  func withHandle<Result>(_ body: (gnutls_x509_crt_t) throws -> Result) throws -> Result {
    try Self.withHandle(der, GNUTLS_X509_FMT_DER, body)
  }

  private static func withHandle<Result>(
    _ bytes: [UInt8], _ format: gnutls_x509_crt_fmt_t, _ body: (gnutls_x509_crt_t) throws -> Result
  ) throws -> Result {
    try withHandle { handle in
      try GnuTLS.lend(bytes) { try GnuTLS.check(gnutls_x509_crt_import(handle, $0, format)) }
      return try body(handle)
    }
  }

  /// Passes an empty certificate of GnuTLS.
  static func withHandle<Result>(_ body: (gnutls_x509_crt_t) throws -> Result) throws -> Result {
    try GnuTLS.with(gnutls_x509_crt_init, free: gnutls_x509_crt_deinit, body)
  }

  private static func commonName(
    _ handle: gnutls_x509_crt_t, _ name: (gnutls_x509_crt_t, UnsafeMutablePointer<gnutls_x509_dn_t?>) -> Int32
  ) throws -> String? {
    var names: gnutls_x509_dn_t?
    // The certificate owns this memory.
    try GnuTLS.check(name(handle, &names))
    for index in 0... {
      var attribute = gnutls_x509_ava_st()
      // Sets of several attributes at one position do not occur in practice.
      guard gnutls_x509_dn_get_rdn_ava(names, Int32(clamping: index), 0, &attribute) >= 0 else { return nil }
      guard
        String(validating: GnuTLS.bytes(of: attribute.oid).prefix { $0 != 0 }, as: UTF8.self)
          == ObjectIdentifier.commonName
      else { continue }
      return String(validating: GnuTLS.bytes(of: attribute.value), as: UTF8.self)
    }
    return nil
  }

  private static func hosts(of handle: gnutls_x509_crt_t) throws -> [HostName] {
    var index: UInt32 = 0
    var hosts: [HostName] = []
    while true {
      var type: UInt32 = 0
      let name = try GnuTLS.field { gnutls_x509_crt_get_subject_alt_name2(handle, index, $0, $1, &type, nil) }
      guard let name else { return hosts }
      if let host = HostName(gnutls_x509_subject_alt_name_t(type), name) { hosts.append(host) }
      index += 1
    }
  }

  private static func permittedHosts(of handle: gnutls_x509_crt_t) throws -> [HostName] {
    try GnuTLS.with(gnutls_x509_name_constraints_init, free: gnutls_x509_name_constraints_deinit) { constraints in
      let status = gnutls_x509_crt_get_name_constraints(handle, constraints, 0, nil)
      guard status != GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE else { return [] }
      try GnuTLS.check(status)
      var hosts: [HostName] = []
      var (type, name) = (UInt32(0), gnutls_datum_t())
      var index: UInt32 = 0
      // GnuTLS keeps ownership of the names.
      while gnutls_x509_name_constraints_get_permitted(constraints, index, &type, &name) >= 0 {
        if let host = HostName(gnutls_x509_subject_alt_name_t(type), GnuTLS.bytes(of: name)) { hosts.append(host) }
        index += 1
      }
      return hosts
    }
  }
}

extension Certificate.HostName {
  /// The name as GnuTLS returns it; nil for another kind of name, and for a domain that is not text.
  fileprivate init?(_ type: gnutls_x509_subject_alt_name_t, _ bytes: [UInt8]) {
    switch type {
    case GNUTLS_SAN_DNSNAME:
      guard let domain = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .domain(domain)
    case GNUTLS_SAN_IPADDRESS: self = .address(bytes)
    default: return nil
    }
  }

  var type: gnutls_x509_subject_alt_name_t {
    switch self {
    case .domain: GNUTLS_SAN_DNSNAME
    case .address: GNUTLS_SAN_IPADDRESS
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .domain(let domain): Array(domain.utf8)
    case .address(let bytes): bytes
    }
  }
}

/// Object identifiers of names (X.520).
enum ObjectIdentifier {
  static let organization = "2.5.4.10"
  static let commonName = "2.5.4.3"
}
