import Crypto
import Foundation
import SwiftASN1
import X509

/// The CA of this machine's user: it vouches for the server's certificate, and devices are told to trust it.
struct CertificateAuthority {
  /// Ten years; devices limit what a CA vouches for, not the CA.
  static let lifetimeDays = 3650
  private static let dayInSeconds: TimeInterval = 86_400

  let certificate: Certificate
  let key: Certificate.PrivateKey

  /// A new one, with a key of its own.
  ///
  /// - Parameters:
  ///   - host: The machine's name, for people who look at their device's list of CAs.
  ///   - addresses: Those of the machine, for which it will vouch beside local ones.
  init(host: String, addresses: Set<[UInt8]>, at now: Date) throws {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    self.key = key
    let name = try DistinguishedName {
      OrganizationName("mock-api")
      CommonName("mock-api CA" + (host.isEmpty ? "" : " of \(host.prefix(40))"))
    }
    let networks = LocalNetworks.around(addresses).map { ASN1OctetString(contentBytes: $0.bytes[...]) }
    let constraints = NameConstraints(
      permittedDNSDomains: NameConstraints.DNSNames(LocalDomains.all),
      permittedIPRanges: NameConstraints.IPRanges(networks))
    let extensions = try Certificate.Extensions {
      Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
      Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      Critical(constraints)
      SubjectKeyIdentifier(hash: key.publicKey)
    }
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: Self.day(-1, from: now),
      notValidAfter: Self.day(Self.lifetimeDays, from: now), issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: key)
  }

  /// One that was made before.
  ///
  /// - Returns: nil when the key is another certificate's.
  init?(certificate: Certificate, key: Certificate.PrivateKey) {
    guard certificate.publicKey == key.publicKey else { return nil }
    (self.certificate, self.key) = (certificate, key)
  }

  /// The addresses that it vouches for; nil when it vouches for all, as those did that were made before it said so.
  var networks: [LocalNetworks.Range]? {
    let ranges: [ASN1OctetString] =
      (try? certificate.extensions.nameConstraints).map { Array($0.permittedIPRanges) } ?? []
    return ranges.isEmpty ? nil : ranges.compactMap { LocalNetworks.Range(bytes: Array($0.bytes)) }
  }

  /// A certificate for the server, with a key of its own, by the rules of Apple's devices: SHA-256, names as
  /// alternative names, for servers, at most 825 days (and 398, where a device counts all CAs alike). It begins a day
  /// early, for devices whose clock is slow.
  func issue(for names: CertificateNames, at now: Date) throws -> (
    certificate: Certificate, key: Certificate.PrivateKey
  ) {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let subject = try DistinguishedName {
      OrganizationName("mock-api")
      CommonName("mock-api server")
    }
    let extensions = try Certificate.Extensions {
      Critical(BasicConstraints.notCertificateAuthority)
      Critical(KeyUsage(digitalSignature: true))
      try ExtendedKeyUsage([.serverAuth])
      names.alternativeNames
      SubjectKeyIdentifier(hash: key.publicKey)
      AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: self.key.publicKey).keyIdentifier)
    }
    let end = min(Self.day(ServerCertificate.lifetimeDays - 1, from: now), certificate.notValidAfter)
    let leaf = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: Self.day(-1, from: now),
      notValidAfter: end, issuer: certificate.subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: self.key)
    return (leaf, key)
  }

  /// The moment so many days later, or earlier.
  static func day(_ count: Int, from now: Date) -> Date {
    Date(timeIntervalSince1970: (now.timeIntervalSince1970 + TimeInterval(count) * dayInSeconds).rounded(.down))
  }
}

/// The server's own certificate, issued by our CA.
enum ServerCertificate {
  /// Days from its beginning to its end.
  static let lifetimeDays = 397
  /// Days before its end when it is renewed.
  static let renewalDays = 30

  /// Whether a certificate can go on to be used.
  ///
  /// - Parameters:
  ///   - names: What it must be for, at least.
  static func isGood(
    _ certificate: Certificate, _ key: Certificate.PrivateKey, of authority: Certificate, for names: CertificateNames,
    at now: Date
  ) -> Bool {
    certificate.publicKey == key.publicKey && certificate.issuer == authority.subject
      && authority.publicKey.isValidSignature(certificate.signature, for: certificate)
      && certificate.notValidBefore <= now && isLongValid(certificate, at: now)
      && CertificateNames(of: certificate).isSuperset(of: names)
  }

  /// Whether a certificate ends no sooner than it should be renewed.
  static func isLongValid(_ certificate: Certificate, at now: Date) -> Bool {
    certificate.notValidAfter > CertificateAuthority.day(renewalDays, from: now)
  }
}
