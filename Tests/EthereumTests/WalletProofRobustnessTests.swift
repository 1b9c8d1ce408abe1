import Ethereum
import HTTPCore
import Testing

@Suite("The proof of a wallet, under bad input")
struct WalletProofRobustnessTests {
  static let example = SignedMessage.example

  @Test("fails with any one digit of the signature changed", arguments: [SignedMessage.example, SignedMessage.all[2]])
  func digits(signed: SignedMessage) {
    let right = Array(signed.signature.utf8)
    for place in right.indices.dropFirst(2) {
      for digit in "0123456789abcdef".utf8 where digit != right[place] {
        var wrong = right
        wrong[place] = digit
        let signature = String(decoding: wrong, as: UTF8.self)
        switch WalletProof.verify(address: signed.signer, signature: signature, message: signed.message) {
        case .mismatch, .invalid: break
        case .verified, .irregular, .notVerifiable: Issue.record("\(signature)")
        }
      }
    }
  }

  @Test("is never had from random bytes")
  func randomBytes() {
    var chance = SplitMix64(state: 65)
    var (mismatches, impossible) = (0, 0)
    for _ in 0..<20_000 {
      var bytes = chance.bytes(65)
      // Half of the signatures get a possible v, and some an r and s at their limits.
      if Bool.random(using: &chance) { bytes[64] = [0, 1, 27, 28].randomElement(using: &chance) ?? 27 }
      if bytes[0] < 8 { bytes.replaceSubrange(0..<31, with: repeatElement(bytes[0] < 4 ? 0xFF : 0, count: 31)) }
      if bytes[32] < 8 { bytes.replaceSubrange(32..<63, with: repeatElement(bytes[32] < 4 ? 0xFF : 0, count: 31)) }
      let outcome = WalletProof.verify(
        address: Self.example.signer, signature: Hex.encode(bytes), message: Self.example.message)
      switch outcome {
      case .mismatch: mismatches += 1
      case .invalid: impossible += 1
      case .verified, .irregular, .notVerifiable: Issue.record("\(bytes)")
      }
    }
    // About every second number is the x of a point.
    #expect(mismatches > 4_000 && impossible > 12_000)
  }

  @Test("is never had from random text")
  func randomText() {
    var chance = SplitMix64(state: 66)
    for length in 0..<2_000 {
      let text = "0x" + String(decoding: chance.bytes(length % 140), as: UTF8.self)
      let outcomes = [
        WalletProof.verify(address: text, signature: Self.example.signature, message: text),
        WalletProof.verify(address: Self.example.signer, signature: text, message: text),
      ]
      for outcome in outcomes {
        guard case .notVerifiable = outcome else {
          Issue.record("\(outcome) of \(text.debugDescription)")
          continue
        }
      }
    }
  }

  @Test("holds from many tasks at once")
  func concurrent() async {
    let held = await withTaskGroup(of: Bool.self) { group in
      for round in 0..<200 {
        group.addTask {
          let signed = SignedMessage.all[round % SignedMessage.all.count]
          let outcome = WalletProof.verify(
            address: signed.signer, signature: signed.signature, message: signed.message)
          return outcome == EthereumAddress(signed.signer).map { .verified($0) }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(held == 200)
  }
}

/// A source of chance that gives the same values in every run (Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number Generators, 2014).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
