import Certificates
import HTTPCore
import World

/// The certificate of our CA, for devices to install; open to everyone, since it is no secret and a phone shows no token.
enum AuthorityEndpoints {
  /// - Parameters:
  ///   - identity: What the TLS port presents; nil without one.
  static func all(_ identity: @escaping @Sendable () -> ServerIdentity?) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/ca.pem", "getAuthorityPEM", .open) { _ in
        let root = try root(identity())
        return file(Array(root.pem.utf8), "application/x-pem-file", name: "mock-api-ca.pem")
      },
      Endpoint(.get, "/_mock/ca.der", "getAuthorityDER", .open) { _ in
        // A phone installs a file with this ending, not with .der.
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
      throw Problem(.notFound, "there is no CA, since this server speaks no TLS: start it with --tls-port 3443")
    }
    guard let root = identity.root else {
      throw Problem(.notFound, "there is no CA of ours, since --tls-cert names a certificate of your own")
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
