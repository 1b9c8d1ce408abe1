#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The network interfaces of this machine, asked anew each time, since a laptop changes networks while a server runs.
package enum NetworkInterfaces {
  /// The numeric addresses of the interfaces that are up and connected, loopback left out, in the system's order.
  /// Empty when the system does not tell.
  package static func addresses() -> [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0, let first = list else { return [] }
    defer { freeifaddrs(list) }
    return sequence(first: first, next: { $0.pointee.ifa_next }).compactMap { entry in
      let isRunning = entry.pointee.ifa_flags & running == running
      guard isRunning, entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let text = numeric(entry.pointee.ifa_addr)
      else { return nil }
      return NetworkAddress(text, interface: String(cString: entry.pointee.ifa_name))
    }
  }

  /// Without IFF_RUNNING a cable is out, or no container is behind a bridge.
  private static let running = UInt32(IFF_UP) | UInt32(IFF_RUNNING)

  /// The address as text without its zone; nil for what is no internet address.
  private static func numeric(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
    guard let address else { return nil }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        text(AF_INET, &$0.pointee.sin_addr)
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        text(AF_INET6, &$0.pointee.sin6_addr)
      }
    default:
      return nil
    }
  }

  private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      inet_ntop(family, address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
    }
  }
}
