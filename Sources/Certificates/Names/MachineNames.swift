#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this machine is called in its own network.
package enum MachineNames {
  /// A machine with many containers has an address in each of their networks.
  private static let maximumAddresses = 64

  /// The machine's `.local` name and the private addresses of its network interfaces, at this moment.
  package static func current() -> CertificateNames {
    CertificateNames(domains: localName().map { [$0] } ?? [], addresses: Set(addresses().prefix(maximumAddresses)))
  }

  /// Such as `studio.local` (RFC 6762 §3); nil when the machine's name is none that DNS could have.
  package static func localName(of host: String = hostName()) -> String? {
    let label = host.prefix { $0 != "." }.lowercased()
    let isLabel = (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    return isLabel && label != "localhost" ? "\(label).local" : nil
  }

  /// The machine's name as the system has it; empty when it has none.
  package static func hostName() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return "" }
      return String(cString: start)
    }
  }

  /// Private addresses of interfaces that are up, those of IPv4 first.
  private static func addresses() -> [[UInt8]] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [[UInt8]] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr, let octets = octets(of: address),
        PrivateRanges.contains(octets), !isLinkLocal(octets), !found.contains(octets)
      else { continue }
      found.append(octets)
    }
    return found.sorted { $0.count < $1.count }
  }

  /// Such an address goes with the name of an interface, which no certificate can have.
  private static func isLinkLocal(_ octets: [UInt8]) -> Bool { octets.count == 16 && octets[0] == 0xFE }

  private static func octets(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) } }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
    default: nil
    }
  }
}
