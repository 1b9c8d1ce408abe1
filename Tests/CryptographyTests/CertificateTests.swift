import Cryptography
import Testing

@Suite("A certificate")
struct CertificateTests {
  private static let begin: Int64 = 1_780_000_000
  private static let end: Int64 = 1_780_000_000 + 86_400

  private static let limits: [Certificate.HostName] = [
    .domain("local"), .domain("home.arpa"), .address([10, 0, 0, 0, 255, 0, 0, 0]),
    .address([0xFD] + [UInt8](repeating: 0, count: 15) + [0xFE] + [UInt8](repeating: 0, count: 15)),
  ]
  private static let hosts: [Certificate.HostName] = [
    .domain("studio.local"), .address([10, 1, 2, 3]), .address([0xFD] + [UInt8](repeating: 0, count: 14) + [9]),
  ]

  private let authorityKey: PrivateKey
  private let authority: Certificate

  init() throws {
    authorityKey = try PrivateKey.p256()
    let template = CertificateTemplate(
      organization: "maker", commonName: "CA of <&> Señora", notBefore: Self.begin, notAfter: 4_000_000_000,
      role: .authority(of: Self.limits))
    authority = try template.selfSigned(by: authorityKey)
  }

  private func server(_ hosts: [Certificate.HostName] = hosts) throws -> (Certificate, PrivateKey) {
    let key = try PrivateKey.p256()
    let template = CertificateTemplate(
      organization: "maker", commonName: "server", notBefore: Self.begin, notAfter: Self.end,
      role: .server(named: hosts))
    return (try template.signed(by: authority, authorityKey, for: key), key)
  }

  @Test("of a CA says whose it is, how long, and for whom it may sign")
  func ofAuthority() throws {
    #expect(authority.subject == authority.issuer)
    #expect(authority.subject.commonName == "CA of <&> Señora")
    #expect((authority.notBefore, authority.notAfter) == (Self.begin, 4_000_000_000))
    #expect(authority.publicKey == authorityKey.publicKey)
    #expect(authority.subjectKeyIdentifier?.count == 20)
    #expect(authority.hosts.isEmpty)
    #expect(authority.permittedHosts == Self.limits)
    #expect(authority.isSigned(by: authority))
  }

  @Test("of a CA has the extensions of RFC 5280, byte for byte")
  func extensionsOfAuthority() {
    // Critical basic constraints with a path of no further CA; the signing of certificates and lists.
    #expect(authority.der.firstRange(of: hex("300f0603551d130101ff040530030101ff")) == nil, "a path without an end")
    #expect(authority.der.firstRange(of: hex("30120603551d130101ff040830060101ff020100")) != nil)
    #expect(authority.der.firstRange(of: hex("300e0603551d0f0101ff040403020106")) != nil)
    // Critical constraints: domains, then addresses with their masks.
    let constraints = hex(
      """
      0603551d1e0101ff044a3048a046 3007 8205 6c6f63616c 300b 8209 686f6d652e61727061 300a 8708 0a000000ff000000
      3022 8720 fd000000000000000000000000000000 fe000000000000000000000000000000
      """)
    #expect(authority.der.firstRange(of: constraints) != nil)
  }

  @Test("of a server says its names, and that the CA signed it")
  func ofServer() throws {
    let (server, key) = try server()
    #expect(server.issuer == authority.subject)
    #expect(server.subject.commonName == "server")
    #expect((server.notBefore, server.notAfter) == (Self.begin, Self.end))
    #expect(server.publicKey == key.publicKey)
    #expect(server.hosts == Self.hosts)
    #expect(server.permittedHosts.isEmpty)
    #expect(server.isSigned(by: authority))
    #expect(!server.isSigned(by: server))
    // Names past the CA's limits are the client's to refuse; the signature is as good.
    #expect(try self.server([.domain("bank.example")]).0.isSigned(by: authority))
  }

