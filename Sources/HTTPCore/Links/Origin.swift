extension Request {
  /// The scheme, host and port by which the client reached this server, such as `http://10.0.2.2:3000`: what links
  /// in an answer begin with, so that they work wherever the client runs (CONTRACT D7).
  ///
  /// It is taken from the request target, else from `Host`; one that is no host name or address with an optional
  /// port (RFC 9110 §7.2) counts as `localhost`, so that nothing a client sends gets into a link unchecked. A proxy
  /// in front says by `X-Forwarded-Proto` whether it speaks TLS. A prefix of the path that names a world is part
  /// of it, so that links stay in that world.
  package var origin: String {
    let isHTTPS = headers["X-Forwarded-Proto"].map { $0.isEqualIgnoringASCIICase(to: "https") } ?? isSecure
    let authority = target.authority ?? headers["Host"] ?? ""
    return (isHTTPS ? "https://" : "http://") + (Self.isAuthority(authority) ? authority : "localhost") + basePath
  }

  /// A DNS name is at most 253 bytes, a port at most five digits.
  private static let maximumAuthorityLength = 260

  private static func isAuthority(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= maximumAuthorityLength else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: ".-_:[]".utf8.contains(byte)
      }
    }
  }
}
