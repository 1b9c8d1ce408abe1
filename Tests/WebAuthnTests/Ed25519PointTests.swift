import Crypto
import Testing
import WebAuthn

@Suite("An Ed25519 point")
struct Ed25519PointTests {
  @Test("is accepted when key generation yields it")
  func generated() {
    for _ in 0..<20 {
      let key = Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
      #expect(Ed25519Point.isPublicKey(key), "\(key)")
    }
    for vector in KeyMaterial.ed25519Vectors {
      #expect(Ed25519Point.isPublicKey(vector.key))
    }
  }

  /// The encodings of the points of order 1, 2, 4 and 8, which generate no keys, some of them not canonical.
  static let smallOrder: [String] = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000080",
  ]

  @Test("is refused when its order is small or its encoding not canonical", arguments: smallOrder)
  func small(encoding: String) {
    #expect(!Ed25519Point.isPublicKey(hex(encoding)))
  }

  @Test("is refused when a point of small order was added to it")
  func mixedOrder() {
    // −y of a key of RFC 8032: the key plus the point of order 2, up to the sign.
    var negated = hex("ed") + [UInt8](repeating: 0xFF, count: 30) + hex("7f")
    let key = KeyMaterial.ed25519Vectors[0].key
    var borrow = 0
    for index in 0..<32 {
      let byte = index == 31 ? key[index] & 0x7F : key[index]
      let difference = Int(negated[index]) - Int(byte) - borrow
      borrow = difference < 0 ? 1 : 0
      negated[index] = UInt8(truncatingIfNeeded: difference)
    }
    #expect(!Ed25519Point.isPublicKey(negated))
  }

  @Test("is refused when its length is another", arguments: [0, 31, 33, 64])
  func lengths(count: Int) {
    #expect(!Ed25519Point.isPublicKey([UInt8](repeating: 1, count: count)))
  }

  @Test("is one for a sixteenth of random bytes")
  func random() {
    var generator = SeededGenerator(seed: 8032)
    let accepted = (0..<80).count { _ in
      Ed25519Point.isPublicKey((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    #expect((1...15).contains(accepted))
  }
}
