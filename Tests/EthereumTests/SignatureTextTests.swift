import Ethereum
import Testing

@Suite("The text of a signature")
struct SignatureTextTests {
  static let example = SignedMessage.example
  static let rs = example.r + example.s

  @Test("is read with and without 0x, in any case, to the same signature")
  func spellings() throws {
    let signature = try RecoverableSignature(hex: "0x" + Self.rs + "1c")
    for text in [Self.rs + "1c", "0x" + Self.rs.uppercased() + "1C", Self.rs.uppercased() + "1c", Self.rs + "01"] {
      #expect(try RecoverableSignature(hex: text) == signature, "\(text)")
    }
    #expect(try RecoverableSignature(hex: Self.rs + "1b") != signature)
  }

  static let unreadable: [Sample] = [
    "", "0x", "0x...", "signed_message", "\(rs)", "0x\(rs)", "\(rs)1", "\(rs)1c0", "\(rs)1c00", "0x\(rs)1c1c",
    "0X\(rs)1c", " 0x\(rs)1c", "0x\(rs)1c\n", "0x0x\(rs.dropLast(2))1c", "\(rs.dropLast())g1c",
    "\(rs.dropLast())\u{0}1c", "\(rs.dropLast(2))é1c", "\(rs.dropLast(2))\r\n1c", "00\(rs.dropLast())1c",
    Sample("0", times: 129), Sample("é", times: 65), Sample("0", times: 100_000),
  ]

  @Test("is nothing else than 130 hexadecimal digits", arguments: unreadable)
  func refusals(sample: Sample) {
    #expect(throws: SignatureError.notSixtyFiveBytes) { try RecoverableSignature(hex: sample.text) }
  }

  @Test("ends with one of the four values of v", arguments: UInt8.min...UInt8.max)
  func recoveryBytes(v: UInt8) {
    let text = Self.example.signature(v: v)
    if [0, 1, 27, 28].contains(v) {
      #expect(throws: Never.self) { try RecoverableSignature(hex: text) }
    } else {
      #expect(throws: SignatureError.recoveryByte(v)) { try RecoverableSignature(hex: text) }
    }
  }

  static let reasons: [(SignatureError, String)] = [
    (.notSixtyFiveBytes, "the signature is not 65 bytes as 130 hexadecimal digits"),
    (.recoveryByte(2), "the signature's last byte is 2, not 27 or 28 (nor 0 or 1)"),
    (.recoveryByte(34), "the signature's last byte is 34, not 27 or 28 (nor 0 or 1)"),
    (
      .recoveryByte(37),
      "the signature's last byte is 37, which only transactions have (EIP-155); a message has 27 or 28"
    ),
  ]

  @Test("is refused with a reason", arguments: reasons)
  func explanation(error: SignatureError, reason: String) {
    #expect(error.description == reason)
  }
}
