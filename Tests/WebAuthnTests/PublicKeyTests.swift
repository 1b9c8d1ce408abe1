import HTTPCore
import Testing
import WebAuthn

@Suite("A public key")
struct ParsedPublicKeyTests {
  typealias Material = KeyMaterial

  static let encodings: [(String, [UInt8], PublicKey)] = [
    ("SubjectPublicKeyInfo of P-256", Material.p256SPKI, Material.p256),
    (
      "SubjectPublicKeyInfo of P-256, compressed",
      hex("3039301306072a8648ce3d020106082a8648ce3d030107032200") + [0x03] + Material.p256X, Material.p256
    ),
    ("SubjectPublicKeyInfo of Ed25519", Material.ed25519SPKI, Material.ed25519),
    ("COSE_Key of P-256", Material.p256COSE.encoded, Material.p256),
    ("COSE_Key of Ed25519", Material.ed25519COSE.encoded, Material.ed25519),
    ("P-256 point", Material.p256.bytes, Material.p256),
    ("P-256 point without its first byte", Material.p256X + Material.p256Y, Material.p256),
    ("P-256 point, compressed", [0x03] + Material.p256X, Material.p256),
    ("Ed25519 key", Material.ed25519.bytes, Material.ed25519),
  ]

  @Test("is read from bytes and from any base64 of them", arguments: encodings)
  func reads(name: String, bytes: [UInt8], key: PublicKey) {
    #expect(PublicKey.read(bytes: bytes) == .key(key))
    let padded = Base64.encode(bytes)
    let lines = padded.prefix(30) + "\r\n" + padded.dropFirst(30) + "\n"
    for text in [padded, Base64URL.encode(bytes), String(padded.filter { $0 != "=" }), String(lines)] {
      #expect(PublicKey.read(text: text) == .key(key), "\(text)")
    }
  }

  @Test("is written as SubjectPublicKeyInfo and read back", arguments: [Material.p256, Material.ed25519])
  func writes(key: PublicKey) {
    #expect(PublicKey.read(bytes: key.subjectPublicKeyInfo) == .key(key))
  }

  @Test("names its algorithm")
  func algorithms() {
    #expect(Material.p256.algorithm == .es256)
    #expect(Material.ed25519.algorithm == .edDSA)
    #expect("\(COSEAlgorithm.es256)" == "ES256 (COSE algorithm -7)")
    #expect("\(COSEAlgorithm(identifier: -260))" == "COSE algorithm -260")
  }

  @Test("is read from PEM, with or without line breaks")
  func pem() {
    let key = PublicKey.ed25519(hex("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"))
    #expect(PublicKey.read(text: Material.ed25519PEM) == .key(key))
    #expect(PublicKey.read(text: "\r\n" + Material.ed25519PEM.replacing("\n", with: "\r\n") + "\r\n") == .key(key))
    #expect(PublicKey.read(text: Material.ed25519PEM.replacing("\n", with: "")) == .key(key))
    let p256 = "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(Material.p256SPKI))\n-----END PUBLIC KEY-----\n"
    #expect(PublicKey.read(text: p256) == .key(Material.p256))
  }

  static let unrecognised: [String] = [
    "", "public_key_data", "public_key", "key", "...", "{\"kty\":\"EC\"}", "AAAA", "credential_id",
    "a-placeholder-of-forty-three-letters-in-all", "A-PLACEHOLDER-OF-FORTY-THREE-LETTERS-IN-ALL", "0x04",
    // The first byte is that of a map, as in `public_key_data`.
    "pQ", "oQ", "owID", "pGRhdGE", "pure-text-that-begins-like-a-map",
    // A map without a key type, an array, and 64 bytes that are no point.
    "oQID", "gQE", Base64.encode([UInt8](repeating: 7, count: 64)),
    // 32 bytes that are not the encoding of a point, for instance the x-coordinate of a P-256 key.
    Base64.encode(KeyMaterial.p256X), Base64.encode([UInt8](repeating: 0, count: 32)),
  ]

  @Test("is not taken from what is none", arguments: unrecognised)
  func placeholders(text: String) {
    #expect(PublicKey.read(text: text) == .unrecognised)
  }

