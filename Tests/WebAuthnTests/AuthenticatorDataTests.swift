import Testing
import WebAuthn

/// Authenticator data put together field by field.
struct AuthenticatorDataBuilder {
  var rpIDHash = hex("bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5")
  var flags: UInt8 = 0x41
  var signCount: [UInt8] = [0, 0, 0, 0]
  var aaguid = [UInt8](repeating: 0xAA, count: 16)
  var idLength: [UInt8] = [0, 4]
  var credentialID: [UInt8] = [1, 2, 3, 4]
  var key = KeyMaterial.p256COSE.encoded
  var rest: [UInt8] = []

  var bytes: [UInt8] {
    let head = rpIDHash + [flags] + signCount
    return (flags & 0x40 == 0 ? head : head + aaguid + idLength + credentialID + key) + rest
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

@Suite("Authenticator data")
struct AuthenticatorDataTests {
  typealias Builder = AuthenticatorDataBuilder

  @Test("hold what the specification says they do")
  func fields() throws {
    let extensions: CBORValue = ["credProtect": 2, "hmac-secret": true]
    let builder = Builder().with {
      $0.flags = 0xDD
      $0.signCount = [0x01, 0x02, 0x03, 0xFF]
      $0.rest = extensions.encoded
    }
    let data = try AuthenticatorData(bytes: builder.bytes)
    #expect(data.bytes == builder.bytes)
    #expect(data.rpIDHash == builder.rpIDHash)
    let all: AuthenticatorFlags = [
      .userPresent, .userVerified, .backupEligible, .backedUp, .attestedCredentialData, .extensionData,
    ]
    #expect(data.flags == all)
    #expect(data.signCount == 0x0102_03FF)
    #expect(data.attestedCredential?.aaguid == builder.aaguid)
    #expect(data.attestedCredential?.credentialID == [1, 2, 3, 4])
    #expect(data.attestedCredential?.publicKey == KeyMaterial.p256)
    #expect(data.extensions == extensions.map)
  }

  @Test("hold extensions without a credential, and an Ed25519 key")
  func variants() throws {
    let extended = Builder().with {
      $0.flags = 0x81
      $0.rest = [0xA0]
    }
    let data = try AuthenticatorData(bytes: extended.bytes)
    #expect(data.attestedCredential == nil && data.extensions?.entries.isEmpty == true)
    let edwards = Builder().with { $0.key = KeyMaterial.ed25519COSE.encoded }
    #expect(try AuthenticatorData(bytes: edwards.bytes).attestedCredential?.publicKey == KeyMaterial.ed25519)
  }

  @Test("may have a credential ID of 1 to 1023 bytes", arguments: [1, 16, 255, 256, 1023])
  func credentialIDs(count: Int) throws {
    let builder = Builder().with {
      $0.idLength = [UInt8(count >> 8), UInt8(count & 0xFF)]
      $0.credentialID = [UInt8](repeating: 5, count: count)
    }
    #expect(try AuthenticatorData(bytes: builder.bytes).attestedCredential?.credentialID.count == count)
  }

  @Test("are refused when cut short anywhere or longer than they say")
  func bounds() {
    let bytes = Builder().with {
      $0.flags = 0xC1
      $0.rest = hex("a16b6372656450726f7465637402")
    }.bytes
    #expect(throws: Never.self) { try AuthenticatorData(bytes: bytes) }
    for count in 0..<bytes.count {
      #expect(throws: WebAuthnFailure.self) { try AuthenticatorData(bytes: Array(bytes.prefix(count))) }
    }
    #expect(throws: WebAuthnFailure.self) { try AuthenticatorData(bytes: bytes + [0]) }
  }

  static let broken: [(Builder, String)] = [
    (Builder().with { ($0.flags, $0.signCount) = (0x01, []) }, "it has 33 bytes; 37 are the least there can be"),
    (Builder().with { $0.idLength = [0, 0] }, "its credential ID has 0 bytes instead of 1 to 1023"),
    (Builder().with { $0.idLength = [4, 0] }, "its credential ID has 1024 bytes instead of 1 to 1023"),
    (Builder().with { $0.idLength = [0xFF, 0xFF] }, "its credential ID has 65535 bytes instead of 1 to 1023"),
    (Builder().with { $0.idLength = [3, 0] }, "its credential ID has 768 bytes, of which 81 are there"),
    (Builder().with { $0.rest = [0] }, "1 bytes follow its end at byte 136, by its flags 0x41"),
    (Builder().with { ($0.flags, $0.rest) = (0x01, [9, 9]) }, "2 bytes follow its end at byte 37, by its flags 0x01"),
    (Builder().with { $0.flags = 0x11 }, "its flags 0x11 say backed up (BS) but not backup eligible (BE)"),
    (Builder().with { $0.flags = 0x81 }, "its extension data are not CBOR: at byte 37: an item was expected"),
    (Builder().with { ($0.flags, $0.rest) = (0x81, [0x80]) }, "its extension data at byte 37 are not a map"),
    (Builder().with { $0.key = [0xBF, 0xFF] }, "its credential public key is not CBOR: at byte 59: a map of"),
    (Builder().with { $0.key = [0x01] }, "its credential public key is not a map but an integer"),
    (Builder().with { $0.key = [] }, "its credential public key is not CBOR: at byte 59"),
  ]

  @Test("say what is wrong with them", arguments: broken)
  func faults(builder: Builder, reason: String) {
    guard case .malformed(.authenticatorData, let found) = failure({ try AuthenticatorData(bytes: builder.bytes) })
    else {
      Issue.record("another failure")
      return
    }
    #expect(found.hasPrefix(reason), "\(found)")
  }

  @Test("tell a key of another algorithm from a broken one")
  func keys() {
    let rsa: CBORValue = [1: 3, 3: -257, -1: .bytes([1]), -2: .bytes([1, 0, 1])]
    let unsupported = Builder().with { $0.key = rsa.encoded }
    #expect(
      failure { try AuthenticatorData(bytes: unsupported.bytes) }
        == .unsupportedKey("a key for RS256 (COSE algorithm -257)"))
    let broken = Builder().with { $0.key = hex("a201020326") }
    #expect(
      failure { try AuthenticatorData(bytes: broken.bytes) }
        == .malformed(.publicKey, reason: "it is a COSE_Key for ES256 whose crv (-1) is not 1 for P-256"))
    #expect(
      failure { try AuthenticatorData(bytes: Builder().with { $0.key = [0xA0] }.bytes) }
        == .malformed(.publicKey, reason: "it is a COSE_Key without kty (1)"))
  }
}
