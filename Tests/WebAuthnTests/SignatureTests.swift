import Cryptography
import Testing
import WebAuthn

@Suite("A signature")
struct SignatureTests {
  /// RFC 6979 §A.2.5, P-256 with SHA-256: message, r and s.
  static let p256Vectors: [(String, [UInt8], [UInt8])] = [
    (
      "sample", hex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"),
      hex("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
    ),
    (
      "test", hex("f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"),
      hex("019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083")
    ),
  ]

  private static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    let integers = [r, s].flatMap { number -> [UInt8] in
      let digits = (number[0] < 0x80 ? [] : [0]) + number
      return [0x02, UInt8(digits.count)] + digits
    }
    return [0x30, UInt8(integers.count)] + integers
  }

  @Test("of ES256 is taken as r and s and as DER", arguments: p256Vectors)
  func es256(message: String, r: [UInt8], s: [UInt8]) {
    let key = KeyMaterial.p256
    for signature in [r + s, Self.der(r, s)] {
      #expect(key.fault(ofSignature: signature) == nil)
      #expect(key.isValidSignature(signature, over: Array(message.utf8)))
      #expect(!key.isValidSignature(signature, over: Array((message + " ").utf8)))
    }
    #expect(!key.isValidSignature(s + r, over: Array(message.utf8)))
  }

  @Test("of EdDSA follows RFC 8032", arguments: KeyMaterial.ed25519Vectors.indices)
  func edDSA(index: Int) {
    let vector = KeyMaterial.ed25519Vectors[index]
    let key = PublicKey.ed25519(vector.key)
    #expect(key.isValidSignature(vector.signature, over: vector.message))
    #expect(!key.isValidSignature(vector.signature, over: vector.message + [0]))
    #expect(!KeyMaterial.p256.isValidSignature(vector.signature, over: vector.message))
  }

  static let malformed: [[UInt8]] = [
    [], [0x30], [UInt8](repeating: 0, count: 63), [UInt8](repeating: 1, count: 65), hex("3006020101020101") + [0],
    hex("30060201010201"), hex("300702020001020101"), hex("3006020181020101"), hex("30800201010201010000"),
    hex("3003020101"), [0x30] + [UInt8](repeating: 0x30, count: 4000), Array("auth_signature".utf8),
  ]

  @Test("of ES256 that is neither form is malformed", arguments: malformed)
  func malformedES256(bytes: [UInt8]) {
    #expect(KeyMaterial.p256.fault(ofSignature: bytes)?.hasPrefix("\(bytes.count) bytes") == true)
    #expect(!KeyMaterial.p256.isValidSignature(bytes, over: []))
  }

  @Test("of EdDSA has 64 bytes", arguments: [0, 63, 65])
  func malformedEdDSA(count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    #expect(KeyMaterial.ed25519.fault(ofSignature: bytes) == "\(count) bytes; an Ed25519 signature has 64")
    #expect(!KeyMaterial.ed25519.isValidSignature(bytes, over: []))
  }

  @Test("whose numbers are zero or past the order is wrong", arguments: [0x00, 0xFF] as [UInt8])
  func extremes(byte: UInt8) {
    let bytes = [UInt8](repeating: byte, count: 64)
    #expect(!KeyMaterial.p256.isValidSignature(bytes, over: Array("sample".utf8)))
    #expect(!KeyMaterial.ed25519.isValidSignature(bytes, over: []))
  }

  @Test("is not valid for a key that is none")
  func brokenKeys() {
    #expect(!PublicKey.p256([4, 1, 2]).isValidSignature([UInt8](repeating: 1, count: 64), over: []))
    #expect(!PublicKey.ed25519([1, 2]).isValidSignature([UInt8](repeating: 1, count: 64), over: []))
  }

  @Test("of a fresh key is valid in every form")
  func fresh() throws {
    let key = try PrivateKey.p256()
    let signature = try key.signature(over: Array("text".utf8))
    let read = try #require(PublicKey.read(bytes: key.publicKey).key)
    #expect(read.isValidSignature(signature, over: Array("text".utf8)))
    let raw = try #require(P256.Signature(der: signature)).raw
    #expect(read.isValidSignature(raw, over: Array("text".utf8)))
  }
}
