import Cryptography
import Foundation

/// The CA of this machine's user: it vouches for the server's certificate, and devices have to trust it.
struct CertificateAuthority {
  /// Ten years; devices limit what a CA vouches for, not the CA.
  static let lifetimeDays = 3650
  private static let dayInSeconds: Int64 = 86_400

  let certificate: Certificate
  let key: PrivateKey

  /// A new one, with a key of its own.
  ///
  /// - Parameters:
  ///   - host: The machine's name, for people who look at their device's list of CAs.
  ///   - addresses: Those of the machine, for which it will vouch beside local ones.
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

  /// One that was made before.
  ///
  /// - Returns: nil when the key is another certificate's.
  init?(certificate: Certificate, key: PrivateKey) {
    guard certificate.publicKey == key.publicKey else { return nil }
    (self.certificate, self.key) = (certificate, key)
  }

  /// The addresses that it vouches for; nil when it vouches for all, as those did that were made before it said so.
  var networks: [LocalNetworks.Range]? {
    let ranges = certificate.permittedHosts.compactMap { host in
      if case .address(let bytes) = host { bytes } else { nil }
    }
    return ranges.isEmpty ? nil : ranges.compactMap { LocalNetworks.Range(bytes: $0) }
  }

  /// A certificate for the server, with a key of its own, by the rules of Apple's devices: SHA-256, names as
  /// alternative names, for servers, at most 825 days (and 398, where a device counts all CAs alike). It begins a day
  /// early, for devices whose clock is slow.
  func issue(for names: CertificateNames, at now: Date) throws -> (certificate: Certificate, key: PrivateKey) {
    let end = min(Self.day(ServerCertificate.lifetimeDays - 1, from: now), certificate.notAfter)
    let template = CertificateTemplate(
      organization: "mock-api", commonName: "mock-api server", notBefore: Self.day(-1, from: now), notAfter: end,
      role: .server(named: names.hosts))
    let key = try PrivateKey.p256()
    return (try template.signed(by: certificate, self.key, for: key), key)
  }

  /// The moment so many days later, or earlier, in seconds since 1970.
  static func day(_ count: Int, from now: Date) -> Int64 {
    seconds(now) + Int64(count) * dayInSeconds
  }

  /// Whole seconds since 1970.
  static func seconds(_ moment: Date) -> Int64 {
    Int64(moment.timeIntervalSince1970.rounded(.down))
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
    _ certificate: Certificate, _ key: PrivateKey, of authority: Certificate, for names: CertificateNames,
    at now: Date
  ) -> Bool {
    certificate.publicKey == key.publicKey && certificate.issuer == authority.subject
      && certificate.isSigned(by: authority)
      && certificate.notBefore <= CertificateAuthority.seconds(now) && isLongValid(certificate, at: now)
      && CertificateNames(of: certificate).isSuperset(of: names)
  }

  /// Whether a certificate ends no sooner than it should be renewed.
  static func isLongValid(_ certificate: Certificate, at now: Date) -> Bool {
    certificate.notAfter > CertificateAuthority.day(renewalDays, from: now)
  }
}
