import Foundation
import HTTPCore
import Testing
import WebAuthn

@Suite("Mutated input")
struct FuzzTests {
  #if DEBUG
    static let rounds = 40_000
  #else
    static let rounds = ProcessInfo.processInfo.environment["MOCK_API_THOROUGH"] == "1" ? 400_000 : 40_000
  #endif

  /// Bytes that begin or end something in CBOR.
  private static let telling = hex("0001181b3b405b5f7b819b9fa1bbf6ff")

  /// Changes a few bytes, lengths and ends.
  private static func mutate(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let position = Int.random(in: 0...bytes.count, using: &generator)
      let byte =
        Bool.random(using: &generator)
        ? telling[Int.random(in: 0..<telling.count, using: &generator)] : UInt8.random(in: 0...255, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.insert(byte, at: position)
      case 1: bytes.removeSubrange(position..<min(bytes.count, position + Int(byte & 7)))
      case 2: bytes.removeSubrange(position...)
      case 3: bytes.insert(contentsOf: bytes.prefix(position).suffix(Int(byte & 31)), at: position)
      default: if position < bytes.count { bytes[position] = byte }
      }
    }
    return bytes
  }

  /// Runs a parser on mutations of valid inputs, and says how many it took.
  private static func run(
    _ seeds: [[UInt8]], rounds: Int, seed: UInt64, _ parse: ([UInt8]) throws -> Void
  ) rethrows -> Int {
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    for round in 0..<rounds {
      do {
        try parse(mutate(seeds[round % seeds.count], using: &generator))
        accepted += 1
      } catch is CBORError {
      } catch is WebAuthnFailure {}
    }
    return accepted
  }

  @Test("never crashes the CBOR reader, whose errors are within it")
  func cbor() throws {
    let key = KeyMaterial.p256COSE.encoded
    let seeds = [key, hex("a26161016162820203"), hex("8301820203820405"), hex("1bffffffffffffffff")]
    let accepted = try Self.run(seeds, rounds: Self.rounds, seed: 1) { bytes in
      do throws(CBORError) {
        let end = try CBORReader.read(bytes).end
        #expect(end <= bytes.count)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
        throw error
      }
    }
    #expect(accepted > Self.rounds / 20)
  }

  @Test("never crashes the reading of authenticator data")
  func authenticatorData() throws {
    let seeds = [
      SpecificationVector.noneES256.authenticatorData, AuthenticatorDataBuilder().bytes,
      AuthenticatorDataBuilder().with { $0.flags = 0xC1 }.bytes + hex("a16b6372656450726f7465637402"),
    ]
    let accepted = try Self.run(seeds, rounds: Self.rounds, seed: 2) { bytes in
      let data = try AuthenticatorData(bytes: bytes)
      #expect(data.bytes == bytes)
    }
    #expect(accepted > Self.rounds / 50)
  }

  @Test("never crashes the reading of attestation objects")
  func attestationObjects() throws {
    let seeds = [SpecificationVector.noneES256, .selfES256, .packedES256].map(\.attestationObject)
    let accepted = try Self.run(seeds, rounds: Self.rounds, seed: 3) { _ = try AttestationObject(bytes: $0) }
    #expect(accepted > Self.rounds / 50)
  }

  @Test("never crashes the reading of client data")
  func clientData() throws {
    let seeds = [SpecificationVector.noneES256, .topOrigin].map(\.assertionClientData)
    let accepted = try Self.run(seeds, rounds: Self.rounds / 2, seed: 4) { _ = try ClientData(bytes: $0) }
    #expect(accepted > Self.rounds / 50)
  }

  @Test("never crashes the reading of keys and signatures")
  func keysAndSignatures() throws {
    let keys = ParsedPublicKeyTests.encodings.map(\.1).filter { $0.count > 44 }
    let seeds = keys + [SpecificationVector.noneES256.signature]
    let accepted = try Self.run(seeds, rounds: Self.rounds / 4, seed: 5) { bytes in
      _ = KeyMaterial.p256.isValidSignature(bytes, over: [1])
      guard PublicKey.read(bytes: bytes).key != nil else { throw WebAuthnFailure.userNotPresent }
    }
    #expect(accepted < Self.rounds / 4)
  }
}

@Suite("A bit that was flipped")
struct BitFlipTests {
  /// Every way to flip one bit.
  private static func flips(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
    (0..<bytes.count * 8).lazy.map { bit in
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      return flipped
    }
  }

  private static func verify(
    _ vector: SpecificationVector, key: PublicKey, data: [UInt8]? = nil, clientData: [UInt8]? = nil,
    signature: [UInt8]? = nil
  ) throws -> Assertion {
    let clientData = try ClientData(bytes: clientData ?? vector.assertionClientData)
    return try Assertion.verify(
      authenticatorData: data ?? vector.authenticatorData, clientDataJSON: clientData,
      signature: signature ?? vector.signature, publicKey: key, storedSignCount: 0,
      expectedChallenge: Challenge(text: clientData.challenge), rpID: SpecificationVector.rpID,
      isOriginAllowed: { _ in true }, allowsCrossOrigin: true)
  }

  static let vectors: [SpecificationVector] = [.noneES256, .packedEd25519]

  @Test("in authenticator data makes an assertion fail", arguments: vectors)
  func authenticatorData(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.authenticatorData) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, data: flipped) }
    }
  }

  @Test("in client data makes an assertion fail, whatever challenge and origin they name", arguments: vectors)
  func clientData(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.assertionClientData) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, clientData: flipped) }
    }
  }

  @Test("in a signature makes an assertion fail", arguments: vectors)
  func signature(vector: SpecificationVector) throws {
    let key = try vector.register().publicKey
    for flipped in Self.flips(of: vector.signature) {
      #expect(throws: WebAuthnFailure.self) { try Self.verify(vector, key: key, signature: flipped) }
    }
  }

  @Test("in a self attestation makes the registration fail, unless it names another format")
  func attestation() throws {
    let vector = SpecificationVector.selfES256
    let clientData = try ClientData(bytes: vector.registrationClientData)
    for flipped in Self.flips(of: vector.attestationObject) {
      let registration = try? Registration.verify(
        attestationObject: flipped, clientDataJSON: clientData,
        expectedChallenge: Challenge(bytes: vector.registrationChallenge), rpID: SpecificationVector.rpID,
        isOriginAllowed: { _ in true })
      #expect(registration?.attestation != .verified)
      #expect(registration == nil || registration?.format != "packed")
    }
  }

  @Test("in a flat body makes the assertion fail")
  func flat() throws {
    let message = Array(ClientDataTests.json.utf8)
    let signature = try AssertionCase.key.get().signature(over: message)
    let key = AssertionCase().publicKey
    let verify = { (message: [UInt8], signature: [UInt8]) throws in
      let clientData = try ClientData(bytes: message)
      try Assertion.verifyFlat(
        clientData: clientData, signature: signature, publicKey: key,
        expectedChallenge: Challenge(text: clientData.challenge), isOriginAllowed: { _ in true },
        allowsCrossOrigin: true)
    }
    try verify(message, signature)
    for flipped in Self.flips(of: message) {
      #expect(throws: WebAuthnFailure.self) { try verify(flipped, signature) }
    }
    for flipped in Self.flips(of: signature) {
      #expect(throws: WebAuthnFailure.self) { try verify(message, flipped) }
    }
  }
}
