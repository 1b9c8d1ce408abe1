import HTTPCore

/// The names by which the server may be called.
///
/// A web page's name can be made to point at this machine (DNS rebinding); then its scripts would reach the server as
/// their own. So names that somebody on the internet can own are refused, unless they were allowed. Addresses are not
/// names, and nobody can own a name without a dot or one of the domains that are kept for local use.
package struct HostNames: Sendable {
  /// RFC 6761 §6.2 and §6.3, RFC 6762 §3, RFC 8375, and `internal`, which ICANN keeps free.
  private static let localDomains = ["local", "localhost", "test", "internal", "home.arpa"]

  private let isOpen: Bool
  private let names: Set<String>
  /// Domains of which any name will do, without the dot before.
  private let domains: [String]

  /// - Parameters:
  ///   - known: Names that are always allowed, such as those that the API documents use.
  ///   - patterns: What the user allows: names, `*.example.com` for any name below one, or `any`.
  package init(known: [String], patterns: [String] = []) {
    let patterns = patterns.map { $0.lowercased() }
    isOpen = patterns.contains("any")
    names = Set((known + patterns).map(Self.plain))
    domains = Self.localDomains + patterns.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst(2)) }
  }

  /// Whether a pattern of the user's can be read.
  package static func isPattern(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    return !name.isEmpty && name.utf8.count <= 253
      && name.utf8.allSatisfy { $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || ($0 | 0x20).isLetter || $0.isDigit }
  }

  /// Whether a request may call the server so.
  ///
  /// - Parameters:
  ///   - authority: `Host`, or the authority of the target: a name or address with an optional port; nil for none, which
  ///     no browser leaves out.
  func contains(_ authority: String?) -> Bool {
    guard let authority, !isOpen else { return true }
    // Nearly all that comes is one of these.
    if authority.utf8.first == 0x5B || Self.isAddress(authority) { return true }
    guard authority.utf8.contains(0x2E) else { return true }
    let name = Self.plain(Self.name(of: authority))
    if name.isEmpty || !name.utf8.contains(0x2E) || names.contains(name) { return true }
    return domains.contains { name.hasSuffix($0) && name.utf8.dropLast($0.utf8.count).last == 0x2E }
  }

  /// The name or address of an authority, without its port.
  static func name(of authority: String) -> String {
    let bytes = authority.utf8
    // By bytes: every request asks, and to take a text apart by its characters costs more than all the rest of it.
    let end =
      if bytes.first == 0x5B {
        bytes.firstIndex(of: 0x5D).map(bytes.index(after:))
      } else {
        bytes.firstIndex(of: 0x3A)
      }
    guard let end else { return bytes.first == 0x5B ? authority + "]" : authority }
    return String(authority[..<end])
  }

  /// Digits and dots before the port: no name ends in digits (RFC 1123 §2.1), so it is an address or nothing.
  static func isAddress(_ authority: String) -> Bool {
    for byte in authority.utf8 {
      if byte == 0x3A { return true }
      guard byte == 0x2E || byte.isDigit else { return false }
    }
    return true
  }

  private static func plain(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self) }
}
