import HTTPCore
import Testing
import WebAuthn

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
