import HTTPCore

/// The address of an account: the last 20 bytes of the Keccak-256 digest of its public key (Yellow Paper, appendix F).
///
/// Addresses are equal when their bytes are equal, in any case of their letters.
package struct EthereumAddress: Sendable {
  /// The bytes of an address.
  package static let byteCount = 20

  /// The 20 bytes.
  package let bytes: [UInt8]

  /// False only for an address with letters of both cases that are not those of EIP-55: most likely a typing error.
  /// Text in one case has no checksum.
  package let hasValidChecksum: Bool

  /// The address in the text: `0x` and 40 hexadecimal digits in any case, with a right checksum or not; nil for any
  /// other text.
  package init?(_ text: String) {
    guard let digits = HexText.digits(of: text), let bytes = HexText.bytes(digits, count: Self.byteCount) else {
      return nil
    }
    self.bytes = bytes
    hasValidChecksum = !AddressChecksum.isClaimed(by: digits) || digits.elementsEqual(AddressChecksum.digits(of: bytes))
  }

  /// The address of an uncompressed public key, given as its coordinates x and y (64 bytes) without the leading
  /// 0x04 (SEC 1 §2.3.3).
  init(publicKey coordinates: [UInt8]) {
    bytes = Array(Keccak256.hash(coordinates).suffix(Self.byteCount))
    hasValidChecksum = true
  }
}

extension EthereumAddress: Hashable {
  /// Compares the bytes.
  package static func == (left: EthereumAddress, right: EthereumAddress) -> Bool {
    left.bytes == right.bytes
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}

extension EthereumAddress: CustomStringConvertible {
  /// `0x` and the digits in the case of EIP-55: one text for each address.
  package var description: String {
    "0x" + String(decoding: AddressChecksum.digits(of: bytes), as: UTF8.self)
  }
}

/// The checksum in the case of an address's letters (EIP-55).
enum AddressChecksum {
  /// The 40 digits of an address: a letter is a capital where the digit at the same index in the Keccak-256 digest of
  /// the lower-case digits is 8 or more.
  static func digits(of address: [UInt8]) -> [UInt8] {
    let plain = Array(Hex.encode(address).utf8)
    let digest = Keccak256.hash(plain)
    return plain.enumerated().map { index, digit in
      let twin = digest[index / 2] >> (index.isMultiple(of: 2) ? 4 : 0) & 0x0F
      return twin >= 8 && isSmall(digit) ? digit & ~0x20 : digit
    }
  }

  /// Whether the digits have letters of both cases; text in one case has no checksum of EIP-55.
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

/// Hexadecimal text in the format of Ethereum's tools: digits in any case, usually after `0x`.
enum HexText {
  /// The digits after the prefix `0x`; nil when the text does not have it.
  static func digits(of text: String) -> Substring.UTF8View? {
    text.utf8.starts(with: "0x".utf8) ? text.utf8.dropFirst(2) : nil
  }

  /// The bytes of the digits; nil unless there are exactly two digits for each of `count` bytes. Time and memory are
  /// limited by `count`.
  static func bytes(_ digits: Substring.UTF8View, count: Int) -> [UInt8]? {
    guard digits.count == 2 * count else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: UInt8?
    for digit in digits {
      guard let value = digit.hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
