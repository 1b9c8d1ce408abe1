#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An address of this machine and the interface that has it.
package struct NetworkAddress: Sendable, Hashable {
  /// How far an address reaches.
  package enum Scope: Sendable, Hashable {
    /// 0.0.0.0 or ::, which stand for every address.
    case unspecified
    /// 127.0.0.0/8 or ::1.
    case loopback
    /// 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291 §2.5.6).
    case linkLocal
    /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918) or fc00::/7 (RFC 4193).
    case privateNetwork
    /// 100.64.0.0/10, of carriers and of overlay networks (RFC 6598).
    case shared
    /// Every other one.
    case global
  }

  /// Numeric, without a scope: `192.168.1.23` or `fd00::2`.
  package let text: String
  /// The interface's name, such as `wlan0`; empty when it is not known.
  package let interface: String
  package let scope: Scope
  package let isIPv6: Bool

  /// Reads a numeric address; nil for anything else.
  package init?(_ text: String, interface: String = "") {
    (self.text, self.interface) = (text, interface)
    if let bytes = Self.bytes(text, family: AF_INET, count: 4) {
      (isIPv6, scope) = (false, Self.scope(version4: bytes))
    } else if let bytes = Self.bytes(text, family: AF_INET6, count: 16) {
      (isIPv6, scope) = (true, Self.scope(version6: bytes))
    } else {
      return nil
    }
  }

  /// The address as the host of a URL (RFC 3986 §3.2.2).
  package var urlHost: String { isIPv6 ? "[\(text)]" : text }

  private static func bytes(_ text: String, family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  private static func scope(version4 bytes: [UInt8]) -> Scope {
    switch (bytes[0], bytes[1]) {
    case (0, 0) where bytes == [0, 0, 0, 0]: .unspecified
    case (127, _): .loopback
    case (169, 254): .linkLocal
    case (10, _), (192, 168), (172, 16...31): .privateNetwork
    case (100, 64...127): .shared
    default: .global
    }
  }

  private static func scope(version6 bytes: [UInt8]) -> Scope {
    let isZeroBeforeLast = bytes.dropLast().allSatisfy { $0 == 0 }
    if isZeroBeforeLast, bytes[15] <= 1 { return bytes[15] == 0 ? .unspecified : .loopback }
    return switch (bytes[0], bytes[1]) {
    case (0xFE, 0x80...0xBF): .linkLocal
    case (0xFC...0xFD, _): .privateNetwork
    default: .global
    }
  }
}