  @Test("of a server has the extensions of RFC 5280, byte for byte")
  func extensionsOfServer() throws {
    let der = try server().0.der
    #expect(der.firstRange(of: hex("300c0603551d130101ff04023000")) != nil, "no CA")
    #expect(der.firstRange(of: hex("300e0603551d0f0101ff040403020780")) != nil, "signs handshakes")
    #expect(der.firstRange(of: hex("30130603551d25040c300a06082b06010505070301")) != nil, "for servers")
    let names = hex(
      "0603551d110428 3026 820c 73747564696f2e6c6f63616c 8704 0a010203 8710 fd000000000000000000000000000009")
    #expect(der.firstRange(of: names) != nil)
    let identifier = try #require(authority.subjectKeyIdentifier)
    #expect(der.firstRange(of: hex("301f0603551d23041830168014") + identifier) != nil, "names the CA's key")
    // ecdsa-with-SHA256, within and beside what is signed.
    #expect(der.ranges(of: hex("300a06082a8648ce3d040302")).count == 2)
  }

  @Test("has a positive serial number of its own")
  func serialNumbers() throws {
    let numbers = try (0..<4).map { _ in try server().0.serialNumber }
    #expect(Set(numbers).count == 4)
    #expect(numbers.allSatisfy { $0.count == 20 && (0x40..<0x80).contains($0[0]) })
  }

  @Test("is the same after it was written and read")
  func pem() throws {
    let text = try authority.pem()
    #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(text.hasSuffix("\n-----END CERTIFICATE-----\n"))
    #expect(try Certificate(pem: text) == authority)
  }

  @Test("of another CA with the same name did not sign it")
  func otherAuthority() throws {
    let (server, _) = try server()
    let template = CertificateTemplate(
      organization: "maker", commonName: "CA of <&> Señora", notBefore: Self.begin, notAfter: Self.end,
      role: .authority(of: Self.limits))
    let other = try template.selfSigned(by: try PrivateKey.p256())
    #expect(other.subject == authority.subject)
    #expect(!server.isSigned(by: other))
  }

  @Test("whose signature or content was altered is not signed")
  func altered() throws {
    let text = try server().0.pem()
    let lines = text.split(separator: "\n")
    for line in [8, lines.count - 2] {
      var changed = lines.map(String.init)
      let digit = changed[line].first == "A" ? "B" : "A"
      changed[line] = digit + changed[line].dropFirst()
      let certificate = try? Certificate(pem: changed.joined(separator: "\n"))
      #expect(certificate?.isSigned(by: authority) != true)
    }
  }

  @Test("may have a long name of any letters")
  func longNames() throws {
    for name in [String(repeating: "n", count: 200), String(repeating: "ñ", count: 100), "a_b", "中文", "\u{1F98A}"] {
      let template = CertificateTemplate(
        organization: "maker", commonName: name, notBefore: Self.begin, notAfter: Self.end,
        role: .authority(of: Self.limits))
      #expect(try template.selfSigned(by: authorityKey).subject.commonName == name)
    }
  }

  @Test("by OpenSSL is read: RSA with names of all kinds, Ed25519 past 2050, P-384")
  func others() throws {
    let rsa = try Certificate(pem: Self.rsa)
    #expect(rsa.subject.commonName == "rsa.test")
    #expect((rsa.notBefore, rsa.notAfter) == (1_795_345_280, 2_110_705_280))
    #expect(rsa.serialNumber == hex("301976e9d651b015c007efc0fecea31043b2a09e"))
    #expect(rsa.hosts == [.domain("rsa.test"), .address([10, 1, 2, 3])])
    #expect(rsa.isSigned(by: rsa))
    #expect(rsa.publicKey.count == 294)
    let edwards = try Certificate(pem: Self.edwards)
    #expect(edwards.subject.commonName == "Señor")
    #expect(edwards.notAfter == 4_948_945_280)
    #expect(edwards.hosts.isEmpty)
    #expect(edwards.isSigned(by: edwards))
    let blocks = try #require(PEM.blocks(in: Self.p384))
    #expect(blocks.map(\.label) == ["EC PARAMETERS", "EC PRIVATE KEY", "CERTIFICATE"])
    let p384 = try Certificate(pem: blocks[2].text)
    #expect(p384.subject.commonName == nil)
    #expect(p384.publicKey == (try PrivateKey(pem: blocks[1].text)).publicKey)
  }

