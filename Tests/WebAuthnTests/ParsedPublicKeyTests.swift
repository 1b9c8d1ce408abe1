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
