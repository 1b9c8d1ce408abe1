import Foundation
import X509

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