  @Test(
    "is not read from anything else",
    arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"])
  func none(text: String) {
    #expect(throws: CryptographyError.self) { try Certificate(pem: text) }
  }

  @Test("stands in PEM between other text")
  func blocks() {
    #expect(PEM.blocks(in: "") == [])
    #expect(PEM.blocks(in: "text ----- text") == [])
    let block = "-----BEGIN A B-----\r\nMAA=\r\n-----END A B-----"
    let found = PEM.blocks(in: "subject=x\n\(block)\nmore\n-----BEGIN C----------END C-----")
    #expect(found?.map(\.label) == ["A B", "C"])
    #expect(found?.map(\.content) == ["\r\nMAA=\r\n", ""])
    #expect(found?.first?.text == block)
    for broken in ["-----BEGIN A-----", "-----BEGIN A", "-----BEGIN A-----\n-----END B-----", block + block.dropLast()]
    {
      #expect(PEM.blocks(in: broken) == nil, "\(broken)")
    }
  }
}

extension CertificateTests {
  private static let rsa = """
    -----BEGIN CERTIFICATE-----
    MIIDezCCAmOgAwIBAgIUMBl26dZRsBXAB+/A/s6jEEOyoJ4wDQYJKoZIhvcNAQEL
    BQAwMjELMAkGA1UEBhMCQ08xEDAOBgNVBAoMB0VqZW1wbG8xETAPBgNVBAMMCHJz
    YS50ZXN0MB4XDTI2MTEyMjExMDEyMFoXDTM2MTExOTExMDEyMFowMjELMAkGA1UE
    BhMCQ08xEDAOBgNVBAoMB0VqZW1wbG8xETAPBgNVBAMMCHJzYS50ZXN0MIIBIjAN
    BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAg73haqBojb6K1L5fZKNvwpmMc0Yi
    hjCpyykBqdVTBQ76wELqVRW0Id8bJqQr82Z7YHBsfJFkJW6gXRt0bRW89HM9/qMz
    CfsbLELqn+91EXjaIzK1apHOd5LfEgh92sVSZD0jaTJ+ZkbrOA7CQbxUjEVmQSlX
    Ywdq6rDKT+z+N7FK4ilBqP/EuoCnZZgOTi8OWZfvioD1zKwciAQRK8a7jai2UmsD
    3pI68BiJQ+hLSL4J+utojC6imCqT6mHwt6UUT/3bDI02+is2LhiQ0EcLVXT5GBPW
    dRNRbhkvs7KwguHR9xpGd1Dmp9jI95pH4gFE1+VZHmHYhyU+hhh+EgbcEwIDAQAB
    o4GIMIGFMB0GA1UdDgQWBBRaa0bvibZxJU6Mk/diSDatyBheGzAfBgNVHSMEGDAW
    gBRaa0bvibZxJU6Mk/diSDatyBheGzAPBgNVHRMBAf8EBTADAQH/MDIGA1UdEQQr
    MCmCCHJzYS50ZXN0hwQKAQIDgQhhQGIudGVzdIYNaHR0cDovL3gudGVzdDANBgkq
    hkiG9w0BAQsFAAOCAQEAb+Xhb5CwiHcgFAu9jEXS026+nV+zuQlMgXFTHfKY/pkY
    20oiJiitZEcikHDsVMXDhgoZGCFwU7BbCs2VRfDXbhox0m/yp+N2rZxbJZ2ZpBbu
    adgitKh45GiobL9kTfCEC4iE5HpjYV2k1wymnp51+565sfWYUvUHzf9t96mw+pRw
    /Mb/jGcWI7BQ3ANu58CBM5E2tYszZVc+2SQHhx3jUNfbae4ir56pWgOJfAZo9hZQ
    DTknTby38wneTaP2CL5kcUqHF2iWE+IA42ijNbmM6XIjTRZANitM2mTh17ZJKOrI
    4aSuDzpZ5VQyaTDbCA0jJzBl3xfDpy2BTR7WG5q1Rw==
    -----END CERTIFICATE-----
    """

