import Certificates
import Foundation
import Transport
import World

/// A port where the same is served over TLS.
package struct TLSPort: Sendable, Equatable {
  /// Where the certificate comes from.
  package enum Source: Sendable, Equatable {
    /// From our own CA, kept in a folder; both are made when they are not there.
    case authority(folder: String)
    /// From files of the user's, both PEM.
    case own(certificate: String, key: String)
  }

  /// 0…65535; 0 is any free port.
  package var port: Int
  package var source: Source

  /// A port by its number.
  package init(port: Int, source: Source) {
    (self.port, self.source) = (port, source)
  }

  /// What to present now: to be asked at start and again from time to time, since it may be renewed.
  ///
  /// - Throws: ``CertificateFailure``.
  func identity() throws(CertificateFailure) -> ServerIdentity {
    let now = Date(timeIntervalSince1970: TimeInterval(SystemTime.wall().seconds))
    switch source {
    case .authority(let folder): return try CertificateFolder(path: folder).identity(at: now)
    case .own(let certificate, let key): return try OwnCertificate.read(certificate: certificate, key: key, at: now)
    }
  }
}

extension ServerIdentity {
  /// What the transport needs of it.
  var credentials: TLSCredentials {
    TLSCredentials(
      certificate: certificate, key: key,
      advice: root == nil
        ? "the client refused the certificate of --tls-cert"
        : "the client refused our CA: install it with mock-api trust ios (or android, macos, linux)")
  }
}
