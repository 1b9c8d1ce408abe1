import Testing
import WebAuthn

@Suite("The CBOR reader")
struct CBORReaderTests {
  /// RFC 8949 appendix A, the examples of the types that are read.
  static let examples: [(String, CBORValue)] = [
    ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100), ("1903e8", 1000),
    ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
    ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)),
    ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
    ("f4", false), ("f5", true), ("f6", .null),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
    ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{FC}"),
    ("63e6b0b4", "\u{6C34}"), ("64f0908591", "\u{10151}"),
    ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
    ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .array((1...25).map { .unsigned($0) })),
    ("a0", [:]), ("a201020304", [1: 2, 3: 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
    ("826161a161626163", ["a", ["b": "c"]]),
    ("a56161614161626142616361436164614461656145", ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
  ]

  @Test("reads the examples of RFC 8949 appendix A", arguments: examples)
  func reads(encoding: String, value: CBORValue) throws {
    #expect(try CBORReader.readWhole(hex(encoding)) == value)
    #expect(value.encoded == hex(encoding))
  }

  @Test(
    "takes heads that are longer than they need be",
    arguments: ["1801", "190001", "1a00000001", "1b0000000000000001"])
  func longHeads(encoding: String) throws {
    #expect(try CBORReader.readWhole(hex(encoding)) == 1)
  }

  @Test("says how many bytes an item took", arguments: examples)
  func end(encoding: String, value: CBORValue) throws {
    let bytes = hex(encoding)
    let (read, end) = try CBORReader.read([0xFF, 0xFF] + bytes + [0xFF], at: 2)
    #expect(read == value)
    #expect(end == 2 + bytes.count)
  }

  @Test("refuses every prefix of an example", arguments: examples)
  func prefixes(encoding: String, value: CBORValue) {
    let bytes = hex(encoding)
    for count in 0..<bytes.count {
      let error = #expect(throws: CBORError.self) { try CBORReader.readWhole(Array(bytes.prefix(count))) }
      #expect(error?.kind == .truncated)
    }
  }

  @Test("has integers in the range of Int and no others")
  func integers() {
    #expect(CBORValue.unsigned(UInt64(Int.max)).integer == Int.max)
    #expect(CBORValue.unsigned(UInt64(Int.max) + 1).integer == nil)
    #expect(CBORValue.negative(UInt64(Int.max)).integer == Int.min)
    #expect(CBORValue.negative(UInt64(Int.max) + 1).integer == nil)
    #expect(CBORValue.text("1").integer == nil)
  }

  @Test("finds entries by number, by text and by any other key")
  func lookUp() throws {
    let value: CBORValue = [1: "one", -1: "minus one", "1": "text", true: "yes"]
    let map = try #require(value.map)
    #expect(map[1] == "one")
    #expect(map[-1] == "minus one")
    #expect(map["1"] == "text")
    #expect(map[CBORValue.bool(true)] == "yes")
    #expect(map[2] == nil)
  }

  @Test("reads back what an encoder of random items writes")
  func roundTrips() throws {
    var generator = SeededGenerator(seed: 8949)
    for _ in 0..<2000 {
      let value = Self.randomItem(depth: 0, using: &generator)
      #expect(try CBORReader.readWhole(value.encoded) == value)
    }
  }

  private static func randomItem(depth: Int, using generator: inout SeededGenerator) -> CBORValue {
    let magnitude = UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &generator) {
    case 0: return .unsigned(magnitude)
    case 1: return .negative(magnitude)
    case 2: return .bytes((0..<count * 10).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 3: return .text(String(repeating: "\u{E9}", count: count * 10))
    case 4: return .bool(magnitude.isMultiple(of: 2))
    case 5: return .null
    case 6: return .array((0..<count).map { _ in randomItem(depth: depth + 1, using: &generator) })
    default:
      var map = CBORMap()
      for key in 0..<UInt64(count) {
        _ = map.add(.unsigned(key), randomItem(depth: depth + 1, using: &generator))
      }
      return .map(map)
    }
  }
}
