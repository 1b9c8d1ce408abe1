/// Which addresses of a machine are worth telling to another one, and in which order.
package enum AddressChoice {
  /// As many are told at most: a machine with more interfaces has them for containers.
  package static let limit = 16

  /// The addresses that other machines can use, the likeliest first: those of networks before those of tunnels and
  /// bridges; among them IPv4, which people can type, before IPv6; private ones before others.
  ///
  /// Loopback addresses reach nobody else. The link-local ones of IPv6 need a zone that is another on every machine and
  /// that browsers take in no URL.
  package static func best(of addresses: [NetworkAddress]) -> [NetworkAddress] {
    var seen: Set<String> = []
    let usable = addresses.filter { isUsable($0) && seen.insert($0.text).inserted }
    // The position keeps the system's order among equals, which sorting alone does not promise.
    let ranked = usable.enumerated().map { (rank: rank($1) + [$0], address: $1) }
    return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.prefix(limit).map(\.address)
  }

  /// The addresses by which other machines reach sockets that are bound to some, the likeliest first.
  ///
  /// - Parameters:
  ///   - bound: Numeric addresses that a server listens on; 0.0.0.0 and :: stand for all of their family.
  ///   - addresses: Those of the machine.
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
