import Cryptography
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
  /// RFC 8032 §7.1, tests 1 to 3 and SHA(abc): public key, message and signature.
  static let vectors: [(key: [UInt8], message: [UInt8], signature: [UInt8])] = [
    (
      hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"), [],
      hex(
        """
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
        5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
        """)
    ),
    (
      hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"), hex("72"),
      hex(
        """
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
        """)
    ),
    (
      hex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"), hex("af82"),
      hex(
        """
        6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
        18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
        """)
    ),
    (
      hex("ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf"),
      hex(
        """
        ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
        2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
        """),
      hex(
        """
        dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589
        09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704
        """)
    ),
  ]

  @Test("takes the signatures of RFC 8032 over their messages only", arguments: vectors.indices)
  func published(index: Int) {
    let (key, message, signature) = Self.vectors[index]
    #expect(Ed25519.isPublicKey(key))
    #expect(Ed25519.isValidSignature(signature, over: message, publicKey: key))
    #expect(!Ed25519.isValidSignature(signature, over: message + [0], publicKey: key))
    #expect(!Ed25519.isValidSignature(signature, over: message, publicKey: Self.vectors[(index + 1) % 4].key))
    for position in 0..<64 {
      var wrong = signature
      wrong[position] ^= 1
      #expect(!Ed25519.isValidSignature(wrong, over: message, publicKey: key))
    }
  }

  @Test("refuses a signature whose S is not less than the order (§5.1.7)", arguments: vectors.indices)
  func malleable(index: Int) {
    let (key, message, signature) = Self.vectors[index]
    let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var (wrong, carry) = (signature, 0)
    for position in 0..<32 {
      let sum = Int(signature[32 + position]) + Int(order[position]) + carry
      wrong[32 + position] = UInt8(truncatingIfNeeded: sum)
      carry = sum >> 8
    }
    #expect(carry == 0)
    #expect(!Ed25519.isValidSignature(wrong, over: message, publicKey: key))
  }

  @Test("refuses signatures and keys of another length")
  func signatureLengths() {
    let (key, message, signature) = Self.vectors[1]
    for wrong in [[], Array(signature.dropLast()), signature + [0]] {
      #expect(!Ed25519.isValidSignature(wrong, over: message, publicKey: key))
    }
    for wrong in [[], Array(key.dropLast()), key + [0]] {
      #expect(!Ed25519.isValidSignature(signature, over: message, publicKey: wrong))
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

  @Test("refuses a key whose order is small or whose encoding is not canonical", arguments: smallOrder)
  func small(encoding: String) {
    #expect(!Ed25519.isPublicKey(hex(encoding)))
  }

  @Test("refuses a key that a point of small order was added to")
  func mixedOrder() {
    // −y of a key of RFC 8032: the key plus the point of order 2, up to the sign.
    var negated = hex("ed") + [UInt8](repeating: 0xFF, count: 30) + hex("7f")
    let key = Self.vectors[0].key
    var borrow = 0
    for index in 0..<32 {
      let byte = index == 31 ? key[index] & 0x7F : key[index]
      let difference = Int(negated[index]) - Int(byte) - borrow
      borrow = difference < 0 ? 1 : 0
      negated[index] = UInt8(truncatingIfNeeded: difference)
    }
    #expect(!Ed25519.isPublicKey(negated))
  }

  @Test("refuses a key of another length", arguments: [0, 31, 33, 64])
  func lengths(count: Int) {
    #expect(!Ed25519.isPublicKey([UInt8](repeating: 1, count: count)))
  }

  @Test("takes the keys of published examples")
  func keys() {
    // RFC 8410 §10.1, and the base point itself (RFC 8032 §5.1).
    for key in [
      "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1",
      "5866666666666666666666666666666666666666666666666666666666666666",
    ] {
      #expect(Ed25519.isPublicKey(hex(key)))
    }
  }

  @Test("takes a sixteenth of random bytes for a key")
  func random() {
    // SplitMix64 with a fixed seed: the same bytes on every run.
    var state: UInt64 = 8032
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    let accepted = (0..<800).count { _ in
      Ed25519.isPublicKey((0..<4).flatMap { _ in withUnsafeBytes(of: next()) { Array($0) } })
    }
    #expect((20...90).contains(accepted))
  }
}
