import Ethereum
import HTTPCore
import Testing

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
