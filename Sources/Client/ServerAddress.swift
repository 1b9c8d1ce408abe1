/// The address of a running server, as in `--url` and MOCK_API_URL.
package struct ServerAddress: Equatable, Sendable {
  /// A name or a numeric address, IPv6 without brackets.
  package let host: String
  /// 1…65535.
  package let port: Int
  /// Whether it uses TLS.
  package let isSecure: Bool
  /// The prefix of every path, such as `/_w/w1`; empty or with a leading slash and without a trailing one.
  package let basePath: String
  /// The value of `Host` (RFC 9110 §7.2).
  package let authority: String

  /// Parses `http://HOST[:PORT][/PATH]`, and `https` likewise.
  ///
  /// - Returns: nil for anything else.
  package init?(_ text: String) {
    isSecure = text.lowercased().hasPrefix("https://")
    let scheme = isSecure ? "https://" : "http://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    while path.last == "/" { path = path.dropLast() }
    guard !(String(authority) + path).utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      !path.contains("?"), !path.contains("#"), !authority.contains("@")
    else { return nil }
    let name: Substring
    if authority.first == "[" {
      name = authority.prefix { $0 != "]" }.dropFirst()
    } else {
      name = authority.prefix { $0 != ":" }
    }
    let end = authority.dropFirst(authority.first == "[" ? name.count + 2 : name.count)
    guard !name.isEmpty, end.isEmpty || end.first == ":",
      let port = Int(end.isEmpty ? isSecure ? "443" : "80" : end.dropFirst()),
      (1...65_535).contains(port)
    else { return nil }
    (host, self.port, basePath, self.authority) = (String(name), port, String(path), String(authority))
  }

  /// The same server without a path.
  package var root: ServerAddress? { ServerAddress("\(isSecure ? "https" : "http")://\(authority)") }

  /// The address without a trailing slash.
  package var url: String { "\(isSecure ? "https" : "http")://\(authority)\(basePath)" }
}
