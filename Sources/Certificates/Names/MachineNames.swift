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

  /// The machine's `.local` name and the addresses of its network interfaces, at this moment.
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

  /// The address by which others in the network reach this machine; nil without a network.
  ///
  /// A datagram socket that is connected, to an address for documentation (RFC 5737), learns where it would send from;
  /// nothing is sent.
  package static func lanHost() -> String? {
    #if canImport(Darwin)
      let kind = SOCK_DGRAM
    #else
      let kind = Int32(SOCK_DGRAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    guard inet_pton(AF_INET, "192.0.2.1", &address.sin_addr) == 1 else { return nil }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard connect(descriptor, generic, length) == 0, getsockname(descriptor, generic, &length) == 0,
          let octets = octets(of: generic), octets.count == 4
        else { return nil }
        return octets.map(String.init).joined(separator: ".")
      }
    }
  }

  /// Addresses of interfaces that are up, those of IPv4 first.
  private static func addresses() -> [[UInt8]] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [[UInt8]] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr, let octets = octets(of: address),
        !isLinkLocal(octets), !found.contains(octets)
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
