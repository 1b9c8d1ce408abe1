import Platform

#if canImport(SystemConfiguration)
  import SystemConfiguration
#endif

/// An address of this machine and the interface that has it.
package struct NetworkAddress: Sendable, Hashable {
  /// The scope of an address.
  package enum Scope: Sendable, Hashable {
    /// 0.0.0.0 or ::, which stand for every address.
    case unspecified
    /// 127.0.0.0/8 or ::1.
    case loopback
    /// 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291 §2.5.6).
    case linkLocal
    /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918) or fc00::/7 (RFC 4193).
    case privateNetwork
    /// 100.64.0.0/10, used by carriers and overlay networks (RFC 6598).
    case shared
    /// Any other.
    case global
  }

  /// Numeric, without a zone: `192.168.1.23` or `fd00::2`.
  package let text: String
  /// The interface's name, such as `wlan0`; empty when unknown.
  package let interface: String
  package let scope: Scope
  package let isIPv6: Bool

  /// Parses a numeric address; nil for anything else.
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

/// The kind of a network interface, derived from its name. The cases are in the order of how likely a phone is there.
package enum InterfaceKind: String, Sendable, CaseIterable {
  /// A network that phones may be in: Ethernet, Wi-Fi, or one with an unknown name.
  case network
  /// A tunnel, such as a VPN: phones are seldom in it.
  case tunnel
  /// A bridge to containers or virtual machines of this machine.
  case bridge

  /// Prefixes of names on Linux and macOS.
  private static let tunnels = ["utun", "tun", "wg", "tailscale", "zt", "ppp", "ipsec", "gif", "stf"]
  private static let bridges = [
    "docker", "br-", "veth", "virbr", "bridge", "vmnet", "vmenet", "vboxnet", "vnet", "tap", "lxc", "lxd", "incus",
    "podman", "cni", "flannel", "cali", "kube", "feth",
  ]

  /// The kind of an interface of this name, such as `docker0`.
  package init(interface: String) {
    if Self.tunnels.contains(where: interface.hasPrefix) {
      self = .tunnel
    } else if Self.bridges.contains(where: interface.hasPrefix) {
      self = .bridge
    } else {
      self = .network
    }
  }
}

/// The network interfaces of this machine, read on each call, because a laptop changes networks while a server runs.
package enum NetworkInterfaces {
  /// The numeric addresses of the interfaces that are up and connected, without loopback, in the system's order. Empty
  /// when the system does not report them.
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

  /// Without IFF_RUNNING a cable is unplugged, or there is no container behind a bridge.
  private static let running = UInt32(IFF_UP) | UInt32(IFF_RUNNING)

  /// The address as text without its zone; nil if it is not an internet address.
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

/// Selects and sorts addresses of a machine for other machines.
package enum AddressChoice {
  /// The most addresses that are shown: a machine with more interfaces has them for containers.
  package static let limit = 16

  /// The addresses that other machines can use, the most likely first: those of networks before those of tunnels and
  /// bridges; among them IPv4, which users can type, before IPv6; private ones before others.
  ///
  /// Loopback addresses reach this machine only. Link-local IPv6 addresses need a zone, which differs on every machine
  /// and which browsers do not accept in URLs.
  package static func best(of addresses: [NetworkAddress]) -> [NetworkAddress] {
    var seen: Set<String> = []
    let usable = addresses.filter { isUsable($0) && seen.insert($0.text).inserted }
    // The position keeps the system's order among equals, because the sort is not documented as stable.
    let ranked = usable.enumerated().map { (rank: rank($1) + [$0], address: $1) }
    return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.prefix(limit).map(\.address)
  }

  /// The addresses at which other machines reach sockets that are bound to `bound`, the most likely first.
  ///
  /// - Parameters:
  ///   - bound: Numeric addresses on which a server listens; 0.0.0.0 and :: stand for all of their family.
  ///   - addresses: Addresses of the machine.
  package static func reachable(by bound: [String], of addresses: [NetworkAddress]) -> [NetworkAddress] {
    let found = bound.compactMap { NetworkAddress($0) }.flatMap { own -> [NetworkAddress] in
      if own.scope == .unspecified { return addresses.filter { $0.isIPv6 == own.isIPv6 } }
      return [addresses.first { $0.text == own.text } ?? own]
    }
    return best(of: found)
  }

  private static func isUsable(_ address: NetworkAddress) -> Bool {
    switch address.scope {
    case .unspecified, .loopback: false
    case .linkLocal: !address.isIPv6
    case .privateNetwork, .shared, .global: true
    }
  }

  private static func rank(_ address: NetworkAddress) -> [Int] {
    let kind = InterfaceKind.allCases.firstIndex(of: InterfaceKind(interface: address.interface)) ?? 0
    let scope =
      switch address.scope {
      case .privateNetwork: 0
      case .global: 1
      case .shared: 2
      case .linkLocal, .loopback, .unspecified: 3
      }
    return [kind, address.isIPv6 ? 1 : 0, scope]
  }
}

/// The name under which others in the network find this machine without a name server (multicast DNS, RFC 6762).
package enum LocalName {
  /// The name, such as `studio.local`; nil when nothing on this machine announces one.
  package static func current() -> String? {
    #if os(macOS)
      return (SCDynamicStoreCopyLocalHostName(nil) as String?).flatMap(name(of:))
    #elseif os(Linux)
      // The name is only announced where Avahi runs.
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

  /// The `.local` name of a host name, `studio.local` for `studio` and for `studio.example.com`; nil when its first
  /// label is not a valid host name (RFC 1123 §2.1).
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
