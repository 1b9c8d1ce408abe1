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
