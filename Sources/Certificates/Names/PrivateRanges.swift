/// The addresses and names that certificates of our CA may be for: those that nobody else can have on the Internet.
///
/// A phone that trusts the CA trusts whoever gets hold of its key. So the CA itself says that it vouches for local
/// names only (RFC 5280 §4.2.1.10), and its key is of no use against a bank.
enum PrivateRanges {
  /// A network: its address, and how many of the first bits count.
  struct Network {
    let address: [UInt8]
    let bits: Int

    /// The address and its mask, as a name constraint has them.
    var constraint: [UInt8] { address + mask }

    private var mask: [UInt8] {
      address.indices.map { index in
        let count = min(8, max(0, bits - 8 * index))
        return UInt8(truncatingIfNeeded: 0xFF00 >> count)
      }
    }

    func contains(_ other: [UInt8]) -> Bool {
      other.count == address.count && zip(zip(other, mask), address).allSatisfy { $0.0 & $0.1 == $1 }
    }
  }

  /// Loopback, private use (RFC 1918), what providers and VPNs hand out (RFC 6598) and link-local; their likes of IPv6.
  static let networks = [
    Network(address: [127, 0, 0, 0], bits: 8), Network(address: [10, 0, 0, 0], bits: 8),
    Network(address: [172, 16, 0, 0], bits: 12), Network(address: [192, 168, 0, 0], bits: 16),
    Network(address: [100, 64, 0, 0], bits: 10), Network(address: [169, 254, 0, 0], bits: 16),
    Network(address: [UInt8](repeating: 0, count: 15) + [1], bits: 128),
    Network(address: [0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
    Network(address: [0xFE, 0x80] + [UInt8](repeating: 0, count: 14), bits: 10),
  ]

  /// Domains that are nobody's: RFC 6761, RFC 6762, RFC 8375, and `internal`, which ICANN keeps free.
  static let domains = ["localhost", "local", "test", "internal", "home.arpa"]

  /// Whether the CA may vouch for an address of four or sixteen octets.
  static func contains(_ address: [UInt8]) -> Bool { networks.contains { $0.contains(address) } }
}
