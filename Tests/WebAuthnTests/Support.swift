import HTTPCore
import Testing
import WebAuthn

/// The bytes of hexadecimal digits, white space left out.
func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The failure that a ceremony or a reading ends in; nil, and an issue, when it does not.
func failure(
  _ body: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) -> WebAuthnFailure? {
  do {
    let value = try body()
    Issue.record("no failure, but \(value)", sourceLocation: sourceLocation)
  } catch let failure as WebAuthnFailure {
    return failure
  } catch {
    Issue.record("another error: \(error)", sourceLocation: sourceLocation)
  }
  return nil
}

/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension CBORValue {
  /// The encoding with the shortest heads (RFC 8949 §4.2.1), written apart from the reader.
  var encoded: [UInt8] {
    switch self {
    case .unsigned(let value): Self.head(0, value)
    case .negative(let value): Self.head(1, value)
    case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
    case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
    case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
    case .map(let map):
      Self.head(5, UInt64(map.entries.count)) + map.entries.flatMap { $0.key.encoded + $0.value.encoded }
    case .bool(let value): [value ? 0xF5 : 0xF4]
    case .null: [0xF6]
    }
  }

  private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
    let big = (0..<8).map { UInt8(truncatingIfNeeded: argument >> UInt64(56 - 8 * $0)) }
    return switch argument {
    case 0..<24: [major << 5 | big[7]]
    case 0..<0x100: [major << 5 | 24, big[7]]
    case 0..<0x1_0000: [major << 5 | 25] + big.suffix(2)
    case 0..<0x1_0000_0000: [major << 5 | 26] + big.suffix(4)
    default: [major << 5 | 27] + big
    }
  }
}
