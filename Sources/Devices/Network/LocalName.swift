#if canImport(Darwin)
  import Darwin
  import SystemConfiguration
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The name by which others in the network find this machine without a name server (multicast DNS, RFC 6762).
package enum LocalName {
  /// The name, such as `studio.local`; nil when nothing on this machine answers for one.
  package static func current() -> String? {
    #if os(macOS)
      return (SCDynamicStoreCopyLocalHostName(nil) as String?).flatMap(name(of:))
    #elseif os(Linux)
      // Only where Avahi runs does anybody answer for the name.
      guard access("/run/avahi-daemon/socket", F_OK) == 0 else { return nil }
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return nil }
        buffer[buffer.count - 1] = 0
        return name(of: String(cString: start))
      }
    #else
      return nil
    #endif
  }

  /// The name of a machine that is called so, `studio.local` for `studio` and for `studio.example.com`; nil when its
  /// first label is no host name (RFC 1123 §2.1).
  package static func name(of host: String) -> String? {
    let label = host.prefix { $0 != "." }
    let isName = (1...63).contains(label.utf8.count) && label.utf8.first != 0x2D && label.utf8.last != 0x2D
    let isPlain = label.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
      default: false
      }
    }
    guard isName, isPlain, label.lowercased() != "localhost" else { return nil }
    return "\(label.lowercased()).local"
  }
}
