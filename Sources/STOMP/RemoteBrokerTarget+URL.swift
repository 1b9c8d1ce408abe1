/// The URL of a broker: `stomp://user:pass@localhost:61613/vhost`, of which only the host is required.
extension RemoteBrokerTarget {
  private static let scheme = "stomp://"

  /// Reads a URL, or host and port; nil for anything else. User, password and virtual host may have percent escapes; without
  /// a virtual host it is `/`.
  package init?(url: String) {
    guard !url.isEmpty, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let rest = url.hasPrefix(Self.scheme) ? url.dropFirst(Self.scheme.count) : url[...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var authority = rest[..<slash]
    var credentials: [String?] = []
    if let at = authority.lastIndex(of: "@") {
      credentials = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Self.unescaped($0) }
      authority = authority[authority.index(after: at)...]
    }
    guard !credentials.contains(nil), let place = Self.place(authority),
      let path = Self.unescaped(slash < rest.endIndex ? rest[rest.index(after: slash)...] : "")
    else { return nil }
    self.init(
      host: place.host, port: place.port, login: credentials.first ?? nil,
      passcode: credentials.count > 1 ? credentials[1] : nil, virtualHost: path.isEmpty ? "/" : path)
  }

  /// The URL, so that ``init(url:)`` reads the same.
  package var url: String {
    var credentials = login.map(Self.escaped) ?? ""
    if let passcode { credentials += ":" + Self.escaped(passcode) }
    return Self.scheme + (credentials.isEmpty ? "" : credentials + "@") + address + "/" + Self.escaped(virtualHost)
  }

  private static func place(_ authority: Substring) -> (host: String, port: Int)? {
    var (host, port) = (authority, Substring(String(usualPort)))
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let after = authority[authority.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else { return nil }
      if !after.isEmpty { port = after.dropFirst() }
    } else if let colon = authority.firstIndex(of: ":") {
      (host, port) = (authority[..<colon], authority[authority.index(after: colon)...])
    }
    guard let number = Int(port), (1...65_535).contains(number), !host.isEmpty, host.utf8.count <= 253 else {
      return nil
    }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-._:".utf8.contains(byte)
      }
    }
    return isName ? (String(host), number) : nil
  }

  /// The text without percent escapes; nil for a wrong escape, or for control characters.
  private static func unescaped(_ text: Substring) -> String? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
