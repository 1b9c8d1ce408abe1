import Cryptography
import Foundation

/// The CA of this machine's user: it issues the server's certificate, and devices must trust it.
struct CertificateAuthority {
  /// Ten years; devices limit the lifetime of issued certificates, not of the CA.
  static let lifetimeDays = 3650
  private static let dayInSeconds: Int64 = 86_400

  let certificate: Certificate
  let key: PrivateKey

  /// Creates a CA with a new key.
  ///
  /// - Parameters:
  ///   - host: The machine's name, for users who read their device's list of CAs.
  ///   - addresses: Addresses of the machine, for which it can issue certificates besides local ones.
  init(host: String, addresses: Set<[UInt8]>, at now: Date) throws {
    let hosts: [Certificate.HostName] =
      LocalDomains.all.map { .domain($0) } + LocalNetworks.around(addresses).map { .address($0.bytes) }
    let template = CertificateTemplate(
      organization: "mock-api", commonName: "mock-api CA" + (host.isEmpty ? "" : " of \(host.prefix(40))"),
      notBefore: Self.day(-1, from: now), notAfter: Self.day(Self.lifetimeDays, from: now),
      role: .authority(of: hosts))
    key = try PrivateKey.p256()
    certificate = try template.selfSigned(by: key)
  }

  /// An existing CA.
  ///
  /// - Returns: nil when the key does not belong to the certificate.
  init?(certificate: Certificate, key: PrivateKey) {
    guard certificate.publicKey == key.publicKey else { return nil }
    (self.certificate, self.key) = (certificate, key)
  }

  /// The addresses for which it can issue certificates; nil for all, as with CAs of earlier versions.
  var networks: [LocalNetworks.Range]? {
    let ranges = certificate.permittedHosts.compactMap { host in
      if case .address(let bytes) = host { bytes } else { nil }
    }
    return ranges.isEmpty ? nil : ranges.compactMap { LocalNetworks.Range(bytes: $0) }
  }

  /// A certificate for the server, with a new key, by the rules of Apple's devices: SHA-256, alternative names, for
  /// servers, at most 825 days (and 398, where a device treats all CAs alike). It is valid from a day ago, for devices
  /// whose clock is slow.
  func issue(for names: CertificateNames, at now: Date) throws -> (certificate: Certificate, key: PrivateKey) {
    let end = min(Self.day(ServerCertificate.lifetimeDays - 1, from: now), certificate.notAfter)
    let template = CertificateTemplate(
      organization: "mock-api", commonName: "mock-api server", notBefore: Self.day(-1, from: now), notAfter: end,
      role: .server(named: names.hosts))
    let key = try PrivateKey.p256()
    return (try template.signed(by: certificate, self.key, for: key), key)
  }

  /// The time this many days later, or earlier, in seconds since 1970.
  static func day(_ count: Int, from now: Date) -> Int64 {
    seconds(now) + Int64(count) * dayInSeconds
  }

  /// Whole seconds since 1970.
  static func seconds(_ moment: Date) -> Int64 {
    Int64(moment.timeIntervalSince1970.rounded(.down))
  }
}

/// The server's own certificate, issued by the CA.
enum ServerCertificate {
  static let lifetimeDays = 397
  /// The number of days before its expiry when it is renewed.
  static let renewalDays = 30

  /// Whether a certificate can still be used.
  ///
  /// - Parameters:
  ///   - names: The names that it must include.
  static func isGood(
    _ certificate: Certificate, _ key: PrivateKey, of authority: Certificate, for names: CertificateNames,
    at now: Date
  ) -> Bool {
    certificate.publicKey == key.publicKey && certificate.issuer == authority.subject
      && certificate.isSigned(by: authority)
      && certificate.notBefore <= CertificateAuthority.seconds(now) && isLongValid(certificate, at: now)
      && CertificateNames(of: certificate).isSuperset(of: names)
  }

  /// Whether a certificate does not need to be renewed yet.
  static func isLongValid(_ certificate: Certificate, at now: Date) -> Bool {
    certificate.notAfter > CertificateAuthority.day(renewalDays, from: now)
  }
}
