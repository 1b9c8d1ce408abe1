import Certificates
import Cryptography
import Foundation
import Testing

/// What version 1 wrote by other libraries, in December of 2026: devices trust its CA, so that it has to stay in use.
@Suite("A folder of an earlier version")
struct EarlierFolderTests {
  /// 2026-12-01.
  private static let start = Date(timeIntervalSince1970: 1_796_083_200)

  private static let texts: [(CertificateFile, String)] = [
    (.authority, authority), (.authorityKey, authorityKey), (.server, server), (.serverKey, serverKey),
  ]

  /// The names that the certificate in it is for, beside those that each is for.
  private let names = CertificateNames(domains: ["vm.local"], numericAddresses: ["192.0.2.2", "fd00::2"])

  private func folder() throws -> (TemporaryFolder, CertificateFolder) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.certificates.path, withIntermediateDirectories: false)
    for (file, text) in Self.texts {
      try (text + "\n").write(toFile: folder.certificates.path(of: file), atomically: false, encoding: .utf8)
    }
    return (folder, folder.certificates)
  }

  @Test("is used on as it is")
  func kept() throws {
    let (folder, certificates) = try folder()
    let identity = try certificates.identity(for: names, host: "vm", at: Self.start)
    withExtendedLifetime(folder) {}
    #expect(identity.certificate == Self.server + "\n")
    #expect(identity.key == Self.serverKey + "\n")
    #expect(identity.remarks.isEmpty)
    #expect(identity.root?.name == "mock-api CA of vm")
    #expect(identity.root?.pem == Self.authority + "\n")
    #expect(
      identity.root?.fingerprint
        == "E0:E8:1C:F9:0E:E2:BA:15:E9:8D:DC:22:4A:5D:AA:CA:3C:4B:2A:E7:BF:15:21:27:65:A8:EF:B1:37:35:83:14"
    )
  }

  @Test("gets a new certificate of the same CA")
  func renewed() throws {
    let (folder, certificates) = try folder()
    let later = CertificateNames(domains: ["other.local"], numericAddresses: ["130.60.2.2"])
    let identity = try certificates.identity(for: later, host: "vm", at: Self.start)
    withExtendedLifetime(folder) {}
    #expect(identity.root?.pem == Self.authority + "\n")
    // The CA is for local addresses and that of the machine that made it.
    #expect(identity.remarks.count == 1)
    #expect(identity.remarks.first?.contains("130.60.2.2") == true)
    let (leaf, authority) = (try Certificate(pem: identity.certificate), try Certificate(pem: Self.authority))
    #expect(leaf.isSigned(by: authority))
    #expect(leaf.issuer == authority.subject)
    #expect(leaf.hosts.contains(.domain("other.local")))
    let identifier = try #require(authority.subjectKeyIdentifier)
    // Its authority key identifier (RFC 5280 §4.2.1.1).
    #expect(leaf.der.firstRange(of: [0x30, 0x16, 0x80, 0x14] + identifier) != nil)
  }
}

