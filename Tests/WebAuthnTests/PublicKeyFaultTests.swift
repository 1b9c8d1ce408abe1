import HTTPCore
import Testing
import WebAuthn

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
