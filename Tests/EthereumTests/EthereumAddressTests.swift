import Ethereum
import Testing

@Suite("An Ethereum address")
struct EthereumAddressTests {
  /// The test cases of EIP-55: all capitals, all small, and mixed; and addresses without letters.
  static let checksummed = [
    "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x0000000000000000000000000000000000000000", "0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF",
  ]

  @Test("is written with the checksum of EIP-55, in whatever case it was read", arguments: checksummed)
  func rendering(text: String) throws {
    let digits = text.dropFirst(2)
    for variant in [text, "0x" + digits.lowercased(), "0x" + digits.uppercased()] {
      let address = try #require(EthereumAddress(variant))
      #expect(address.description == text)
      #expect(address.hasValidChecksum)
    }
  }

  @Test("with mixed case and one letter wrong is read, but its checksum is wrong", arguments: checksummed[4...7])
  func wrongChecksum(text: String) throws {
    let right = try #require(EthereumAddress(text))
    for index in text.indices.dropFirst(2) where text[index].isLetter {
      let letter = text[index].isLowercase ? text[index].uppercased() : text[index].lowercased()
      let address = try #require(EthereumAddress(text[..<index] + letter + text[text.index(after: index)...]))
      #expect(!address.hasValidChecksum, "\(index.utf16Offset(in: text))")
      #expect(address == right)
      #expect(address.description == text)
    }
  }

  @Test("equals another by its bytes, also as the member of a set")
  func equality() throws {
    let texts = [Self.checksummed[4], Self.checksummed[4].lowercased(), Self.checksummed[5]]
    let addresses = try texts.map { try #require(EthereumAddress($0)) }
    #expect(addresses[0] == addresses[1] && addresses[0] != addresses[2])
    #expect(Set(addresses).count == 2)
    #expect(addresses[0].bytes.count == EthereumAddress.byteCount)
    #expect(addresses[0].bytes.first == 0x5A && addresses[0].bytes.last == 0xED)
  }

  static let unreadable: [Sample] = [
    "", "0", "0x", "0x...", "...", "wallet_address", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00",
    "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "005aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "x05aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA\0d", "0x0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be\u{C0}d", "0x５aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x-5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "vitalik.eth", Sample("0", times: 100_000),
  ]

  @Test("is nothing else than 0x and 40 hexadecimal digits", arguments: unreadable)
  func refusals(sample: Sample) {
    #expect(EthereumAddress(sample.text) == nil)
  }
}
