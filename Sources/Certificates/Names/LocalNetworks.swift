/// The addresses that certificates of our CA may be for.
enum LocalNetworks {
  /// Addresses that begin with the same bits.
  struct Range: Equatable, Sendable {
    /// An address followed by its mask, as a constraint has it (RFC 5280 §4.2.1.10).
    let bytes: [UInt8]

    /// - Parameters:
    ///   - address: Of four or sixteen bytes.
    ///   - bits: How many of its bits count.
    init(_ address: [UInt8], bits: Int) {
      let mask = address.indices.map { index in UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - 8 * index))) }
      bytes = zip(address, mask).map { $0 & $1 } + mask
    }

    /// A constraint that stands in a certificate; nil for one that is no address with its mask.
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

  /// The loopback, private networks (RFC 1918, RFC 4193), link-local addresses (RFC 3927, RFC 4291), those behind a
  /// provider's translation and of tailnets (RFC 6598), and those for tests of networks, which some virtual machines
  /// have (RFC 2544).
  static let all = [
    Range([127, 0, 0, 0], bits: 8), Range([10, 0, 0, 0], bits: 8), Range([172, 16, 0, 0], bits: 12),
    Range([192, 168, 0, 0], bits: 16), Range([169, 254, 0, 0], bits: 16), Range([100, 64, 0, 0], bits: 10),
    Range([198, 18, 0, 0], bits: 15), Range([UInt8](repeating: 0, count: 15) + [1], bits: 128),
    Range([0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
    Range([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), bits: 10),
  ]

  /// All of these, and of the machine's other addresses: universities and companies have public ones in their networks.
  /// Of an address of IPv6 that is its network, since within it machines change theirs from day to day.
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
