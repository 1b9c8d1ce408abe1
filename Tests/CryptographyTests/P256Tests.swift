import Cryptography
import Testing

@Suite("ECDSA over P-256")
struct P256Tests {
  /// RFC 6979 §A.2.5: the key with the private scalar C9AFA9D8….
  private static let x = hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
  private static let y = hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
  /// What it signs the text `sample` with.
  private static let r = hex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716")
  private static let s = hex("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
  private static let sample = Array("sample".utf8)

  private static let prime = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
  private static let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

  private static func key() throws -> P256.PublicKey { try #require(P256.PublicKey(uncompressed: [0x04] + x + y)) }

  /// left − right, which is not negative; the highest byte first.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var (result, borrow) = (left, 0)
    for index in left.indices.reversed() {
      let difference = Int(left[index]) - Int(right[index]) - borrow
      borrow = difference < 0 ? 1 : 0
      result[index] = UInt8(truncatingIfNeeded: difference)
    }
    return result
  }

  private static func der(_ numbers: [UInt8]...) -> [UInt8] {
    let content = numbers.flatMap { number -> [UInt8] in [0x02, UInt8(number.count)] + number }
    return [0x30, UInt8(content.count)] + content
  }

  @Test("takes the signature of RFC 6979 in both forms, and with the other s")
  func published() throws {
    let key = try Self.key()
    let raw = try #require(P256.Signature(raw: Self.r + Self.s))
    let structured = try #require(P256.Signature(der: Self.der([0] + Self.r, [0] + Self.s)))
    #expect(raw == structured)
    #expect(raw.raw == Self.r + Self.s)
    // FIPS 186-5 takes n − s as well; only Bitcoin and Ethereum ask for the lower one.
    let other = try #require(P256.Signature(raw: Self.r + Self.difference(Self.order, Self.s)))
    for signature in [raw, other] {
      #expect(key.isValidSignature(signature, over: Self.sample))
      #expect(!key.isValidSignature(signature, over: Array("test".utf8)))
    }
  }

  @Test("refuses numbers that are zero or not less than the order")
  func ranges() throws {
    let key = try Self.key()
    let zero = [UInt8](repeating: 0, count: 32)
    let one = [UInt8](zero.dropLast()) + [1]
    let wrong: [([UInt8], [UInt8])] = [
      (zero, Self.s), (Self.r, zero), (zero, zero), (Self.order, Self.s), (Self.r, Self.order), (Self.prime, Self.s),
      (one, one), ([UInt8](repeating: 0xFF, count: 32), Self.s), (Self.s, Self.r),
    ]
    for (r, s) in wrong {
      #expect(!key.isValidSignature(try #require(P256.Signature(raw: r + s)), over: Self.sample))
    }
  }

  @Test("takes signatures in DER, and in no other spelling of BER")
  func structure() {
    let (r, s) = ([0] + Self.r, [0] + Self.s)
    let right = Self.der(r, s)
    #expect(P256.Signature(der: right) != nil)
    #expect(P256.Signature(der: Self.der([1], [0x7F])) != nil)
    let wrong: [(String, [UInt8])] = [
      ("nothing", []), ("a byte more", right + [0]), ("a byte less", Array(right.dropLast())),
      ("a number less", Self.der(r)), ("a number more", Self.der(r, s, [1])),
      ("negative numbers", Self.der(Self.r, Self.s)), ("a zero too many", Self.der([0] + r, s)),
      ("a zero before a small number", Self.der([0, 1], [1])), ("an empty number", Self.der([], s)),
      ("numbers of 33 bytes", Self.der([1] + Self.r, s)), ("r with the order added", Self.der([2] + Self.r, s)),
      ("a long length", [0x30, 0x81] + right.dropFirst()), ("no definite length", [0x30, 0x80] + right.dropFirst(2)),
      ("a long length of a number", [0x30, 0x07, 0x02, 0x81, 0x01, 0x01, 0x02, 0x01, 0x01]),
      ("a set", [0x31] + right.dropFirst()), ("other numbers", [0x30, 0x06, 0x0A, 0x01, 0x01, 0x0A, 0x01, 0x01]),
      ("a length past the end", [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x09, 0x01]),
    ]
    for (name, bytes) in wrong {
      #expect(P256.Signature(der: bytes) == nil, "\(name)")
    }
    for count in [0, 63, 65] {
      #expect(P256.Signature(raw: [UInt8](repeating: 1, count: count)) == nil)
    }
  }

  @Test("takes points of the curve only, compressed or not")
  func points() throws {
    let key = try Self.key()
    #expect(P256.PublicKey(compressed: [0x03] + Self.x) == key)
    let other = Self.difference(Self.prime, Self.y)
    #expect(P256.PublicKey(compressed: [0x02] + Self.x)?.bytes == [0x04] + Self.x + other)
    #expect(P256.PublicKey(uncompressed: [0x04] + Self.x + other) != nil)
    let zero = [UInt8](repeating: 0, count: 32)
    // SEC 2 §2.4.2: the base point. No point has the x 1.
    let base = hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
    #expect(
      P256.PublicKey(compressed: [0x03] + base)?.bytes.suffix(32)
        == hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")[...])
    let (one, none) = ([UInt8](zero.dropLast()) + [1], [UInt8]())
    let compressed: [[UInt8]] = [
      [0x02] + one, [0x03] + one, [0x02] + Self.prime, [0x02] + [UInt8](repeating: 0xFF, count: 32), [0x04] + Self.x,
      [0x00] + Self.x, [0x03] + Self.x + [0], [0x03] + Self.x.dropLast(), none,
    ]
    for bytes in compressed {
      #expect(P256.PublicKey(compressed: bytes) == nil, "\(bytes)")
    }
    let uncompressed: [[UInt8]] = [
      [0x04] + Self.x + Self.x, [0x04] + Self.y + Self.x, [0x04] + zero + zero, [0x05] + Self.x + Self.y,
      [0x04] + Self.prime + Self.y, [0x04] + Self.x + Self.y + [0], [0x04] + Self.x, [0x00], none,
    ]
    for bytes in uncompressed {
      #expect(P256.PublicKey(uncompressed: bytes) == nil, "\(bytes)")
    }
  }

  @Test("signs what its public key verifies, anew each time")
  func generated() throws {
    let (first, second) = (try PrivateKey.p256(), try PrivateKey.p256())
    #expect(first != second)
    #expect(try PrivateKey(pem: first.pem).publicKey == first.publicKey)
    #expect(first.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(first.publicKey.count == 91)
    let key = try #require(P256.PublicKey(uncompressed: Array(first.publicKey.suffix(65))))
    let signature = try #require(P256.Signature(der: try first.signature(over: Self.sample)))
    #expect(key.isValidSignature(signature, over: Self.sample))
    let foreign = try #require(P256.Signature(der: try second.signature(over: Self.sample)))
    #expect(!key.isValidSignature(foreign, over: Self.sample))
  }

  @Test("reads the key of RFC 6979 in the forms that tools write", arguments: [PrivateKeys.sec1, PrivateKeys.pkcs8])
  func forms(pem: String) throws {
    let key = try PrivateKey(pem: pem)
    #expect(key.publicKey.suffix(64) == (Self.x + Self.y)[...])
    let signature = try #require(P256.Signature(der: try key.signature(over: Self.sample)))
    #expect(try Self.key().isValidSignature(signature, over: Self.sample))
  }

  @Test("reads no key from anything else")
  func noKeys() throws {
    for text in ["", "key", "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n"] {
      #expect(throws: CryptographyError.self) { try PrivateKey(pem: text) }
    }
  }
}
