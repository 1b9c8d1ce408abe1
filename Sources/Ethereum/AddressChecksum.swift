import HTTPCore

/// The checksum that the case of an address's letters carries (EIP-55).
enum AddressChecksum {
  /// The 40 digits of an address: a letter is a capital where the digit at its place in the Keccak-256 digest of the
  /// lower-case digits is 8 or more.
  static func digits(of address: [UInt8]) -> [UInt8] {
    let plain = Array(Hex.encode(address).utf8)
    let digest = Keccak256.hash(plain)
    return plain.enumerated().map { index, digit in
      let twin = digest[index / 2] >> (index.isMultiple(of: 2) ? 4 : 0) & 0x0F
      return twin >= 8 && isSmall(digit) ? digit & ~0x20 : digit
    }
  }

  /// Whether the digits have letters of both cases; in one case they are text from before EIP-55.
  static func isClaimed(by digits: some Collection<UInt8>) -> Bool {
    digits.contains(where: isSmall) && digits.contains(where: isCapital)
  }

  private static func isSmall(_ digit: UInt8) -> Bool {
    digit >= UInt8(ascii: "a") && digit <= UInt8(ascii: "f")
  }

  private static func isCapital(_ digit: UInt8) -> Bool {
    digit >= UInt8(ascii: "A") && digit <= UInt8(ascii: "F")
  }
}