extension EarlierFolderTests {
  private static let authority = """
    -----BEGIN CERTIFICATE-----
    MIICxDCCAmugAwIBAgIVAOryJz+nbwcY4MuxgUnkyghecArPMAoGCCqGSM49BAMC
    MC8xETAPBgNVBAoMCG1vY2stYXBpMRowGAYDVQQDDBFtb2NrLWFwaSBDQSBvZiB2
    bTAeFw0yNjExMjExMDQ4MzdaFw0zNjExMTkxMDQ4MzdaMC8xETAPBgNVBAoMCG1v
    Y2stYXBpMRowGAYDVQQDDBFtb2NrLWFwaSBDQSBvZiB2bTBZMBMGByqGSM49AgEG
    CCqGSM49AwEHA0IABLmlssT8tBOS3qfvF1+hkYCYunPj6PY4Cel9s3vsEP5lPFHd
    LyJPaNLcxMecPaxgTNQe4AarmCGtsWverS/mygGjggFiMIIBXjASBgNVHRMBAf8E
    CDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIBBjCCARcGA1UdHgEB/wSCAQswggEHoIIB
    AzALgglsb2NhbGhvc3QwB4IFbG9jYWwwBoIEdGVzdDAKgghpbnRlcm5hbDALgglo
    b21lLmFycGEwCocIfwAAAP8AAAAwCocICgAAAP8AAAAwCocIrBAAAP/wAAAwCocI
    wKgAAP//AAAwCocIqf4AAP//AAAwCocIZEAAAP/AAAAwCocIxhIAAP/+AAAwIocg
    AAAAAAAAAAAAAAAAAAAAAf////////////////////8wIocg/AAAAAAAAAAAAAAA
    AAAAAP4AAAAAAAAAAAAAAAAAAAAwIocg/oAAAAAAAAAAAAAAAAAAAP/AAAAAAAAA
    AAAAAAAAAAAwCocIwAACAv////8wHQYDVR0OBBYEFBFS3EuZbp+EmZpKnSMs4oUq
    9heSMAoGCCqGSM49BAMCA0cAMEQCIFr8hZbhIhAqcWTHFsHLrvh0eXvLZf3HlhtI
    aSyjnFbvAiAQfbZnoXrBcRIK/BemVgL6yq6eUY1aSZ/wsbLLMkKT+w==
    -----END CERTIFICATE-----
    """

  private static let authorityKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1oSoYueRTzXQ3mPq
    2Ox5mhG6w8QGnxBbOoP0zRbiTdahRANCAAS5pbLE/LQTkt6n7xdfoZGAmLpz4+j2
    OAnpfbN77BD+ZTxR3S8iT2jS3MTHnD2sYEzUHuAGq5ghrbFr3q0v5soB
    -----END PRIVATE KEY-----
    """

  private static let server = """
    -----BEGIN CERTIFICATE-----
    MIICQTCCAeegAwIBAgIUNy9ep69v66poUhV+qZqNGRYdVfYwCgYIKoZIzj0EAwIw
    LzERMA8GA1UECgwIbW9jay1hcGkxGjAYBgNVBAMMEW1vY2stYXBpIENBIG9mIHZt
    MB4XDTI2MTEyMTEwNDgzN1oXDTI3MTIyMzEwNDgzN1owLTERMA8GA1UECgwIbW9j
    ay1hcGkxGDAWBgNVBAMMD21vY2stYXBpIHNlcnZlcjBZMBMGByqGSM49AgEGCCqG
    SM49AwEHA0IABJMOPSZZIYWUz7OdNMT4+MAlwszEP+cACt/yGZGsn8guQoYQ9X2D
    Qs8EKjBG8NSfeJKYFaMZRKpLMxJYf7VhjlejgeIwgd8wDAYDVR0TAQH/BAIwADAO
    BgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwagYDVR0RBGMwYYIU
    aG9zdC5kb2NrZXIuaW50ZXJuYWyCCWxvY2FsaG9zdIIIdm0ubG9jYWyHBAoAAgKH
    BH8AAAGHBMAAAgKHEAAAAAAAAAAAAAAAAAAAAAGHEP0AAAAAAAAAAAAAAAAAAAIw
    HQYDVR0OBBYEFKPfx4WrKMW4VTxPprrOlgVZoBWKMB8GA1UdIwQYMBaAFBFS3EuZ
    bp+EmZpKnSMs4oUq9heSMAoGCCqGSM49BAMCA0gAMEUCIQCKjtsmbZSituS2gKEp
    yTUHNmv/iTdO85lsPdnXJtmEdAIgPpqztBiNSdbUWc5JjKfv/YyNm+HU+MS3LEed
    jwEzjXI=
    -----END CERTIFICATE-----
    """

  private static let serverKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ/HRLeJzcBZZYr2X
    7SjWudywbcIWIGhGlpZeHpc4a+2hRANCAASTDj0mWSGFlM+znTTE+PjAJcLMxD/n
    AArf8hmRrJ/ILkKGEPV9g0LPBCowRvDUn3iSmBWjGUSqSzMSWH+1YY5X
    -----END PRIVATE KEY-----
    """
}
