import Cryptography
import Testing

@Suite("Digests")
struct DigestTests {
  /// NIST's examples for FIPS 180-4: messages of no byte, of part of a block, of two blocks, and of many.
  static let examples: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test("of SHA-256 are NIST's", arguments: examples.indices)
  func sha256(index: Int) {
    let (message, digest) = Self.examples[index]
    #expect(SHA256.hash(Array(message.utf8)) == hex(digest))
  }

  @Test(
    "of SHA-1 are NIST's",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ])
  func sha1(message: String, digest: String) {
    #expect(SHA1.hash(Array(message.utf8)) == hex(digest))
  }

  /// RFC 4231 §4.2 to §4.4, §4.7 and §4.8: key, message and code.
  static let authenticated: [([UInt8], [UInt8], String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed \
        before being used by the HMAC algorithm.
        """.utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test("with a key are those of RFC 4231, and no others", arguments: authenticated.indices)
  func codes(index: Int) {
    let (key, message, expected) = Self.authenticated[index]
    let code = HMACSHA256.code(for: message, key: key)
    #expect(code == hex(expected))
    #expect(HMACSHA256.isValid(code, for: message, key: key))
    for position in code.indices {
      var wrong = code
      wrong[position] ^= 0x10
      #expect(!HMACSHA256.isValid(wrong, for: message, key: key))
    }
    for wrong in [[], Array(code.dropLast()), code + [0]] {
      #expect(!HMACSHA256.isValid(wrong, for: message, key: key))
    }
    #expect(!HMACSHA256.isValid(code, for: message + [0], key: key))
    #expect(!HMACSHA256.isValid(code, for: message, key: key + [1]))
  }
}
