import Certificates
import Devices
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
    case .authority(let folder): return try CertificateFolder(path: folder).identity(for: Self.names(), at: now)
    case .own(let certificate, let key): return try OwnCertificate.read(certificate: certificate, key: key, at: now)
    }
  }

  /// A machine with many containers has an address in each of their networks.
  private static let maximumAddresses = 64

  /// What this machine is called in its own network. Others find the `.local` name of a machine's name even where it is
  /// not sure that anybody answers for it.
  private static func names() -> CertificateNames {
    let domains = [LocalName.current(), LocalName.name(of: MachineName.current())].compactMap { $0 }
    // A link-local address of IPv6 goes with the name of an interface, which no certificate can have.
    let addresses = NetworkInterfaces.addresses().filter { !($0.isIPv6 && $0.scope == .linkLocal) }
    let first = addresses.sorted { !$0.isIPv6 && $1.isIPv6 }.prefix(maximumAddresses)
    return CertificateNames(domains: Set(domains), numericAddresses: first.map(\.text))
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
