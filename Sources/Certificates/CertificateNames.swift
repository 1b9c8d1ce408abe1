import Cryptography
import Platform

/// The names and addresses of a certificate.
package struct CertificateNames: Sendable, Equatable {
  /// In lower case.
  package let domains: Set<String>
  /// Of four or sixteen bytes, in network order.
  package let addresses: Set<[UInt8]>

  /// The usual names for clients on this machine and in its emulators and containers; 10.0.2.2 is that of an Android
  /// emulator.
  static let always = CertificateNames(
    domains: ["localhost", "host.docker.internal"],
    addresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1], [10, 0, 2, 2]])

  /// - Parameters:
  ///   - domains: Such as `studio.local`.
  ///   - addresses: Of four or sixteen bytes, in network order.
  package init(domains: Set<String>, addresses: Set<[UInt8]>) {
    self.domains = Set(domains.map { $0.lowercased() })
    self.addresses = addresses
  }

  /// Names, and numeric addresses without a zone such as `192.168.1.23` and `fd00::2`; invalid ones are omitted.
  package init(domains: Set<String>, numericAddresses: [String]) {
    self.init(domains: domains, addresses: Set(numericAddresses.compactMap(Self.bytes)))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  /// The names of a certificate.
  init(of certificate: Certificate) {
    var (domains, addresses) = (Set<String>(), Set<[UInt8]>())
    for host in certificate.hosts {
      switch host {
      case .domain(let domain): domains.insert(domain)
      case .address(let bytes): addresses.insert(bytes)
      }
    }
    self.init(domains: domains, addresses: addresses)
  }

  /// The same without the addresses for which a CA cannot issue certificates: one of them would invalidate the whole
  /// certificate.
  func vouched(by authority: CertificateAuthority) -> CertificateNames {
    guard let networks = authority.networks else { return self }
    return CertificateNames(
      domains: domains, addresses: addresses.filter { address in networks.contains { $0.contains(address) } })
  }

  static func text(_ address: [UInt8]) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let family = address.count == 4 ? AF_INET : AF_INET6
      guard let start = buffer.baseAddress, inet_ntop(family, address, start, socklen_t(buffer.count)) != nil else {
        return "?"
      }
      return String(cString: start)
    }
  }

  func union(_ other: CertificateNames) -> CertificateNames {
    CertificateNames(domains: domains.union(other.domains), addresses: addresses.union(other.addresses))
  }

  func isSuperset(of other: CertificateNames) -> Bool {
    domains.isSuperset(of: other.domains) && addresses.isSuperset(of: other.addresses)
  }

  /// In a stable order.
  var hosts: [Certificate.HostName] {
    let addresses = addresses.sorted { ($0.count, $0.description) < ($1.count, $1.description) }
    return domains.sorted().map { .domain($0) } + addresses.map { .address($0) }
  }
}

/// The domains for which the CA can issue certificates.
enum LocalDomains {
  /// Reserved domains: RFC 6761, RFC 6762, RFC 8375, and `internal`, which ICANN keeps free.
  ///
  /// A phone that trusts the CA trusts everyone who has its key. So the CA's own certificate restricts it to these and
  /// to ``LocalNetworks`` (RFC 5280 §4.2.1.10), and its key is useless against a bank.
  static let all = ["localhost", "local", "test", "internal", "home.arpa"]
}

/// The addresses for which the CA can issue certificates.
enum LocalNetworks {
  /// Addresses with a common prefix.
  struct Range: Equatable, Sendable {
    /// An address followed by its mask, as in a constraint (RFC 5280 §4.2.1.10).
    let bytes: [UInt8]

    /// - Parameters:
    ///   - address: Of four or sixteen bytes.
    ///   - bits: The length of the prefix.
    init(_ address: [UInt8], bits: Int) {
      let mask = address.indices.map { index in UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - 8 * index))) }
      bytes = zip(address, mask).map { $0 & $1 } + mask
    }

    /// A constraint of a certificate; nil if it is not an address with its mask.
    init?(bytes: [UInt8]) {
      guard bytes.count == 8 || bytes.count == 32 else { return nil }
      self.bytes = bytes
    }

    /// Whether an address is one of these.
    func contains(_ address: [UInt8]) -> Bool {
      guard 2 * address.count == bytes.count else { return false }
      return address.indices.allSatisfy { address[$0] & bytes[address.count + $0] == bytes[$0] }
    }
  }

  /// Loopback, private networks (RFC 1918, RFC 4193), link-local addresses (RFC 3927, RFC 4291), those of carrier-grade
  /// NAT and tailnets (RFC 6598), and those for network benchmarks, which some virtual machines use (RFC 2544).
  static let all = [
    Range([127, 0, 0, 0], bits: 8), Range([10, 0, 0, 0], bits: 8), Range([172, 16, 0, 0], bits: 12),
    Range([192, 168, 0, 0], bits: 16), Range([169, 254, 0, 0], bits: 16), Range([100, 64, 0, 0], bits: 10),
    Range([198, 18, 0, 0], bits: 15), Range([UInt8](repeating: 0, count: 15) + [1], bits: 128),
    Range([0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
    Range([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), bits: 10),
  ]

  /// All of these, and the machine's other addresses: universities and companies have public ones in their networks.
  /// For an IPv6 address it is the whole network, because machines change their addresses within it daily.
  static func around(_ addresses: Set<[UInt8]>) -> [Range] {
    let others = addresses.sorted { ($0.count, $0.description) < ($1.count, $1.description) }.filter { address in
      !all.contains { $0.contains(address) }
    }
    return others.reduce(into: all) { ranges, address in
      let range = Range(address, bits: address.count == 4 ? 32 : 64)
      if !ranges.contains(range) { ranges.append(range) }
    }
  }
}

/// The name of this machine.
package enum MachineName {
  /// The system's name, such as `studio` or `studio.example.com`; empty without one.
  package static func current() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return "" }
      return String(cString: start)
    }
  }
}
