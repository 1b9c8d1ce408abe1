import Certificates
import Devices
import Foundation
import HTTPCore
import Logging
import Synchronization
import Transport
import World

/// The TLS port.
package struct TLSPort: Sendable, Equatable {
  /// The source of the certificate.
  package enum Source: Sendable, Equatable {
    /// A CA in a folder; both are created when they are missing.
    case authority(folder: String)
    /// Files of the user, both PEM.
    case own(certificate: String, key: String)
  }

  /// 0…65535; 0 is any free port.
  package var port: Int
  package var source: Source

  /// Creates a port.
  package init(port: Int, source: Source) {
    (self.port, self.source) = (port, source)
  }

  /// The current identity: call it at the start and repeatedly later, because it may be renewed.
  ///
  /// - Throws: ``CertificateFailure``.
  func identity() throws(CertificateFailure) -> ServerIdentity {
    let now = Date(timeIntervalSince1970: TimeInterval(SystemTime.wall().seconds))
    switch source {
    case .authority(let folder): return try CertificateFolder(path: folder).identity(for: Self.names(), at: now)
    case .own(let certificate, let key):
      return try SuppliedCertificate.read(certificate: certificate, key: key, at: now)
    }
  }

  /// The most addresses in a certificate: a machine with many containers has one in each of their networks.
  private static let maximumAddresses = 64

  /// The names and addresses of this machine in its networks. The `.local` name is included even if this machine does
  /// not seem to announce it.
  private static func names() -> CertificateNames {
    let domains = [LocalName.current(), LocalName.name(of: MachineName.current())].compactMap { $0 }
    // A link-local IPv6 address requires the name of an interface, which a certificate cannot contain.
    let addresses = NetworkInterfaces.addresses().filter { !($0.isIPv6 && $0.scope == .linkLocal) }
    let first = addresses.sorted { !$0.isIPv6 && $1.isIPv6 }.prefix(maximumAddresses)
    return CertificateNames(domains: Set(domains), numericAddresses: first.map(\.text))
  }
}

extension ServerIdentity {
  /// The credentials for the transport.
  var credentials: TLSCredentials {
    TLSCredentials(
      certificate: certificate, key: key,
      advice: root == nil
        ? "the client refused the certificate of --tls-cert"
        : "the client refused our CA: install it with mock-api trust ios (or android, macos, linux)")
  }
}

/// The identity of the TLS port of a server, renewed while the server runs: before it expires, when the machine gets
/// another address, and when files of the user change.
final class TLSIdentity: Sendable {
  private struct State {
    var identity: ServerIdentity
    /// The last failure, which is logged once.
    var failure: CertificateFailure?
  }

  /// The interval of checks.
  static let refreshMilliseconds = 60_000

  private let port: TLSPort
  private let logger: Logger
  private let state: Mutex<State>

  /// - Throws: ``CertificateFailure`` when there is no identity.
  init(_ port: TLSPort, logger: Logger) throws(CertificateFailure) {
    (self.port, self.logger) = (port, logger)
    let identity = try port.identity()
    state = Mutex(State(identity: identity))
    for remark in identity.remarks { logger.warning("TLS: \(remark)") }
  }

  var current: ServerIdentity { state.withLock { $0.identity } }

  /// Checks again, and applies a new identity.
  func refresh(_ transport: TransportServer) {
    do {
      let identity = try port.identity()
      let (isNew, hadFailed) = state.withLock { state in
        defer { (state.identity, state.failure) = (identity, nil) }
        return (state.identity.certificate != identity.certificate || state.identity.key != identity.key, state.failure)
      }
      guard isNew || hadFailed != nil else { return }
      for remark in identity.remarks { logger.warning("TLS: \(remark)") }
      try transport.present(identity.credentials)
      logger.notice("TLS: another certificate is presented from now on")
    } catch let failure as CertificateFailure {
      let isNews = state.withLock { state in
        defer { state.failure = failure }
        return state.failure != failure
      }
      if isNews { logger.warning("TLS: keeping the current certificate: \(failure)") }
    } catch {
      logger.warning("TLS: keeping the current certificate: \(error)")
    }
  }
}

/// The certificate of the CA, for devices to install; open to everyone, because it is not secret and a phone has no
/// token.
enum AuthorityEndpoints {
  /// - Parameters:
  ///   - identity: The identity of the TLS port; nil without one.
  static func all(_ identity: @escaping @Sendable () -> ServerIdentity?) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/ca.pem", "getAuthorityPEM", .open) { _ in
        let root = try root(identity())
        return file(Array(root.pem.utf8), "application/x-pem-file", name: "mock-api-ca.pem")
      },
      Endpoint(.get, "/_mock/ca.der", "getAuthorityDER", .open) { _ in
        // A phone installs a file with this extension, not with .der.
        file(try root(identity()).der, "application/pkix-cert", name: "mock-api-ca.crt")
      },
      Endpoint(.get, "/_mock/ca.mobileconfig", "getAuthorityProfile", .open) { _ in
        let root = try root(identity())
        return file(
          Array(root.mobileConfiguration.utf8), "application/x-apple-aspen-config", name: "mock-api.mobileconfig")
      },
    ]
  }

  private static func root(_ identity: ServerIdentity?) throws(Problem) -> RootCertificate {
    guard let identity else {
      throw Problem(.notFound, "TLS is off, so the server has no CA: start it with --tls-port 3443")
    }
    guard let root = identity.root else {
      throw Problem(.notFound, "the server uses your certificate (--tls-cert), so it has no CA of its own")
    }
    return root
  }

  private static func file(_ bytes: [UInt8], _ type: String, name: String) -> Response {
    Response(
      status: 200,
      headers: [
        "Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\"", "Cache-Control": "no-store",
      ], content: .bytes(bytes))
  }
}
