import Ethereum
import HTTPCore
import Testing

@Suite("The proof of a wallet")
struct WalletProofTests {
  static let example = SignedMessage.example

  @Test("holds for what a wallet signed, with v as 27 and 28 and as 0 and 1", arguments: SignedMessage.all)
  func verified(signed: SignedMessage) throws {
    let address = try #require(EthereumAddress(signed.signer))
    for signature in [signed.signature, signed.signature(v: signed.v - 27)] {
      #expect(
        WalletProof.verify(address: signed.signer, signature: signature, message: signed.message)
          == .verified(address))
    }
  }

  @Test("fails for another address, another message and the other v", arguments: SignedMessage.all)
  func mismatch(signed: SignedMessage) throws {
    let signer = try #require(EthereumAddress(signed.signer))
    let other = "0x52908400098527886E0F7030069857D2E4169EE7"
    #expect(
      WalletProof.verify(address: other, signature: signed.signature, message: signed.message)
        == .mismatch(recovered: signer))
    let attempts = [
      WalletProof.verify(
        address: signed.signer, signature: signed.signature(v: 55 - signed.v), message: signed.message),
      WalletProof.verify(
        address: signed.signer, signature: signed.signature, message: String(signed.message.dropLast()) + "."),
    ]
    for attempt in attempts {
      guard case .mismatch(let recovered) = attempt else {
        Issue.record("\(attempt)")
        continue
      }
      #expect(recovered != signer)
    }
  }

  @Test("is irregular with a wrong checksum in the address (EIP-55) and with a high s (EIP-2)")
  func irregular() throws {
    let address = try #require(EthereumAddress(Self.example.signer))
    // n − s of the example, and the other v.
    let high =
      Self.example.signature.prefix(66) + "c1a40440b2c1c64e5d027e95897f3e5ffbf3e9456d9666a874fe21d990677873" + "1b"
    for (outcome, word) in [
      (verify(address: "0x5CE9454909639d2d17a3f753ce7d93fa0b9ab12e"), "EIP-55"),
      (verify(signature: String(high)), "EIP-2"),
    ] {
      guard case .irregular(address, let reason) = outcome, reason.contains(word) else {
        Issue.record("\(outcome)")
        continue
      }
    }
  }

  @Test("has a low s up to half the curve's order")
  func halfOrder() throws {
    let half = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20"
    for (end, isLow) in [("9f", true), ("a0", true), ("a1", false)] {
      let signature = try RecoverableSignature(hex: String(repeating: "11", count: 32) + half + end + "1b")
      #expect(signature.hasLowS == isLow)
    }
  }

  @Test(
    "heeds the address's bytes, not its case where that is no checksum",
    arguments: [
      "0x5ce9454909639d2d17a3f753ce7d93fa0b9ab12e", "0x5CE9454909639D2D17A3F753CE7D93FA0B9AB12E",
    ])
  func cases(address: String) {
    guard case .verified = verify(address: address) else {
      Issue.record("\(address)")
      return
    }
  }

  @Test("cannot be had from placeholders and other text in the address", arguments: EthereumAddressTests.unreadable)
  func addresses(sample: Sample) {
    #expect(verify(address: sample.text) == .notVerifiable("the address is not 0x and 40 hexadecimal digits"))
  }

  @Test("cannot be had from placeholders and other text in the signature", arguments: SignatureTextTests.unreadable)
  func signatures(sample: Sample) {
    #expect(
      verify(signature: sample.text) == .notVerifiable("the signature is not 65 bytes as 130 hexadecimal digits"))
  }

  static let noKey = "no key can have made this signature: its r and s fit no point of the curve"
  static let impossible: [(byte: String, v: String, reason: String)] = [
    ("00", "00", noKey), ("00", "1c", noKey), ("ff", "1b", noKey),
    ("11", "1d", "the signature's last byte is 29, not 27 or 28 (nor 0 or 1)"),
    ("11", "26", "the signature's last byte is 38, which only transactions have (EIP-155); a message has 27 or 28"),
  ]

  @Test("is refused for a signature that no key makes", arguments: impossible)
  func refusals(byte: String, v: String, reason: String) {
    #expect(verify(signature: String(repeating: byte, count: 64) + v) == .invalid(reason))
  }

  @Test(
    "takes messages up to 64 KiB, counted in bytes",
    arguments: [
      (Sample("a", times: 65_536), true), (Sample("a", times: 65_537), false),
      (Sample("é", times: 32_768), true), (Sample("é", times: 32_769), false),
      (Sample("a", times: 1_000_000), false),
    ])
  func bounds(message: Sample, fits: Bool) {
    let outcome = WalletProof.verify(
      address: Self.example.signer, signature: Self.example.signature, message: message.text)
    #expect((outcome == .invalid("the message has more than 65536 bytes")) == !fits)
  }

  private func verify(
    address: String = example.signer, signature: String = example.signature
  ) -> WalletProof.Outcome {
    WalletProof.verify(address: address, signature: signature, message: Self.example.message)
  }
}
