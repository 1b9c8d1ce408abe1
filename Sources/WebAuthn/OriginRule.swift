import HTTPCore

/// An origin that a server accepts in client data (WebAuthn §13.4.9).
package enum OriginRule: Sendable, Equatable {
  /// This origin, compared as text (RFC 6454 §5).
  case exactly(String)
  /// `http` or `https` on this machine, any port: `localhost`, a name below it, `127.0.0.1`, `[::1]`.
  case loopback
  /// `http` or `https` on a host, any port. A port in the value, as in the Host field, is ignored, because native
  /// clients name only the host of the relying party.
  case host(String)
  /// An Android app: `android:apk-key-hash:` and the base64url of the 32 bytes of its certificate's SHA-256.
  case androidApp

  /// Whether this rule accepts an origin.
  package func allows(_ origin: String) -> Bool {
    switch self {
    case .exactly(let text):
      return origin.utf8.elementsEqual(text.utf8)
    case .loopback:
      guard let host = WebOrigin(origin)?.host else { return false }
      return ["localhost", "127.0.0.1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
    case .host(let authority):
      guard let host = WebOrigin(origin)?.host, let wanted = WebOrigin("https://" + authority)?.host else {
        return false
      }
      return host == wanted
    case .androidApp:
      let prefix = "android:apk-key-hash:"
      guard origin.hasPrefix(prefix) else { return false }
      return FlexibleBase64.decode(String(origin.dropFirst(prefix.count)))?.count == 32
    }
  }
}

extension Sequence<OriginRule> {
  /// Whether any of the rules accepts an origin.
  package func allows(_ origin: String) -> Bool {
    contains { $0.allows(origin) }
  }
}

/// A serialized web origin (RFC 6454 §6.1): `http://` or `https://`, a host and an optional port.
struct WebOrigin {
  /// In lower case; an IPv6 address with its brackets.
  let host: String

  init?(_ text: String) {
    let lowered = String(decoding: text.utf8.map(\.lowercasedASCII), as: UTF8.self)
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
    let authority = lowered.utf8.dropFirst(scheme.utf8.count)
    let afterBracket = authority.firstIndex(of: UInt8(ascii: "]")).map { authority.index(after: $0) }
    let hostEnd = authority[(afterBracket ?? authority.startIndex)...].firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(hostEnd ?? authority.endIndex)]
    let port = hostEnd.map { authority[authority.index(after: $0)...] }
    guard !host.isEmpty, host.allSatisfy(Self.isOfHost) else { return nil }
    if let port {
      guard (1...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    }
    self.host = String(decoding: host, as: UTF8.self)
  }

  /// Letters, digits, and the other characters of domains and addresses; no `@`, `/`, `?` or white space.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"): true
    case UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }
}