  private static let edwards = """
    -----BEGIN CERTIFICATE-----
    MIIBODCB66ADAgECAhQwEENPjAmi0ccKphZA8u6tCnhpEjAFBgMrZXAwETEPMA0G
    A1UEAwwGU2XDsW9yMCAXDTI2MTEyMjExMDEyMFoYDzIxMjYxMDI5MTEwMTIwWjAR
    MQ8wDQYDVQQDDAZTZcOxb3IwKjAFBgMrZXADIQBVWPfSRZjNQUjsMXVugyCeN3B6
    XGTyzczfVpq0R7GhuKNTMFEwHQYDVR0OBBYEFONeXktH7WHl1RV4fgwrPnxWoaTp
    MB8GA1UdIwQYMBaAFONeXktH7WHl1RV4fgwrPnxWoaTpMA8GA1UdEwEB/wQFMAMB
    Af8wBQYDK2VwA0EAPNrWX0YqNmEQi+FzZsOq+Ki3ScMo7A9tHDDabMeuOBNvpUum
    mcKotyW+pLdSJ9fpeaXWg6v5HAjgxDKRWK2gCQ==
    -----END CERTIFICATE-----
    """

  /// A key with its parameters and its certificate in one file.
  private static let p384 = """
    -----BEGIN EC PARAMETERS-----
    BgUrgQQAIg==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MIGkAgEBBDDYZeitEvS8LDtwPnYQ+Abi36Q1mmX8kKZE5B+vUTNER9TxZpEj33WT
    RsV2pNQcOrOgBwYFK4EEACKhZANiAAQ+Mg3CIAMaGExcO4hAc+3mwHtoVGgUy8vA
    mYUbzVZQNf78godC2NtJHZnhmF6jO0rAW5yUP1RJL2N6Jn5IJjHn1hL/s/8WyZJS
    lRTfOcMda0ZlJpYrX48n9fM7+ytSg8U=
    -----END EC PRIVATE KEY-----
    -----BEGIN CERTIFICATE-----
    MIIBrzCCATagAwIBAgIUQIXozyKRTD2jshTefcIB944zW2MwCgYIKoZIzj0EAwIw
    DzENMAsGA1UECgwEbm9uZTAeFw0yNjExMjIxMTAxMjBaFw0yNjEyMDIxMTAxMjBa
    MA8xDTALBgNVBAoMBG5vbmUwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAAQ+Mg3CIAMa
    GExcO4hAc+3mwHtoVGgUy8vAmYUbzVZQNf78godC2NtJHZnhmF6jO0rAW5yUP1RJ
    L2N6Jn5IJjHn1hL/s/8WyZJSlRTfOcMda0ZlJpYrX48n9fM7+ytSg8WjUzBRMB0G
    A1UdDgQWBBR2quDSw89sE29IxiEW8qHb3VPxpTAfBgNVHSMEGDAWgBR2quDSw89s
    E29IxiEW8qHb3VPxpTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA2cAMGQC
    MF9BOtbCrFxpeluV3BqxCo6739M6lKHtP2Sy3n773lef0Vy5gP+tgZ7MDx68TZun
    vAIwPHR4mSW0TJrITCW2/wE4ED8RFP7NY4/cWbK82E3qJ/Ee+QDIXIEwRxO5Ex8K
    2xlF
    -----END CERTIFICATE-----
    """
}
