/// Where a running server is, as `--url` and MOCK_API_URL name it.
struct ServerAddress: Equatable {
  /// A name or a numeric address, IPv6 without its brackets.
  let host: String
  /// 1…65535.
  let port: Int
  /// What stands before every path, such as `/_w/w1`; empty or with a slash first and none last.
  let basePath: String
  /// The value of `Host` (RFC 9110 §7.2).
  let authority: String

  /// Reads `http://HOST[:PORT][/PATH]`.
  ///
  /// - Returns: nil for anything else; https is another protocol.
  init?(_ text: String) {
    let scheme = "http://"
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
    guard !name.isEmpty, end.isEmpty || end.first == ":", let port = Int(end.isEmpty ? "80" : end.dropFirst()),
      (1...65_535).contains(port)
    else { return nil }
    (host, self.port, basePath, self.authority) = (String(name), port, String(path), String(authority))
  }
}