  static let unsupported: [(String, String)] = [
    ("301a300d06092a864886f70d01010105000309003006020101020101", "an RSA key"),
    ("3076301006072a8648ce3d020106052b81040022036200" + String(repeating: "04", count: 97), "a P-384 key"),
    ("302a300506032b656e032100" + String(repeating: "09", count: 32), "an X25519 key, which does not sign"),
    ("3003020101", "a DER structure"), ("a3010303390100205901", "not CBOR"),
    ("a401030339010020410121430100", "not CBOR"), ("a401030339010020410121420100", "RS256 (COSE algorithm -257)"),
    ("a301020338222002", "ES384 (COSE algorithm -35)"),
  ]

  @Test("of another algorithm is named", arguments: unsupported)
  func otherAlgorithms(encoding: String, name: String) {
    switch PublicKey.read(bytes: hex(encoding)) {
    case .unsupported(let text), .invalid(let text): #expect(text.contains(name), "\(text)")
    case let other: Issue.record("\(other)")
    }
  }
}

@Suite("A broken public key is told from what is none")
struct PublicKeyFaultTests {
  typealias Material = KeyMaterial

  private static let xy = Material.p256X + Material.p256Y

  private static func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - 1] ^= 0x01
    return bytes
  }

  static let broken: [(String, [UInt8], String)] = [
    ("a point off the curve", flipped(Material.p256.bytes), "not those of a point"),
    ("the same in SubjectPublicKeyInfo", flipped(Material.p256SPKI), "not those of a point"),
    ("a compressed point off the curve", [0x02] + [UInt8](repeating: 0, count: 31) + [1], "not those of a point"),
    ("a compressed point with a coordinate past p", [0x02] + [UInt8](repeating: 0xFF, count: 32), "not those of"),
    ("SubjectPublicKeyInfo cut short", Array(Material.p256SPKI.dropLast()), "of 90 bytes; it has 91"),
    ("SubjectPublicKeyInfo with a byte more", Material.p256SPKI + [0], "of 92 bytes; it has 91"),
    ("a point with another first byte", Array(Material.p256SPKI.prefix(26)) + [0x05] + xy, "0x04"),
    ("Ed25519 cut short", Array(Material.ed25519SPKI.dropLast()), "of 43 bytes; it has 44"),
    ("Ed25519 off the curve", hex("302a300506032b6570032100") + Material.p256X, "not the encoding of an Ed25519"),
    ("COSE_Key cut short", Array(Material.p256COSE.encoded.dropLast()), "not CBOR: at byte"),
    ("COSE_Key with a byte more", Material.p256COSE.encoded + [0], "not CBOR: at byte 77"),
    ("COSE_Key without alg", parameters(1, 2), "without alg (3)"),
    ("COSE_Key with kty as text", parameters(1, "EC", 3, -7), "without kty (1)"),
    ("COSE_Key with kty for another alg", parameters(1, 1, 3, -7), "kty 1 does not go with its alg -7"),
    ("COSE_Key with kty 2 for EdDSA", parameters(1, 2, 3, -8), "kty 2 does not go with its alg -8"),
    ("COSE_Key for ES256 without crv", parameters(1, 2, 3, -7), "not 1 for P-256"),
    ("COSE_Key for ES256 over P-384", parameters(1, 2, 3, -7, -1, 2), "not 1 for P-256"),
    ("COSE_Key for ES256 without coordinates", parameters(1, 2, 3, -7, -1, 1), "byte strings of 32 bytes"),
    (
      "COSE_Key with coordinates of 31 bytes",
      parameters(1, 2, 3, -7, -1, 1, -2, .bytes(Array(Material.p256X.dropLast())), -3, .bytes(Material.p256Y)),
      "byte strings of 32 bytes"
    ),
    (
      "COSE_Key with coordinates of 32 and 33 bytes",
      parameters(1, 2, 3, -7, -1, 1, -2, .bytes(Material.p256X), -3, .bytes(Material.p256Y + [0])),
      "byte strings of 32 bytes"
    ),
    (
      "COSE_Key with a compressed point",
      parameters(1, 2, 3, -7, -1, 1, -2, .bytes(Material.p256X), -3, true), "compressed point"
    ),
    (
      "COSE_Key off the curve",
      parameters(1, 2, 3, -7, -1, 1, -2, .bytes(Material.p256X), -3, .bytes(Material.p256X)), "not those of a point"
    ),
    ("COSE_Key for EdDSA over Ed448", parameters(1, 1, 3, -8, -1, 7), "not 6 for Ed25519"),
    ("COSE_Key for EdDSA without x", parameters(1, 1, 3, -8, -1, 6), "x (-2) is not a byte string of 32"),
    (
      "COSE_Key for EdDSA off the curve", parameters(1, 1, 3, -8, -1, 6, -2, .bytes(Material.p256X)),
      "not the encoding of an Ed25519"
    ),
  ]

  private static func parameters(_ items: CBORValue...) -> [UInt8] {
    [0xA0 | UInt8(items.count / 2)] + items.flatMap(\.encoded)
  }

  @Test("in every form", arguments: broken)
  func reasons(name: String, bytes: [UInt8], reason: String) {
    for reading in [PublicKey.read(bytes: bytes), PublicKey.read(text: Base64URL.encode(bytes))] {
      guard case .invalid(let text) = reading else {
        Issue.record("\(reading)")
        continue
      }
      #expect(text.contains(reason), "\(text)")
    }
  }

  @Test("as a failure that says so")
  func failures() throws {
    #expect(try PublicKey.read(text: "public_key_data").get() == nil)
    #expect(try PublicKey.read(bytes: Material.p256SPKI).get() == Material.p256)
    let broken = PublicKey.read(bytes: Self.flipped(Material.p256SPKI))
    #expect(
      failure { try broken.get() as Any }?.description
        == "The public key can't be read: it is a P-256 key whose coordinates are not those of a point on the curve.")
    #expect(failure { try ParsedPublicKey.unsupported("an RSA key").get() as Any } == .unsupportedKey("an RSA key"))
  }

  static let brokenPEM: [(String, String)] = [
    (KeyMaterial.ed25519PEM.replacing("END PUBLIC", with: "END EC"), "don't match"),
    (KeyMaterial.ed25519PEM + "\nmore", "text around"), ("Key:\n" + KeyMaterial.ed25519PEM, "text around"),
    ("-----BEGIN PUBLIC KEY-----", "don't match"), ("-----BEGIN PUBLIC KEY", "don't match"),
    (KeyMaterial.ed25519PEM.replacing("MCow", with: "MC*w"), "not base64"),
    (KeyMaterial.ed25519PEM.replacing("MCow", with: ""), "not a DER SubjectPublicKeyInfo"),
    (KeyMaterial.ed25519PEM.replacing("PUBLIC", with: "PRIVATE"), "a private key"),
    (KeyMaterial.ed25519PEM.replacing("PUBLIC KEY", with: "EC PRIVATE KEY"), "a private key"),
  ]

  @Test("in PEM", arguments: brokenPEM)
  func pem(text: String, reason: String) {
    guard case .invalid(let found) = PublicKey.read(text: text) else {
      Issue.record("\(PublicKey.read(text: text))")
      return
    }
    #expect(found.contains(reason), "\(found)")
  }

  @Test("except PEM of something else, which is not supported")
  func otherPEM() {
    let text = KeyMaterial.ed25519PEM.replacing("PUBLIC KEY", with: "CERTIFICATE")
    #expect(PublicKey.read(text: text) == .unsupported("PEM of \"CERTIFICATE\" instead of \"PUBLIC KEY\""))
  }
}

/// Keys of public test vectors, in the encodings that clients send.
enum KeyMaterial {
  /// RFC 6979 §A.2.5: the P-256 key with the private scalar C9AFA9D8….
  static let p256X = hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
  static let p256Y = hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
  static let p256 = PublicKey.p256([0x04] + p256X + p256Y)

  /// RFC 8032 §7.1, tests 1 to 3: public key, message and signature.
  static let ed25519Vectors: [(key: [UInt8], message: [UInt8], signature: [UInt8])] = [
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
  ]
  static let ed25519 = PublicKey.ed25519(ed25519Vectors[0].key)

  /// The key of RFC 8410 §10.1 in PEM.
  static let ed25519PEM = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PUBLIC KEY-----
    """

  static let p256COSE: CBORValue = [1: 2, 3: -7, -1: 1, -2: .bytes(p256X), -3: .bytes(p256Y)]
  static let ed25519COSE: CBORValue = [1: 1, 3: -8, -1: 6, -2: .bytes(ed25519Vectors[0].key)]

  static let p256SPKI = hex("3059301306072a8648ce3d020106082a8648ce3d030107034200") + p256.bytes
  static let ed25519SPKI = hex("302a300506032b6570032100") + ed25519.bytes
}
