import Ethereum
import HTTPCore
import Testing

@Suite("Keccak-256")
struct Keccak256Tests {
  static let texts: [(String, String)] = [
    ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    ("The quick brown fox jumps over the lazy dog", "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"),
    (
      "The quick brown fox jumps over the lazy dog.", "578951e24efd62a3d63a86f7cd19aaa53c898fe287d2552133220370240b572d"
    ),
    ("Transfer(address,address,uint256)", "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"),
  ]

  @Test("follows the well-known digests", arguments: texts)
  func wellKnown(text: String, digest: String) {
    #expect(Hex.encode(Keccak256.hash(Array(text.utf8))) == digest)
  }

  /// Digests of ``pattern(_:)`` by PyCryptodome 3.24 (`Crypto.Hash.keccak`).
  static let lengths: [(Int, String)] = [
    (1, "5fe7f977e71dba2ea1a68e21057beebb9be2ac30c6410aa38d4f3fbe41dcffd2"),
    (7, "1ceda151e21262ae35aed0f8e3ad898e7ccd45ff03d25508e25e5701bc31c989"),
    (8, "66d6ac686bbe637cb6cf3e4deb8a1bb6aec0163cbbbd2c22747069455e660457"),
    (134, "8884d266ac61dea6a59234e679bb56fd1bf116a05634f2e8de1b7224302bc122"),
    (135, "8ab570337c9a3a773c3605160ca58e3f0546d92d217c908669cc4f35a31933bc"),
    (136, "16b30a6be318a7acbcba7a2194789f628abf68dfbbf55a4d840f22f6a4d29efd"),
    (137, "6a7e8293441d51be41bf4994995b35981f90c07866c7fd0465f405e2b7a8f8dd"),
    (271, "bb02bca6be57f42d131406260c6f1a81fd9922af8bd1c96d78f454b19ae10add"),
    (272, "443464c0c3ac8036d14a6f8647fc93b592d514adefbe88683cbbda3b4b2c4553"),
    (273, "73d5960773e36742ead7c872d84d535f35e75b9517ccb1023491276013f88890"),
    (407, "8d761ff83dde45e5088e430b4f011a7453de7a7b38036650ea43cf3620d9b294"),
    (408, "199ffed10ac2e6d847e422e9f64113fd5384a21320d7c6be84f82defd3863007"),
    (409, "75f85e42c02aa11926f03992928953060a37a8c5fc0f0370ab0dc8047752703b"),
    (1024, "e38e4c3cb8a368a93cd89d0d3cfb2b8467a8db4b5d122d7e5fb3192bda1db25d"),
  ]

  @Test("pads every length about the ends of blocks, of 136 bytes each", arguments: lengths)
  func padding(length: Int, digest: String) {
    #expect(Hex.encode(Keccak256.hash(Self.pattern(length))) == digest)
  }

  @Test("agrees with PyCryptodome on all lengths from 0 to 600")
  func everyLength() {
    let digests = (0...600).flatMap { Keccak256.hash(Self.pattern($0)) }
    #expect(
      Hex.encode(Keccak256.hash(digests)) == "8aa8d0cc2b8e30992939c2d55dec61f750a885c044f2b2648578fbafd7c6e3c3")
  }

  @Test("takes long input")
  func long() {
    #expect(
      Hex.encode(Keccak256.hash([UInt8](repeating: 0x61, count: 65_536)))
        == "0047a916daa1f92130d870b542e22d3108444f5a7e4429f05762fb647e6ed9ed")
  }

  @Test("is not SHA3-256, whose padding differs")
  func otherPadding() {
    #expect(Hex.encode(Keccak256.hash([])) != "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a")
  }

  /// Bytes that differ from place to place and from length to length.
  static func pattern(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
  }
}

@Suite("The digest of a personal message")
struct PersonalMessageTests {
  /// From eth-account 0.14 (`_hash_eip191_message` of `encode_defunct`); the second and the third stand in the
  /// documentation of eth-account and of web3.js as well.
  static let vectors: [(Sample, String)] = [
    ("", "5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad"),
    ("I♥SF", "1476abb745d423bf09273f1afd887d951181d25adc66c4834a70491911b7f750"),
    ("Some data", "1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655"),
    ("Log in to AgroBridge\n\nNonce: 7\n", "dd7b72ae91699ebcb14b5d8514c102ac58c348d432b5e62cfcbea6ab927c7165"),
    ("first\r\nsecond\r\n", "fec41ca1e5022bb1c351a581d0f0cdc4c4695a538a6b5e1ccdf02f7b933d5181"),
    ("a\0b", "fcd95bf116d648b12ecee9f1cd2f11484fe6554c2a07ac01e140896bc925441e"),
    ("caf\u{E9}", "58166a709b83c5369da86c3424ce9dc5eb6338951818d190ba3032f435ec9b81"),
    ("cafe\u{301}", "6a0210db335ad3b4c9297c8595821e74e0cb64d5d1ffbf2dcb6fc615588cabea"),
    ("\u{1F469}\u{200D}\u{1F33E} ¡hola! 日本語", "20788c0c014a4b7781a313dbb96803a009381a7c0617574470bedf8eea9d3029"),
    ("123456789", "5e275fae17e242926c01a96878c42e32848ab37e3bcdda430bb9f501e2f8051a"),
    ("1234567890", "9a35ecfdc7084bef44284c01666b2cb83e83e399db140f387883dfe61fea42dd"),
    (Sample("x", times: 99), "ade879a40f6045bfdca2cc49bcc1a468ebfbc7d4dbd9957f2863f43b1e4af0fa"),
    (Sample("x", times: 100), "a6a8162a31a67c17b44018cab5a50252b0be3216ceece062554cd9d1be277dcf"),
    (Sample("a", times: 10_000), "e69260e9eed2b78e0abab163dbd47e050ddc9142cce425efb3fbcbae80102951"),
    (Sample("a", times: 65_536), "4ccce77046a28ddc20cfed38ae1c578db7f5b1a4293248d8ec057ad3ef7a74b8"),
    ("0x68656c6c6f", "83a0870b6c63a71efdd3b2749ef700653d97454152c4b53fa9b102dc430c7c32"),
  ]

  @Test("is that of EIP-191 for every kind of text and number of digits in the length", arguments: vectors)
  func vector(message: Sample, digest: String) {
    #expect(Hex.encode(PersonalMessage.hash(message.text)) == digest)
  }

  @Test("tells texts apart that Swift calls equal but that have other bytes")
  func bytes() {
    #expect("caf\u{E9}" == "cafe\u{301}")
    #expect(PersonalMessage.hash("caf\u{E9}") != PersonalMessage.hash("cafe\u{301}"))
  }

  @Test("is that of the prefix, the length in bytes and the message")
  func prefix() {
    let signed = [0x19] + Array("Ethereum Signed Message:\n6I♥SF".utf8)
    #expect(PersonalMessage.hash("I♥SF") == Keccak256.hash(signed))
  }
}
