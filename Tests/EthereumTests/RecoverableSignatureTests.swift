import Ethereum
import Testing

@Suite("A recoverable signature")
struct RecoverableSignatureTests {
  static let digest = PersonalMessage.hash(SignedMessage.example.message)

  /// The order n of the curve's group.
  static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

  /// Values of r and s about their limits, for the digest of the example, with the account that eth-keys 0.8 recovers
  /// for v = 27 and for v = 28.
  static let limits: [Limit] = [
    Limit("s is high", s: "c1a40440b2c1c64e5d027e95897f3e5ffbf3e9456d9666a874fe21d990677873")
      .giving("0x5ce9454909639D2D17A3F753ce7d93fa0b9aB12E", "0x54c632cC4119D9BaEDeD74b358D83a6bc57E4860"),
    Limit("s is half the order", s: "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")
      .giving("0x5fe085E8FCF1F1641427833eeC9C9EeDe882b6C5", "0x4675b2548eFEfFeaa2294D033aC1D45DBBa5f7E5"),
    Limit("s is 1", s: small(1))
      .giving("0x8F2e3d74c34a81B516f897644BD7D201AcE57a8E", "0xe93759D51AdD7179372968827cc38052D0464F8F"),
    Limit("s is n - 1", s: order.dropLast() + "0")
      .giving("0xe93759D51AdD7179372968827cc38052D0464F8F", "0x8F2e3d74c34a81B516f897644BD7D201AcE57a8E"),
    Limit("r is 1", r: small(1))
      .giving("0xce3477B50224C17f5f1B8CC8AeC93dd8B5a18080", "0x7A75406F410a7Bc02Cfa4590d06eCF705cdc0cFc"),
    Limit("r is 2", r: small(2))
      .giving("0xD7B3306656682BD974a8B269e97C07c3b967CDe4", "0x70440CC9dd5346B70F6718e5E547BB150981F340"),
    Limit("r is no point's x", r: small(5)), Limit("r is n - 1, no point's x", r: order.dropLast() + "0"),
    Limit("r is 0", r: small(0)), Limit("s is 0", s: small(0)), Limit("both are 0", r: small(0), s: small(0)),
    Limit("r is n", r: order), Limit("s is n", s: order), Limit("r is n + 1", r: order.dropLast() + "2"),
    Limit("r is p", r: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
    Limit("all bits are set", r: String(repeating: "f", count: 64), s: String(repeating: "f", count: 64)),
  ]

  @Test("is accepted up to the limits of r and s and names nobody beyond them", arguments: limits)
  func recovery(limit: Limit) throws {
    let even = try RecoverableSignature(hex: limit.r + limit.s + "1b")
    let odd = try RecoverableSignature(hex: limit.r + limit.s + "1c")
    #expect(even.recoverSigner(ofDigest: Self.digest)?.description == limit.even)
    #expect(odd.recoverSigner(ofDigest: Self.digest)?.description == limit.odd)
  }

  @Test("whose key would be the point at infinity names nobody")
  func infinity() throws {
    // r is the x of 7·G and s the digest divided by 7, so that both parts of the key cancel out.
    let signature = try RecoverableSignature(
      hex: "5cbdf0646e5db4eaa398f365f2ea7a0e3d419b7e0330e39ce92bddedcac4f9bc"
        + "02ec61ac77b097646f059b4cffa5c8cc27128bc3d657d2ee2f349cba703eda30" + "1b")
    #expect(signature.recoverSigner(ofDigest: Self.digest) == nil)
  }

  @Test("names nobody for a digest that has not 32 bytes", arguments: [0, 1, 31, 33, 64, 1000])
  func digests(length: Int) throws {
    let signature = try RecoverableSignature(hex: SignedMessage.example.signature)
    #expect(signature.recoverSigner(ofDigest: [UInt8](repeating: 1, count: length)) == nil)
    #expect(signature.recoverSigner(ofDigest: Self.digest) != nil)
  }

  private static func small(_ digit: Int) -> String { String(repeating: "0", count: 63) + "\(digit)" }
}

/// One pair of r and s, the example's where none is given, with the accounts that it names.
struct Limit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let r: String
  let s: String
  var even: String?
  var odd: String?

  init(_ name: String, r: String = SignedMessage.example.r, s: String = SignedMessage.example.s) {
    (testDescription, self.r, self.s) = (name, r, s)
  }

  func giving(_ even: String, _ odd: String) -> Limit {
    var copy = self
    (copy.even, copy.odd) = (even, odd)
    return copy
  }
}

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
