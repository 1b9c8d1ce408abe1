import HTTPCore

/// The address of an account: the last 20 bytes of the Keccak-256 digest of its public key (Yellow Paper, appendix F).
///
/// Addresses are equal when their bytes are, in whatever case they were written.
package struct EthereumAddress: Sendable {
  /// The bytes of an address.
  package static let byteCount = 20

  /// The 20 bytes.
  package let bytes: [UInt8]

  /// False only for an address whose text had small and capital letters, and not those of EIP-55: a typing error,
  /// most likely. Text in one case claims no checksum and breaks none.
  package let hasValidChecksum: Bool

  /// The address that the text names: `0x` and 40 hexadecimal digits in any case, right checksum or not; nil for
  /// any other text.
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
  /// Whether the bytes are the same.
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
